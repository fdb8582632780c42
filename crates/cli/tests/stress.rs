//! Programs with planted faults are found and shrunk; right ones are not
//! accused.

use std::path::Path;
use std::process::{Command, Output};

fn perfectplay(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_perfectplay")).args(args).output().expect("it starts")
}

fn program(ruleset: &str, fault: &str) -> String {
    let name = format!("tests/programs/{}.py", ruleset.replace('-', "_"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    format!("python3 '{}' {fault}", path.display())
}

fn stress(ruleset: &str, fault: &str, cases: &str) -> (Option<i32>, String) {
    let program = program(ruleset, fault);
    let output = perfectplay(&[
        "stress",
        ruleset,
        "--program",
        &program,
        "--cases",
        cases,
        "--size",
        "4",
        "--time",
        "20",
    ]);
    let mut told = String::from_utf8_lossy(&output.stdout).into_owned();
    told.push_str(&String::from_utf8_lossy(&output.stderr));
    (output.status.code(), told)
}

const CONTESTS: [&str; 5] =
    ["smart-boy", "interval-game-2", "combination-lock", "superglue", "final-stage"];

#[test]
fn law_a_right_program_is_not_accused() {
    for ruleset in CONTESTS {
        let (status, told) = stress(ruleset, "right", "60");
        assert_eq!(status, Some(0), "{ruleset}: {told}");
        assert!(told.starts_with("right on all 60 instances"), "{told}");
    }
}

#[test]
fn law_planted_faults_are_found_and_shrunk() {
    for ruleset in CONTESTS {
        for fault in ["off-by-one", "as-read-wrongly"] {
            let (status, told) = stress(ruleset, fault, "2000");
            assert_eq!(status, Some(4), "{ruleset} {fault}: {told}");
            assert!(told.starts_with("WRONG on instance"), "{told}");
            // Shrunk: nobody wants to look at more than this.
            let input = told.split("input").nth(1).and_then(|rest| rest.split("expected").next());
            let tokens = input.map_or(0, |input| input.split_whitespace().count());
            assert!((1..=16).contains(&tokens), "{ruleset} {fault}: {told}");
        }
    }
}

#[test]
fn law_programs_that_break_are_told_from_wrong_ones() {
    let told = |program: &str| {
        let output = perfectplay(&["stress", "superglue", "--program", program, "--time", "0.3"]);
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (status, said) = told("sh -c 'echo help >&2; exit 3'");
    assert_eq!(status, Some(4));
    assert!(said.contains("no answer: exit status 3") && said.contains("help"), "{said}");
    let (status, said) = told("sleep 60");
    assert_eq!(status, Some(4));
    assert!(said.contains("no answer in time"), "{said}");
    for program in ["./no-such-program", "no-such-program", "'open"] {
        let output = perfectplay(&["stress", "superglue", "--program", program]);
        assert_eq!(output.status.code(), Some(2), "{program}");
    }
    // What a program leaves running is not waited for.
    let began = std::time::Instant::now();
    let (status, _) = told("sh -c 'sleep 97 & exit 0'");
    assert_eq!(status, Some(4));
    assert!(began.elapsed() < std::time::Duration::from_secs(60));
}
