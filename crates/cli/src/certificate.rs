//! Certificates: written beside an answer, and verified.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::Instant;

use perfectplay::analysis::counted;
use perfectplay::{Analysis, CertifyError, Confirmed, Form, Meter};
use serde_json::json;

use crate::args::VerifyArgs;
use crate::failure::Failure;
use crate::whole::{Replace, Whole};
use crate::work::{self, Work};

/// The form that a file's name asks for.
pub(crate) fn form_of(path: &Path) -> Form {
    match path.extension().is_some_and(|ending| ending == "txt") {
        true => Form::Text,
        false => Form::Binary,
    }
}

/// What is certified.
#[derive(Clone, Copy)]
pub(crate) enum About<'p> {
    /// One position.
    One(&'p str),
    /// All that is labelled, seen from a position.
    All(&'p str),
    /// Every game of the ruleset.
    Theorem,
}

impl About<'_> {
    fn write(
        self,
        analysis: &mut dyn Analysis,
        form: Form,
        meter: &mut Meter,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let (written, position) = match self {
            About::One(position) => (analysis.certify(position, form, meter, out), position),
            About::All(position) => (analysis.certify_all(position, form, meter, out), position),
            About::Theorem => (analysis.certify_theorem(form, meter, out), "*"),
        };
        written.map_err(|error: CertifyError| Failure::uncertified(position, error))
    }
}

/// A certificate that was verified, and what that cost.
pub(crate) struct Checked {
    /// What was confirmed.
    pub(crate) confirmed: Confirmed,
    /// Seconds that it took.
    pub(crate) seconds: f64,
}

/// Opens a file for reading, or says which one cannot be.
pub(crate) fn open(path: &Path) -> Result<File, Failure> {
    let unreadable = |error: io::Error| Failure::Usage(format!("{}: {error}", path.display()));
    if path.is_dir() {
        return Err(unreadable(io::ErrorKind::IsADirectory.into()));
    }
    File::open(path).map_err(unreadable)
}

/// Writes a certificate where it is asked for, and checks it if asked to.
pub(crate) fn write_and_check(
    analysis: &mut dyn Analysis,
    about: About<'_>,
    path: Option<&Path>,
    check: bool,
    meter: &mut Meter,
) -> Result<Option<Checked>, Failure> {
    let Some(path) = path else {
        if !check {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        about.write(analysis, Form::Binary, meter, &mut bytes)?;
        return checked(analysis, &mut &bytes[..], meter).map(Some);
    };
    if check && path.exists() && !path.is_file() {
        // A pipe or a device cannot be read back: checked first, then written.
        let mut bytes = Vec::new();
        about.write(analysis, form_of(path), meter, &mut bytes)?;
        let checked = checked(analysis, &mut &bytes[..], meter)?;
        write_to(path, |out| Ok(out.write_all(&bytes)?))?;
        return Ok(Some(checked));
    }
    write_to(path, |out| about.write(analysis, form_of(path), meter, out))?;
    match check {
        true => checked(analysis, &mut open(path)?, meter).map(Some),
        false => Ok(None),
    }
}

/// Writes a certificate whole or not at all, where nothing stands that is none.
pub(crate) fn write_to(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut file = Whole::begin(path, Replace::Certificates)?;
    fill(file.out())?;
    file.finish()
}

/// Refuses a place where no certificate can be written, before there is one: what
/// takes hours is not to end with that.
pub(crate) fn can_write(path: Option<&Path>) -> Result<(), Failure> {
    match path {
        // Whoever reads a pipe takes its being closed for the end.
        Some(path) if path.exists() && !path.is_file() && !path.is_dir() => Ok(()),
        Some(path) => Whole::begin(path, Replace::Certificates).map(drop),
        None => Ok(()),
    }
}

pub(crate) fn checked(
    analysis: &dyn Analysis,
    certificate: &mut dyn Read,
    meter: &mut Meter,
) -> Result<Checked, Failure> {
    let began = Instant::now();
    let confirmed = analysis.verify(certificate, meter)?;
    Ok(Checked { confirmed, seconds: began.elapsed().as_secs_f64() })
}

/// Bytes in which a claim has to end to be seen for what it is.
const HEAD: u64 = 1 << 16;

/// Verifies a certificate that somebody wrote.
pub(crate) fn verify(args: &VerifyArgs) -> Result<(), Failure> {
    if !args.stretch.is_empty() || args.sample.is_some() {
        return crate::heaps::stretches::verify(args);
    }
    let file = open(&args.certificate)?;
    let unreadable =
        |error: io::Error| Failure::Usage(format!("{}: {error}", args.certificate.display()));
    let mut head = Vec::new();
    (&file).take(HEAD).read_to_end(&mut head).map_err(unreadable)?;
    // What is said of no position needs no board or start.
    let analysis = match claim(&head) {
        Some(claim) if claim.outcome.is_none() && work::has_theorem(&args.game)? => {
            work::load_any(&args.game)?
        }
        Some(claim) => work::load_about(&args.game, &claim.ruleset)?,
        None => work::load(&args.game)?,
    };
    let mut file = head.chain(file);
    let work = Work::start("facts checked");
    let mut meter = work.meter(args.limits.limits());
    let checked = checked(analysis.as_ref(), &mut file, &mut meter)?;
    drop(work);
    confirmed("verify", analysis.as_ref(), checked, args.json)
}

/// What a certificate that begins so claims.
fn claim(head: &[u8]) -> Option<perfectplay::proof::Claim> {
    let claim = perfectplay::proof::open(head)
        .and_then(|mut source| perfectplay::proof::Claim::read(source.as_mut()));
    claim.ok()
}

/// Says what was confirmed.
pub(crate) fn confirmed(
    verb: &str,
    analysis: &dyn Analysis,
    checked: Checked,
    json: bool,
) -> Result<(), Failure> {
    let mut out = work::output();
    let Checked { confirmed: Confirmed { claim, facts }, seconds } = checked;
    if json {
        let object = json!({
            "schema": format!("perfectplay/{verb}/1"),
            "ruleset": analysis.about().name,
            "claim": claim,
            "confirmed": true,
            "facts": facts,
            "seconds": seconds,
        });
        writeln!(out, "{object}")?;
    } else {
        let facts = counted(facts, "facts checked");
        writeln!(out, "{claim}: CONFIRMED, {facts} ({seconds:.3} s)")?;
    }
    Ok(out.flush()?)
}
