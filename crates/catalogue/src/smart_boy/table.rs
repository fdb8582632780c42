use std::ops::ControlFlow;

use perfectplay_game::{Meter, Stop};
use perfectplay_theories::lexicographic::{Best, Entry, Worth};

use super::dictionary::Dictionary;
use super::levels::of_label;
use super::rules::Place;

/// The worth of every substring of a dictionary, and its best moves.
///
/// ```text
/// suffixes by start    a b a b c        lengths with an entry here:
///   ababc              row 0            those above what the suffix shares
///   babc               row 1            with the one sorted before it, up to
///   …                                   its own
/// row[start] - 1 + (length - shared[start])  is the place of a cell
/// ```
///
/// Which suffix names a substring is told by the dictionary: the first that
/// begins with it.
///
/// Memory: 32 bytes a substring, 8 a letter.
#[derive(Debug)]
pub(super) struct Table {
    start: Cell,
    shared: Vec<u32>,
    /// While the table grows, where the row's next cell goes: its cells come
    /// longest first.
    row: Vec<u32>,
    cells: Vec<Cell>,
}

/// What is known of a word.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cell {
    own: u64,
    rival: u64,
    points: u64,
    /// Bit 63: the mover wins. The others: the set of best moves.
    ways: u64,
}

const WINS: u32 = 63;

impl Cell {
    fn new(points: u64, Best { worth: Worth { wins, own, rival }, ways }: Best) -> Self {
        Cell { own, rival, points, ways: ways | u64::from(wins) << WINS }
    }

    /// What the word is worth to its mover.
    pub(super) fn worth(&self) -> Worth {
        Worth { wins: self.ways >> WINS == 1, own: self.own, rival: self.rival }
    }

    /// What making the word is worth to the player who does.
    pub(super) fn worth_of_making(&self) -> Worth {
        let Worth { wins, own, rival } = self.worth();
        Worth { wins: !wins, own: self.points.saturating_add(rival), rival: own }
    }

    /// The best moves, those in front first, by letter.
    pub(super) fn best(&self) -> impl Iterator<Item = (Place, u8)> + use<> {
        let ways = self.ways;
        (0..52).filter(move |label| ways >> label & 1 == 1).map(of_label)
    }
}

impl Table {
    /// Bytes a letter that [`Table::by_length`] takes for the time of a visit.
    pub(super) const VISIT: u64 = 16;

    const CELL: u64 = size_of::<Cell>() as u64;

    /// An empty table for the substrings of a dictionary.
    pub(super) fn new(
        dictionary: &Dictionary,
        shared: &[u32],
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let mut end = 0u64;
        let mut row = vec![0; shared.len()];
        // By entry, from its first suffix on: each is one letter shorter.
        let mut from = 0;
        for entry in dictionary.entries() {
            for length in (1..=entry.len()).rev() {
                let start = from + entry.len() - length;
                end += length as u64 - u64::from(shared[start]);
                row[start] = u32::try_from(end).unwrap_or(u32::MAX);
            }
            from += entry.len() + 1;
        }
        // Cells are numbered in 32 bits; more of them need 128 GiB.
        let bytes = if end < u64::from(u32::MAX) { end * Self::CELL } else { u64::MAX };
        meter.hold(bytes)?;
        meter.hold(8 * shared.len() as u64)?;
        let cells = vec![Cell::default(); end as usize];
        Ok(Table { start: Cell::default(), shared: Vec::new(), row, cells })
    }

    /// Bytes of the table when it is finished.
    pub(super) fn bytes(&self) -> u64 {
        self.cells.len() as u64 * Self::CELL + 8 * self.row.len() as u64
    }

    /// Takes in a word, after all longer ones; the empty one last.
    pub(super) fn keep(&mut self, entry: &Entry, best: Best) {
        let cell = Cell::new(entry.points, best);
        if entry.from[0].is_none() {
            self.start = cell;
            return;
        }
        let row = &mut self.row[entry.position as usize];
        *row -= 1;
        self.cells[*row as usize] = cell;
    }

    /// All words are in the table.
    pub(super) fn finish(&mut self, shared: Vec<u32>) {
        self.shared = shared;
    }

    fn named(&self, start: u32, length: usize) -> Option<&Cell> {
        let shared = self.shared[start as usize] as usize;
        let at = length.checked_sub(shared + 1)?;
        self.cells.get(self.row[start as usize] as usize + at)
    }

    /// What is known of a word, if it occurs.
    pub(super) fn of(&self, dictionary: &Dictionary, word: &[u8]) -> Option<&Cell> {
        if word.is_empty() {
            return Some(&self.start);
        }
        self.named(dictionary.first(word)?, word.len())
    }

    /// Visits all words, those of one length together and sorted: the
    /// shortest first or the longest. The empty word is the only one of its
    /// length.
    pub(super) fn by_length<'t>(
        &'t self,
        dictionary: &'t Dictionary,
        order: Order,
        mut visit: impl FnMut(&'t [u8], &'t Cell) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if order == Order::ShortestFirst {
            visit(&[], &self.start)?;
        }
        let longest = dictionary.longest();
        // Where a suffix starts to name words, as lengths are passed.
        let first = |start: u32| match order {
            Order::ShortestFirst => self.shared[start as usize] as usize + 1,
            Order::LongestFirst => longest + 1 - dictionary.length(start),
        };
        let names = |start: u32, length: usize| {
            (self.shared[start as usize] as usize) < length && length <= dictionary.length(start)
        };
        // Places in the order of suffixes, by the step at which they come.
        let mut end = vec![0u32; longest + 2];
        for &start in dictionary.suffixes() {
            end[first(start).min(longest) + 1] += 1;
        }
        for step in 1..end.len() {
            end[step] += end[step - 1];
        }
        let mut come = vec![0u32; dictionary.suffixes().len()];
        for (place, &start) in dictionary.suffixes().iter().enumerate() {
            let at = &mut end[first(start).min(longest)];
            come[*at as usize] = place as u32;
            *at += 1;
        }
        let mut naming: Vec<u32> = Vec::new();
        let mut next: Vec<u32> = Vec::new();
        for step in 1..=longest {
            let length = if order == Order::ShortestFirst { step } else { longest + 1 - step };
            let new = &come[end[step - 1] as usize..end[step] as usize];
            next.clear();
            merge(&naming, new, &mut next);
            next.retain(|&place| names(dictionary.suffixes()[place as usize], length));
            std::mem::swap(&mut naming, &mut next);
            for &place in &naming {
                let start = dictionary.suffixes()[place as usize];
                let word = &dictionary.letters()[start as usize..start as usize + length];
                if let Some(cell) = self.named(start, length) {
                    visit(word, cell)?;
                }
            }
        }
        if order == Order::LongestFirst {
            visit(&[], &self.start)?;
        }
        ControlFlow::Continue(())
    }
}

/// In which order words are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    ShortestFirst,
    LongestFirst,
}

/// Two sorted lists as one.
fn merge(a: &[u32], b: &[u32], into: &mut Vec<u32>) {
    let (mut a, mut b) = (a.iter().copied().peekable(), b.iter().copied().peekable());
    loop {
        let next = match (a.peek(), b.peek()) {
            (Some(one), Some(other)) if one < other => a.next(),
            (_, Some(_)) => b.next(),
            (_, None) => a.next(),
        };
        match next {
            Some(next) => into.push(next),
            None => return,
        }
    }
}
