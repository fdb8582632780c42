use perfectplay_game::{Meter, Stop};

/// Children of a node.
const FAN: usize = 16;

/// Finds the next boundary that still stood at some number of turns.
///
/// ```text
/// level 1   |        most of 16        |        most of 16        |  …
/// level 0   | died died died … (16)    | died died …              |  …
/// ```
///
/// A tree of maxima over the slots: a boundary stands while fewer turns are
/// in place than the number at which it died.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    levels: Vec<Vec<u32>>,
}

impl Standing {
    /// Bytes a slot, rounded up.
    pub(super) const BYTES: u64 = 5;

    pub(super) fn new(died: &[u32], meter: &mut Meter) -> Result<Self, Stop> {
        // 1 + 1/16 + 1/256 + … < 1.07 entries a slot.
        meter.hold(died.len() as u64 * 4 * 107 / 100)?;
        let mut levels = vec![died.to_vec()];
        while let Some(below) = levels.last().filter(|below| below.len() > 1) {
            let most = |children: &[u32]| children.iter().copied().max().unwrap_or(0);
            levels.push(below.chunks(FAN).map(most).collect());
        }
        Ok(Standing { levels })
    }

    /// Takes in a new slot.
    pub(super) fn push(&mut self, died: u32) {
        let (mut child, mut height) = (self.levels[0].len(), 0);
        self.levels[0].push(died);
        while self.levels[height].len() > 1 {
            let (parent, at) = (child / FAN, height + 1);
            if at == self.levels.len() {
                self.levels.push(vec![self.most_of(height, 0)]);
            }
            match self.levels[at].get_mut(parent) {
                Some(most) => *most = (*most).max(died),
                None => self.levels[at].push(died),
            }
            (child, height) = (parent, at);
        }
    }

    /// The boundary of a slot went.
    pub(super) fn set(&mut self, slot: u32, died: u32) {
        let mut node = slot as usize;
        self.levels[0][node] = died;
        for height in 1..self.levels.len() {
            node /= FAN;
            self.levels[height][node] = self.most_of(height - 1, node);
        }
    }

    /// The most of the children, on a level, of a node on the one above.
    fn most_of(&self, height: usize, node: usize) -> u32 {
        let from = node * FAN;
        let to = (from + FAN).min(self.levels[height].len());
        self.levels[height][from..to].iter().copied().max().unwrap_or(0)
    }

    /// The last slot up to this one whose boundary stood at so many turns.
    pub(super) fn at_or_before(&self, slot: u32, turns: usize) -> Option<u32> {
        let stands = |died: &u32| *died as usize > turns;
        let mut end = slot as usize + 1;
        // Up until a node left of `end` under the same parent will do …
        for (height, level) in self.levels.iter().enumerate() {
            let from = (end - 1) / FAN * FAN;
            if let Some(at) = level[from..end].iter().rposition(stands) {
                // … and down along the last children that do.
                let mut node = from + at;
                for below in self.levels[..height].iter().rev() {
                    let from = node * FAN;
                    let to = (from + FAN).min(below.len());
                    node = from + below[from..to].iter().rposition(stands)?;
                }
                return u32::try_from(node).ok();
            }
            end = from / FAN;
            if end == 0 {
                return None;
            }
        }
        None
    }

    /// The first slot from this one on whose boundary stood at so many turns.
    pub(super) fn at_or_after(&self, slot: u32, turns: usize) -> Option<u32> {
        let stands = |died: &u32| *died as usize > turns;
        let mut start = slot as usize;
        for (height, level) in self.levels.iter().enumerate() {
            let to = (start / FAN * FAN + FAN).min(level.len());
            if let Some(at) = level.get(start..to)?.iter().position(stands) {
                let mut node = start + at;
                for below in self.levels[..height].iter().rev() {
                    let from = node * FAN;
                    let to = (from + FAN).min(below.len());
                    node = from + below[from..to].iter().position(stands)?;
                }
                return u32::try_from(node).ok();
            }
            start = start / FAN + 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// A tree that grew is the tree made at once.
        #[test]
        fn law_growing_and_making_at_once(
            died in prop::collection::vec(0u32..9, 0..600),
            given in 0usize..600,
            later in prop::collection::vec((0usize..600, 0u32..9), 0..20),
        ) {
            let mut died = died;
            let given = given.min(died.len());
            let meter = &mut Meter::default();
            let mut grown = Standing::new(&died[..given], meter).unwrap();
            for &time in &died[given..] {
                grown.push(time);
            }
            for (slot, time) in later {
                if slot < died.len() {
                    died[slot] = time;
                    grown.set(slot as u32, time);
                }
            }
            prop_assert_eq!(grown.levels, Standing::new(&died, meter).unwrap().levels);
        }
    }
}
