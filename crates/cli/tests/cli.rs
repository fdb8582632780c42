//! The command line: exit statuses, streams, JSON, play.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const ABA: &str = "../../games/smart-boy-aba.toml";
const FIVE: &str = "../../games/superglue-five.toml";

fn run_with(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    // A program that ends early closes its input.
    let _ = child.stdin.take().expect("standard input").write_all(input.as_bytes());
    child.wait_with_output().expect("an end")
}

fn run(args: &[&str]) -> Output {
    run_with(args, "")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

#[test]
fn law_numbers_in_a_certificate_make_no_work_past_the_limits() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("huge.txt");
    let text = "perfectplay certificate 1 text\n\"heap-sum\" \"nim\" \"3 5 6\" \"loss\" 1 0\n\
                \"options\"\n4294967296 3894026658186525023\n\"state\" 0 1 1 1\n";
    std::fs::write(&path, text).expect("written");
    let output = run(&["verify", "nim", path.to_str().expect("a name")]);
    assert_eq!(output.status.code(), Some(3), "{}", err(&output));
    assert!(err(&output).contains("--memory"), "{}", err(&output));
}

#[test]
fn law_parquet_is_written_to_a_file_alone() {
    for (args, says) in [
        (&["table", "kayles", "--form", "parquet"][..], "name a file with --out"),
        (&["table", "kayles", "--form", "parquet", "--json"], "leave out --json"),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(err(&output).contains(says), "{}", err(&output));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("kayles.parquet");
    let path = path.to_str().expect("a name");
    let output = run(&["table", "kayles", "--form", "parquet", "--out", path]);
    if cfg!(feature = "parquet") {
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        let bytes = std::fs::read(path).expect("a file");
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    } else {
        assert_eq!(output.status.code(), Some(2));
        assert!(err(&output).contains("--features parquet"), "{}", err(&output));
    }
}

/// A table and its picture in one file, and a sweep of nothing.
#[test]
fn sweeps_leave_no_half_of_anything() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table.csv");
    let path = path.to_str().expect("a name");
    let sweep = ["sweep", "fibonacci-nim", "--vary", "stones=1..9", "--out", path];
    let output = run(&[&sweep[..], &["--svg", path]].concat());
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    let bad = ["sweep", "superglue", "--vary", "rows=1..9", "--set", "chips=[[1,1],[1,2]]"];
    let output = run(&[&bad[..], &["--vary", "columns=1..9", "--out", path]].concat());
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
    // More threads than rows are not begun.
    let output = run(&[&sweep[..], &["--threads", "99999999999"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
}

/// A file that cannot be written is refused before the work, which is more here than
/// anybody waits for; what stands in its place is left as it is.
#[test]
fn files_are_refused_before_the_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path().join("own.txt");
    std::fs::write(&own, "of somebody's own").expect("written");
    let (own, nowhere) = (own.to_str().expect("a name"), folder.path().join("none/file"));
    let (nowhere, inside) = (nowhere.to_str().expect("a name"), folder.path().to_str());
    let inside = inside.expect("a name");
    let superglue = ["superglue", "--set", "columns=9", "--set", "chips=[[1,1],[9,9]]"];
    for path in [own, nowhere, inside] {
        for args in [
            &["table", "0.6", "--to", "100000000000", "--out", path][..],
            &["period", "0.6", "--to", "100000000000", "--certificate", path],
            &[&["solve"], &superglue[..], &["--set", "rows=9", "--certificate", path]].concat(),
            &[&["sweep"], &superglue[..], &["--vary", "rows=9..9", "--svg", path]].concat(),
        ] {
            let output = run(args);
            assert_eq!(output.status.code(), Some(2), "{args:?}: {}", err(&output));
            assert!(err(&output).contains(path), "{args:?}: {}", err(&output));
        }
    }
    assert_eq!(std::fs::read_to_string(own).expect("a file"), "of somebody's own");
    let left = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 1, "nothing is left beside it");
}

#[test]
fn bad_input_ends_with_status_2_and_the_place() {
    for (args, says) in [
        (&["solve", "no-such-file.toml"][..], "there is no file \"no-such-file.toml\""),
        (&["solve", "smart-boy"], "found no parameter \"words\""),
        (&["solve", "smart-boy", "--set", "words"], "found \"words\", wanted NAME=VALUE"),
        (&["solve", "smart-boy", "--set", "words=[\"aB\"]"], "--> --set:1:8"),
        (&["solve", ABA, "--position", "aab"], "position, column 2"),
        (&["solve", ABA, "--all", "--position", "aab"], "position, column 2"),
        (&["show", ABA, "--position", "?"], "position, column 1"),
        (&["play", ABA, "--position", "?"], "position, column 1"),
        (&["contest", "chess"], "there is no contest \"chess\""),
        (&["contest", "smart-boy"], "token 1 (line 1, column 1): found the end of the input"),
        (&["solve", ABA, "--memory", "4X"], "wanted a number of bytes"),
        (&["solve", ABA, "--effort", "many"], "--effort"),
        (&["frobnicate"], "frobnicate"),
        (&["solve", "."], "."),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", err(&output));
        assert!(err(&output).contains(says), "{args:?}: {}", err(&output));
        assert_eq!(out(&output), "", "{args:?}");
    }
}

#[test]
fn a_limit_ends_with_status_3_and_what_was_proved() {
    let output = run(&["solve", ABA, "--effort", "3", "--json"]);
    assert_eq!(output.status.code(), Some(3));
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["stopped"]["reason"]["effort"]["limit"], 3);
    assert_eq!(json["evaluation"]["outcome"], "unknown");
    assert_eq!(json["winner"], Value::Null);
    let output = run(&["solve", ABA, "--memory", "1"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("raise it with --memory"));
    let output = run(&["solve", ABA, "--all", "--effort", "3"]);
    assert_eq!(output.status.code(), Some(3));
    let output = run_with(&["contest", "smart-boy", "--effort", "3"], "2 aba abac");
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(3), ""));
}

#[test]
fn json_holds_what_the_text_says() {
    let json: Value = serde_json::from_slice(&run(&["solve", ABA, "--json"]).stdout).expect("JSON");
    assert_eq!(json["schema"], "perfectplay/solve/1");
    assert_eq!(json["winner"], "second");
    assert_eq!(json["evaluation"]["value"]["exact"]["own"], 29);
    assert_eq!(json["options"][0]["move"], "c");
    assert_eq!(json["options"][0]["keeps"], true);
    let text = out(&run(&["solve", ABA]));
    assert!(text.starts_with("Second wins."), "{text}");
    assert!(text.contains("First 29 points, Second 35 points"), "{text}");
    assert!(text.contains("* c  loss, 29 points against 35"), "{text}");
    let json: Value =
        serde_json::from_slice(&run(&["solve", ABA, "--all", "--json"]).stdout).expect("JSON");
    assert_eq!(json["schema"], "perfectplay/labels/1");
    assert_eq!(json["labels"].as_array().map(Vec::len), Some(10));
    assert_eq!(json["summary"]["labels"], 10);
    let json: Value = serde_json::from_slice(&run(&["games", "--json"]).stdout).expect("JSON");
    let names: Vec<_> =
        json["rulesets"].as_array().expect("a list").iter().map(|game| &game["name"]).collect();
    assert!(names.contains(&&Value::from("smart-boy")), "{names:?}");
}

#[test]
fn set_overrides_a_file_and_takes_bare_words() {
    let text = out(&run(&["solve", ABA, "--set", "scoring=sum-times-count"]));
    assert!(text.contains("First 12 points, Second 13 points"), "{text}");
    let text = out(&run(&["solve", "smart-boy", "--set", "words=[\"a\"]"]));
    assert!(text.contains("First 2 points, Second 0 points"), "{text}");
}

#[test]
fn a_closed_pipe_is_a_success() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
        .args(["solve", "superglue", "--set", "rows=40", "--set", "columns=40"])
        .args(["--set", "chips=[[1,1],[2,2]]", "--all"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("an end").code(), Some(0));
}

#[test]
fn play_goes_through_a_whole_game() {
    let script = "help\nrules\neval\nhint\noptions\nzz\nb\nwhy\nundo\nundo\nwhy q\nwhy\n\
                  c\ndraw\n+a\n\n";
    let output = run_with(&["play", ABA], script);
    let text = out(&output);
    assert!(output.status.success());
    for says in [
        "c: loss, 29 points against 35",
        "\"zz\" is no legal move here",
        "Second plays a+",
        "b is a loss for First, as with every other move; best was c",
        "best play goes on: Second a+, First +a, Second +c",
        "there is no move of yours to take back",
        "there is no move of yours yet",
    ] {
        assert!(text.contains(says), "{says} is missing in\n{text}");
    }
    let output = run_with(&["play", ABA, "--as", "second"], "+b\nwhy\n");
    assert!(out(&output).contains("First plays c"), "{}", out(&output));
    let script = "1,1>1,2\nglue 5,4\nwhy\nquit\n";
    let text = out(&run_with(&["play", FIVE, "--as", "both"], script));
    assert!(text.contains("glue 5,4 is a win for Second"), "{text}");
}

#[test]
fn play_tells_a_move_that_gives_the_win_away() {
    let chips = "chips=[[1,1],[1,4]]";
    let args = ["play", "superglue", "--set", "rows=1", "--set", "columns=9", "--set", chips];
    let text = out(&run_with(&args, "1,4>1,5\nwhy\nquit\n"));
    assert!(text.contains("gives it away: a loss for First, where a win was to be had"), "{text}");
}

/// The search of a position before these keeps nothing of the options that win.
#[test]
fn regression_play_by_search_moves_to_an_option_that_is_proved() {
    for (game, position, plays) in [
        ("nim", "2 2 6", "6 -> 0"),
        ("nim", "1 2", "2 -> 1"),
        ("wythoff", "6 4", "4 6 -> 3 5"),
        ("kayles", "1 3", "3 -> 1"),
        ("subtract 1,3,4", "1 5", "First"),
    ] {
        let mut args = vec![game];
        args.extend(position.split(' '));
        args.extend(["--search", "--outcome-only"]);
        let solved = out(&run(&[&["solve"], &args[..]].concat()));
        assert!(solved.starts_with("First wins") && solved.contains("options   * "), "{solved}");
        let played =
            out(&run_with(&[&["play"], &args[..], &["--as", "second"]].concat(), "eval\n"));
        assert!(played.contains("First wins: ") && played.contains(plays), "{played}");
        let hinted = out(&run_with(&[&["play"], &args[..]].concat(), "hint\n"));
        assert!(hinted.contains(": win"), "{hinted}");
    }
}

#[test]
fn regression_a_search_stops_at_positions_of_many_options_too() {
    let search = ["--search", "--outcome-only"];
    let args = [&["solve", "kayles", "3000", "--effort", "10"], &search[..]].concat();
    let output = run(&args);
    assert_eq!(output.status.code(), Some(3));
    let text = out(&output);
    assert!(text.contains("stopped at the effort limit of 10"), "{text}");
    let args = [&["solve", "kayles", "3", "--search-table", "4G"], &search[..]].concat();
    let output = run(&args);
    assert_eq!(output.status.code(), Some(3));
    assert!(out(&output).contains("bytes of memory"), "{}", out(&output));
}

#[test]
fn law_misere_play_of_heaps_is_searched_by_deepening() {
    for play in ["play=normal", "play=misere"] {
        let text = out(&run(&["solve", "kayles", "3", "4", "--set", play, "--search"]));
        assert!(text.contains("proof search by deepening"), "{text}");
    }
}

#[test]
fn contest_answers_and_names_mistakes() {
    let output = run_with(&["contest", "superglue"], "10 10 1 1 10 10");
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(0), "Second\n"));
    let output = run_with(&["contest", "smart-boy"], "2\nab\nab\n");
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(0), "Second\n6 8\n"));
    let output = run_with(&["contest", "smart-boy"], "1\nA\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("token 2 (line 2, column 1): found \"A\""));
}

/// A folder of this test's own.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Left by an earlier run, or not there.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn certificates_are_written_verified_refused_and_unreadable() {
    let folder = folder("certificates");
    for (name, form) in [("answer.txt", "text"), ("answer.cert", "binary")] {
        let path = folder.join(name).display().to_string();
        let output = run(&["solve", ABA, "--position", "ab", "--certificate", &path, "--check"]);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        assert!(out(&output).contains("CONFIRMED"), "{}", out(&output));
        let output = run(&["verify", ABA, &path]);
        assert_eq!(output.status.code(), Some(0), "{form}: {}", err(&output));
        assert!(out(&output).starts_with("Second wins from ab"), "{}", out(&output));
        let json: Value =
            serde_json::from_slice(&run(&["verify", ABA, &path, "--json"]).stdout).expect("JSON");
        assert_eq!((json["confirmed"].clone(), json["facts"].clone()), (true.into(), 5.into()));
        // About another game.
        let other = run(&["verify", "../../games/smart-boy-names.toml", &path]);
        assert_eq!(other.status.code(), Some(4), "{form}");
        assert!(err(&other).contains("REFUSED: record 1"), "{}", err(&other));
        let other = run(&["verify", FIVE, &path]);
        assert_eq!(other.status.code(), Some(4), "{form}");
        // Cut short.
        let bytes = std::fs::read(&path).expect("written");
        let cut = folder.join("cut").display().to_string();
        for length in [0, 1, 20, 31, 40, bytes.len() - 1] {
            std::fs::write(&cut, &bytes[..length]).expect("written");
            let output = run(&["verify", ABA, &cut]);
            let status = output.status.code();
            assert!(matches!(status, Some(2 | 4)), "{form} {length}: {}", err(&output));
            assert_eq!(out(&output), "");
        }
    }
    let text = std::fs::read_to_string(folder.join("answer.txt")).expect("written");
    let wrong = folder.join("wrong.txt").display().to_string();
    std::fs::write(&wrong, text.replace("10 22", "11 22")).expect("written");
    let output = run(&["verify", ABA, &wrong]);
    assert_eq!(output.status.code(), Some(4));
    assert!(err(&output).contains("record 6"), "{}", err(&output));
    let output = run(&["verify", ABA, "no-such.cert"]);
    assert_eq!(output.status.code(), Some(2));
    // A limit leaves no half of a certificate under the name.
    let path = folder.join("limited.cert");
    let name = path.display().to_string();
    let output = run(&["solve", ABA, "--certificate", &name, "--effort", "3"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(!path.exists());
}

#[test]
fn contests_certify_and_check_every_answer() {
    let folder = folder("contest");
    let name = folder.display().to_string();
    let input = "2\n2\n1 3\n2 4\n1\n5 6\n";
    let output = run_with(&["contest", "interval-game-2", "--certificates", &name], input);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let plain = run_with(&["contest", "interval-game-2", "--check"], input);
    assert_eq!(out(&plain), out(&output));
    assert!(err(&plain).contains("checked: 2 answers"), "{}", err(&plain));
    for (game, answer) in
        [("game-1.toml", "game-1-answer-1.cert"), ("game-2.toml", "game-2-answer-2.cert")]
    {
        let path = |name: &str| folder.join(name).display().to_string();
        let output = run(&["verify", &path(game), &path(answer)]);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    }
}

#[test]
fn certificates_never_destroy_what_stands_there() {
    let folder = folder("destroy");
    let path = |name: &str| folder.join(name).display().to_string();
    std::fs::write(path("words.txt"), "ab aba").expect("written");
    std::fs::write(path("game.toml"), "game = \"smart-boy\"\nwords-file = \"words.txt\"\n")
        .expect("written");
    for name in ["words.txt", "game.toml"] {
        let before = std::fs::read(path(name)).expect("there");
        let output = run(&["solve", &path("game.toml"), "--certificate", &path(name)]);
        assert_eq!(output.status.code(), Some(2), "{name}: {}", err(&output));
        assert!(err(&output).contains("is no certificate stands there"), "{}", err(&output));
        assert_eq!(std::fs::read(path(name)).expect("there"), before);
    }
    // A certificate may be written anew.
    for _ in 0..2 {
        let output = run(&["solve", &path("game.toml"), "--certificate", &path("a.cert")]);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    }
    let output = run(&["verify", &path("game.toml"), &path("")]);
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    std::fs::write(path("game-1.toml"), "mine").expect("written");
    let output = run_with(&["contest", "smart-boy", "--certificates", &path("")], "1 a");
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    assert_eq!(std::fs::read(path("game-1.toml")).expect("there"), b"mine");
}
