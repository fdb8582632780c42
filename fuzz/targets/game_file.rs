//! Law: no text makes the game-file reader panic, and a game that loads can be
//! shown and solved within limits.
#![no_main]

use libfuzzer_sys::fuzz_target;
use perfectplay::{Limits, Meter};

fuzz_target!(|text: &str| {
    // Files that a game file names are not part of this law.
    if text.contains("-file") {
        return;
    }
    let Ok(mut game) = perfectplay::parse(text) else { return };
    let start = game.start();
    assert_eq!(game.canonical(&start).as_ref(), Ok(&start));
    assert!(!game.rules().is_empty());
    let _ = game.draw(&start);
    let limits = Limits { effort: 200_000, memory: 64 << 20, ..Limits::default() };
    let _ = game.evaluate(&start, &mut Meter::new(limits));
});
