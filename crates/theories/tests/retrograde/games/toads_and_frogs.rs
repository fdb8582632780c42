use perfectplay_game::{Game, Options, Player};

/// Toads and Frogs: toads (First's) move right, frogs (Second's) left, one
/// square to an empty one, or over one of the other kind to an empty one. Who
/// cannot move loses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ToadsAndFrogs {
    /// Toads, empty squares and frogs at the start, from the left.
    pub(crate) start: [usize; 3],
}

/// The mover, and what sits where.
pub(crate) type Strip = (Player, Vec<Option<Player>>);

impl Game for ToadsAndFrogs {
    type Position = Strip;
    type Move = usize;

    fn start(&self) -> Strip {
        let [toads, empty, frogs] = self.start;
        let runs = [(Some(Player::First), toads), (None, empty), (Some(Player::Second), frogs)];
        let strip = runs.into_iter().flat_map(|(what, count)| std::iter::repeat_n(what, count));
        (Player::First, strip.collect())
    }

    fn mover(&self, strip: &Strip) -> Player {
        strip.0
    }

    fn options(&self, (mover, strip): &Strip, into: &mut Options<Self>) {
        let ahead = |from: usize, steps: usize| match mover {
            Player::First => Some(from + steps).filter(|to| *to < strip.len()),
            Player::Second => from.checked_sub(steps),
        };
        for from in (0..strip.len()).filter(|from| strip[*from] == Some(*mover)) {
            let next = ahead(from, 1).filter(|to| strip[*to].is_none());
            let over = ahead(from, 1).filter(|to| strip[*to] == Some(mover.other()));
            let over = over.and_then(|_| ahead(from, 2)).filter(|to| strip[*to].is_none());
            if let Some(to) = next.or(over) {
                let mut after = strip.clone();
                after.swap(from, to);
                into.push((from, (mover.other(), after)));
            }
        }
    }
}
