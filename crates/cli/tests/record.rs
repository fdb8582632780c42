//! Record runs: begun, stopped, killed, gone on with, and verified.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::Duration;

use tempfile::TempDir;

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_perfectplay"))
}

fn run(args: &[&str]) -> Output {
    program().args(args).output().expect("the program runs")
}

fn text(output: &Output) -> String {
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn folder() -> (TempDir, String) {
    let outer = TempDir::new().expect("a folder");
    let inner = outer.path().join("run").display().to_string();
    (outer, inner)
}

/// A number or a text of the answer in JSON.
fn part(json: &str, name: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(json).expect("JSON");
    let part = value.get(name).or_else(|| value["record"].get(name));
    part.unwrap_or_else(|| panic!("{name} in {json}")).to_string()
}

#[test]
fn a_run_in_pieces_ends_in_the_proof() {
    let (_outer, folder) = folder();
    let period = |more: &[&str]| {
        let mut args = vec!["period", "0.156", "--record", &folder, "--reach", "500"];
        args.extend(more);
        run(&args)
    };
    for to in ["2100", "3000", "3001", "3500"] {
        let output = period(&["--to", to, "--json"]);
        assert_eq!(output.status.code(), Some(0));
        let json = text(&output);
        assert_eq!(part(&json, "known"), "\"none\"", "not proved, not seen");
        assert_eq!(part(&json, "period"), "null");
        let heaps: u64 = to.parse().expect("a number");
        assert_eq!(part(&json, "values"), (heaps + 1).to_string());
    }
    let output = period(&["--to", "3600"]);
    let said = text(&output);
    assert!(said.starts_with("0.156: no period proved, from the values of 3601 heaps."), "{said}");
    let certificate = Path::new(&folder).join("certificate").display().to_string();
    // What was done so far can be verified, and claims no period.
    let output = run(&["verify", "0.156", &certificate]);
    let said = text(&output);
    assert!(
        said.starts_with("the Grundy values of the first 3601 heaps have the digest"),
        "{said}"
    );
    let output = period(&["--check"]);
    assert_eq!(output.status.code(), Some(0));
    let said = text(&output);
    assert!(said.starts_with("0.156: period 349 from heap 3479 on, proved for every heap."));
    assert!(said.contains("CONFIRMED"));
    let output = run(&["verify", "0.156", &certificate]);
    assert!(text(&output).starts_with("g(n + 349) = g(n) for all n >= 3479, and no less will do"));
    // Again: nothing is left to do, and the same is said.
    let before = fs::read(&certificate).expect("a certificate");
    let again = period(&["--json"]);
    assert_eq!(part(&text(&again), "known"), "\"proved\"");
    assert_eq!(fs::read(&certificate).expect("a certificate"), before);
    // Another code, another reach, a folder of something else.
    let other = run(&["period", "0.165", "--record", &folder]);
    assert_eq!(other.status.code(), Some(2));
    let other = run(&["period", "0.156", "--record", &folder, "--reach", "600"]);
    assert_eq!(other.status.code(), Some(2));
    let other = run(&["period", "0.156", "--record", _outer.path().to_str().expect("text")]);
    assert_eq!(other.status.code(), Some(2));
    fs::write(&certificate, b"nothing").expect("written");
    let other = run(&["period", "0.156", "--record", &folder]);
    assert_eq!(other.status.code(), Some(2));
    // A folder where the file should be.
    fs::remove_file(&certificate).expect("removed");
    fs::create_dir(&certificate).expect("a folder");
    let other = run(&["period", "0.156", "--record", &folder]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("take another folder"));
}

#[test]
fn what_no_record_run_is_for_leaves_no_trace() {
    let (_outer, folder) = folder();
    for args in
        [&["0.3"][..], &["nim"], &["0.156", "--reach", "0"], &["0.156", "--reach", "99999999"]]
    {
        let output = run(&[&["period", "--record", &folder], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
    let output = run(&["period", "0.156", "--record", &folder, "--reach", "500"]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn stretches_alone_are_never_said_to_prove_anything() {
    let (_outer, folder) = folder();
    let output = run(&["period", "0.156", "--record", &folder, "--reach", "500"]);
    assert_eq!(output.status.code(), Some(0));
    let certificate = Path::new(&folder).join("certificate").display().to_string();
    for choice in [
        &["--stretch", "1"][..],
        &["--stretch", "2", "--stretch", "1"],
        &["--sample", "3", "--seed", "5"],
        &["--sample", "1000"],
    ] {
        let args =
            |json: &[&'static str]| [&["verify", "0.156", &certificate][..], choice, json].concat();
        let output = run(&args(&[]));
        assert_eq!(output.status.code(), Some(3), "{choice:?}");
        let said = text(&output);
        assert!(!said.contains("CONFIRMED") && said.contains("NOT PROVED: g(n + 349)"), "{said}");
        assert!(said.contains("; the rest is trusted"), "{said}");
        let output = run(&args(&["--json"]));
        assert_eq!(output.status.code(), Some(3));
        assert_eq!(part(&text(&output), "confirmed"), "false");
    }
    // The certificate is right: the question is not.
    for choice in [["--stretch", "1000"], ["--stretch", "0"], ["--sample", "0"]] {
        let none = run(&[&["verify", "0.156", &certificate][..], &choice].concat());
        assert_eq!(none.status.code(), Some(2), "{choice:?}");
    }
    let plain = _outer.path().join("nim.cert").display().to_string();
    let output = run(&["solve", "nim", "3", "5", "--certificate", &plain]);
    assert_eq!(output.status.code(), Some(0));
    let other = run(&["verify", "nim", &plain, "--stretch", "1"]);
    assert_eq!(other.status.code(), Some(2));
    let said = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(said.contains("record runs (heap-record)"), "{said}");
    let other = run(&["verify", "0.356", &certificate, "--stretch", "1"]);
    assert_eq!(other.status.code(), Some(4));
    let other = run(&["verify", "smart-boy", &certificate, "--stretch", "1"]);
    assert_eq!(other.status.code(), Some(2));
}

#[test]
fn a_killed_run_goes_on() {
    let (_outer, folder) = folder();
    let certificate = Path::new(&folder).join("certificate");
    let mut child =
        program().args(["period", "0.106", "--record", &folder]).spawn().expect("the program runs");
    // Long enough for any machine: the first certificate is there within a second.
    let there = (0..3000).any(|_| {
        sleep(Duration::from_millis(50));
        certificate.exists()
    });
    child.kill().expect("killed");
    child.wait().expect("ended");
    assert!(there, "nothing was kept");
    // How far it got, without doing anything.
    let status = |folder: &str, to: &str| {
        let output = run(&["period", "0.106", "--record", folder, "--to", to, "--json"]);
        assert_eq!(output.status.code(), Some(0));
        text(&output)
    };
    let heaps: u64 = part(&status(&folder, "0"), "values").parse().expect("a number");
    assert!(heaps > 1 << 20, "{heaps} heaps");
    let to = (heaps + 70_000).to_string();
    let on = status(&folder, &to);
    assert_eq!(part(&on, "values"), (heaps + 70_001).to_string());
    let whole = Path::new(&folder).with_file_name("whole").display().to_string();
    let fresh = status(&whole, &to);
    assert_eq!(part(&on, "digest"), part(&fresh, "digest"));
    let last = part(&on, "stretches");
    let certificate = certificate.display().to_string();
    let output = run(&["verify", "0.106", &certificate, "--stretch", &last]);
    assert!(text(&output).contains(&format!("stretch {last} of {last} holds")));
}

/// What a run would believe of a record is damaged: no run goes on from it, and no
/// period is said to be proved by it.
#[test]
fn no_run_goes_on_from_a_damaged_record() {
    let (_outer, folder) = folder();
    let period =
        || run(&["period", "0.156", "--record", &folder, "--reach", "500", "--to", "3000"]);
    assert_eq!(period().status.code(), Some(0));
    let certificate = Path::new(&folder).join("certificate");
    let whole = fs::read(&certificate).expect("a certificate");
    for at in (0..whole.len()).step_by(whole.len() / 23) {
        let mut damaged = whole.clone();
        damaged[at] ^= 64;
        fs::write(&certificate, damaged).expect("written");
        let output = period();
        assert_eq!(output.status.code(), Some(2), "byte {at}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("it is damaged") && output.stdout.is_empty(), "{said}");
    }
    fs::write(&certificate, &whole).expect("written");
    assert_eq!(period().status.code(), Some(0));
    // Killed between the certificate and the last of its sums.
    let sums = Path::new(&folder).join("sums");
    let sum = fs::read_to_string(&sums).expect("sums");
    fs::write(&sums, format!("0123456789abcdef\n{sum}")).expect("written");
    assert_eq!(period().status.code(), Some(0));
    fs::remove_file(&sums).expect("removed");
    assert_eq!(period().status.code(), Some(2));
}

#[test]
fn one_run_at_a_time_works_in_a_folder() {
    let (_outer, folder) = folder();
    let period =
        || run(&["period", "0.156", "--record", &folder, "--reach", "500", "--to", "3000"]);
    assert_eq!(period().status.code(), Some(0));
    let other = fs::OpenOptions::new().append(true).open(Path::new(&folder).join("code"));
    let other = other.expect("the file");
    other.lock().expect("a lock");
    let output = period();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("another run is at work there"), "{said}");
    drop(other);
    assert_eq!(period().status.code(), Some(0));
}
