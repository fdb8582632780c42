use perfectplay_game::{Game, Options, Player};

/// Mū Tōrere: eight points on a ring and one in the centre, four stones each,
/// which start side by side on the ring. A move brings one stone to the empty
/// point, from a neighbour on the ring or between ring and centre. With the
/// centre rule a stone may go to the centre only if it stands beside one of
/// the opponent's. Who cannot move loses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MuTorere {
    pub(crate) centre_rule: bool,
}

/// The mover, and what stands on the ring points and, last, in the centre.
pub(crate) type Board = (Player, [Option<Player>; 9]);

const CENTRE: usize = 8;

fn ring_neighbours(point: usize) -> [usize; 2] {
    [(point + 1) % 8, (point + 7) % 8]
}

impl Game for MuTorere {
    type Position = Board;
    type Move = usize;

    fn start(&self) -> Board {
        let mut points = [Some(Player::First); 9];
        points[4..8].fill(Some(Player::Second));
        points[CENTRE] = None;
        (Player::First, points)
    }

    fn mover(&self, board: &Board) -> Player {
        board.0
    }

    fn options(&self, &(mover, points): &Board, into: &mut Options<Self>) {
        let Some(empty) = points.iter().position(Option::is_none) else { return };
        for from in (0..9).filter(|from| points[*from] == Some(mover)) {
            let reaches = if empty == CENTRE {
                let beside_rival =
                    ring_neighbours(from).iter().any(|at| points[*at] == Some(mover.other()));
                !self.centre_rule || beside_rival
            } else {
                from == CENTRE || ring_neighbours(from).contains(&empty)
            };
            if reaches {
                let mut to = points;
                to.swap(from, empty);
                into.push((from, (mover.other(), to)));
            }
        }
    }
}
