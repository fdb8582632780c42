//! Any game, answered by a search of its rules.

mod answers;
mod samples;
mod told;

use std::ops::ControlFlow;
use std::sync::Mutex;

use perfectplay_analysis::{About, CertifyError, Judgement, Label, Search, SearchMethod, Solver};
use perfectplay_game::{Meter, RulesError, Stop, StopReason, Tabular};
use perfectplay_proof::Sink;
use perfectplay_theories::proof_search::proof_numbers::{Memory, Method, ProofNumbers, Settings};

pub use answers::{Question, certify, judge};
pub use told::Told;

/// Why positions are searched.
const APPLIES: &str = "a search was asked for: it looks at what the question needs, by the rules \
                       and what they declare, and uses no theory";

/// A game answered by proof search, with a table of a fixed size that
/// serves all questions.
///
/// # Examples
///
/// See [`Tabulated`](crate::Tabulated) for how rules are stated; with the rules
/// in `ring`:
///
/// ```
/// # use perfectplay_game::{Game, Notation, NotationError, Options, Player, Tabular};
/// # struct Ring { size: u32 }
/// # impl Game for Ring {
/// #     type Position = (u32, Player);
/// #     type Move = u32;
/// #     fn start(&self) -> Self::Position { (1, Player::First) }
/// #     fn mover(&self, position: &Self::Position) -> Player { position.1 }
/// #     fn options(&self, &(at, mover): &Self::Position, into: &mut Options<Self>) {
/// #         if at != 0 {
/// #             into.extend((1..=2).map(|n| (n, ((at + n) % self.size, mover.other()))));
/// #         }
/// #     }
/// # }
/// # impl Notation for Ring {
/// #     fn write_position(&self, &(at, mover): &Self::Position) -> String {
/// #         format!("{at} {mover}")
/// #     }
/// #     fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError> {
/// #         let wrong = || NotationError::at(text, 0, "something else", "a field and a player");
/// #         let (at, mover) = text.split_once(' ').ok_or_else(wrong)?;
/// #         let mover = if mover == "First" { Player::First } else { Player::Second };
/// #         Ok((at.parse().map_err(|_| wrong())?, mover))
/// #     }
/// #     fn write_move(&self, _: &Self::Position, by: &u32) -> String { by.to_string() }
/// #     fn rules(&self) -> String { String::new() }
/// # }
/// # impl Tabular for Ring {}
/// # let ring = Ring { size: 5 };
/// use perfectplay_analysis::{Analysis, Face, Search};
/// use perfectplay_tabulate::Searched;
///
/// let mut game = Face(Searched::new("ring", ring, Search::default()));
/// let report = game.evaluate("3 First", &mut Default::default())?;
/// // Two fields on to 0, where the rival cannot move.
/// assert_eq!((report.winner, report.options[0].chosen.as_str()), (Some(Player::First), "2"));
/// # Ok::<(), perfectplay_analysis::AskError>(())
/// ```
#[derive(Debug)]
pub struct Searched<G: Tabular> {
    rules: G,
    name: String,
    title: String,
    search: Search,
    told: Told,
    memory: Option<Memory<G::Position>>,
    /// Was what is declared held against the rules?
    sampled: bool,
    fault: Mutex<Option<RulesError>>,
}

impl<G: Tabular + Sync> Searched<G>
where
    G::Position: Send + Sync,
{
    /// A solver for these rules; its table is made when first asked for.
    pub fn new(name: impl Into<String>, rules: G, search: Search) -> Self {
        let name = name.into();
        Searched {
            title: name.clone(),
            name,
            rules,
            search,
            told: Told::default(),
            memory: None,
            sampled: false,
            fault: Mutex::new(None),
        }
    }

    /// The name for people; the name itself, if this is not called.
    pub fn titled(self, title: impl Into<String>) -> Self {
        Searched { title: title.into(), ..self }
    }

    /// The same, told more about how play ends.
    pub fn told(self, told: Told) -> Self {
        Searched { told, ..self }
    }

    /// Asks the search, whose table is kept for later unless the rules failed.
    fn ask<T, E: From<Stop> + From<RulesError>>(
        &mut self,
        position: &G::Position,
        meter: &mut Meter,
        question: impl FnOnce(&mut answers::Question<'_, G>, &mut Meter) -> Result<T, E>,
    ) -> Result<T, E> {
        let hints = self.told.hints(&self.rules);
        let held = meter.held();
        let mut search = match self.memory.take() {
            Some(memory) => {
                let threads = self.search.threads;
                ProofNumbers::with_memory(&self.rules, &hints, memory, threads, meter)?
            }
            None => {
                let Search { table, threads, .. } = self.search;
                let settings = Settings { table, threads };
                let method = match self.search.method {
                    SearchMethod::Suited => Method::suited::<G>(&hints),
                    SearchMethod::ProofNumbers => Method::ProofNumbers,
                    SearchMethod::Deepening => Method::Deepening,
                };
                ProofNumbers::with_method((&self.rules, &hints), method, settings, meter)?
            }
        };
        // After the table was announced: samples take longer than to say that
        // it is too large.
        if !self.sampled {
            samples::check(&self.rules, position)?;
            self.sampled = true;
        }
        let answer = question(&mut search, meter);
        meter.release(meter.held() - held);
        let memory = search.into_memory();
        match hints.fault().or_else(|| self.rules.fault()) {
            Some(fault) => Err(fault.into()),
            None => {
                self.memory = Some(memory);
                answer
            }
        }
    }
}

/// A stop, or the rules failed.
enum Ended {
    Stopped(Stop),
    Rules(RulesError),
}

impl From<Stop> for Ended {
    fn from(stop: Stop) -> Self {
        Ended::Stopped(stop)
    }
}

impl From<RulesError> for Ended {
    fn from(error: RulesError) -> Self {
        Ended::Rules(error)
    }
}

impl<G: Tabular + Sync + Send> Solver for Searched<G>
where
    G::Position: Send + Sync,
{
    type Rules = G;

    fn rules(&self) -> &G {
        &self.rules
    }

    fn about(&self) -> About<'_> {
        About { name: &self.name, title: &self.title, effort_unit: "positions looked at" }
    }

    fn judge(
        &mut self,
        position: &G::Position,
        meter: &mut Meter,
    ) -> Result<Judgement<G::Move>, Stop> {
        let every = self.search.every_option;
        let judged = self.ask(position, meter, |search, meter| {
            Ok::<_, Ended>(judge(search, position, every, APPLIES, meter))
        });
        judged.map_err(|ended| match ended {
            Ended::Stopped(stop) => stop,
            Ended::Rules(error) => {
                // Told by `fault`, which goes before any answer.
                if let Ok(mut fault) = self.fault.lock() {
                    fault.get_or_insert(error);
                }
                Stop { reason: StopReason::Interrupted, spent: meter.spent() }
            }
        })
    }

    fn labels_of(&self) -> String {
        "options".to_owned()
    }

    fn label_all(
        &mut self,
        position: &G::Position,
        meter: &mut Meter,
        sink: &mut dyn FnMut(&Label) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let judged = self.judge(position, meter)?;
        for choice in judged.choices {
            let what = self.rules.write_move(position, &choice.chosen);
            if sink(&Label::new(what, choice.evaluation)).is_break() {
                return Ok(());
            }
        }
        judged.stopped.map_or(Ok(()), Err)
    }

    fn certify(
        &mut self,
        position: &G::Position,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        let name = self.name.clone();
        self.ask(position, meter, |search, meter| certify(search, &name, position, meter, sink))
    }

    fn fault(&self) -> Option<RulesError> {
        let own = self.fault.lock().ok().and_then(|mut fault| fault.take());
        own.or_else(|| self.rules.fault())
    }
}
