//! The arrows between the crates: each may use only those below it.

use std::fs;
use std::path::Path;

/// The crates of a manifest's `[dependencies]` that belong to this workspace.
fn uses(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("Cargo.toml");
    let text = fs::read_to_string(path).expect("a manifest");
    let dependencies = text.split("[dependencies]").nth(1).expect("dependencies");
    let dependencies = dependencies.split("\n[").next().unwrap_or_default();
    dependencies
        .lines()
        .filter_map(|line| line.split(['.', ' ', '=']).next())
        .filter(|name| name.starts_with("perfectplay"))
        .map(|name| name.trim_start_matches("perfectplay-").to_owned())
        .collect()
}

#[test]
fn law_arrows_run_downward_only() {
    let allowed: &[(&str, &[&str])] = &[
        ("game", &[]),
        // The checker knows the rules alone, never a theory.
        ("proof", &["game"]),
        // Solved games on disk are bytes.
        ("store", &[]),
        // Patterns in tables: it knows no game and no solver.
        ("discover", &["game"]),
        ("analysis", &["game", "proof"]),
        // No theory knows a concrete game, nor how answers are shown; it may say
        // what a certificate of its answer holds.
        ("theories", &["game", "proof"]),
        ("tabulate", &["game", "proof", "store", "analysis", "theories"]),
        ("catalogue", &["game", "proof", "analysis", "theories", "tabulate"]),
        // Rules that people write themselves: the interpreter is known to it alone.
        ("script", &["game", "proof", "analysis", "theories", "tabulate", "catalogue"]),
        ("workbench", &["game", "analysis", "catalogue"]),
        (
            "perfectplay",
            &[
                "game",
                "proof",
                "store",
                "analysis",
                "theories",
                "tabulate",
                "catalogue",
                "script",
                "discover",
                "workbench",
            ],
        ),
        // Front ends know the facade alone.
        ("cli", &["perfectplay"]),
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let crates = fs::read_dir(folder).expect("crates").count();
    assert_eq!(crates, allowed.len(), "every crate has its row here");
    for &(name, below) in allowed {
        for used in uses(name) {
            assert!(below.contains(&used.as_str()), "{name} must not use {used}");
        }
    }
}
