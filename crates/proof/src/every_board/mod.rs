//! Two chips on a board ([`ChipsOnBoard`]): who wins on *every* board.
//!
//! H, the hindered side, moves a chip and wants the chips to meet; O then
//! covers k cells. The claim is about all boards at once: from which
//! distances (a, b) of the chips, a <= b counted along rows and columns, H wins
//! with nothing covered. It follows from five facts.
//!
//! **1. A board in the plane.** Put a board into the infinite plane, and call
//! every cell outside of it covered. What H may do on the board he may do in
//! the plane. So let S be a set of pairs (chips, base) in the plane, such that
//! for each of them and each step of H's with exactly the base covered, the
//! chips do not meet, and with at most k more cells covered (that hold no
//! chip) the position has a pair of S with a base that is covered. Then from a
//! position with the chips of a pair of S whose base is covered, H never wins
//! on any board: O covers those of the k cells that are on the board and not
//! covered yet, and any others besides, and again the position has a pair of S.
//! Chips that stand on a covered cell stay there, so a base never helps H.
//!
//! **2. A barrier.** Let a chip stand at distance d >= 0 from a line (a row or
//! a column), not beyond it, and call it *held* at the line when it is in one
//! of finitely many states: the distance is a certain one, or at least a
//! certain one, and certain cells *of the line* are covered, told by their
//! offsets from the chip's column. Let the states be closed: each step of a
//! held chip leaves it held after O covers at most k cells of the line, none
//! under the chip. Then two chips that are held at two neighbouring lines,
//! from either side, never meet: each step moves one chip, O's answer holds it
//! again, covering cells of its own line, and neither ever stands beyond its
//! line. The pairs (chips, cells that hold them) are a set as in fact 1.
//! That the states are closed is checked once for each state "at the distance
//! d"; for a state "at a distance of d or more" it is checked at d, and at
//! d + 1 with answers that hold at every distance from d on: farther away the
//! steps are the same, and lead to d or farther.
//!
//! **3. Far apart.** If a state asks for a distance of m or more and for no
//! covered cell, chips that are 2 m + 1 apart along rows or columns are both
//! held, and H does not win.
//!
//! **4. Patterns.** What is left is finite: distances below 2 m + 1. Each is
//! won or lost. Patterns are a finite set of pairs (chips, base); they are
//! closed when after each step of H's and k cells covered there is again a
//! pattern, moved, turned or mirrored, or a barrier. With the pairs of fact 2
//! they are a set as in fact 1.
//!
//! **5. A part of the board.** H's wins are win entries (see
//! [`pursuit`]) on a rectangle. Their conditions are about steps
//! inside of it with everything outside the zone covered, so they hold on every
//! board that has the rectangle for a part: what O covers outside lies in no
//! zone. A win on the rectangle that the chips span, with nothing covered, is a
//! win on every board.
//!
//! **The certificate** lists states, patterns with their answers, and wins.
//! In which directions chips step is asked of the rules; what a chip may do in
//! the plane follows from that by the laws of [`ChipsOnBoard`], and the rest is
//! arithmetic on cells. For a claim about all boards a certificate has to tell
//! every distance; for one about a position, on a board of any size, that
//! position.
//!
//! ```text
//! first record:  number of states, of patterns, of wins
//! state:    distance  (0 at it, 1 at it or more)  covered    bit i: offset i - 16
//! pattern:  row column of either chip, the number of covered cells, and row
//!           column of each
//! answers of a pattern, in the order of the patterns, one for each direction of
//!     the first chip and then of the second, unless it stands on a covered
//!     cell: 0 a barrier, n + 1 pattern n
//! win:      rows  columns  the cell of either chip (row * columns + column),
//!     then the proof as in kind monotone-resource, on a board of that size
//! ```
//!
//! Time linear in states, answers (times the patterns' size) and entries.

mod barrier;
mod patterns;
mod plane;

use std::io;

use perfectplay_game::{ChipsOnBoard, Meter, Outcome, Player, Stop};
use rustc_hash::FxHashMap;

use crate::pursuit::{self, Proof};
use crate::{CheckError, Sink, Source};

use barrier::Barrier;
use patterns::Patterns;
use plane::{CellAt, Directions, Plane, images};

pub use barrier::State;
pub use patterns::Pattern;

/// A win of the hindered side on a rectangle with nothing covered in its zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Won {
    /// Rows and columns of the rectangle.
    pub size: (u32, u32),
    /// The elements on which the chips stand.
    pub chips: [u32; 2],
    /// The proof, on a board of this size.
    pub proof: Proof,
}

/// What comes after the claim.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Theorem {
    /// States in which a chip is held at a line.
    pub states: Vec<State>,
    /// Patterns from which the hindered side does not win.
    pub patterns: Vec<Pattern>,
    /// Rectangles on which he wins.
    pub wins: Vec<Won>,
}

impl Theorem {
    /// Writes what comes after the claim.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn write(&self, sink: &mut dyn Sink) -> io::Result<()> {
        for count in [self.states.len(), self.patterns.len(), self.wins.len()] {
            sink.number(count as u128)?;
        }
        sink.end_record()?;
        self.states.iter().try_for_each(|state| state.write(sink))?;
        patterns::write(&self.patterns, sink)?;
        for won in &self.wins {
            for number in [won.size.0, won.size.1, won.chips[0], won.chips[1]] {
                sink.number(number.into())?;
            }
            sink.end_record()?;
            won.proof.write(sink)?;
        }
        Ok(())
    }
}

/// A certificate that was checked: what it tells.
#[derive(Clone, Debug)]
pub struct Told {
    barrier: Barrier,
    patterns: Patterns,
    wins: Vec<Zone>,
    /// How many facts were checked.
    pub facts: u64,
}

/// A win on a rectangle.
#[derive(Clone, Debug)]
struct Zone {
    /// The last row and column.
    corner: CellAt,
    chips: [CellAt; 2],
    /// Cells that have to be free.
    cells: Vec<CellAt>,
}

impl Zone {
    /// How far the chips are apart, where they span the rectangle.
    fn spanned(&self) -> Option<(u32, u32)> {
        let [one, other] = self.chips;
        let apart = ((one.0 - other.0).abs(), (one.1 - other.1).abs());
        let spans = apart == self.corner;
        // At most 127 each.
        spans.then_some((apart.0.min(apart.1) as u32, apart.0.max(apart.1) as u32))
    }
}

/// Reads and checks what comes after the claim.
///
/// # Errors
///
/// The first record that fails.
pub fn check<G: ChipsOnBoard>(
    rules: &G,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Told, CheckError> {
    let moves = Directions::of(rules).map_err(|what| source.refuse(what))?;
    let mut counts = [0; 3];
    for count in &mut counts {
        *count = source.number_to(u64::MAX, "a number of records")?;
    }
    source.end_record()?;
    let [states, patterns, wins] = counts;
    let mut facts = 0;
    let barrier = Barrier::read(&moves, states, source, meter, &mut facts)?;
    let patterns = Patterns::read(&moves, &barrier, patterns, source, meter, &mut facts)?;
    let mut told = Told { barrier, patterns, wins: Vec::new(), facts };
    for _ in 0..wins {
        let won = win(rules, source, meter, &mut told.facts)?;
        told.wins.push(won);
    }
    source.end()?;
    Ok(told)
}

/// The most cells of a rectangle.
const MOST_CELLS: u64 = 128;

fn win<G: ChipsOnBoard>(
    rules: &G,
    source: &mut dyn Source,
    meter: &mut Meter,
    facts: &mut u64,
) -> Result<Zone, CheckError> {
    let mut numbers = [0u32; 4];
    for number in &mut numbers {
        *number = source.number_to(MOST_CELLS, "a size or a cell")? as u32;
    }
    let [rows, columns, one, other] = numbers;
    source.end_record()?;
    let cells = rows * columns;
    let board = rules.on_board(rows, columns).filter(|_| one.max(other) < cells && one != other);
    let core = board.as_ref().and_then(|board| board.core_with([one, other]));
    let (Some(board), Some(core)) = (board, core) else {
        return Err(source.refuse("no two chips stand so on a board of that size"));
    };
    let start = board.join(&core, 0, board.hindered());
    let proved = pursuit::check_part(&board, &start, Outcome::Win, source, meter)?;
    *facts += proved.facts;
    meter.hold((size_of::<Zone>() + cells as usize * size_of::<CellAt>()) as u64)?;
    let at = |cell: u32| (i64::from(cell / columns), i64::from(cell % columns));
    let free = (0..cells).filter(|cell| proved.relies_on >> cell & 1 == 1);
    Ok(Zone { corner: at(cells - 1), chips: [at(one), at(other)], cells: free.map(at).collect() })
}

impl Told {
    /// Distances from which the hindered side is proved to win, the lesser
    /// first, on every board with nothing covered.
    pub fn won(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.wins.iter().filter_map(Zone::spanned)
    }

    /// The distance along rows or columns from which on he never wins, if
    /// there is one and every distance below is proved to be won or lost.
    pub fn complete(&self) -> Option<u32> {
        let far = self.barrier.far()?;
        let told = |a: u32, b: u32| {
            let chips = [(0, 0), (i64::from(a), i64::from(b))];
            self.won().any(|won| won == (a, b)) || self.lost(&Plane::bare(chips), 0)
        };
        let below = (1..far).flat_map(|b| (0..=b).map(move |a| (a, b)));
        below.into_iter().all(|(a, b)| told(a, b)).then_some(far)
    }

    /// Is it proved that H does not win, once k more cells are covered?
    fn lost(&self, plane: &Plane<'_>, k: u32) -> bool {
        self.barrier.parts(plane, k) || self.patterns.any(plane, k)
    }

    /// The zones of all wins that hold here, on a board of this size.
    fn zones<'t>(
        &'t self,
        plane: &'t Plane<'_>,
        (rows, columns): (u32, u32),
    ) -> impl Iterator<Item = Vec<CellAt>> + 't {
        let on_board = move |(row, column): CellAt| {
            (0..i64::from(rows)).contains(&row) && (0..i64::from(columns)).contains(&column)
        };
        self.wins.iter().flat_map(move |won| {
            images(won.chips, plane.chips).filter_map(move |image| {
                let inside = [(0, 0), won.corner].iter().all(|&cell| on_board(image.of(cell)));
                let cells: Vec<CellAt> = won.cells.iter().map(|&cell| image.of(cell)).collect();
                let free = inside && !cells.iter().any(|&cell| plane.is_covered(cell));
                free.then_some(cells)
            })
        })
    }

    /// Is it proved that H wins whichever k cells are covered next?
    fn wins(
        &self,
        plane: &Plane<'_>,
        size: (u32, u32),
        k: u32,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        if k == 0 {
            return Ok(self.zones(plane, size).next().is_some());
        }
        // Cells of the zones get numbers; a chip's own cannot be covered.
        let mut numbers: FxHashMap<CellAt, u32> = FxHashMap::default();
        let mut zones = Vec::new();
        for zone in self.zones(plane, size) {
            meter.hold(16)?;
            let mut set = 0u128;
            for cell in zone.into_iter().filter(|cell| !plane.chips.contains(cell)) {
                let next = numbers.len() as u32;
                let number = *numbers.entry(cell).or_insert(next);
                // Zones that spread over more are more than is needed.
                let Some(bit) = 1u128.checked_shl(number) else { return Ok(false) };
                set |= bit;
            }
            zones.push(set);
        }
        Ok(!zones.is_empty() && pursuit::meets_all(&zones, u128::MAX, k, meter)?.is_none())
    }

    /// Who is proved to win a position on its board, of whatever size.
    ///
    /// # Errors
    ///
    /// A limit was reached.
    pub fn winner<G: ChipsOnBoard>(
        &self,
        rules: &G,
        position: &G::Position,
        meter: &mut Meter,
    ) -> Result<Option<Player>, Stop> {
        let Some((rows, columns)) = rules.board_size() else { return Ok(None) };
        let chips = rules.chip_cells(position).map(|(row, column)| (row.into(), column.into()));
        let covered = |(row, column): CellAt| {
            let on_board = u32::try_from(row).ok().zip(u32::try_from(column).ok());
            let on_board = on_board.filter(|&(row, column)| row < rows && column < columns);
            on_board.is_none_or(|cell| rules.is_covered(position, cell))
        };
        let plane = Plane { chips, covered: &covered };
        let hindered = rules.hindered();
        if chips[0] == chips[1] {
            return Ok(Some(hindered));
        }
        let to_add = rules.still_to_add(position);
        if self.lost(&plane, to_add) {
            return Ok(Some(hindered.other()));
        }
        Ok(self.wins(&plane, (rows, columns), to_add, meter)?.then_some(hindered))
    }
}
