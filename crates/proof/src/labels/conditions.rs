//! Conditions 2 to 4, when all is read: three passes over D.

use perfectplay_game::{BurnsTrail, Meter, Stop};

use super::{Check, Labels, NONE};
use crate::bits::Bits;
use crate::{CheckError, Source};

impl<G: BurnsTrail> Check<'_, G> {
    pub(super) fn conditions(
        mut self,
        source: &dyn Source,
        meter: &mut Meter,
    ) -> Result<Labels, CheckError> {
        let classes = self.count_classes(source, meter)?;
        let outside = self.count_neighbours(source, meter)?;
        let proved = self.count_ranks_shown(meter)?;
        if self.uncovered + outside != classes {
            return Err(source.refuse(format!(
                "{} vertices are uncovered, {classes} classes less {outside} neighbours are proved",
                self.uncovered
            )));
        }
        if proved != classes {
            return Err(source.refuse("a class has no witness of its rank"));
        }
        let Check { in_d, vertices, lost, facts, .. } = self;
        Ok(Labels { in_d, vertices, lost, facts })
    }

    fn class(&mut self, vertex: u64) -> u32 {
        match &mut self.classes {
            Some(classes) => classes.find(vertex as u32),
            None => vertex as u32,
        }
    }

    /// The classes of D, whose vertices have one rank.
    fn count_classes(&mut self, source: &dyn Source, meter: &mut Meter) -> Result<u64, CheckError> {
        let mut classes = 0;
        for vertex in 0..self.rules.vertices() {
            if self.in_d.has(vertex) {
                self.spend(meter, 1)?;
                let class = self.class(vertex);
                classes += u64::from(u64::from(class) == vertex);
                if self.rank[class as usize] != self.rank[vertex as usize] {
                    let what = format!("vertex {vertex} has not its class's rank");
                    return Err(source.refuse(what));
                }
            }
        }
        Ok(classes)
    }

    /// The neighbours of D outside of it: they are to be matched with D, as
    /// condition 3 asks for it, and those that are can be counted before.
    ///
    /// So behind each port, but for those that stay in a class, is a number of
    /// one set, and that is the only table looked at.
    fn count_neighbours(
        &mut self,
        source: &dyn Source,
        meter: &mut Meter,
    ) -> Result<u64, CheckError> {
        let mut outside = 0;
        // A, and all that is no vertex or burned.
        let mut harmless = self.free.clone();
        harmless.flip();
        for vertex in 0..self.rules.vertices() {
            let mate = self.mate[vertex as usize];
            if self.in_d.has(vertex) && mate != NONE && !self.in_d.has(mate.into()) {
                harmless.insert(mate.into());
                outside += 1;
            }
        }
        for vertex in 0..self.rules.vertices() {
            if !self.in_d.has(vertex) {
                continue;
            }
            let ports = self.rules.ports(vertex);
            self.spend(meter, ports.into())?;
            for port in 0..ports {
                let Some(to) = self.rules.through(vertex, port) else { continue };
                if harmless.has(to) {
                    continue;
                }
                if !self.in_d.has(to) {
                    let what = format!("{to}, a neighbour of {vertex}, is not matched with D");
                    return Err(source.refuse(what));
                }
                if self.class(to) != self.class(vertex) {
                    let what = format!("neighbours {vertex} and {to} are in two classes of D");
                    return Err(source.refuse(what));
                }
            }
        }
        Ok(outside)
    }

    /// The classes with a vertex that shows their rank.
    fn count_ranks_shown(&mut self, meter: &mut Meter) -> Result<u64, Stop> {
        let mut shown = Bits::none(self.rank.len());
        let mut classes = 0;
        for vertex in 0..self.rules.vertices() {
            if self.in_d.has(vertex) {
                let class = self.class(vertex).into();
                if !shown.has(class) && self.shows_rank(vertex, meter)? {
                    shown.insert(class);
                    classes += 1;
                }
            }
        }
        Ok(classes)
    }

    fn shows_rank(&mut self, vertex: u64, meter: &mut Meter) -> Result<bool, Stop> {
        let above = self.rank[vertex as usize];
        let mate = self.mate[vertex as usize];
        if mate == NONE {
            return Ok(above == 1);
        }
        let mate = u64::from(mate);
        if above == 1 || self.in_d.has(mate) {
            return Ok(false);
        }
        let ports = self.rules.ports(mate);
        self.spend(meter, ports.into())?;
        // Less, and not 0: that is no rank, but outside of D.
        let less = |to: u64| self.rank[to as usize].wrapping_sub(1) < above - 1;
        Ok((0..ports).filter_map(|port| self.rules.through(mate, port)).any(less))
    }
}
