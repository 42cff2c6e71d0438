//! Games that nobody would invent.
