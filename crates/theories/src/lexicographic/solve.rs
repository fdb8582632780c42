use perfectplay_game::{Meter, Stop};

use super::{Preference, Worth};

/// The structure that the theory needs: positions numbered from 0, each
/// entered from a few others, with points for entering it.
///
/// That a move pays by the position it enters alone is what keeps one number
/// a position; a game that pays by the move enters a position of its own for
/// each payment.
pub trait PaidEntries {
    /// How many positions there are.
    fn positions(&self) -> usize;

    /// All positions, every one after all that can be entered from it.
    fn ends_first(&self) -> impl Iterator<Item = u32>;

    /// The positions from which this one can be entered.
    fn entered_from(&self, position: u32) -> impl Iterator<Item = u32>;

    /// Points for entering this position.
    fn points(&self, position: u32) -> u64;
}

/// Why the theory gave no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The points of one player pass 2^64.
    #[error("the points of one player pass 2^64")]
    Overflow,
}

/// The worth of every position to its mover.
#[derive(Clone, Debug)]
pub struct Worths {
    /// Bit `p` is set where `p` has an option; bit words keep the table at 16
    /// bytes and two bits a position.
    entered: Vec<u64>,
    wins: Vec<u64>,
    own: Vec<u64>,
    rival: Vec<u64>,
}

fn bit(words: &[u64], at: u32) -> bool {
    words[at as usize / 64] >> (at % 64) & 1 == 1
}

impl Worths {
    /// Bytes of the table for so many positions.
    fn bytes(positions: usize) -> u64 {
        positions as u64 * 16 + positions as u64 / 4 + 16
    }

    /// What the position is worth to its mover from there on.
    pub fn of(&self, position: u32) -> Worth {
        Worth {
            wins: bit(&self.wins, position),
            own: self.own[position as usize],
            rival: self.rival[position as usize],
        }
    }

    /// What entering the position is worth to the player who does.
    pub fn of_entering(&self, structure: &impl PaidEntries, position: u32) -> Option<Worth> {
        let after = self.of(position);
        let own = structure.points(position).checked_add(after.rival)?;
        Some(Worth { wins: !after.wins, own, rival: after.own })
    }

    /// Has the position an option?
    pub fn has_options(&self, position: u32) -> bool {
        bit(&self.entered, position)
    }

    fn keep(&mut self, position: u32, worth: Worth) {
        let (word, mask) = (position as usize / 64, 1 << (position % 64));
        self.entered[word] |= mask;
        if worth.wins {
            self.wins[word] |= mask;
        } else {
            self.wins[word] &= !mask;
        }
        self.own[position as usize] = worth.own;
        self.rival[position as usize] = worth.rival;
    }
}

/// The worth of every position, each computed once, from the ends backward.
///
/// # Complexity
///
/// Time O(positions + ways to enter them), memory 17 bytes a position. Effort
/// counts the ways to enter.
///
/// # Errors
///
/// See [`Error`].
///
/// # Examples
///
/// Three positions in a row, each entered from the one before: 0 -> 1 -> 2,
/// which pays 5 and then 7.
///
/// ```
/// use perfectplay_theories::lexicographic::{solve, PaidEntries, Preference, Worth};
///
/// struct Row;
/// impl PaidEntries for Row {
///     fn positions(&self) -> usize {
///         3
///     }
///     fn ends_first(&self) -> impl Iterator<Item = u32> {
///         [2, 1, 0].into_iter()
///     }
///     fn entered_from(&self, position: u32) -> impl Iterator<Item = u32> {
///         position.checked_sub(1).into_iter()
///     }
///     fn points(&self, position: u32) -> u64 {
///         [0, 5, 7][position as usize]
///     }
/// }
///
/// let worths = solve(&Row, Preference::default(), &mut Default::default())?;
/// assert_eq!(worths.of(0), Worth { wins: false, own: 5, rival: 7 });
/// assert_eq!(worths.of(1), Worth { wins: true, own: 7, rival: 0 });
/// # Ok::<(), perfectplay_theories::lexicographic::Error>(())
/// ```
pub fn solve(
    structure: &impl PaidEntries,
    preference: Preference,
    meter: &mut Meter,
) -> Result<Worths, Error> {
    let positions = structure.positions();
    meter.hold(Worths::bytes(positions))?;
    let words = positions.div_ceil(64);
    let mut worths = Worths {
        entered: vec![0; words],
        wins: vec![0; words],
        own: vec![0; positions],
        rival: vec![0; positions],
    };
    for entered in structure.ends_first() {
        // All options of `entered` came before it, so its worth is final.
        let offer = worths.of_entering(structure, entered).ok_or(Error::Overflow)?;
        for from in structure.entered_from(entered) {
            meter.spend(1)?;
            let better =
                !worths.has_options(from) || preference.compare(&offer, &worths.of(from)).is_gt();
            if better {
                worths.keep(from, offer);
            }
        }
    }
    Ok(worths)
}
