use perfectplay_game::{Meter, Stop};

/// Zones of wins that the defender has to meet, all of them with one answer.
pub(super) struct Zones {
    addable: u128,
    /// Elements in an answer, at most.
    k: u32,
    /// What lies in every zone: all that a single element need be tried of.
    common: u128,
    /// The zones, where an answer has several elements.
    zones: Vec<u128>,
}

impl Zones {
    /// No zone yet.
    pub(super) fn new(addable: u128, k: u32) -> Self {
        let addable = if k == 0 { 0 } else { addable };
        Zones { addable, k, common: addable, zones: Vec::new() }
    }

    /// One more zone.
    pub(super) fn push(&mut self, zone: u128) {
        self.common &= zone;
        if self.k > 1 {
            self.zones.push(zone & self.addable);
        }
    }

    /// An element that is not to be tried any more.
    pub(super) fn exclude(&mut self, element: u128) {
        self.push(!element);
    }

    /// The first answer that meets every zone; any other is lost by one that
    /// it misses.
    pub(super) fn met(&self, meter: &mut Meter) -> Result<Option<u128>, Stop> {
        if self.common != 0 {
            return Ok(Some(self.common & self.common.wrapping_neg()));
        }
        if self.k <= 1 {
            return Ok(None);
        }
        // What was added, how many, and what is to be tried still of the first
        // zone that it misses.
        let missed = |added: u128| self.zones.iter().copied().find(|zone| zone & added == 0);
        let mut path = vec![(0u128, 0u32, missed(0).unwrap_or(0))];
        while let Some((added, count, untried)) = path.last_mut() {
            meter.spend(1)?;
            if *untried == 0 || *count == self.k {
                path.pop();
                continue;
            }
            let next = *untried & untried.wrapping_neg();
            *untried &= !next;
            let (with, count) = (*added | next, *count + 1);
            match missed(with) {
                None => return Ok(Some(with)),
                Some(zone) => path.push((with, count, zone)),
            }
        }
        Ok(None)
    }
}
