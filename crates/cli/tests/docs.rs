//! Runs every command that the README and the docs show, and compares what
//! it prints with what they show. Only seconds may differ.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A command of a console block with the output shown for it.
struct Shown {
    command: String,
    output: String,
}

/// The commands of a page's console blocks: lines that start with `$ `, with
/// continuation lines (after a backslash, or to the `END` of a text given
/// along), each followed by its output.
fn shown(page: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let (mut inside, mut continued, mut given) = (false, false, false);
    for line in page.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
            continue;
        }
        if !inside {
            continue;
        }
        if continued || given {
            let last = all.last_mut().expect("a command to continue");
            last.command.push('\n');
            last.command.push_str(line);
        } else if let Some(command) = line.strip_prefix("$ ") {
            all.push(Shown { command: command.to_owned(), output: String::new() });
        } else {
            let last = all.last_mut().expect("output belongs to a command");
            last.output.push_str(line);
            last.output.push('\n');
            continue;
        }
        continued = line.ends_with('\\');
        given = if given { line != "END" } else { line.ends_with("<<'END'") };
    }
    all
}

/// Replaces what differs from run to run: `0.123 s` and `"seconds":0.123`.
fn without_seconds(text: &str) -> String {
    let is_time = |word: &str| {
        let word = word.trim_start_matches('(');
        word.split_once('.').is_some_and(|(whole, part)| {
            part.len() == 3 && (whole.to_owned() + part).bytes().all(|c| c.is_ascii_digit())
        })
    };
    let mut out = String::new();
    for line in text.lines() {
        let mut line = line.to_owned();
        if let Some(at) = line.find("\"seconds\":") {
            let from = at + "\"seconds\":".len();
            let end = line[from..].find([',', '}']).map_or(line.len(), |n| from + n);
            line.replace_range(from..end, "T");
        }
        let words: Vec<&str> =
            line.split(' ').map(|word| if is_time(word) { "T" } else { word }).collect();
        out.push_str(words.join(" ").trim_end());
        out.push('\n');
    }
    out
}

/// An empty folder with the games beside it, as a reader has who keeps files
/// of his own there.
fn workplace(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Left by an earlier run, or not there.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("games")).expect("a folder");
    for entry in fs::read_dir(root().join("games")).expect("games") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name");
        fs::copy(&path, folder.join("games").join(name)).expect("a copy");
    }
    folder
}

fn run(command: &str, folder: &Path) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_perfectplay"));
    let programs = binary.parent().expect("a folder").display().to_string();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap_or_default());
    // The same program, built already.
    let command = command
        .replace("cargo run --release --features scripts --", "perfectplay")
        .replace("cargo run --release --", "perfectplay");
    let done = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {command}")])
        .current_dir(folder)
        .env("PATH", path)
        .output()
        .expect("a shell");
    String::from_utf8(done.stdout).expect("UTF-8")
}

/// Does a command need a build that reads rules files?
fn needs_scripts(page: &Path, command: &str) -> bool {
    page.ends_with("own-games.md") || command.contains(".star") || command.contains("scripts")
}

/// Runs a page's commands: how many there are, and what differs.
fn check(page: &Path) -> (usize, Vec<String>) {
    let text = fs::read_to_string(page).expect("a page");
    let all = shown(&text);
    let folder = workplace(&page.file_stem().expect("a name").to_string_lossy());
    let mut differ = Vec::new();
    for Shown { command, output } in &all {
        if needs_scripts(page, command) && cfg!(not(feature = "scripts")) {
            continue;
        }
        let found = run(command, &folder);
        if without_seconds(&found).trim_end() != without_seconds(output).trim_end() {
            let page = page.display();
            differ.push(format!("{page}: $ {command}\nshown:\n{output}\nprinted:\n{found}"));
        }
    }
    (all.len(), differ)
}

#[test]
fn readme_says_what_happens() {
    let (commands, differ) = check(&root().join("README.md"));
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    assert!(commands >= 3);
}

/// Pages have folders of their own, so that several can be gone through at once.
#[test]
fn docs_say_what_happens() {
    let entries = fs::read_dir(root().join("docs")).expect("a folder");
    let pages = entries.map(|entry| entry.expect("an entry").path());
    let pages: Vec<PathBuf> =
        pages.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect();
    let next = AtomicUsize::new(0);
    let done = Mutex::new((0, Vec::new()));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(page) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (commands, differ) = check(page);
                    let mut done = done.lock().expect("no thread has failed");
                    done.0 += commands;
                    done.1.extend(differ);
                }
            });
        }
    });
    let (commands, differ) = done.into_inner().expect("no thread has failed");
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    assert!(commands > 0);
}

#[test]
fn every_game_file_is_solved() {
    let mut games = 0;
    for entry in fs::read_dir(root().join("games")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let scripted = path.extension().is_some_and(|ending| ending == "star");
        let skipped = scripted && cfg!(not(feature = "scripts"));
        if skipped || path.extension().is_none_or(|ending| ending != "toml" && ending != "star") {
            continue;
        }
        let name = path.display();
        for verb in ["solve", "show"] {
            let done = Command::new(env!("CARGO_BIN_EXE_perfectplay"))
                .args([verb, &path.display().to_string(), "--json"])
                .output()
                .expect("the program");
            assert!(done.status.success(), "{verb} {name}");
            let json: serde_json::Value =
                serde_json::from_slice(&done.stdout).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(json["schema"], format!("perfectplay/{verb}/1"), "{name}");
        }
        games += 1;
    }
    assert!(games > 0);
}
