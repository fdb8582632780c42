//! The vocabulary every part of perfectplay speaks, and the definition of truth.
//!
//! A [`Game`] states the rules of a *ruleset* once: where play starts, who
//! moves, and the options of a position. [`exhaustive`] play of those rules is
//! what every theory is held against: where the two differ, the theory is
//! wrong.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`player`](Player) | the two players, First and Second |
//! | [`outcome`](Outcome) | win, tie, draw and loss, and outcome classes |
//! | [`standing`](Standing) | an outcome with the plies until play ends |
//! | [`known`](Known) | a value with its doubt: exact, bounded or unknown |
//! | [`game`](Game) | the rules, and the narrower traits on top of them |
//! | [`notation`](Notation) | positions and moves as one line of text |
//! | [`meter`](Meter) | counted work, limits, and stopping with a reason |
//! | [`resource`](MonotoneResource) | games with a resource that never helps one side |
//! | [`board`](ChipsOnBoard) | the same on boards of every size |
//! | [`trail`](BurnsTrail) | games whose token burns its trail on a graph, or [on a cube](BurnsCube), or [the edges](BurnsEdges) |
//! | [`schedule`](TimedPile) | games of a pile and a schedule, and of intervals on a line |
//! | [`heaps`] | heap games that take and break |
//! | [`ranks`](Ranks) | games that number their positions |
//! | [`tabular`](Tabular) | games whose positions can be listed in tables |
//! | [`exhaustive`] | play to the end, with nothing clever in it |

mod board;
pub mod exhaustive;
mod game;
pub mod heaps;
mod known;
mod meter;
mod notation;
mod outcome;
mod player;
mod ranks;
mod resource;
mod schedule;
mod standing;
mod tabular;
mod trail;

pub use board::ChipsOnBoard;
pub use game::{Game, Options, PaysPoints};
pub use heaps::{Condition, HeapMove, HeapPlay, Partitions, TakesAndBreaks};
pub use known::Known;
pub use meter::{Limits, Meter, Stop, StopReason, Watch};
pub use notation::{Notation, NotationError, words};
pub use outcome::{Outcome, OutcomeClass};
pub use player::Player;
pub use ranks::Ranks;
pub use resource::MonotoneResource;
pub use schedule::{PicksIntervals, TimedPile};
pub use standing::Standing;
pub use tabular::{Declared, Expanded, Expansion, RulesError, Score, Tabular};
pub use trail::{BurnsCube, BurnsEdges, BurnsTrail};
