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
