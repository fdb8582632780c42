//! Law: no text makes a position's parser panic, and what it takes it writes
//! back to the same position.
#![no_main]

use libfuzzer_sys::fuzz_target;
use perfectplay::{Limits, Meter};

const GAMES: [&str; 7] = [
    "game = \"smart-boy\"\nwords = [\"aba\", \"abac\"]",
    "game = \"superglue\"\nrows = 2\ncolumns = 4\nchips = [[1, 1], [2, 3]]",
    "game = \"interval-game-2\"\nintervals = [[1, 4], [2, 5], [4, 7], [5, 8]]",
    "game = \"final-stage\"\nturns = [[1, 3], [1, 2], [3, 4], [1, 2]]\nstones = 7",
    "game = \"combination-lock\"\nstart = \".=.\"\nforbidden = [\"...\", \"==.\"]",
    "game = \"geography\"\ngraph = \"petersen\"\nstart = \"0\"",
    "game = \"edge-geography\"\ngrid = \"2x3\"\nstart = \"1,1\"",
];

fuzz_target!(|data: &[u8]| {
    let Some((which, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let Ok(mut game) = perfectplay::parse(GAMES[usize::from(*which) % GAMES.len()]) else {
        return;
    };
    let Ok(position) = game.canonical(text) else { return };
    assert_eq!(game.canonical(&position).as_ref(), Ok(&position));
    let limits = Limits { effort: 200_000, memory: 64 << 20, ..Limits::default() };
    let report = game.evaluate(&position, &mut Meter::new(limits)).expect("a legal position");
    for option in report.options.iter().take(4) {
        assert_eq!(game.play(&position, &option.chosen).as_ref(), Ok(&option.position));
    }
});
