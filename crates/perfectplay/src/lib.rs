//! Solves two-player games of perfect information.
