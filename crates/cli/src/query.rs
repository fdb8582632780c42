use perfectplay::Source;

use crate::args::QueryArgs;
use crate::failure::{Failure, stopped};
use crate::solve;
use crate::work::Work;

/// Answers a position from the values that were kept.
pub(crate) fn run(args: &QueryArgs) -> Result<(), Failure> {
    let mut analysis = Source::open_kept(&args.folder)?;
    let position = args.position.clone().unwrap_or_else(|| analysis.start());
    let work = Work::start("positions");
    let mut meter = work.meter(args.limits.limits());
    let report = analysis
        .evaluate(&position, &mut meter)
        .map_err(|error| Failure::unanswered(&position, error))?;
    drop(work);
    if report.evaluation.outcome.exact().is_none() {
        return Err(Failure::Usage(format!(
            "{} is not among the positions that play from the solved one comes to",
            report.position
        )));
    }
    solve::print(&report, None, args.json)?;
    stopped(report.stopped)
}
