//! Work in a process of its own, whose memory and time the operating system
//! limits: an interpreter's own limits are no wall against rules that were
//! written to break it.

use std::process::ExitCode;

use crate::args::Command;

/// Says to the process started that it is the one.
const INSIDE: &str = "PERFECTPLAY_SANDBOXED";

/// Memory beyond that of tables: the program itself and its stacks.
const OWN: u64 = 512 << 20;

struct Limits {
    seconds: u64,
    memory: u64,
}

/// The limits that a command asks for.
fn limits(command: &Command) -> Option<Limits> {
    let (sandbox, memory) = match command {
        Command::Solve(args) => (args.game.sandbox, args.limits.limits().memory),
        Command::Verify(args) => (args.game.sandbox, args.limits.limits().memory),
        Command::Play(args) => (args.game.sandbox, args.limits.limits().memory),
        Command::Query(args) => (args.sandbox, args.limits.limits().memory),
        Command::Show(args) => (args.game.sandbox, OWN),
        Command::Discover(args) => (args.game.sandbox, args.limits.limits().memory),
        Command::Sweep(args) => (args.game.sandbox, args.limits.limits().memory),
        Command::Stress(args) => (args.game.sandbox, args.limits.limits().memory),
        Command::Referee(args) => (args.game.sandbox, args.limits.limits().memory),
        Command::Contest(_)
        | Command::Games(_)
        | Command::Prove(_)
        | Command::Table(_)
        | Command::Period(_)
        | Command::Identify(_) => return None,
    };
    sandbox.sandbox.map(|seconds| Limits { seconds, memory: memory.saturating_add(OWN) })
}

/// Where a command asks for it: in the process started, takes on the limits;
/// else starts it, and gives the exit status of this one.
pub(crate) fn enter(command: &Command) -> Option<ExitCode> {
    let limits = limits(command)?;
    if std::env::var_os(INSIDE).is_some() { take_on(&limits) } else { Some(start(&limits)) }
}

fn complain(what: &str, status: u8) -> ExitCode {
    // Nobody is left to tell if this fails.
    let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("{what}\n").as_bytes());
    ExitCode::from(status)
}

#[cfg(not(unix))]
fn start(_limits: &Limits) -> ExitCode {
    complain("error: --sandbox needs limits that this system does not offer", 2)
}

#[cfg(not(unix))]
fn take_on(limits: &Limits) -> Option<ExitCode> {
    Some(start(limits))
}

/// Limits that nothing in this process can raise again; no file can grow past
/// a certificate's size or be opened by the hundred.
#[cfg(unix)]
fn take_on(limits: &Limits) -> Option<ExitCode> {
    use rlimit::Resource;
    let set = [
        (Resource::AS, limits.memory),
        (Resource::CPU, limits.seconds),
        (Resource::CORE, 0),
        (Resource::NOFILE, 64),
    ];
    for (resource, most) in set {
        if let Err(error) = resource.set(most, most) {
            return Some(complain(&format!("error: the limits of --sandbox: {error}"), 1));
        }
    }
    None
}

#[cfg(unix)]
fn start(limits: &Limits) -> ExitCode {
    use std::os::unix::process::ExitStatusExt;
    let started = std::env::current_exe().and_then(|program| {
        std::process::Command::new(program)
            .args(std::env::args_os().skip(1))
            .env(INSIDE, "1")
            .status()
    });
    let status = match started {
        Ok(status) => status,
        Err(error) => return complain(&format!("error: --sandbox: {error}"), 1),
    };
    match (status.code(), status.signal()) {
        (Some(code), _) => ExitCode::from(u8::try_from(code).unwrap_or(1)),
        // Killed: by the processor's time, or out of memory.
        (None, _) => complain(
            &format!(
                "stopped: the work passed {} seconds of processor time or {} bytes of memory \
                 (raise them with --sandbox and --memory)",
                limits.seconds, limits.memory
            ),
            3,
        ),
    }
}
