use perfectplay_catalogue::instance::{Instance, Rng};
use perfectplay_game::{Meter, Stop};
use serde::Serialize;

use crate::{Program, ProgramError, Ran};

/// A problem that programs solve: random inputs, and the right answers.
pub trait Problem {
    /// Draws a random input; `size` from 1 grows it slowly.
    ///
    /// # Errors
    ///
    /// None can be drawn: the reason.
    fn sample(&self, dice: &mut Rng, size: u32) -> Result<Box<dyn Instance>, String>;

    /// The right answer to an input.
    ///
    /// # Errors
    ///
    /// It cannot be found: the reason.
    fn answer(&self, input: &str, meter: &mut Meter) -> Result<String, String>;
}

/// How to test a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StressOptions {
    /// How many random instances.
    pub cases: u64,
    /// Seed of the instances: the same seed, the same instances.
    pub seed: u64,
    /// The largest size of an instance.
    pub size: u32,
}

impl Default for StressOptions {
    fn default() -> Self {
        StressOptions { cases: 1000, seed: 1, size: 12 }
    }
}

/// What a test of a program came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stressed {
    /// Instances that the program answered rightly.
    pub passed: u64,
    /// The first failure, shrunk; `None` where there was none.
    pub failure: Option<Failing>,
    /// How often the program was run, shrinking included.
    pub runs: u64,
    /// Why it stopped early, if it did.
    pub stopped: Option<Stop>,
}

/// An input on which a program fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failing {
    /// Which instance it was found with, counted from 1.
    pub case: u64,
    /// The smallest input found.
    pub input: String,
    /// The right answer.
    pub expected: String,
    /// What the program did, in words or its output.
    pub got: Got,
    /// The input it was found with, where shrinking changed it.
    pub found_with: Option<String>,
}

/// What a program did with an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Got {
    /// It printed this.
    Output(String),
    /// It failed: the status, and the end of its standard error.
    Failed {
        /// The status in words.
        status: String,
        /// The end of its standard error.
        errors: String,
    },
    /// It did not end in time.
    TimedOut,
    /// It printed more than any answer is long.
    TooMuch,
}

impl From<Ran> for Got {
    fn from(ran: Ran) -> Self {
        match ran {
            Ran::Output(output) => Got::Output(output),
            Ran::Failed { status, errors } => Got::Failed { status, errors },
            Ran::TimedOut => Got::TimedOut,
            Ran::TooMuch => Got::TooMuch,
        }
    }
}

/// Why a program could not be tested.
#[derive(Debug, thiserror::Error)]
pub enum StressError {
    /// The program cannot be run.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// The truth cannot be found.
    #[error("the right answer to this input was not found: {reason}\n{input}")]
    Truth {
        /// The input.
        input: String,
        /// Why.
        reason: String,
    },
    /// No input can be drawn.
    #[error("{0}")]
    Sample(String),
}

/// Cases that are put to one run of a program where the format allows it.
const TOGETHER: usize = 20;
/// Runs that shrinking may take.
const SHRINKING: u64 = 2000;

/// Runs a program on random instances and compares it with the truth; the
/// first failure is shrunk until nothing smaller fails.
///
/// # Errors
///
/// See [`StressError`]; that the program is wrong is no error.
pub fn stress(
    problem: &dyn Problem,
    program: &Program,
    options: StressOptions,
    meter: &mut Meter,
) -> Result<Stressed, StressError> {
    let mut bench = Bench { problem, program, runs: 0, stopped: None };
    let mut dice = Rng::with_seed(options.seed);
    let mut passed = 0;
    while passed < options.cases {
        let mut batch: Vec<Box<dyn Instance>> = Vec::new();
        while (passed + batch.len() as u64) < options.cases && batch.len() < TOGETHER {
            // Small ones first: what fails early is small.
            let at = passed + batch.len() as u64;
            let size = 1 + at * u64::from(options.size) / options.cases.max(1);
            let instance = problem
                .sample(&mut dice, u32::try_from(size).unwrap_or(u32::MAX))
                .map_err(StressError::Sample)?;
            let alone = instance.case().is_none();
            batch.push(instance);
            if alone {
                break;
            }
        }
        let together = bench.try_together(&batch, meter)?;
        if let Some(stop) = bench.stopped {
            let runs = bench.runs;
            return Ok(Stressed { passed, failure: None, runs, stopped: Some(stop) });
        }
        let Some(failing) = together else {
            passed += batch.len() as u64;
            continue;
        };
        // One of them fails alone, or they fail together only.
        for (nth, instance) in batch.iter().enumerate() {
            let alone = bench.try_input(&instance.input(), meter)?;
            if alone.is_some() {
                let failure = bench.shrink(instance.as_ref(), passed + nth as u64 + 1, meter)?;
                let stopped = bench.stopped;
                let passed = passed + nth as u64;
                return Ok(Stressed { passed, failure: Some(failure), runs: bench.runs, stopped });
            }
        }
        let (input, expected, got) = failing;
        let case = passed + 1;
        let failure = Failing { case, input, expected, got, found_with: None };
        let (runs, stopped) = (bench.runs, bench.stopped);
        return Ok(Stressed { passed, failure: Some(failure), runs, stopped });
    }
    Ok(Stressed { passed, failure: None, runs: bench.runs, stopped: bench.stopped })
}

struct Bench<'b> {
    problem: &'b dyn Problem,
    program: &'b Program,
    runs: u64,
    stopped: Option<Stop>,
}

/// An input, the right answer, and what the program did instead.
type Fails = Option<(String, String, Got)>;

impl Bench<'_> {
    /// `None` where the program is right, or the work was stopped.
    fn try_input(&mut self, input: &str, meter: &mut Meter) -> Result<Fails, StressError> {
        if let Err(stop) = meter.spend(1) {
            self.stopped = Some(stop);
            return Ok(None);
        }
        let expected = self
            .problem
            .answer(input, &mut Meter::default())
            .map_err(|reason| StressError::Truth { input: input.to_owned(), reason })?;
        self.runs += 1;
        let got = self.program.run(input)?;
        Ok(match got {
            Ran::Output(ref output) if same(output, &expected) => None,
            got => Some((input.to_owned(), expected, got.into())),
        })
    }

    fn try_together(
        &mut self,
        batch: &[Box<dyn Instance>],
        meter: &mut Meter,
    ) -> Result<Fails, StressError> {
        let cases: Option<Vec<String>> = batch.iter().map(|instance| instance.case()).collect();
        match (cases, batch) {
            (Some(cases), [_, _, ..]) => {
                self.try_input(&format!("{}\n{}", cases.len(), cases.concat()), meter)
            }
            (_, [instance, ..]) => self.try_input(&instance.input(), meter),
            _ => Ok(None),
        }
    }

    /// Takes the first smaller instance that fails, until none does.
    fn shrink(
        &mut self,
        instance: &dyn Instance,
        case: u64,
        meter: &mut Meter,
    ) -> Result<Failing, StressError> {
        let first = instance.input();
        let end = self.runs.saturating_add(SHRINKING);
        let mut least = instance.again();
        // It failed a moment ago; a program that is wrong at random may not
        // fail again, and then its first failure stands.
        let mut fails = self.try_input(&first, meter)?;
        'smaller: while self.runs < end && self.stopped.is_none() {
            for candidate in least.smaller() {
                if self.runs >= end || self.stopped.is_some() {
                    break 'smaller;
                }
                let found = self.try_input(&candidate.input(), meter)?;
                if found.is_some() {
                    (least, fails) = (candidate, found);
                    continue 'smaller;
                }
            }
            break;
        }
        let (input, expected, got) = fails.unwrap_or_else(|| {
            let once = "it failed once, and not again: it does not always do the same";
            (first.clone(), String::new(), Got::Output(once.to_owned()))
        });
        let found_with = (input != first).then_some(first);
        Ok(Failing { case, input, expected, got, found_with })
    }
}

/// The same tokens: white space does not count.
fn same(output: &str, expected: &str) -> bool {
    output.split_whitespace().eq(expected.split_whitespace())
}
