//! Rules files on the command line: kept games survive a kill, strangers'
//! rules are held by the system, mistakes are told.
#![cfg(feature = "scripts")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn game(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(name).display().to_string()
}

fn perfectplay(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_perfectplay")).args(args).output().expect("it starts")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A rules file of its own.
fn rules(folder: &Path, text: &str) -> String {
    let path: PathBuf = folder.join("rules.star");
    fs::write(&path, text).expect("written");
    path.display().to_string()
}

/// Every value of the game, from its start.
fn labels(output: &Output) -> Vec<serde_json::Value> {
    let all: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    all["labels"].as_array().expect("labels").clone()
}

#[test]
fn law_a_kill_at_any_moment_loses_nothing_that_was_finished() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("kept").display().to_string();
    let game = game("connect-four.star");
    let run = ["solve", &game, "--set", "h=4", "--store", &folder, "--all", "--json"];
    let mut pieces = 0;
    for round in 1..12u64 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
            .args(run)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        std::thread::sleep(Duration::from_millis(37 * round % 401 + 20));
        child.kill().expect("killed");
        child.wait().expect("ended");
        // What was there is there.
        let now = fs::read_dir(&folder).map_or(0, |files| {
            files
                .filter_map(Result::ok)
                .filter(|file| file.file_name().to_string_lossy().starts_with("log-"))
                .filter(|file| file.path().extension().is_none())
                .count()
        });
        assert!(now >= pieces, "{now} pieces after {pieces}");
        pieces = now;
    }
    let kept = perfectplay(&run);
    assert!(kept.status.success(), "{}", err(&kept));
    let fresh = perfectplay(&["solve", &game, "--set", "h=4", "--all", "--json"]);
    assert_eq!(labels(&kept), labels(&fresh));
    // Asked for later, without solving.
    for label in labels(&fresh).iter().step_by(20_011) {
        let position = label["what"].as_str().expect("a position");
        let asked = perfectplay(&["query", &folder, position, "--json"]);
        assert!(asked.status.success(), "{}", err(&asked));
        let told: serde_json::Value = serde_json::from_slice(&asked.stdout).expect("JSON");
        assert_eq!(told["evaluation"], label["evaluation"], "{position}");
    }
}

#[test]
fn law_a_folder_keeps_one_game() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("kept").display().to_string();
    let chomp = game("chomp.star");
    let kept = perfectplay(&["solve", &chomp, "--store", &folder]);
    assert!(kept.status.success(), "{}", err(&kept));
    let other = perfectplay(&["solve", &game("wythoff.star"), "--store", &folder]);
    assert_eq!(other.status.code(), Some(2));
    assert!(err(&other).contains("keeps another game"), "{}", err(&other));
    let outside = perfectplay(&["query", &folder, "(9, 9)"]);
    assert_eq!(outside.status.code(), Some(2), "{}", out(&outside));
    let nothing = perfectplay(&["query", &place.path().display().to_string()]);
    assert_eq!(nothing.status.code(), Some(2));
    let built_in = game("smart-boy-aba.toml");
    let refused = perfectplay(&[
        "solve",
        &built_in,
        "--store",
        &place.path().join("b").display().to_string(),
    ]);
    assert_eq!(refused.status.code(), Some(2), "{}", out(&refused));
}

#[test]
fn law_rules_without_end_are_stopped() {
    let place = tempfile::tempdir().expect("a folder");
    let endless = rules(
        place.path(),
        "def start():\n    return 0\n\ndef options(p):\n    return [(1, p + 1), (2, p + 2)]\n",
    );
    let limited = perfectplay(&["solve", &endless, "--max-positions", "1000"]);
    assert_eq!(limited.status.code(), Some(3), "{}", err(&limited));
    assert!(err(&limited).contains("--max-positions"), "{}", err(&limited));
    let limited = perfectplay(&["solve", &endless, "--effort", "10000"]);
    assert_eq!(limited.status.code(), Some(3), "{}", err(&limited));
    let limited = perfectplay(&["solve", &endless, "--memory", "16M"]);
    assert_eq!(limited.status.code(), Some(3), "{}", err(&limited));
    let began = Instant::now();
    let held = perfectplay(&["solve", &endless, "--sandbox", "1", "--memory", "64G"]);
    assert_eq!(held.status.code(), Some(3), "{}", err(&held));
    assert!(err(&held).contains("--sandbox"), "{}", err(&held));
    assert!(began.elapsed() < Duration::from_secs(60));
    let inside = perfectplay(&["solve", &game("chomp.star"), "--sandbox"]);
    assert!(inside.status.success(), "{}", err(&inside));
    assert_eq!(out(&inside).lines().next(), Some("First wins."));
}

#[test]
fn law_mistakes_in_rules_are_bad_input() {
    let place = tempfile::tempdir().expect("a folder");
    for (text, told) in [
        ("def start():\n    return 1\n", "options"),
        ("def start(:\n", "rules.star:1"),
        ("def start():\n    return 1.5\n\ndef options(p):\n    return []\n", "1.5"),
        ("def start():\n    return 1\n\ndef options(p):\n    return [p[0]]\n", "rules.star:5"),
        ("def start():\n    return 1\n\ndef options(p):\n    return 7\n", "7"),
    ] {
        let path = rules(place.path(), text);
        let output = perfectplay(&["solve", &path]);
        assert_eq!(output.status.code(), Some(2), "{text}{}", err(&output));
        assert!(err(&output).contains(told), "{text}{}", err(&output));
    }
    let unknown = perfectplay(&["solve", &game("chomp.star"), "--set", "size=3"]);
    assert_eq!(unknown.status.code(), Some(2));
    let position = perfectplay(&["solve", &game("chomp.star"), "--position", "(4, oops"]);
    assert_eq!(position.status.code(), Some(2), "{}", out(&position));
}

#[test]
fn law_a_certificate_of_other_rules_is_refused() {
    let place = tempfile::tempdir().expect("a folder");
    let file = place.path().join("chase.cert").display().to_string();
    let chase = game("chase.star");
    let made = perfectplay(&["solve", &chase, "--certificate", &file, "--check"]);
    assert!(made.status.success(), "{}", err(&made));
    let confirmed = perfectplay(&["verify", &chase, &file]);
    assert!(confirmed.status.success(), "{}", err(&confirmed));
    let other = perfectplay(&["verify", &chase, &file, "--set", "trees=[]"]);
    assert_eq!(other.status.code(), Some(4), "{}{}", out(&other), err(&other));
}

#[test]
fn law_a_sweep_that_was_cut_short_goes_on() {
    let place = tempfile::tempdir().expect("a folder");
    let table = place.path().join("table.csv");
    let name = table.display().to_string();
    let run = |out: &str| {
        let wythoff = game("wythoff.star");
        perfectplay(&[
            "sweep", &wythoff, "--vary", "a=0..12", "--vary", "b=0..12", "--value", "grundy",
            "--out", out,
        ])
    };
    let whole = run(&name);
    assert!(whole.status.success(), "{}", err(&whole));
    let text = fs::read_to_string(&table).expect("a table");
    assert_eq!(text.lines().count(), 170);
    assert!(text.contains("\n1,2,0\n") && text.contains("\n3,5,0\n"), "{text}");
    // As a kill would have left it: half a line at the end.
    let again = place.path().join("again.csv");
    let name = again.display().to_string();
    let cut = text.len() / 2;
    let first = run(&name);
    assert!(first.status.success());
    fs::rename(&again, place.path().join("again.csv.partial")).expect("moved");
    fs::write(place.path().join("again.csv.partial"), &text[..cut]).expect("cut");
    // Without a word of what it is, it is not believed.
    let refused = run(&name);
    assert_eq!(refused.status.code(), Some(2), "{}", out(&refused));
    fs::remove_file(place.path().join("again.csv.partial")).expect("removed");
    let anew = run(&name);
    assert!(anew.status.success(), "{}", err(&anew));
    assert_eq!(fs::read_to_string(&again).expect("a table"), text);
}

#[test]
fn law_programs_are_tested_on_games_of_ones_own() {
    let place = tempfile::tempdir().expect("a folder");
    let take = rules(
        place.path(),
        "n = parameter(\"n\", 10, \"stones\", least = 0)\nmost = parameter(\"most\", 3, \"at a time\", least = 1)\n\
         def start():\n    return n\n\n\
         def options(p):\n    return [(k, p - k) for k in range(1, min(most, p) + 1)]\n",
    );
    let test = |formula: &str| {
        let program = format!(
            "python3 -c \"n, m = int(input()), int(input()); print('First' if {formula} else 'Second')\""
        );
        perfectplay(&[
            "stress",
            &take,
            "--program",
            &program,
            "--vary",
            "n=0..40",
            "--vary",
            "most=1..6",
            "--cases",
            "60",
            "--time",
            "20",
        ])
    };
    let right = test("n % (m + 1)");
    assert!(right.status.success(), "{}{}", out(&right), err(&right));
    let wrong = test("n % (m + 1) or n >= 6");
    assert_eq!(wrong.status.code(), Some(4), "{}{}", out(&wrong), err(&wrong));
    let bot = |choice: &str| {
        // Take's position is a number; moves come and go as numbers.
        let text = format!(
            "import sys\nseat = input()\nn = int(input())\nmine = seat == 'first'\n\
             while n > 0:\n    if mine:\n        k = {choice}\n        print(k, flush=True)\n\
             \x20   else:\n        k = int(input())\n    n -= k\n    mine = not mine\n"
        );
        let path = place.path().join("bot.py");
        fs::write(&path, text).expect("written");
        let program = format!("python3 '{}'", path.display());
        perfectplay(&["referee", &take, "--program", &program, "--games", "5", "--time", "20"])
    };
    let perfect = bot("n % 4 or 1");
    assert!(perfect.status.success(), "{}{}", out(&perfect), err(&perfect));
    assert!(out(&perfect).contains("5 games won, 0 lost"), "{}", out(&perfect));
    let careless = bot("1");
    assert_eq!(careless.status.code(), Some(4), "{}{}", out(&careless), err(&careless));
    assert!(
        out(&careless).starts_with("GAVE AWAY a win for a loss in game 1"),
        "{}",
        out(&careless)
    );
    let illegal = bot("n + 1");
    assert!(out(&illegal).starts_with("NO LEGAL MOVE in game 1"), "{}", out(&illegal));
}

#[test]
fn regression_play_says_what_is_so_where_nobody_can_force_a_win() {
    let game = game("chase.star");
    let mut child = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
        .args(["play", &game, "--search"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let commands = "hint\noptions\nwhy 1,2\nwhy 2,1\n";
    child.stdin.take().expect("an input").write_all(commands.as_bytes()).expect("written");
    let text = out(&child.wait_with_output().expect("ended"));
    for says in [
        "1,2: draw to tie",
        "* 1,2  draw to tie for First",
        "1,2 is a draw or a tie for First",
        "2,1 gives it away: a loss for First, where a draw was to be had",
    ] {
        assert!(text.contains(says), "{says} is missing in\n{text}");
    }
    assert!(!text.contains("within the limits"), "{text}");
}
