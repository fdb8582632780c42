use std::hash::Hash;

use rustc_hash::FxHashMap;

/// A disproof that holds whatever was played before.
pub(super) const ALWAYS: u32 = u32::MAX;

/// Disproofs that hold on the present path alone, since they come back to
/// positions on it.
///
/// Each says: from here the defender can keep the attacker from winning, at
/// least until play comes to one of certain positions on the path. Its *back*
/// is the least depth of those.
///
/// When the position at depth d is left disproved, what relied on it relies on
/// what it relies on itself; if that is nothing, what relied on nothing before
/// d holds always: play may go round for ever, and the attacker does not win.
/// When it is left otherwise, whatever was found below it is dropped.
///
/// Entries are kept in the order in which they were found, in groups that
/// share the least back of their entries: a back that is too small only makes
/// an entry wait longer.
///
/// ```text
/// entries | e0 e1 e2 | e3 | e4 e5 ...
/// groups  | back 2   | 4  | 3
/// ```
pub(super) struct Pending<P> {
    entries: Vec<(P, u64)>,
    groups: Vec<Group>,
    /// Where a position stands among the entries.
    places: FxHashMap<P, usize>,
    most: usize,
}

#[derive(Clone, Copy)]
struct Group {
    start: usize,
    back: u32,
}

impl<P: Clone + Eq + Hash> Pending<P> {
    /// Holds so many at most; what is beyond is forgotten.
    pub(super) fn new(most: usize) -> Self {
        Pending { entries: Vec::new(), groups: Vec::new(), places: FxHashMap::default(), most }
    }

    pub(super) fn clear(&mut self) {
        self.drop_from(0);
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The back of a position that is disproved on this path.
    pub(super) fn look(&self, position: &P) -> Option<u32> {
        if self.entries.is_empty() {
            return None;
        }
        let place = *self.places.get(position)?;
        let after = self.groups.partition_point(|group| group.start <= place);
        after.checked_sub(1).map(|group| self.groups[group].back)
    }

    /// Adds a position that was left disproved.
    pub(super) fn push(&mut self, position: P, work: u64, back: u32) {
        if self.entries.len() >= self.most || self.places.contains_key(&position) {
            return;
        }
        let start = self.entries.len();
        self.groups.push(Group { start, back });
        self.places.insert(position.clone(), start);
        self.entries.push((position, work));
    }

    /// Forgets what was found since there were so many entries.
    pub(super) fn drop_from(&mut self, start: usize) {
        for (position, _) in self.entries.drain(start.min(self.entries.len())..) {
            self.places.remove(&position);
        }
        self.groups.truncate(self.groups.partition_point(|group| group.start < start));
    }

    /// The position at `depth`, entered when there were `start` entries, is
    /// left disproved, and relies on `back`. Gives what holds always to `keep`.
    pub(super) fn resolve(
        &mut self,
        start: usize,
        depth: u32,
        back: u32,
        mut keep: impl FnMut(&P, u64),
    ) {
        let first = self.groups.partition_point(|group| group.start < start);
        if first == self.groups.len() {
            return;
        }
        if back != ALWAYS {
            let least = self.groups[first..].iter().map(|group| group.back).fold(back, u32::min);
            self.groups.truncate(first);
            self.groups.push(Group { start, back: least });
            return;
        }
        let groups = self.groups.split_off(first);
        let entries = self.entries.split_off(start);
        let mut ends = groups.iter().skip(1).map(|group| group.start);
        let mut entries = entries.into_iter();
        for group in &groups {
            let end = ends.next().unwrap_or(usize::MAX);
            let here = entries.by_ref().take(end - group.start);
            if group.back >= depth {
                for (position, work) in here {
                    self.places.remove(&position);
                    keep(&position, work);
                }
            } else {
                // Found on the way, and not needed here.
                self.groups.push(Group { start: self.entries.len(), back: group.back });
                for (position, work) in here {
                    self.places.insert(position.clone(), self.entries.len());
                    self.entries.push((position, work));
                }
            }
        }
    }
}
