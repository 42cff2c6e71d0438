//! Search and evaluation of any compiled game.
