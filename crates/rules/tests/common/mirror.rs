//! Positions with the colours exchanged.
