use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::Mutex;

use perfectplay_analysis::{
    About, Analysis, CertifyError, Choice, Face, Judgement, KeepError, Label, NotSearched, Place,
    Search, Solver, Theory,
};
use perfectplay_game::{
    Game, Meter, Outcome, Player, RulesError, Score, Stop, StopReason, Tabular,
};
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source};

use crate::explain::{because, class, theory};
use crate::kept::Kept;
use crate::searched::Told;
use crate::table::Halt;
use crate::values::{Picked, Values, Worth, sum, value, way_round};
use crate::{Searched, Table, certificate, declared, kept};

/// A game solved by listing its positions.
///
/// # Examples
///
/// The rules of a game, and three lines that solve it:
///
/// ```
/// use perfectplay_analysis::{Analysis, Face};
/// use perfectplay_game::{Game, Meter, Notation, NotationError, Options, Player, Tabular};
/// use perfectplay_tabulate::Tabulated;
///
/// /// A token on a ring of `size` fields moves one or two fields on; who brings
/// /// it to field 0 leaves the rival without a move.
/// struct Ring {
///     size: u32,
/// }
///
/// impl Game for Ring {
///     type Position = (u32, Player);
///     type Move = u32;
///     fn start(&self) -> (u32, Player) {
///         (1, Player::First)
///     }
///     fn mover(&self, position: &(u32, Player)) -> Player {
///         position.1
///     }
///     fn options(&self, &(field, mover): &(u32, Player), into: &mut Options<Self>) {
///         let steps = if field == 0 { 0..0 } else { 1..3 };
///         into.extend(steps.map(|step| (step, ((field + step) % self.size, mover.other()))));
///     }
/// }
///
/// impl Notation for Ring {
///     fn write_position(&self, &(field, mover): &(u32, Player)) -> String {
///         format!("{field} {mover}")
///     }
///     fn parse_position(&self, text: &str) -> Result<(u32, Player), NotationError> {
///         let wrong = || NotationError::at(text, 0, "something else", "a field and First or Second");
///         let (field, mover) = text.split_once(' ').ok_or_else(wrong)?;
///         let field = field.parse().ok().filter(|&field| field < self.size);
///         let movers = [Player::First, Player::Second];
///         let mover = movers.into_iter().find(|player| player.to_string() == mover);
///         Ok((field.ok_or_else(wrong)?, mover.ok_or_else(wrong)?))
///     }
///     fn write_move(&self, _from: &(u32, Player), step: &u32) -> String {
///         step.to_string()
///     }
///     fn rules(&self) -> String {
///         format!("One or two fields on, on a ring of {}.", self.size)
///     }
/// }
///
/// impl Tabular for Ring {}
///
/// let mut game = Face(Tabulated::new("ring", Ring { size: 6 }));
/// let report = game.evaluate("1 First", &mut Meter::default())?;
/// assert_eq!(report.winner, Some(Player::First));
/// # assert_eq!(report.theory.name, "retrograde analysis");
/// # Ok::<(), perfectplay_analysis::AskError>(())
/// ```
#[derive(Debug)]
pub struct Tabulated<G: Tabular> {
    pub(crate) rules: G,
    name: String,
    title: String,
    pub(crate) threads: usize,
    pub(crate) table: Table<G::Position>,
    pub(crate) valued: Option<Valued>,
    pub(crate) kept: Option<Kept>,
    told: Told,
    /// Where the options judged last lead, best first: rules that are slow to
    /// ask are not asked again.
    reached: Vec<G::Position>,
    fault: Mutex<Option<RulesError>>,
}

/// A table valued by a theory.
#[derive(Debug)]
pub(crate) struct Valued {
    pub(crate) values: Values,
    pub(crate) theory: Theory,
    /// How much of the table this is about.
    met: usize,
    /// Why it is only a part.
    stopped: Option<Stop>,
}

impl<G: Tabular + Sync> Tabulated<G>
where
    G::Position: Send + Sync,
{
    /// A solver for these rules; its table is made when first asked for. One
    /// thread.
    pub fn new(name: impl Into<String>, rules: G) -> Self {
        let declared = rules.declared();
        let name = name.into();
        Tabulated {
            table: Table::new(declared.splits, declared.score.is_some()),
            title: name.clone(),
            name,
            rules,
            threads: 1,
            valued: None,
            kept: None,
            told: Told::default(),
            reached: Vec::new(),
            fault: Mutex::new(None),
        }
    }

    /// The name for people; the name itself, if this is not called.
    pub fn titled(self, title: impl Into<String>) -> Self {
        Tabulated { title: title.into(), ..self }
    }

    /// The same, told how play ends: for a search in place of the table, which
    /// finds that out itself.
    pub fn told(self, told: Told) -> Self {
        Tabulated { told, ..self }
    }

    /// Works with so many threads: the same answer with any number.
    pub fn with_threads(self, threads: usize) -> Self {
        Tabulated { threads: threads.max(1), ..self }
    }

    /// The same game searched, with what is known of how its play ends.
    ///
    /// # Errors
    ///
    /// Points decide who wins.
    pub fn searched(self, search: Search, told: Told) -> Result<Searched<G>, NotSearched> {
        if self.rules.declared().score == Some(Score::Difference) {
            let what = "points decide who wins, and a search asks who wins by the end of play";
            return Err(NotSearched(what.to_owned()));
        }
        let Tabulated { name, title, rules, .. } = self;
        Ok(Searched::new(name, rules, search).titled(title).told(told))
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The positions and options listed so far.
    pub fn table(&self) -> &Table<G::Position> {
        &self.table
    }

    /// The theory that was picked and why, once something has been solved.
    pub fn theory(&self) -> Option<&Theory> {
        self.valued.as_ref().map(|valued| &valued.theory)
    }

    fn failed(&self, error: RulesError) {
        if let Ok(mut fault) = self.fault.lock() {
            fault.get_or_insert(error);
        }
    }

    /// The canonical parts of a position.
    pub(crate) fn parts(&self, position: &G::Position) -> Result<Vec<G::Position>, RulesError> {
        let parts = match self.rules.declared().splits {
            true => self.rules.parts(position)?,
            false => vec![position.clone()],
        };
        parts.iter().map(|part| self.rules.canonical(part)).collect()
    }

    /// Lists what play from these positions meets, and values it.
    fn cover(&mut self, position: &G::Position, meter: &mut Meter) -> Result<(), RulesError> {
        if self.kept.is_some() {
            return Ok(());
        }
        match self.explore(position, meter, |_, _| Ok::<(), Halt>(())) {
            Ok(()) => self.revalue(position, None, meter),
            Err(Halt::Stopped(stop)) => self.revalue(position, Some(stop), meter),
            Err(Halt::Rules(error)) => Err(error),
        }
    }

    /// Lists what play from a position meets, and from the same with the
    /// other player to move, where that makes sense.
    pub(crate) fn explore<E: From<Halt>>(
        &mut self,
        position: &G::Position,
        meter: &mut Meter,
        pause: impl FnMut(&G, &Table<G::Position>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut roots = self.parts(position).map_err(Halt::Rules)?;
        let alike = self.rules.declared().impartial;
        if let Some(turned) = self.rules.turned(position).filter(|_| !alike) {
            roots.extend(self.parts(&turned).map_err(Halt::Rules)?);
        }
        for root in roots {
            self.table.meet(&self.rules, root, meter).map_err(Halt::Stopped)?;
        }
        self.table.explore(&self.rules, self.threads, meter, pause)
    }

    /// Values the table, made for a position, unless that is done.
    pub(crate) fn revalue(
        &mut self,
        root: &G::Position,
        stopped: Option<Stop>,
        meter: &mut Meter,
    ) -> Result<(), RulesError> {
        let met = self.table.met();
        if self.valued.as_ref().is_some_and(|valued| valued.met == met && valued.stopped.is_none())
        {
            return Ok(());
        }
        let (values, picked, stopped) = match stopped {
            None => match value(&self.rules, &self.table, self.threads, meter) {
                Ok((values, picked)) => (values, picked, None),
                Err(Halt::Rules(error)) => return Err(error),
                Err(Halt::Stopped(stop)) => {
                    let none = Values::Points(Vec::new(), perfectplay_game::Score::Difference);
                    (none, Picked::Unfinished, Some(stop))
                }
            },
            // The limit is reached: what is listed is still worked out, in
            // time linear in it.
            Some(stop) => {
                let mut rest = Meter::default();
                match value(&self.rules, &self.table, self.threads, &mut rest) {
                    Ok((values, picked)) => (values, picked, Some(stop)),
                    Err(Halt::Rules(error)) => return Err(error),
                    Err(Halt::Stopped(_)) => {
                        let none = Values::Points(Vec::new(), perfectplay_game::Score::Difference);
                        (none, Picked::Unfinished, Some(stop))
                    }
                }
            }
        };
        if picked.finished() {
            declared::check(&self.rules, &self.table, &values, root)?;
        }
        let round = match &picked {
            Picked::ComesBack(cycle) => way_round(&self.rules, &self.table, cycle),
            _ => String::new(),
        };
        let alike = self.rules.declared().symmetric;
        let theory = theory(&picked, &round, self.table.expanded(), alike);
        self.valued = Some(Valued { values, theory, met, stopped });
        Ok(())
    }

    /// What is known of a canonical position.
    fn look_up(&mut self, canonical: &G::Position) -> Result<Worth, RulesError> {
        if let Some(kept) = &mut self.kept {
            return kept.worth(&self.rules.write_position(canonical));
        }
        Ok(self.known(canonical))
    }

    /// What the table in memory knows of a canonical position.
    pub(crate) fn known(&self, canonical: &G::Position) -> Worth {
        let Some(valued) = &self.valued else { return Worth::Unknown };
        let number = self.table.number(canonical);
        number.map_or(Worth::Unknown, |number| valued.values.worth(number))
    }

    /// What is known of any position: its own worth, and its parts with theirs.
    #[allow(clippy::type_complexity)]
    pub(crate) fn worth(
        &mut self,
        position: &G::Position,
    ) -> Result<(Worth, Vec<(String, Worth)>), RulesError> {
        let mut parts = Vec::new();
        for part in self.parts(position)? {
            let worth = self.look_up(&part)?;
            parts.push((self.rules.write_position(&part), worth));
        }
        let worth = match (self.rules.declared().splits, &parts[..]) {
            (false, [(_, worth)]) => *worth,
            _ => sum(parts.iter().map(|(_, worth)| *worth)),
        };
        Ok((worth, parts))
    }

    /// Every option with its evaluation, best first.
    fn choices(
        &mut self,
        position: &G::Position,
        mover: Player,
    ) -> Result<Vec<RankedChoice<G>>, RulesError> {
        let mut options = Vec::new();
        self.rules.options(position, &mut options);
        if let Some(fault) = self.rules.fault() {
            return Err(fault);
        }
        let mut choices = Vec::with_capacity(options.len());
        for (chosen, to) in options {
            let paid = self.rules.points(position, &chosen, &to);
            let mover_stays = self.rules.mover(&to) == mover;
            let worth = self.worth(&to)?.0.moved_to(mover_stays, paid);
            let evaluation = worth.evaluation(mover);
            let choice = Choice { chosen, through: None, evaluation, keeps: false };
            choices.push((Ranked { worth, to }, choice));
        }
        Ok(choices)
    }

    fn judged(
        &mut self,
        position: &G::Position,
        meter: &mut Meter,
    ) -> Result<Judgement<G::Move>, RulesError> {
        self.cover(position, meter)?;
        let mover = self.rules.mover(position);
        let (worth, parts) = self.worth(position)?;
        let mut choices = self.choices(position, mover)?;
        rank(&mut choices, worth);
        if self.rules.declared().score.is_some() && !matches!(worth, Worth::Points(..)) {
            // Which options pay best is not known from who wins.
            choices.iter_mut().for_each(|(_, choice)| choice.keeps = false);
        }
        // Where both sides are alike, the outcome for the mover says it all.
        let alike = self.rules.declared().impartial;
        let turned = match self.rules.turned(position) {
            Some(turned) if !alike => self.worth(&turned)?.0.outcome(),
            _ => None,
        };
        let (reached, choices): (Vec<G::Position>, Vec<Choice<G::Move>>) =
            choices.into_iter().map(|(ranked, choice)| (ranked.to, choice)).unzip();
        self.reached = reached;
        let mut because = because(&self.rules, position, mover, worth, &parts, &choices);
        if let (Some(here), Some(turned)) = (worth.outcome(), turned) {
            let (first, second) = match mover {
                Player::First => (here, turned),
                Player::Second => (turned, here),
            };
            because.push_str(&format!("; outcome class {}", class(first, second)));
        }
        let none = || Theory { name: "none".to_owned(), applies: "nothing was listed".to_owned() };
        let theory = match (&self.kept, &self.valued) {
            (Some(kept), _) => kept.theory().clone(),
            (None, Some(valued)) => valued.theory.clone(),
            (None, None) => none(),
        };
        let stopped = self.valued.as_ref().and_then(|valued| valued.stopped);
        Ok(Judgement {
            evaluation: worth.evaluation(mover),
            choices,
            because,
            theory,
            unlisted: None,
            // An outcome alone is a part of the answer.
            stopped: match worth {
                Worth::Outcome(_) | Worth::Unknown => stopped,
                _ => None,
            },
        })
    }

    fn labels(
        &mut self,
        position: &G::Position,
        meter: &mut Meter,
        sink: &mut dyn FnMut(&Label) -> ControlFlow<()>,
    ) -> Result<Option<Stop>, RulesError> {
        if let Some(kept) = &mut self.kept {
            kept.labels(&self.rules, sink)?;
            return Ok(None);
        }
        self.cover(position, meter)?;
        let Some(valued) = &self.valued else { return Ok(None) };
        for number in 0..self.table.met() as u32 {
            let Some(at) = self.table.position(number) else { break };
            let worth = valued.values.worth(number);
            if worth == Worth::Unknown {
                continue;
            }
            let what = self.rules.write_position(at);
            let label = Label::new(what, worth.evaluation(self.rules.mover(at)));
            if sink(&label).is_break() {
                return Ok(None);
            }
        }
        Ok(valued.stopped)
    }
}

/// An option with what ranks it.
type RankedChoice<G> = (Ranked<<G as Game>::Position>, Choice<<G as Game>::Move>);

/// An option as it is put in order.
struct Ranked<P> {
    /// Its worth to who chooses it.
    worth: Worth,
    /// Where it leads.
    to: P,
}

/// Puts options best first and marks those that keep the best result.
fn rank<P, M>(choices: &mut [(Ranked<P>, Choice<M>)], of: Worth) {
    let plies = |worth: &Worth| match (worth.outcome(), worth.plies()) {
        // Wins and ties soon, losses late.
        (Some(Outcome::Loss), Some(plies)) => i64::try_from(plies).unwrap_or(i64::MAX),
        (_, Some(plies)) => -i64::try_from(plies).unwrap_or(i64::MAX),
        (_, None) => 0,
    };
    match of {
        Worth::Points(best, score) => {
            choices.sort_by(|(a, _), (b, _)| match (a.worth, b.worth) {
                (Worth::Points(a, _), Worth::Points(b, _)) => b.compare(&a, score),
                (a, b) => b.outcome().cmp(&a.outcome()),
            });
            for (ranked, choice) in choices {
                choice.keeps = matches!(ranked.worth, Worth::Points(found, _)
                    if found.compare(&best, score).is_eq());
            }
        }
        _ => {
            choices.sort_by_key(|(ranked, choice)| {
                Reverse((choice.evaluation.bounds(), plies(&ranked.worth)))
            });
            let most = choices.iter().map(|(_, choice)| choice.evaluation.bounds().1).max();
            for (_, choice) in choices {
                choice.keeps = Some(choice.evaluation.bounds().0) >= most;
            }
        }
    }
}

impl<G: Tabular + Sync + Send + 'static> Solver for Tabulated<G>
where
    G::Position: Send + Sync,
{
    type Rules = G;

    fn rules(&self) -> &G {
        &self.rules
    }

    fn about(&self) -> About<'_> {
        About { name: &self.name, title: &self.title, effort_unit: "positions and options" }
    }

    fn judge(
        &mut self,
        position: &G::Position,
        meter: &mut Meter,
    ) -> Result<Judgement<G::Move>, Stop> {
        self.judged(position, meter).map_err(|error| {
            // Told by `fault`, which goes before any answer.
            self.failed(error);
            Stop { reason: StopReason::Interrupted, spent: meter.spent() }
        })
    }

    fn reached(
        &self,
        _from: &G::Position,
        nth: usize,
        _choice: &Choice<G::Move>,
    ) -> Option<G::Position> {
        self.reached.get(nth).cloned()
    }

    fn labels_of(&self) -> String {
        let what = if self.rules.declared().splits { "parts" } else { "positions" };
        let alike = if self.rules.declared().symmetric { " up to symmetry" } else { "" };
        format!("{what}{alike}")
    }

    fn label_all(
        &mut self,
        position: &G::Position,
        meter: &mut Meter,
        sink: &mut dyn FnMut(&Label) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        match self.labels(position, meter, sink) {
            Ok(None) => Ok(()),
            Ok(Some(stop)) => Err(stop),
            Err(error) => {
                self.failed(error);
                Ok(())
            }
        }
    }

    fn certify(
        &mut self,
        position: &G::Position,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), CertifyError> {
        self.cover(position, meter)?;
        if let Some(stop) = self.valued.as_ref().and_then(|valued| valued.stopped) {
            return Err(stop.into());
        }
        certificate::certify(self, position, meter, sink)
    }

    fn check(
        &self,
        claim: &Claim,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<Confirmed, CheckError> {
        certificate::check(&self.rules, claim, source, meter)
    }

    fn by_search(self, search: Search) -> Result<Box<dyn Analysis>, NotSearched> {
        let told = self.told;
        Ok(Box::new(Face(self.searched(search, told)?)))
    }

    fn keep(
        &mut self,
        position: &G::Position,
        place: &Place<'_>,
        meter: &mut Meter,
    ) -> Result<(), KeepError> {
        kept::keep(self, position, place, meter)
    }

    fn fault(&self) -> Option<RulesError> {
        let own = self.fault.lock().ok().and_then(|mut fault| fault.take());
        own.or_else(|| self.rules.fault())
    }
}
