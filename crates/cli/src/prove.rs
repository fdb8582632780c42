use crate::args::ProveArgs;
use crate::certificate::{About, can_write, confirmed, write_and_check};
use crate::failure::Failure;
use crate::work::{self, Work};

/// Proves a statement about every game of a ruleset, and believes it only when
/// the certificate is confirmed.
pub(crate) fn run(args: &ProveArgs) -> Result<(), Failure> {
    if !work::has_theorem(&args.game)? {
        let what = "no statement about every game of this ruleset is known";
        return Err(Failure::Usage(what.to_owned()));
    }
    can_write(args.certificate.as_deref())?;
    let mut analysis = work::load_any(&args.game)?;
    let work = Work::start(analysis.about().effort_unit);
    let mut meter = work.meter(args.limits.limits());
    let path = args.certificate.as_deref();
    let checked = write_and_check(analysis.as_mut(), About::Theorem, path, true, &mut meter)?;
    drop(work);
    match checked {
        Some(checked) => confirmed("prove", analysis.as_ref(), checked, args.json),
        None => Ok(()),
    }
}
