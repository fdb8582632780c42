//! Law: no bytes make a contest reader panic, and it answers or says why not
//! within limits.
#![no_main]

use libfuzzer_sys::fuzz_target;
use perfectplay::{Limits, Meter, NoWitness, Tokens, rulesets};

fuzz_target!(|data: &[u8]| {
    let Some((which, input)) = data.split_first() else { return };
    let contests: Vec<_> = rulesets().iter().filter_map(|ruleset| ruleset.contest).collect();
    let contest = contests[usize::from(*which) % contests.len()];
    let limits = Limits { effort: 200_000, memory: 64 << 20, ..Limits::default() };
    let mut output = Vec::new();
    let _ = (contest.run)(
        &mut Tokens::new(input),
        &mut output,
        &mut Meter::new(limits),
        &mut NoWitness,
    );
    assert!(output.is_ascii());
});
