use std::io;

use perfectplay_game::Meter;

use crate::{CheckError, Sink, Source};

use super::barrier::Barrier;
use super::plane::{CellAt, Directions, Plane, images};

/// Chips and covered cells from which the hindered side does not win, wherever
/// they lie in the plane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Row and column of the chips.
    pub chips: [(u32, u32); 2],
    /// Cells that are covered, sorted.
    pub base: Vec<(u32, u32)>,
    /// The answer to each direction of the first chip and then of the second,
    /// unless it stands on a covered cell: 0 for a barrier, n + 1 for pattern
    /// n.
    pub answers: Vec<u64>,
}

pub(super) fn write(patterns: &[Pattern], sink: &mut dyn Sink) -> io::Result<()> {
    for pattern in patterns {
        let mut write = |&(row, column): &(u32, u32)| {
            sink.number(row.into())?;
            sink.number(column.into())
        };
        pattern.chips.iter().try_for_each(&mut write)?;
        sink.number(pattern.base.len() as u128)?;
        for &(row, column) in &pattern.base {
            sink.number(row.into())?;
            sink.number(column.into())?;
        }
        sink.end_record()?;
    }
    for pattern in patterns.iter().filter(|pattern| !pattern.answers.is_empty()) {
        for &answer in &pattern.answers {
            sink.number(answer.into())?;
        }
        sink.end_record()?;
    }
    Ok(())
}

/// The most that a row or a column of a pattern can be.
const FARTHEST: u64 = 1 << 16;

/// Bytes announced for a pattern and for one of its cells.
const PATTERN_BYTES: u64 = size_of::<Laid>() as u64;
const CELL_BYTES: u64 = size_of::<CellAt>() as u64;

#[derive(Clone, Debug)]
struct Laid {
    chips: [CellAt; 2],
    /// Sorted.
    base: Vec<CellAt>,
}

impl Laid {
    fn read(source: &mut dyn Source, meter: &mut Meter) -> Result<Self, CheckError> {
        fn cell(source: &mut dyn Source) -> Result<CellAt, CheckError> {
            let row = source.number_to(FARTHEST, "a row")?;
            let column = source.number_to(FARTHEST, "a column")?;
            Ok((row as i64, column as i64))
        }
        meter.hold(PATTERN_BYTES)?;
        let chips = [cell(source)?, cell(source)?];
        let count = source.number_to(u64::MAX, "the number of covered cells")?;
        let mut base = Vec::new();
        for _ in 0..count {
            meter.hold(CELL_BYTES)?;
            base.push(cell(source)?);
        }
        source.end_record()?;
        base.sort_unstable();
        Ok(Laid { chips, base })
    }

    fn covers(&self, cell: CellAt) -> bool {
        self.base.binary_search(&cell).is_ok()
    }

    /// The steps that can be made here: where the chips stand afterwards.
    fn steps(&self, moves: &Directions) -> impl Iterator<Item = [CellAt; 2]> {
        let [one, other] = self.chips;
        [(one, other), (other, one)]
            .into_iter()
            .filter(|&(chip, _)| !self.covers(chip))
            .flat_map(|(chip, stays)| moves.from(chip).map(move |to| [to, stays]))
    }

    /// Is this pattern there, once k more cells are covered?
    fn fits(&self, plane: &Plane<'_>, k: u32) -> bool {
        images(self.chips, plane.chips).any(|image| {
            let cells = self.base.iter().map(|&cell| image.of(cell));
            plane.missing(cells).is_some_and(|missing| missing <= k)
        })
    }
}

/// A closed set of patterns.
#[derive(Clone, Debug)]
pub(super) struct Patterns(Vec<Laid>);

impl Patterns {
    pub(super) fn read(
        moves: &Directions,
        barrier: &Barrier,
        count: u64,
        source: &mut dyn Source,
        meter: &mut Meter,
        facts: &mut u64,
    ) -> Result<Self, CheckError> {
        let mut patterns = Patterns(Vec::new());
        for _ in 0..count {
            patterns.0.push(Laid::read(source, meter)?);
        }
        for pattern in &patterns.0 {
            *facts += patterns.answers(moves, pattern, barrier, source, meter)?;
        }
        Ok(patterns)
    }

    /// Reads and checks the answers of a pattern; gives their number.
    fn answers(
        &self,
        moves: &Directions,
        pattern: &Laid,
        barrier: &Barrier,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Result<u64, CheckError> {
        let covered = |cell: CellAt| pattern.covers(cell);
        let mut steps = 0;
        for chips in pattern.steps(moves) {
            let answer = source.number_to(self.0.len() as u64, "an answer")?;
            let target = answer.checked_sub(1).map(|pattern| &self.0[pattern as usize]);
            meter.spend(target.map_or(64, |target| 1 + target.base.len() as u64))?;
            steps += 1;
            if chips[0] == chips[1] {
                return Err(source.refuse("the chips of a pattern can meet at once"));
            }
            let plane = Plane { chips, covered: &covered };
            let answered = match target {
                None => barrier.parts(&plane, moves.additions),
                Some(target) => target.fits(&plane, moves.additions),
            };
            if !answered {
                let what = match answer.checked_sub(1) {
                    None => "a barrier".to_owned(),
                    Some(pattern) => format!("pattern {pattern}"),
                };
                return Err(source.refuse(format!("{what} is more than one answer away")));
            }
        }
        if steps > 0 {
            source.end_record()?;
        }
        Ok(steps)
    }

    /// Is one of them there, once k more cells are covered?
    pub(super) fn any(&self, plane: &Plane<'_>, k: u32) -> bool {
        self.0.iter().any(|pattern| pattern.fits(plane, k))
    }
}
