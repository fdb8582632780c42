use perfectplay_game::{Game, Options, Player, Ranks};

/// Three heaps, of fewer than `size` stones each: a move takes one, two or
/// three stones from one of them; who cannot move loses.
///
/// The rank of a position is the number with the digits mover, heap, heap,
/// heap, in base `size`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heaps {
    pub(crate) size: u32,
}

/// The mover and the heaps.
pub(crate) type Stones = (Player, [u32; 3]);

impl Game for Heaps {
    type Position = Stones;
    type Move = (usize, u32);

    fn start(&self) -> Stones {
        (Player::First, [self.size - 1; 3])
    }

    fn mover(&self, stones: &Stones) -> Player {
        stones.0
    }

    fn options(&self, &(mover, heaps): &Stones, into: &mut Options<Self>) {
        for (heap, stones) in heaps.into_iter().enumerate() {
            for taken in 1..=stones.min(3) {
                let mut to = heaps;
                to[heap] -= taken;
                into.push(((heap, taken), (mover.other(), to)));
            }
        }
    }
}

impl Ranks for Heaps {
    fn size(&self) -> u64 {
        2 * u64::from(self.size).pow(3)
    }

    fn rank(&self, &(mover, heaps): &Stones) -> u64 {
        let mover = u64::from(mover == Player::Second);
        heaps.iter().fold(mover, |rank, heap| rank * u64::from(self.size) + u64::from(*heap))
    }

    fn unrank(&self, rank: u64) -> Option<Stones> {
        let base = u64::from(self.size);
        let digit = |place: u32| (rank / base.pow(place) % base) as u32;
        let mover = Player::alternating((rank / base.pow(3)) as usize);
        Some((mover, [digit(2), digit(1), digit(0)]))
    }
}
