//! **Coin turning**: coins lie in a row; a move turns some of them, the rightmost
//! of which goes from heads to tails.
//!
//! | ruleset | a move turns | places |
//! | --- | --- | --- |
//! | `mock-turtles` | one, two or three coins | from 0 |
//! | `ruler` | neighbouring coins, any number | from 1 |
//!
//! A position is its [`Coins`], kept as runs of heads, so that a row may be of any
//! length. In normal play it is the sum of its heads, whose Grundy values are
//! [known](perfectplay_theories::closed_form). In misère play the same values
//! decide Ruler; positions of Mock Turtles are listed.

mod coins;
mod load;
mod notation;
mod rules;

pub use coins::Coins;
pub use load::{MOCK_TURTLES, RULER};
pub use rules::{CoinTurning, Kind, Turn};
