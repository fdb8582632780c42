use super::table::Known;

/// A proof number without a proof in reach: larger than any that is kept of
/// an open position.
pub(super) const INFINITE: u32 = 1 << 30;

/// The proof and disproof number of a position: how many positions have to be
/// decided, about, for the attacker's win to be proved, and to be disproved.
///
/// ```text
///            proof     disproof
/// proved     0         INFINITE
/// disproved  INFINITE  0
/// unknown    1 ..      1 ..      both below INFINITE
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    pub(super) const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITE };
    pub(super) const DISPROVED: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    pub(super) fn solved(won: bool) -> Self {
        if won { Numbers::PROVED } else { Numbers::DISPROVED }
    }

    /// Of an open position, by a guess.
    pub(super) fn open((proof, disproof): (u32, u32)) -> Self {
        let most = INFINITE / 2;
        Numbers { proof: proof.clamp(1, most), disproof: disproof.clamp(1, most) }
    }

    /// Is the attacker's win proved, or disproved?
    pub(super) fn outcome(self) -> Option<bool> {
        match self {
            Numbers { proof: 0, .. } => Some(true),
            Numbers { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// Seen from the side to move at the node above: what it needs one of its
    /// options for, and what it needs all for.
    pub(super) fn for_mover(self, attacker_moves: bool) -> (u32, u32) {
        match attacker_moves {
            true => (self.proof, self.disproof),
            false => (self.disproof, self.proof),
        }
    }

    /// The same, turned back.
    pub(super) fn of_mover(one: u32, all: u32, attacker_moves: bool) -> Self {
        match attacker_moves {
            true => Numbers { proof: one, disproof: all },
            false => Numbers { proof: all, disproof: one },
        }
    }
}

impl Known for Numbers {
    fn join(&mut self, later: Self) {
        // Of two threads one may come late with less.
        if self.outcome().is_none() || later.outcome().is_some() {
            *self = later;
        }
    }
}
