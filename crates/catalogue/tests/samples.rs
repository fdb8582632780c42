//! Random inputs of the contest problems, and all that is smaller, are legal.

use perfectplay_catalogue::instance::Rng;
use perfectplay_catalogue::{NoWitness, Tokens, rulesets};
use perfectplay_game::Meter;

fn answer(run: perfectplay_catalogue::ContestRun, input: &str) -> String {
    let mut reader = input.as_bytes();
    let mut tokens = Tokens::new(&mut reader);
    let mut output = Vec::new();
    run(&mut tokens, &mut output, &mut Meter::default(), &mut NoWitness)
        .unwrap_or_else(|error| panic!("{error} in\n{input}"));
    String::from_utf8(output).expect("text")
}

#[test]
fn law_samples_and_all_that_is_smaller_are_legal() {
    for ruleset in rulesets() {
        let Some(contest) = ruleset.contest else { continue };
        let mut dice = Rng::with_seed(7);
        for size in 1..60 {
            let mut instance = (contest.sample)(&mut dice, size % 12 + 1);
            let mut steps = 0;
            // A random walk down ends: everything smaller is smaller.
            loop {
                let input = instance.input();
                let told = answer(contest.run, &input);
                if let Some(case) = instance.case() {
                    let twice = format!("2\n{case}{case}");
                    assert_eq!(answer(contest.run, &twice), format!("{told}{told}"));
                }
                assert_eq!(instance.again().input(), input);
                let smaller = instance.smaller();
                let Some(next) = dice.choice(&smaller) else { break };
                instance = next.again();
                steps += 1;
                assert!(steps < 20_000, "no end at {input}");
            }
        }
    }
}
