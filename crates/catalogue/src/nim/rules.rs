use perfectplay_analysis::{About, CertifyError, Theory};
use perfectplay_game::{
    Declared, Game, Meter, Options, Outcome, Player, RulesError, Stop, Tabular,
};
use perfectplay_proof::heaps::{OF_ALL, OF_LIST, OF_SUM};
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source};
use perfectplay_theories::closed_form::nim;
use perfectplay_theories::heap_games::{Code, Sequence};

use crate::closed_form::{Formula, Listing, Verdict, Winning};
use crate::heap_game::certificate;
use crate::heaps::{Heaps, heaps_written_out};

/// What the ruleset is.
pub(super) const ABOUT: About<'static> =
    About { name: "nim", title: "Nim", effort_unit: "positions and options" };

/// A move: a heap, and the stones that are left of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Take {
    /// The heap before the move.
    pub heap: u128,
    /// What is left: fewer stones.
    pub left: u128,
}

/// The rules with the heaps at the start.
#[derive(Debug)]
pub struct Nim {
    start: Vec<u128>,
    misere: bool,
    listing: Listing,
}

impl Nim {
    /// With these heaps at the start; in misère play who cannot move wins, in
    /// normal play he loses.
    pub fn new(start: Vec<u128>, misere: bool) -> Nim {
        Nim { start, misere, listing: Listing::default() }
    }

    /// Does who cannot move win?
    pub fn is_misere(&self) -> bool {
        self.misere
    }

    /// The same rules as a code of heap games, in normal play.
    fn code(&self) -> Option<Code> {
        "0.[3]".parse().ok().filter(|_| !self.misere)
    }

    /// The first values of heaps in normal play, from which a period is proved.
    fn values(&self, meter: &mut Meter) -> Option<Result<Sequence, Stop>> {
        const VALUES: usize = 1 << 10;
        let mut values = Sequence::new(&self.code()?);
        let known = values.search(VALUES, meter);
        Some(known.map(|_| values))
    }
}

impl Game for Nim {
    type Position = Heaps;
    type Move = Take;

    fn start(&self) -> Heaps {
        Heaps::new(self.start.clone(), Player::First)
    }

    fn mover(&self, position: &Heaps) -> Player {
        position.mover
    }

    /// Every move; where there are too many for memory, none, and a
    /// [fault](Tabular::fault).
    fn options(&self, position: &Heaps, into: &mut Options<Self>) {
        let bytes = size_of::<(Take, Heaps)>() + position.heap_bytes();
        if self.listing.may_hold(self.count_options(position), bytes) {
            for heap in position.sizes() {
                into.extend(
                    (0..heap).map(|left| (Take { heap, left }, position.after(heap, &[left]))),
                );
            }
        }
    }

    fn ending(&self, _position: &Heaps) -> Outcome {
        if self.misere { Outcome::Win } else { Outcome::Loss }
    }

    fn play(&self, from: &Heaps, take: &Take) -> Option<Heaps> {
        let legal = from.has(take.heap) && take.left < take.heap;
        legal.then(|| from.after(take.heap, &[take.left]))
    }

    fn first_move(&self, from: &Heaps) -> Option<Take> {
        from.sizes().next().map(|heap| Take { heap, left: 0 })
    }
}

impl Tabular for Nim {
    fn declared(&self) -> Declared {
        // In misère play a sum is more than the values of its parts.
        Declared { impartial: true, splits: !self.misere, ..Declared::default() }
    }

    fn canonical(&self, position: &Heaps) -> Result<Heaps, RulesError> {
        Ok(position.canonical())
    }

    fn parts(&self, position: &Heaps) -> Result<Vec<Heaps>, RulesError> {
        Ok(position.parts())
    }

    fn heap_bytes(&self, position: &Heaps) -> usize {
        position.heap_bytes()
    }

    fn fault(&self) -> Option<RulesError> {
        self.listing.fault()
    }
}

impl Formula for Nim {
    fn about(&self) -> About<'static> {
        ABOUT
    }

    fn verdict(&self, position: &Heaps) -> Option<Verdict> {
        let heaps = nim::Nim::of(position.heaps().iter().copied());
        Some(match self.misere {
            true => Verdict::lost(heaps.is_lost(true)),
            false => Verdict::Nimber(heaps.xor()),
        })
    }

    fn theory(&self) -> Theory {
        let applies = match self.misere {
            true => {
                "who cannot move wins: as long as some heap has two stones or more, the XOR of \
                 the heaps decides as it does in normal play; then whether the number of heaps is \
                 odd"
            }
            false => {
                "who cannot move loses: a heap has its size as its Grundy value, and a sum the \
                 XOR of its heaps"
            }
        };
        Theory { name: "Bouton's theorem".to_owned(), applies: applies.to_owned() }
    }

    fn count_options(&self, position: &Heaps) -> u128 {
        position.sizes().fold(0, u128::saturating_add)
    }

    fn winning(&self, position: &Heaps, most: usize) -> Winning<Take> {
        let heaps = nim::Nim::of(position.heaps().iter().copied());
        let mut wins = position.sizes().filter_map(|heap| {
            let left = heaps.winning_remainder(heap, self.misere)?;
            Some(Take { heap, left })
        });
        let moves = wins.by_ref().take(most).collect();
        Winning { moves, all: wins.next().is_none() }
    }

    fn because(&self, position: &Heaps, verdict: Verdict, best: Option<(&Take, &Heaps)>) -> String {
        let (mover, rival) = (position.mover, position.mover.other());
        let Some((take, to)) = best else {
            let ends = if self.misere { "wins" } else { "loses" };
            return format!("no stone is left: {mover} cannot move and {ends}");
        };
        let out = |of: &Heaps| heaps_written_out(of, |heap| heap);
        if !self.misere {
            return match verdict.is_lost() {
                true => {
                    let heaps = out(position);
                    format!("{heaps}: every option changes that, and {rival} brings it back to 0")
                }
                false => {
                    let (heaps, left) = (out(position), out(to));
                    format!("{heaps}; {} -> {} leaves {left}", take.heap, take.left)
                }
            };
        }
        let xor = |of: &Heaps| {
            let xor = nim::Nim::of(of.heaps().iter().copied()).xor();
            match of.heaps().last() {
                Some(&largest) if largest > 1 => format!("heaps whose XOR is {xor}"),
                _ => {
                    let parity = if of.heaps().len() % 2 == 1 { "an odd" } else { "an even" };
                    format!("{parity} number of heaps, all of one stone")
                }
            }
        };
        match verdict.is_lost() {
            true => format!("{mover} has {}, which is lost in misère play", xor(position)),
            false => format!(
                "{} -> {} leaves {}, which is lost in misère play",
                take.heap,
                take.left,
                xor(to)
            ),
        }
    }

    fn least_listed(&self, position: &Heaps) -> u128 {
        // Every smaller heap, and every option of each.
        let largest = position.heaps().last().copied().unwrap_or_default();
        largest.saturating_mul(largest) / 2
    }

    fn parts_met(&self, position: &Heaps) -> Option<impl Iterator<Item = Heaps>> {
        let largest = position.heaps().last().copied().unwrap_or_default();
        let alone = |heap| Heaps::new(vec![heap], Player::First);
        (!self.misere).then(|| (1..=largest).map(alone))
    }

    fn certify(
        &self,
        position: &Heaps,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Option<Result<(), CertifyError>> {
        let values = match self.values(meter)? {
            Ok(values) => values,
            Err(stop) => return Some(Err(stop.into())),
        };
        let sum = nim::Nim::of(position.heaps().iter().copied()).xor();
        Some(certificate::certify(self, ABOUT.name, &values, position, sum, sink))
    }

    fn certify_all(
        &self,
        meter: &mut Meter,
        sink: &mut dyn Sink,
    ) -> Option<Result<(), CertifyError>> {
        Some(match self.values(meter)? {
            Ok(values) => certificate::certify_all(ABOUT.name, &values, sink),
            Err(stop) => Err(stop.into()),
        })
    }

    fn check(
        &self,
        claim: &Claim,
        source: &mut dyn Source,
        meter: &mut Meter,
    ) -> Option<Result<Confirmed, CheckError>> {
        let code = self.code()?;
        let own = [OF_ALL, OF_LIST, OF_SUM].contains(&&claim.kind[..]);
        own.then(|| certificate::check(self, &code, claim, source, meter))
    }
}
