//! The rulesets that come with perfectplay.
//!
//! Each ruleset is a folder: its rules stated once as a
//! [`Game`](perfectplay_game::Game), the structure its theory needs, a
//! [`Solver`](perfectplay_analysis::Solver) that joins the two, how a game
//! file describes it, and the contest format it comes from. A new ruleset is
//! one new folder and one line in [`rulesets`].

mod bad_input;
pub mod closed_form;
pub mod coin_turning;
pub mod combination_lock;
mod description;
pub mod edge_geography;
pub mod euclid;
pub mod fibonacci_nim;
pub mod final_stage;
pub mod geography;
pub mod heap_game;
mod heaps;
pub mod instance;
pub mod interval_game_2;
pub mod nim;
mod pair;
mod ruleset;
pub mod smart_boy;
pub mod superglue;
mod tokens;
mod trail;
mod turn;
pub mod wythoff;

pub use bad_input::{BadInput, Excerpt, Mistake};
pub use description::{Description, Field};
pub use ruleset::{
    Contest, ContestError, ContestRun, LoadError, NoWitness, Param, Ruleset, Witness,
};
pub use tokens::Tokens;
pub use trail::Trail;

/// Every ruleset, in alphabetical order.
pub fn rulesets() -> &'static [&'static Ruleset] {
    &[
        &combination_lock::RULESET,
        &edge_geography::RULESET,
        &euclid::RULESET,
        &fibonacci_nim::RULESET,
        &final_stage::RULESET,
        &geography::RULESET,
        &heap_game::RULESET,
        &interval_game_2::RULESET,
        &coin_turning::MOCK_TURTLES,
        &nim::RULESET,
        &coin_turning::RULER,
        &smart_boy::RULESET,
        &superglue::RULESET,
        &wythoff::RULESET,
    ]
}

/// The ruleset of that name.
pub fn ruleset(name: &str) -> Option<&'static Ruleset> {
    rulesets().iter().copied().find(|ruleset| ruleset.about.name == name)
}
