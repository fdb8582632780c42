use perfectplay_game::{Game, Known, Meter, Outcome, Player, Stop, StopReason};

use super::driver::{Driver, Standing};
use super::effort::{Board, Follower, Halt, Leader};
use super::hints::Hints;
use super::table::Table;

/// How a search works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Bytes of the table. It is made at once, and never grows.
    pub table: u64,
    /// Threads; the same answers with any number. One thread also takes the
    /// same steps whenever it is asked the same.
    pub threads: usize,
}

impl Default for Settings {
    /// 64 MiB, one thread.
    fn default() -> Self {
        Settings { table: 64 << 20, threads: 1 }
    }
}

/// What was found out until a search was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished<P> {
    /// Whose win was in question.
    pub attacker: Player,
    /// About how many positions are to be decided for his win to be proved.
    pub proof: u32,
    /// The same for it to be disproved.
    pub disproof: u32,
    /// Positions after an option that are decided: does the attacker win?
    pub decided: Vec<(P, bool)>,
}

/// What a search found of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<P> {
    /// For the mover. Where neither player can force a win it is a tie or a
    /// draw: which one is known only of games in which nothing comes back.
    pub outcome: Known<Outcome>,
    /// Why there is no more.
    pub stopped: Option<(Stop, Option<Unfinished<P>>)>,
}

/// Proof-number search of a game, with a table that serves all questions.
///
/// # Examples
///
/// One heap, a move takes one, two or three stones; who cannot move loses:
///
/// ```
/// use perfectplay_game::{Game, Known, Meter, Options, Outcome, Player};
/// use perfectplay_theories::proof_search::proof_numbers::{NoHints, ProofNumbers, Settings};
///
/// struct UpToThree;
///
/// impl Game for UpToThree {
///     type Position = (u32, Player);
///     type Move = u32;
///     fn start(&self) -> Self::Position {
///         (21, Player::First)
///     }
///     fn mover(&self, position: &Self::Position) -> Player {
///         position.1
///     }
///     fn options(&self, &(stones, mover): &Self::Position, into: &mut Options<Self>) {
///         into.extend((1..=3.min(stones)).map(|n| (n, (stones - n, mover.other()))));
///     }
/// }
///
/// let mut meter = Meter::default();
/// let mut search = ProofNumbers::new(&UpToThree, &NoHints, Settings::default(), &mut meter)?;
/// assert!(search.wins(&(21, Player::First), Player::First, &mut meter)?);
/// let strategy = search.strategy(&(21, Player::First), Player::First, &mut meter)?;
/// assert_eq!((strategy.player, strategy.wins), (Player::First, true));
/// // He leaves a multiple of four: both players' positions from 20 on down.
/// assert!(strategy.positions.iter().all(|((stones, mover), _)| {
///     *mover == Player::First || stones % 4 == 0
/// }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ProofNumbers<'g, G: Game, H> {
    pub(super) game: &'g G,
    pub(super) hints: &'g H,
    pub(super) table: Table<G::Position>,
    threads: usize,
    nodes: u64,
    unfinished: Option<Unfinished<G::Position>>,
}

/// Conditional disproofs that are kept at most, on each thread.
const MOST_PENDING: usize = 1 << 20;

impl<'g, G, H> ProofNumbers<'g, G, H>
where
    G: Game + Sync,
    G::Position: Send,
    H: Hints<G> + Sync,
{
    /// A search with an empty table, whose bytes are announced to the meter.
    ///
    /// # Errors
    ///
    /// The table does not fit the limit on memory.
    pub fn new(
        game: &'g G,
        hints: &'g H,
        settings: Settings,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let more = hints.heap_bytes(&game.start());
        let table = Table::new(settings.table, more, meter)?;
        let threads = settings.threads.max(1);
        Ok(ProofNumbers { game, hints, table, threads, nodes: 0, unfinished: None })
    }

    /// Positions expanded so far, on all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many positions the table can hold.
    pub fn capacity(&self) -> usize {
        self.table.capacity()
    }

    /// What the last search found out, if it was stopped.
    pub fn unfinished(&self) -> Option<&Unfinished<G::Position>> {
        self.unfinished.as_ref()
    }

    /// Does the attacker win? Endless play and a level end are no wins.
    ///
    /// # Errors
    ///
    /// A limit was reached; [`ProofNumbers::unfinished`] tells what was found
    /// until then, and the table keeps it.
    pub fn wins(
        &mut self,
        position: &G::Position,
        attacker: Player,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let root = self.hints.canonical(position.clone());
        self.unfinished = None;
        let held = meter.held();
        let won = match self.threads {
            1 => self.alone(root, attacker, meter),
            _ => self.together(root, attacker, meter),
        };
        meter.release(meter.held() - held);
        won
    }

    pub(super) fn most_pending(&self) -> usize {
        if self.hints.comes_back() { MOST_PENDING } else { 0 }
    }

    pub(super) fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    fn alone(
        &mut self,
        root: G::Position,
        attacker: Player,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let pending = self.most_pending();
        let rules = (self.game, self.hints);
        let mut driver = Driver::new(rules, attacker, &mut self.table, pending, 0);
        let mut effort = meter;
        let found = driver.solve(root, false, &mut effort);
        let (nodes, standing) = (driver.expanded, driver.standing());
        self.nodes += nodes;
        self.told(found, standing, attacker, effort)
    }

    fn together(
        &mut self,
        root: G::Position,
        attacker: Player,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let board = Board::default();
        let (rules, table) = ((self.game, self.hints), &self.table);
        let pending = self.most_pending();
        let driver = |salt| Driver::new(rules, attacker, table, pending, salt);
        let (found, nodes, standing) = std::thread::scope(|scope| {
            let follow = |number: u64| {
                let (board, driver, root) = (&board, &driver, root.clone());
                scope.spawn(move || {
                    // Odd, and far from each other.
                    let mut driver = driver(number.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1);
                    let found = driver.solve(root, false, &mut Follower { board, untold: 0 });
                    board.done();
                    (found, driver.expanded)
                })
            };
            let followers: Vec<_> = (1..self.threads as u64).map(follow).collect();
            let mut leader = Leader { board: &board, meter };
            let mut own = driver(0);
            let mut found = own.solve(root.clone(), false, &mut leader);
            board.done();
            let mut nodes = own.expanded;
            for follower in followers {
                let (other, expanded) =
                    follower.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                nodes += expanded;
                // A limit stands if nobody had the answer by then.
                if other.is_ok() {
                    found = other;
                }
            }
            // What came after the end is counted, and stops nothing.
            let _ = leader.last();
            (found, nodes, own.standing())
        });
        self.nodes += nodes;
        self.told(found, standing, attacker, meter)
    }

    /// The answer, or what was found until the stop.
    fn told(
        &mut self,
        found: Result<bool, Halt>,
        standing: Option<Standing<G::Position>>,
        attacker: Player,
        meter: &Meter,
    ) -> Result<bool, Stop> {
        let stop = match found {
            Ok(won) => return Ok(won),
            Err(Halt::Stopped(stop)) => stop,
            // Who says that somebody has the answer gives it.
            Err(Halt::Answered) => Stop { reason: StopReason::Interrupted, spent: meter.spent() },
        };
        self.unfinished = standing.map(|(numbers, decided)| Unfinished {
            attacker,
            proof: numbers.proof,
            disproof: numbers.disproof,
            decided,
        });
        Err(stop)
    }

    /// The outcome of a position for its mover, by one question where all play
    /// ends in a win for somebody, and by two elsewhere.
    pub fn outcome(&mut self, position: &G::Position, meter: &mut Meter) -> Found<G::Position> {
        let mover = self.game.mover(position);
        let found = |outcome| Found { outcome, stopped: None };
        let most = if self.hints.comes_back() { None } else { Some(Outcome::Tie) };
        match self.wins(position, mover, meter) {
            Err(stop) => {
                let unfinished = self.unfinished.take();
                return Found { outcome: Known::Unknown, stopped: Some((stop, unfinished)) };
            }
            Ok(true) => return found(Known::Exact(Outcome::Win)),
            Ok(false) if self.hints.two_outcomes() => return found(Known::Exact(Outcome::Loss)),
            Ok(false) => {}
        }
        match (self.wins(position, mover.other(), meter), most) {
            (Err(stop), _) => {
                let outcome = Known::Bounded { least: Outcome::Loss, most: Outcome::Tie };
                Found { outcome, stopped: Some((stop, self.unfinished.take())) }
            }
            (Ok(true), _) => found(Known::Exact(Outcome::Loss)),
            (Ok(false), Some(exact)) => found(Known::Exact(exact)),
            (Ok(false), None) => found(Known::Bounded { least: Outcome::Draw, most: Outcome::Tie }),
        }
    }
}
