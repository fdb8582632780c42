//! Law: no bytes make the certificate reader or a checker panic, and what is
//! confirmed of a position is what the solver says of it.
#![no_main]

use std::cell::RefCell;

use libfuzzer_sys::fuzz_target;
use perfectplay::{Analysis, Limits, Meter};

/// One small game for each kind of certificate.
const GAMES: [&str; 9] = [
    "game = \"smart-boy\"\nwords = [\"aba\", \"abac\"]",
    "game = \"superglue\"\nrows = 2\ncolumns = 4\nchips = [[1, 1], [2, 3]]\nglue = [[2, 2]]",
    "game = \"interval-game-2\"\nintervals = [[1, 4], [2, 5], [4, 7], [5, 8]]",
    "game = \"final-stage\"\nturns = [[1, 3], [1, 2], [3, 4], [1, 2]]\nstones = 7",
    "game = \"combination-lock\"\nstart = \".=.\"\nforbidden = [\"...\", \"==.\"]",
    "game = \"geography\"\ngraph = \"petersen\"\nstart = \"0\"",
    "game = \"geography\"\ngraph = \"cycle\"\nsize = 5\nstart = \"0\"",
    "game = \"edge-geography\"\ngrid = \"2x3\"\nstart = \"1,1\"",
    "game = \"geography\"\ngraph = \"cycle\"\nsize = 5\nplay = \"misere\"",
];

thread_local! {
    static LOADED: RefCell<Vec<Box<dyn Analysis>>> =
        RefCell::new(GAMES.iter().filter_map(|text| perfectplay::parse(text).ok()).collect());
}

fuzz_target!(|data: &[u8]| {
    let Some((which, certificate)) = data.split_first() else { return };
    LOADED.with_borrow_mut(|games| {
        let count = games.len();
        let game = &mut games[usize::from(*which) % count];
        let limits = Limits { effort: 1_000_000, memory: 64 << 20, ..Limits::default() };
        let Ok(confirmed) = game.verify(&mut &certificate[..], &mut Meter::new(limits)) else {
            return;
        };
        // A claim about one position ends with who wins from where.
        let Some((winner, rest)) = confirmed.claim.split_once(" wins from ") else { return };
        let position = rest.split(", with ").next().unwrap_or(rest);
        if let Ok(report) = game.evaluate(position, &mut Meter::default()) {
            let found = report.winner.map(|player| player.to_string());
            assert_eq!(found.as_deref(), Some(winner), "{}", confirmed.claim);
        }
    });
});
