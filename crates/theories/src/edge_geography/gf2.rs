//! Linear equations over GF(2).

use perfectplay_game::{Meter, Stop};

/// Equations over GF(2) whose left sides have `unknowns` terms at most, each
/// with one right side.
///
/// ```text
/// row r:  | unknowns 0 .. 64 | 64 .. 128 | … | the right side in the bit
///                                              behind the last unknown |
/// ```
pub(super) struct Equations {
    unknowns: usize,
    words: usize,
    rows: Vec<u64>,
}

impl Equations {
    /// No term in any of so many equations. The bytes stay announced to the
    /// meter until they are released.
    pub(super) fn none(count: usize, unknowns: usize, meter: &mut Meter) -> Result<Self, Stop> {
        let words = (unknowns + 1).div_ceil(64);
        let all = (count as u64).saturating_mul(words as u64);
        meter.hold(all.saturating_mul(8))?;
        Ok(Equations { unknowns, words, rows: vec![0; count * words] })
    }

    pub(super) fn release(self, meter: &mut Meter) {
        meter.release(8 * self.rows.len() as u64);
    }

    /// Puts in a term that is not there.
    pub(super) fn term(&mut self, equation: usize, unknown: usize) {
        self.rows[equation * self.words + unknown / 64] |= 1 << (unknown % 64);
    }

    /// Makes the right side 1.
    pub(super) fn one(&mut self, equation: usize) {
        self.term(equation, self.unknowns);
    }

    fn has(&self, equation: usize, unknown: usize) -> bool {
        self.rows[equation * self.words + unknown / 64] >> (unknown % 64) & 1 == 1
    }

    /// Solves them (Gauss and Jordan), in time O(equations^2 * unknowns / 64).
    pub(super) fn solve(mut self, meter: &mut Meter) -> Result<Solved, Stop> {
        let words = self.words;
        let count = self.rows.len() / words;
        let mut pivots = Vec::new();
        for unknown in 0..self.unknowns {
            let done = pivots.len();
            if done == count {
                break;
            }
            meter.spend((count - done) as u64)?;
            let Some(found) = (done..count).find(|&row| self.has(row, unknown)) else { continue };
            for word in 0..words {
                self.rows.swap(found * words + word, done * words + word);
            }
            let pivot = self.rows[done * words..(done + 1) * words].to_vec();
            // What is left of the unknown in the pivot's row is nothing.
            let from = unknown / 64;
            for row in (0..count).filter(|&row| row != done) {
                if self.has(row, unknown) {
                    meter.spend((words - from) as u64)?;
                    let row = &mut self.rows[row * words + from..(row + 1) * words];
                    row.iter_mut().zip(&pivot[from..]).for_each(|(word, other)| *word ^= other);
                }
            }
            pivots.push(unknown);
        }
        Ok(Solved { equations: self, pivots })
    }
}

/// Equations each of which, as far as it says anything of unknowns, gives one
/// of them, its pivot, from those that are pivots of none.
pub(super) struct Solved {
    equations: Equations,
    /// Of the first equations, rising; the others have no terms.
    pivots: Vec<usize>,
}

impl Solved {
    pub(super) fn release(self, meter: &mut Meter) {
        self.equations.release(meter);
    }

    /// Is there a solution?
    pub(super) fn is_solvable(&self) -> bool {
        let count = self.equations.rows.len() / self.equations.words;
        (self.pivots.len()..count).all(|row| !self.equations.has(row, self.equations.unknowns))
    }

    /// The unknowns that are free: pivots of no equation.
    fn free(&self) -> Vec<u64> {
        let unknowns = self.equations.unknowns;
        let mut free = vec![0u64; self.equations.words];
        (0..unknowns).for_each(|unknown| free[unknown / 64] |= 1 << (unknown % 64));
        self.pivots.iter().for_each(|pivot| free[pivot / 64] &= !(1 << (pivot % 64)));
        free
    }

    /// For every unknown: does some solution have it 1? There must be one.
    pub(super) fn may_be_one(&self) -> Vec<bool> {
        let Equations { unknowns, words, ref rows } = self.equations;
        let free = self.free();
        let mut may: Vec<bool> =
            (0..unknowns).map(|unknown| free[unknown / 64] >> (unknown % 64) & 1 == 1).collect();
        for (row, &pivot) in self.pivots.iter().enumerate() {
            let terms = &rows[row * words..(row + 1) * words];
            let varies = terms.iter().zip(&free).any(|(terms, free)| terms & free != 0);
            may[pivot] = varies || self.equations.has(row, unknowns);
        }
        may
    }

    /// A solution in which this unknown is 1, if there is one: the unknowns
    /// that are 1, rising.
    pub(super) fn with_one(&self, unknown: usize) -> Option<Vec<usize>> {
        if !self.is_solvable() || unknown >= self.equations.unknowns {
            return None;
        }
        let Equations { unknowns, words, ref rows } = self.equations;
        // All free unknowns 0, but for one if it takes that.
        let mut chosen = None;
        match self.pivots.binary_search(&unknown) {
            Err(_) => chosen = Some(unknown),
            Ok(row) if self.equations.has(row, unknowns) => {}
            Ok(row) => {
                let terms = rows[row * words..(row + 1) * words].iter().zip(self.free());
                let word = terms.map(|(terms, free)| terms & free).enumerate();
                let (at, bits) = word.into_iter().find(|&(_, bits)| bits != 0)?;
                chosen = Some(at * 64 + bits.trailing_zeros() as usize);
            }
        }
        let mut ones: Vec<usize> = chosen.into_iter().collect();
        for (row, &pivot) in self.pivots.iter().enumerate() {
            let by_chosen = chosen.is_some_and(|chosen| self.equations.has(row, chosen));
            if self.equations.has(row, unknowns) != by_chosen {
                ones.push(pivot);
            }
        }
        ones.sort_unstable();
        Some(ones)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All solutions tried.
    #[test]
    fn oracle_every_vector_tried() {
        let mut number = 1u64;
        let mut next = || {
            number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(99);
            number >> 33
        };
        for _ in 0..20_000 {
            let (count, unknowns) = ((next() % 7) as usize, (next() % 7) as usize);
            let rows: Vec<u64> =
                (0..count).map(|_| next() & (next() % (1 << (unknowns + 1)))).collect();
            let meter = &mut Meter::default();
            let mut equations = Equations::none(count, unknowns, meter).unwrap();
            for (equation, row) in rows.iter().enumerate() {
                for unknown in (0..unknowns).filter(|unknown| row >> unknown & 1 == 1) {
                    equations.term(equation, unknown);
                }
                if row >> unknowns & 1 == 1 {
                    equations.one(equation);
                }
            }
            let solves = |vector: u64| {
                rows.iter().all(|row| {
                    ((row & vector).count_ones() as u64 + (row >> unknowns)).is_multiple_of(2)
                })
            };
            let solutions: Vec<u64> = (0..1 << unknowns).filter(|&vector| solves(vector)).collect();
            let solved = equations.solve(meter).unwrap();
            assert_eq!(solved.is_solvable(), !solutions.is_empty());
            let may = solved.may_be_one();
            for (unknown, &may) in may.iter().enumerate().take(unknowns) {
                let some = solutions.iter().any(|vector| vector >> unknown & 1 == 1);
                assert!(solutions.is_empty() || may == some);
                let found = solved.with_one(unknown);
                assert_eq!(found.is_some(), some);
                if let Some(ones) = found {
                    assert!(ones.contains(&unknown));
                    assert!(solves(ones.iter().map(|one| 1 << one).sum()));
                }
            }
            solved.release(meter);
            assert_eq!(meter.held(), 0);
        }
    }
}
