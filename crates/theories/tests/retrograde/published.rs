//! Games whose numbers of positions, outcomes and remoteness are published.

use std::collections::HashMap;

use perfectplay_game::{Game, Meter, Outcome, Player};
use perfectplay_theories::retrograde::hashed::{self, Solved};

use crate::games::{
    Chomp, ConnectFour, Dodgem, Hexapawn, MuTorere, Notakto, TicTacToe, ToadsAndFrogs, UpToSymmetry,
};

fn solved<G: Game>(game: &G) -> Solved<G::Position> {
    hashed::solve(game, [game.start()], &mut Meter::default()).expect("no limit is near")
}

/// Wins, losses, ties and draws, and the standing of the start.
fn told<G: Game>(game: &G) -> ([u64; 4], String) {
    let solved = solved(game);
    let counts = solved.counts();
    assert_eq!(counts.total(), solved.positions());
    let start = solved.standing(&game.start()).expect("it was met");
    ([counts.wins, counts.losses, counts.ties, counts.draws], start.to_string())
}

#[test]
fn published_tic_tac_toe() {
    let usual = TicTacToe { misere: false };
    assert_eq!(solved(&usual).positions(), 5478);
    assert_eq!(told(&usual), ([2836, 1574, 1068, 0], "tie in 9".to_owned()));
    assert_eq!(told(&TicTacToe { misere: true }).1, "tie in 9");
    assert_eq!(solved(&UpToSymmetry(usual)).positions(), 765);
}

/// The published remoteness counts a completed line as a win in 0 for the next
/// player: so a win takes an even number of plies.
#[test]
fn published_notakto() {
    let (counts, start) = told(&Notakto);
    assert_eq!(counts.iter().sum::<u64>(), 450);
    assert_eq!(start, "win in 6");
}

#[test]
fn published_connect_four() {
    let (counts, start) = told(&ConnectFour::new(4, 4));
    assert_eq!(counts, [38_675, 32_234, 90_120, 0]);
    assert!(start.starts_with("tie"));
}

#[test]
fn published_mu_torere() {
    let with_rule = told(&MuTorere { centre_rule: true });
    assert_eq!(with_rule, ([208, 128, 0, 844], "draw".to_owned()));
    assert_eq!(told(&MuTorere { centre_rule: false }).1, "win in 1");
}

/// A blocked player wins at once, and so does who is off the board.
#[test]
fn published_dodgem() {
    assert_eq!(told(&Dodgem { size: 3 }), ([1123, 840, 0, 0], "win in 19".to_owned()));
}

/// Published numbers count a position and the one with the colours changed and
/// the board turned round once: boards are seen from the mover's side.
#[test]
fn published_hexapawn() {
    let game = Hexapawn { columns: 4, rows: 4 };
    let solved = solved(&game);
    let turned = |pawns: u64| pawns.reverse_bits() >> (64 - 16);
    let mut seen = HashMap::new();
    for ((mover, pawns), standing) in solved.iter() {
        let from_mover = match mover {
            Player::First => *pawns,
            Player::Second => [turned(pawns[1]), turned(pawns[0])],
        };
        let before = seen.insert(from_mover, standing);
        assert!(before.is_none_or(|before| before == standing));
    }
    let wins = seen.values().filter(|standing| standing.outcome == Outcome::Win).count();
    assert_eq!((seen.len(), wins, seen.len() - wins), (13_855, 5853, 8002));
    assert_eq!(told(&game).1, "win in 11");
}

/// Published numbers count a bar once, whoever moves; the empty bar is among
/// them, a win in 0 for who did not eat the last square.
#[test]
fn published_chomp() {
    let game = Chomp { rows: 8, columns: 8 };
    let solved = solved(&game);
    let mut bars = HashMap::new();
    for ((_, bar), standing) in solved.iter() {
        let before = bars.insert(*bar, standing);
        assert!(before.is_none_or(|before| before == standing));
    }
    let losses = bars.values().filter(|standing| standing.outcome == Outcome::Loss).count();
    assert_eq!((bars.len(), losses), (12_870, 322));
    assert_eq!(told(&game).1, "win in 16");
}

/// Published numbers count both players as the first to move.
#[test]
fn published_toads_and_frogs() {
    let game = ToadsAndFrogs { start: [3, 3, 3] };
    let (first, strip) = game.start();
    let roots = [(first, strip.clone()), (first.other(), strip)];
    let solved = hashed::solve(&game, roots, &mut Meter::default());
    assert_eq!(solved.expect("no limit is near").positions(), 1638);
}
