use perfectplay_game::{Meter, Stop};
use perfectplay_theories::lexicographic::{Entry, PaidLayers, Way};

use super::Scoring;
use super::dictionary::Dictionary;
use super::rules::{Place, letter_value};
use super::text::SEPARATOR;

/// Bytes a letter takes beside the dictionary: seven numbers and two letters.
const BYTES: u64 = 4 * 7 + 2;

/// Every distinct substring of a dictionary, level by level: all of one
/// length, the longest first.
///
/// ```text
/// entry aba: suffixes sorted    shares    names the substrings
///            a                  0         a
///            a b a              1            ab aba
///            b a                0         b  ba
/// ```
///
/// A suffix *shares* some letters with the suffix sorted before it. The
/// substrings of length n stand for groups of neighbours that share n letters
/// and more, so each is named by the first suffix of its group: a suffix has a
/// substring of its own at each length above what it shares, up to its own
/// length. That names all S of them by S pairs, and at one length by the place
/// where the suffix starts, of which there are as many as letters.
///
/// Going to the next shorter length, groups merge: the group of a suffix that
/// shares just as much joins that of the *leader*, the nearest one before it
/// in order that shares less. So
///
/// - a substring without its last letter is named by the same suffix, or by
///   its leader where what it shares is just as long;
/// - a substring without its first letter is named, at first, by the suffix
///   one letter on, and from then on by the leader of that name each time it
///   merges: one step a level;
/// - entries that contain a substring are added up as groups merge, less those
///   counted twice: where two neighbours among the suffixes of one entry meet,
///   the entry is taken off once (Hui, *Color set size problem*, 1992).
///
/// # Complexity
///
/// With n letters in words of at most m, and S distinct substrings: time
/// O(S + n log m), memory 30 bytes a letter.
pub(super) struct Levels<'t> {
    letters: &'t [u8],
    scoring: Scoring,
    entries: u64,
    longest: usize,
    /// By start, as are all that follow: letters shared with the suffix sorted
    /// before it.
    shared: Vec<u32>,
    /// The start of the leader; for those that share nothing, any.
    leader: Vec<u32>,
    /// The name of the substring without its first letter.
    front: Vec<u32>,
    /// Entries in the group.
    count: Vec<u32>,
    /// Entries counted twice once the group has joined its leader's.
    twice: Vec<u32>,
    /// Sums of the values of all letters before, in wrapping numbers.
    sums: Vec<u32>,
    /// The largest value among `window` letters.
    largest: Vec<u8>,
    window: usize,
    /// ```text
    /// | names of the last length | free | suffixes to come, longest first |
    ///                            ^named ^at_least[length]
    /// ```
    order: Vec<u32>,
    at_least: Vec<u32>,
    named: usize,
    /// The length told last; none left when 0.
    length: usize,
}

/// The least number that is no start.
fn none(letters: &[u8]) -> u32 {
    letters.len() as u32
}

/// For each suffix by its start: letters shared with the one sorted before it
/// (Kärkkäinen, Manzini and Puglisi, *Permuted longest-common-prefix array*,
/// 2009: in the order of the text it falls by at most one from place to place).
fn letters_shared(letters: &[u8], suffixes: &[u32]) -> Vec<u32> {
    let none = none(letters);
    let mut shared = vec![none; letters.len()];
    for pair in suffixes.windows(2) {
        shared[pair[1] as usize] = pair[0];
    }
    let mut known = 0;
    for start in 0..letters.len() {
        if letters[start] == SEPARATOR || shared[start] == none {
            (shared[start], known) = (0, 0);
            continue;
        }
        let before = shared[start] as usize;
        let same = letters[start + known..].iter().zip(&letters[before + known..]);
        known += same.take_while(|(a, b)| a == b && **a != SEPARATOR).count();
        shared[start] = known as u32;
        known = known.saturating_sub(1);
    }
    shared
}

/// Leaders, and entries counted twice.
fn leaders(dictionary: &Dictionary, shared: &[u32]) -> (Vec<u32>, Vec<u32>) {
    /// The suffixes so far each of which shares less than all later ones.
    struct Open {
        place: u32,
        start: u32,
    }
    let mut leader = vec![0; shared.len()];
    let mut twice = vec![0; shared.len()];
    let mut open: Vec<Open> = Vec::new();
    // Where the suffix of an entry that was seen last is, plus 1.
    let mut last = vec![0u32; dictionary.len()];
    for (place, &start) in dictionary.suffixes().iter().enumerate() {
        let mine = shared[start as usize];
        while open.last().is_some_and(|open| shared[open.start as usize] >= mine) {
            open.pop();
        }
        if let Some(nearest) = open.last() {
            leader[start as usize] = nearest.start;
        }
        open.push(Open { place: place as u32, start });
        let last = &mut last[dictionary.entry(start) as usize];
        if *last > 0 {
            // Both are in one group once the least of what the suffixes after
            // the last one share is reached.
            let meet = open.partition_point(|open| open.place < *last);
            twice[open[meet].start as usize] += 1;
        }
        *last = place as u32 + 1;
    }
    (leader, twice)
}

/// The starts of all suffixes, the longest first, equally long ones in the
/// order of the text; and how many are at least of each length.
fn longest_first(letters: &[u8], longest: usize, suffixes: usize) -> (Vec<u32>, Vec<u32>) {
    // Each suffix by its length, the text from the right.
    let lengths = || {
        letters.iter().enumerate().rev().scan(0usize, |length, (start, &letter)| {
            *length = if letter == SEPARATOR { 0 } else { *length + 1 };
            Some((start as u32, *length))
        })
    };
    let lengths = || lengths().filter(|&(_, length)| length > 0);
    let mut end = vec![0u32; longest + 2];
    for (_, length) in lengths() {
        end[length] += 1;
    }
    for length in (1..=longest).rev() {
        end[length] += end[length + 1];
    }
    let at_least = end.clone();
    let mut order = vec![0; suffixes];
    for (start, length) in lengths() {
        end[length] -= 1;
        order[end[length] as usize] = start;
    }
    (order, at_least)
}

impl<'t> Levels<'t> {
    /// All substrings of the entries of a dictionary.
    pub(super) fn new(
        dictionary: &'t Dictionary,
        scoring: Scoring,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let letters = dictionary.letters();
        meter.hold(BYTES * letters.len() as u64)?;
        meter.spend(letters.len() as u64)?;
        let shared = letters_shared(letters, dictionary.suffixes());
        let (leader, twice) = leaders(dictionary, &shared);
        let longest = dictionary.longest();
        let (order, at_least) = longest_first(letters, longest, dictionary.suffixes().len());
        let sums = letters.iter().scan(0u32, |sum, &letter| {
            let before = *sum;
            *sum = sum.wrapping_add(value(letter).into());
            Some(before)
        });
        Ok(Levels {
            letters,
            scoring,
            entries: dictionary.len() as u64,
            longest,
            shared,
            leader,
            front: (1..=letters.len() as u32).collect(),
            count: vec![1; letters.len()],
            twice,
            sums: sums.collect(),
            largest: Vec::new(),
            window: 0,
            order,
            at_least,
            named: 0,
            length: longest + 1,
        })
    }

    /// By its start, how many letters each suffix shares with the one sorted
    /// before it.
    pub(super) fn shared(&self) -> &[u32] {
        &self.shared
    }

    /// The same, when nothing else is needed any more.
    pub(super) fn into_shared(self) -> Vec<u32> {
        self.shared
    }

    /// The group of a suffix joins that of its leader.
    fn join(&mut self, start: u32) {
        let start = start as usize;
        let joins = self.count[start].wrapping_sub(self.twice[start]);
        let leader = &mut self.count[self.leader[start] as usize];
        *leader = leader.wrapping_add(joins);
    }

    /// The names of one length less than the last.
    fn go(&mut self) {
        let length = self.length as u32;
        let mut kept = 0;
        let come = self.at_least[self.length + 1]..self.at_least[self.length];
        for at in (0..self.named).chain(come.start as usize..come.end as usize) {
            let start = self.order[at];
            if self.shared[start as usize] < length {
                self.order[kept] = start;
                kept += 1;
            } else {
                self.join(start);
            }
        }
        self.named = kept;
    }

    /// Makes `largest` cover the greatest power of two up to the length.
    fn widen(&mut self) {
        let window = 1 << self.length.ilog2();
        if window == self.window {
            return;
        }
        self.window = window;
        self.largest.clear();
        self.largest.extend(self.letters.iter().map(|&letter| value(letter)));
        let mut width = 1;
        while width < window {
            for at in width..self.largest.len() {
                self.largest[at - width] = self.largest[at - width].max(self.largest[at]);
            }
            width *= 2;
        }
    }
}

/// The label of a move, for sets of moves: 0 to 25 in front, 26 to 51 behind.
pub(super) fn label(place: Place, letter: u8) -> u8 {
    match place {
        Place::Front => letter - b'a',
        Place::Behind => letter - b'a' + 26,
    }
}

/// The move of a label.
pub(super) fn of_label(label: u8) -> (Place, u8) {
    match label.checked_sub(26) {
        None => (Place::Front, b'a' + label),
        Some(letter) => (Place::Behind, b'a' + letter),
    }
}

/// The value of a letter, 0 for a separator.
fn value(letter: u8) -> u8 {
    if letter == SEPARATOR { 0 } else { letter_value(letter) }
}

impl PaidLayers for Levels<'_> {
    fn width(&self) -> usize {
        self.letters.len().max(1)
    }

    /// As if all letters were z and every word occurred in all entries.
    fn most_points(&self) -> u64 {
        let longest = self.longest as u64;
        let once = self.scoring.points(26, longest.saturating_mul(26), self.entries);
        once.saturating_mul(longest)
    }

    fn tell(&mut self, mut entry: impl FnMut(Entry)) -> bool {
        let Some(length) = self.length.checked_sub(1) else { return false };
        self.length = length;
        if length == 0 {
            entry(Entry { position: 0, points: 0, from: [None; 2] });
            return true;
        }
        self.go();
        self.widen();
        for at in 0..self.named {
            let position = self.order[at];
            let start = position as usize;
            let end = start + length;
            let sum = self.sums[end].wrapping_sub(self.sums[start]);
            let largest = self.largest[start].max(self.largest[end - self.window]);
            let points = self.scoring.points(largest, sum.into(), self.count[start].into());
            let from = match length {
                // The opening, which counts as a letter in front.
                1 => {
                    let label = label(Place::Front, self.letters[start]);
                    [Some(Way { from: 0, label }), None]
                }
                _ => {
                    let merges = |start: u32| self.shared[start as usize] as usize == length - 1;
                    let behind = if merges(position) { self.leader[start] } else { position };
                    let mut front = self.front[start];
                    if merges(front) {
                        front = self.leader[front as usize];
                        self.front[start] = front;
                    }
                    [
                        Some(Way { from: front, label: label(Place::Front, self.letters[start]) }),
                        Some(Way {
                            from: behind,
                            label: label(Place::Behind, self.letters[end - 1]),
                        }),
                    ]
                }
            };
            entry(Entry { position, points, from });
        }
        true
    }
}
