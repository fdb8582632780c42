//! What the tests of all rulesets share.
#![allow(dead_code)]

pub(crate) mod mutate;

use std::fs;
use std::path::Path;

use perfectplay_analysis::Analysis;
use perfectplay_catalogue::{ContestError, Description, NoWitness, Tokens, Witness, ruleset};
use perfectplay_game::{Meter, Player};

/// Runs a contest problem on a text.
pub(crate) fn contest(name: &str, input: &str) -> Result<String, ContestError> {
    let contest = ruleset(name).and_then(|ruleset| ruleset.contest).expect("a contest ruleset");
    let mut output = Vec::new();
    let mut tokens = Tokens::new(input.as_bytes());
    (contest.run)(&mut tokens, &mut output, &mut Meter::default(), &mut NoWitness)?;
    Ok(String::from_utf8(output).expect("ASCII output"))
}

/// The winners that a contest run shows to its witness, each evaluated anew
/// from the game file and the position.
pub(crate) fn witnessed_winners(name: &str, input: &str) -> Vec<Option<Player>> {
    #[derive(Default)]
    struct Evaluates {
        game: Option<Box<dyn Analysis>>,
        winners: Vec<Option<Player>>,
    }

    impl Witness for Evaluates {
        fn looks(&self) -> bool {
            true
        }

        fn game(&mut self, file: &str) -> Result<(), ContestError> {
            self.game = Some(Description::parse("shown", file)?.load()?);
            Ok(())
        }

        fn answer(&mut self, position: Option<&str>) -> Result<(), ContestError> {
            let game = self.game.as_mut().expect("a game before answers");
            let position = position.map_or_else(|| game.start(), str::to_owned);
            let report = game.evaluate(&position, &mut Meter::default()).expect("a position");
            self.winners.push(report.winner);
            Ok(())
        }
    }

    let contest = ruleset(name).and_then(|ruleset| ruleset.contest).expect("a contest ruleset");
    let mut witness = Evaluates::default();
    let mut tokens = Tokens::new(input.as_bytes());
    (contest.run)(&mut tokens, &mut Vec::new(), &mut Meter::default(), &mut witness)
        .expect("good input");
    witness.winners
}

/// Runs every `*.in` of tests/cases/NAME and compares with its `*.out`.
pub(crate) fn run_cases(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(name);
    let mut inputs: Vec<_> = fs::read_dir(&folder)
        .expect("a folder of cases")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "in"))
        .collect();
    inputs.sort();
    assert!(!inputs.is_empty(), "no cases in {}", folder.display());
    for path in inputs {
        let input = fs::read_to_string(&path).expect("a case");
        let wanted = fs::read_to_string(path.with_extension("out")).expect("its output");
        let found = contest(name, &input).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let tokens = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(tokens(&found), tokens(&wanted), "{}", path.display());
        // Other line ends and a missing last newline change nothing.
        for ends in ["\r\n", "\r", "\t\n\n "] {
            let again = contest(name, &input.trim_end().replace('\n', ends)).expect("an answer");
            assert_eq!(again, found, "{} with other line ends", path.display());
        }
    }
}

/// The error that a contest input ends with.
pub(crate) fn contest_error(name: &str, input: &str) -> String {
    contest(name, input).expect_err(input).to_string()
}

/// The error that a game file ends with.
pub(crate) fn load_error(text: &str) -> String {
    match Description::parse("game.toml", text).and_then(|description| description.load()) {
        Ok(_) => panic!("this loads: {text}"),
        Err(error) => error.to_string(),
    }
}
