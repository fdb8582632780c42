//! perfectplay solves two-player games of perfect information: who wins with
//! best play, by how much, and which moves keep the result.
//!
//! This crate is the facade that front ends build on. Load a game file (or
//! build a ruleset in code), and ask its [`Analysis`]:
//!
//! ```
//! use perfectplay::{Meter, Player};
//!
//! let mut game = perfectplay::parse("game = \"smart-boy\"\nwords = [\"aba\", \"abac\"]")?;
//!
//! // Who wins from the start, and by which fact?
//! let start = game.start();
//! let report = game.evaluate(&start, &mut Meter::default())?;
//! assert_eq!(report.winner, Some(Player::Second));
//! assert!(report.because.contains("c (making c) pays best"));
//!
//! // Every option, best first.
//! let moves: Vec<_> = report.options.iter().map(|option| option.chosen.as_str()).collect();
//! assert_eq!(moves, ["c", "a", "b"]);
//!
//! // Any other position, by its notation or by playing on.
//! let after = game.play(&start, "b")?;
//! let report = game.evaluate(&after, &mut Meter::default())?;
//! assert_eq!(report.winner, Some(Player::Second));
//! assert_eq!(report.options[0].chosen, "a+");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An answer can prove itself: a certificate is checked by the rules alone.
//!
//! ```
//! use perfectplay::{Form, Meter};
//!
//! let mut game = perfectplay::parse("game = \"smart-boy\"\nwords = [\"aba\", \"abac\"]")?;
//! let mut certificate = Vec::new();
//! game.certify("ab", Form::Text, &mut Meter::default(), &mut certificate)?;
//! let confirmed = game.verify(&mut &certificate[..], &mut Meter::default())?;
//! assert_eq!(confirmed.claim, "Second wins from ab, with 10 points for First and 22 for Second");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A ruleset built in code, in typed Rust:
//!
//! ```
//! use perfectplay::analysis::Solver;
//! use perfectplay::catalogue::smart_boy::{Scoring, SmartBoy, SmartBoySolver};
//! use perfectplay::theories::lexicographic::Preference;
//! use perfectplay::{Meter, Outcome};
//!
//! let words = vec![b"abcd".to_vec()];
//! let rules = SmartBoy::new(words, Scoring::default(), Preference::default()).expect("letters");
//! let mut solver = SmartBoySolver::new(rules);
//! let judged = solver.judge(&b"bc".to_vec(), &mut Meter::default())?;
//! assert_eq!(judged.evaluation.outcome.exact(), Some(&Outcome::Loss));
//! # Ok::<(), perfectplay::Stop>(())
//! ```
//!
//! A game of your own is an implementation of [`game::Game`];
//! [`game::exhaustive`] solves small ones at once.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`game`] | the vocabulary, the trait `Game`, exhaustive play |
//! | [`analysis`] | the face of a solved game, and what a ruleset implements to get it |
//! | [`proof`] | certificates and their checker, which knows no theory |
//! | [`theories`] | the theories that decide whole families of games |
//! | [`catalogue`] | the rulesets, game files, contest formats |
//! | [`tabulate`] | games of your own, solved by listing their positions |
//! | [`store`] | solved games on disk |
//! | [`discover`] | closed forms from tables |
//! | [`workbench`] | programs tested against the truth |

mod kept_values;
mod open;
#[cfg(feature = "scripts")]
mod script;

use std::path::Path;

#[doc(inline)]
pub use perfectplay_analysis as analysis;
#[doc(inline)]
pub use perfectplay_catalogue as catalogue;
#[doc(inline)]
pub use perfectplay_discover as discover;
#[doc(inline)]
pub use perfectplay_game as game;
#[doc(inline)]
pub use perfectplay_proof as proof;
#[cfg(feature = "scripts")]
#[doc(inline)]
pub use perfectplay_script as scripts;
#[doc(inline)]
pub use perfectplay_store as store;
#[doc(inline)]
pub use perfectplay_tabulate as tabulate;
#[doc(inline)]
pub use perfectplay_theories as theories;
#[doc(inline)]
pub use perfectplay_workbench as workbench;

pub use analysis::{
    Analysis, AskError, CertifyError, Effort, Evaluation, KeepError, Label, Labelled, NotSearched,
    OptionReport, PlayError, Report, Search, SearchMethod, Theory, Value,
};
pub use catalogue::{
    BadInput, Contest, ContestError, Description, LoadError, NoWitness, Param, Ruleset, Tokens,
    Witness, ruleset, rulesets,
};
pub use game::{
    Known, Limits, Meter, NotationError, Outcome, Player, RulesError, Stop, StopReason, Watch,
};
pub use kept_values::{KeptError, KeptValues};
pub use open::{OpenError, Source, is_rules_file};
pub use proof::{CheckError, Confirmed, Form};

/// Loads a game file, or a rules file (`*.star`).
///
/// # Errors
///
/// The file cannot be read, or is no game file: the error says where and why.
pub fn load(path: impl AsRef<Path>) -> Result<Box<dyn Analysis>, OpenError> {
    let path = path.as_ref();
    if is_rules_file(path) {
        return Source::read(path, &[])?.open();
    }
    Ok(Description::read(path)?.load().map_err(LoadError::from)?)
}

/// Reads the text of a game file.
///
/// # Errors
///
/// The text is no game file: the error says where and why.
pub fn parse(text: &str) -> Result<Box<dyn Analysis>, BadInput> {
    Description::parse("game file", text)?.load()
}

/// The example of games of one's own is a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/own-games.md")]
struct OwnGames;

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
