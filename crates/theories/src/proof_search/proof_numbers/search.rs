use perfectplay_game::{Game, Meter, Player, Stop, StopReason};

use super::effort::{Board, Follower, Halt, Leader};
use super::hints::Hints;
use super::levels::Levels;
use super::numbers::Numbers;
use super::order::Order;
use super::table::Table;
use super::worker::{Facts, Standing, Worker};

/// By which method a question is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// Depth-first proof-number search: on where least is missing.
    #[default]
    ProofNumbers,
    /// Iterative deepening on the attacker's moves: does he win within 1, 2, 3
    /// of them? A limit proves no loss; only a search that nothing was cut off
    /// from does. Where positions come back there may be no such search, so
    /// there the two methods take turns.
    Deepening,
}

impl Method {
    /// What measures best by what is known: deepening where play must end (on
    /// Superglue it takes a twentieth of the time), proof numbers where
    /// positions may come back.
    pub fn suited<G: Game>(hints: &impl Hints<G>) -> Self {
        if hints.comes_back() { Method::ProofNumbers } else { Method::Deepening }
    }
}

/// What tells a thread from the others: 0 for the first, and odd for each of
/// the rest, far from each other.
fn salt(thread: usize) -> u64 {
    match thread as u64 {
        0 => 0,
        number => number.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1,
    }
}

/// What works on one thread alone.
pub(super) type OnlyWorker<'s, G, H> = Worker<
    's,
    G,
    H,
    &'s mut Table<<G as Game>::Position, Numbers>,
    &'s mut Table<<G as Game>::Position, Levels>,
>;

/// How a search works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Bytes of the table: announced at once, and taken as it fills. It never
    /// grows beyond.
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

/// What threads came to, where it was stopped, and what decides.
type Together<P> = (Result<bool, Halt>, Option<Standing<P>>, Option<P>);

/// What was found out until a search was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished<P> {
    /// Whose win was in question.
    pub attacker: Player,
    /// About how many positions are to be decided for his win to be proved; 1
    /// by deepening, which does not count them.
    pub proof: u32,
    /// The same for it to be disproved.
    pub disproof: u32,
    /// Positions after an option that are decided: does the attacker win?
    pub decided: Vec<(P, bool)>,
}

/// What a search found, without the game.
pub struct Memory<P> {
    method: Method,
    numbers: Table<P, Numbers>,
    levels: Table<P, Levels>,
    orders: Vec<Order>,
}

impl<P> std::fmt::Debug for Memory<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory").field("method", &self.method).finish_non_exhaustive()
    }
}

/// Search of a game, with a table that serves all questions: by proof numbers
/// unless another [`Method`] is asked for.
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
    settings: Settings,
    method: Method,
    numbers: Table<G::Position, Numbers>,
    levels: Table<G::Position, Levels>,
    /// One for each thread at least.
    orders: Vec<Order>,
    nodes: u64,
    pub(super) unfinished: Option<Unfinished<G::Position>>,
    /// The option that decided the last question.
    pub(super) choice: Option<G::Position>,
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
        Self::with_method((game, hints), Method::default(), settings, meter)
    }

    /// A search by a method, with an empty table.
    ///
    /// # Errors
    ///
    /// The table does not fit the limit on memory.
    pub fn with_method(
        (game, hints): (&'g G, &'g H),
        method: Method,
        settings: Settings,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let settings = Settings { threads: settings.threads.max(1), ..settings };
        let more = hints.heap_bytes(&game.start());
        // An eighth is for the order of options.
        let bytes = settings.table;
        let (numbers, levels, orders) = match (method, hints.comes_back()) {
            (Method::ProofNumbers, _) => (bytes, 0, 0),
            (Method::Deepening, false) => (0, bytes - bytes / 8, bytes / 8),
            (Method::Deepening, true) => (bytes / 2, bytes / 2 - bytes / 8, bytes / 8),
        };
        let of_one = orders / settings.threads as u64;
        let all = (settings.threads as u64)
            .saturating_mul(Order::size(of_one))
            .saturating_add(Table::<G::Position, Numbers>::size(numbers, more).1)
            .saturating_add(Table::<G::Position, Levels>::size(levels, more).1);
        // All that it takes, before any of it is made.
        meter.hold(all)?;
        meter.release(all);
        let numbers = Table::new(numbers, more, meter)?;
        let levels = Table::new(levels, more, meter)?;
        let mut all = Vec::new();
        for thread in 0..settings.threads {
            all.push(Order::new(of_one, salt(thread), meter)?);
        }
        let orders = all;
        let (nodes, unfinished, choice) = (0, None, None);
        Ok(ProofNumbers {
            game,
            hints,
            settings,
            method,
            numbers,
            levels,
            orders,
            nodes,
            unfinished,
            choice,
        })
    }

    /// The same search by another method, with an empty table.
    ///
    /// # Errors
    ///
    /// The table does not fit the limit on memory.
    pub fn by(self, method: Method, meter: &mut Meter) -> Result<Self, Stop> {
        if method == self.method {
            return Ok(self);
        }
        let ProofNumbers { game, hints, settings, .. } = self;
        let orders = self.orders.iter().map(Order::bytes).sum::<u64>();
        meter.release(self.numbers.bytes() + self.levels.bytes() + orders);
        drop((self.numbers, self.levels, self.orders));
        Self::with_method((game, hints), method, settings, meter)
    }

    /// A search with the table of an earlier one of the same game, told the
    /// same beyond its rules, and by the same method.
    ///
    /// # Errors
    ///
    /// The table does not fit the limit on memory.
    pub fn with_memory(
        game: &'g G,
        hints: &'g H,
        memory: Memory<G::Position>,
        threads: usize,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let Memory { method, numbers, levels, mut orders } = memory;
        meter.hold(numbers.bytes() + levels.bytes())?;
        for order in &orders {
            meter.hold(order.bytes())?;
        }
        let threads = threads.max(1);
        let bytes = match method {
            Method::ProofNumbers => 0,
            Method::Deepening => orders.first().map_or(0, Order::bytes),
        };
        while orders.len() < threads {
            orders.push(Order::new(bytes, salt(orders.len()), meter)?);
        }
        let table = numbers.bytes() + levels.bytes() + bytes;
        let settings = Settings { table, threads };
        let (nodes, unfinished, choice) = (0, None, None);
        Ok(ProofNumbers {
            game,
            hints,
            settings,
            method,
            numbers,
            levels,
            orders,
            nodes,
            unfinished,
            choice,
        })
    }

    /// All that was found, for a later search.
    pub fn into_memory(self) -> Memory<G::Position> {
        let ProofNumbers { method, numbers, levels, orders, .. } = self;
        Memory { method, numbers, levels, orders }
    }

    /// The game.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// What is known of a position without a search: does the attacker win?
    pub fn known(&mut self, position: &G::Position, attacker: Player) -> Option<bool> {
        self.look(position, attacker, &mut { u64::MAX })
    }

    /// The same, looking at so many options yet; then at the table alone.
    pub(super) fn look(
        &mut self,
        position: &G::Position,
        attacker: Player,
        looks: &mut u64,
    ) -> Option<bool> {
        let root = self.hints.canonical(position.clone());
        let rules = (self.game, self.hints);
        let tables = (&mut self.numbers, &mut self.levels);
        let mut worker = Worker::new(rules, attacker, tables, self.orders.first_mut()?, (0, 0));
        worker.found(root, looks)
    }

    /// The position that stands for a position and all that are alike, in the
    /// table and in what is found.
    pub fn form(&self, position: G::Position) -> G::Position {
        self.hints.canonical(position)
    }

    /// The method that is used.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Positions expanded so far, on all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many positions the table can hold.
    pub fn capacity(&self) -> usize {
        match self.method {
            Method::ProofNumbers => self.numbers.capacity(),
            Method::Deepening => self.levels.capacity(),
        }
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
        let (found, standing, choice) = match self.settings.threads {
            1 => self.alone(attacker, None, meter, |worker, effort| {
                let found = worker.solve(root, false, effort);
                (found, Some(worker.standing()), worker.choice.take())
            }),
            _ => self.together(root, attacker, meter),
        };
        self.choice = choice;
        let won = self.told(found, standing, attacker, meter);
        meter.release(meter.held() - held);
        won
    }

    /// Lets one thread work, which may rely on facts.
    pub(super) fn alone<T>(
        &mut self,
        attacker: Player,
        facts: Option<Facts<'_, G::Position>>,
        meter: &mut Meter,
        work: impl FnOnce(&mut OnlyWorker<'_, G, H>, &mut Meter) -> T,
    ) -> T {
        let pending = self.most_pending();
        let rules = (self.game, self.hints);
        let tables = (&mut self.numbers, &mut self.levels);
        let order = &mut self.orders[0];
        let mut worker = Worker::new(rules, attacker, tables, order, (pending, 0));
        worker.relies_on(facts);
        let worker = match self.method {
            Method::ProofNumbers => &mut worker,
            Method::Deepening => worker.deepens(),
        };
        let done = work(worker, meter);
        self.nodes += worker.expanded();
        done
    }

    pub(super) fn most_pending(&self) -> usize {
        if self.hints.comes_back() { MOST_PENDING } else { 0 }
    }

    fn together(
        &mut self,
        root: G::Position,
        attacker: Player,
        meter: &mut Meter,
    ) -> Together<G::Position> {
        let board = Board::default();
        let (rules, tables) = ((self.game, self.hints), (&self.numbers, &self.levels));
        let (pending, method) = (self.most_pending(), self.method);
        let mut orders = self.orders.iter_mut();
        let (found, nodes, standing, choice) = std::thread::scope(|scope| {
            let own = orders.next();
            let follow = |(number, order): (usize, _)| {
                let (board, root) = (&board, root.clone());
                scope.spawn(move || {
                    let with = (pending, salt(number + 1));
                    let mut worker = Worker::new(rules, attacker, tables, order, with);
                    if method == Method::Deepening {
                        worker.deepens();
                    }
                    let found = worker.solve(root, false, &mut Follower { board, untold: 0 });
                    board.done();
                    (found, worker.expanded(), worker.choice.take())
                })
            };
            let others = self.settings.threads - 1;
            let followers: Vec<_> = orders.take(others).enumerate().map(follow).collect();
            let mut leader = Leader { board: &board, meter };
            let (mut found, mut nodes) = (Err(Halt::Answered), 0);
            let (mut standing, mut choice) = (None, None);
            if let Some(order) = own {
                let mut worker = Worker::new(rules, attacker, tables, order, (pending, 0));
                if method == Method::Deepening {
                    worker.deepens();
                }
                found = worker.solve(root.clone(), false, &mut leader);
                board.done();
                (nodes, standing) = (worker.expanded(), Some(worker.standing()));
                choice = worker.choice.take();
            }
            for follower in followers {
                let (other, expanded, chosen) =
                    follower.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                nodes += expanded;
                // A limit stands if nobody had the answer by then.
                if other.is_ok() {
                    (found, choice) = (other, chosen);
                }
            }
            // What came after the end is counted, and stops nothing.
            let _ = leader.last();
            (found, nodes, standing, choice)
        });
        self.nodes += nodes;
        (found, standing, choice)
    }

    /// The answer, or what was found until the stop.
    pub(super) fn told(
        &mut self,
        found: Result<bool, Halt>,
        standing: Option<Standing<G::Position>>,
        attacker: Player,
        meter: &Meter,
    ) -> Result<bool, Stop> {
        let stop = match found {
            Ok(won) => return Ok(won),
            Err(Halt::Stopped(stop)) => stop,
            // Who says that somebody has the answer gives it, and a turn ends
            // inside the search.
            Err(Halt::Answered | Halt::Paused) => {
                Stop { reason: StopReason::Interrupted, spent: meter.spent() }
            }
        };
        self.unfinished = standing.map(|(numbers, decided)| Unfinished {
            attacker,
            proof: numbers.proof,
            disproof: numbers.disproof,
            decided,
        });
        Err(stop)
    }
}
