//! The interpreter: files are run once, and their functions called in batches.
//!
//! A file's module is frozen after it ran, and shared. Calls run in a
//! *session*, with a heap of its own that is thrown away as a whole: the
//! interpreter frees no value before that.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Once};
use std::thread;

use starlark::environment::{FrozenModule, Module};
use starlark::eval::Evaluator;
use starlark::syntax::AstModule;
use starlark::values::Value;

use crate::error::{Mismatch, ScriptError};
use crate::functions::Functions;
use crate::globals::{globals, with_parameters};
use crate::parameter::{Parameter, Parameters};
use crate::source::Source;

/// The most steps of one call: calls of functions, and rounds of loops.
pub(crate) const MOST_STEPS: u64 = 1 << 25;

/// The most bytes of a session's heap.
pub(crate) const MOST_HEAP: usize = 256 << 20;

/// A session whose heap is larger than this is ended soon.
pub(crate) const ENOUGH_HEAP: usize = 16 << 20;

/// The most calls inside each other. A call takes a kilobyte of stack or two.
const MOST_CALLS: usize = 250;

/// The stack on which files are parsed and run, the first that there is room
/// for: the parser, the compiler and the freezer of the interpreter call
/// themselves as deep as a file and its values are nested.
const STACKS: [usize; 3] = [512 << 20, 64 << 20, 8 << 20];

/// A file that has run.
pub(crate) struct Ran {
    pub(crate) source: Source,
    pub(crate) module: FrozenModule,
    pub(crate) parameters: Vec<Parameter>,
}

/// Parses and runs a file.
pub(crate) fn run(
    file: &str,
    text: &str,
    given: &[(String, String)],
    print: bool,
) -> Result<Ran, ScriptError> {
    let nowhere = |found: String| {
        let source = Source::empty(file, text);
        source.error(None, found, "")
    };
    let work = || match caught(|| parse_and_run(file, text, given, print)) {
        Ok(ran) => ran,
        Err(payload) => Err(nowhere(payload)),
    };
    let mut failed = String::new();
    for stack in STACKS {
        let ran = thread::scope(|scope| {
            let thread = thread::Builder::new().stack_size(stack).spawn_scoped(scope, work);
            thread.map(|thread| thread.join())
        });
        match ran {
            Ok(Ok(ran)) => return ran,
            Ok(Err(_)) => return Err(nowhere("the interpreter gave up".to_owned())),
            Err(error) => failed = format!("no thread to run it ({error})"),
        }
    }
    Err(nowhere(failed))
}

fn parse_and_run(
    file: &str,
    text: &str,
    given: &[(String, String)],
    print: bool,
) -> Result<Ran, ScriptError> {
    let (source, tree) = Source::parse(file, text)?;
    let (module, parameters) =
        with_parameters(Parameters::new(given), || evaluate(&source, tree, print));
    let module = module?;
    let parameters = parameters
        .finish()
        .map_err(|Mismatch { found, wanted }| source.error(None, found, wanted))?;
    Ok(Ran { source, module, parameters })
}

fn evaluate(source: &Source, tree: AstModule, print: bool) -> Result<FrozenModule, ScriptError> {
    Module::with_temp_heap(|module| {
        let steps = Cell::new(0);
        {
            let mut eval = evaluator(&module, &steps);
            if let Err(error) = eval.eval_module(tree, &globals(print)) {
                return Err(interpreted(source, &error, &steps, &eval));
            }
        }
        module.freeze().map_err(|error| source.error(None, error.err_msg, ""))
    })
}

/// Steps between two looks of the interpreter at its limits.
const STRIDE: u64 = 1000;

fn evaluator<'v, 'a>(module: &'a Module<'v>, steps: &'a Cell<u64>) -> Evaluator<'v, 'a, 'a> {
    let mut eval = Evaluator::new(module);
    // These fail only for limits of 0, or when set again.
    let _ = eval.set_max_callstack_size(MOST_CALLS);
    let _ = eval.set_max_heap_size(MOST_HEAP);
    eval.set_check_cancelled(Box::new(|| {
        steps.set(steps.get() + STRIDE);
        steps.get() > MOST_STEPS
    }));
    eval
}

/// An error of the interpreter, where it is a limit of ours in our words.
fn interpreted(
    source: &Source,
    error: &starlark::Error,
    steps: &Cell<u64>,
    eval: &Evaluator<'_, '_, '_>,
) -> ScriptError {
    if steps.get() > MOST_STEPS {
        let wanted = format!("an end within {MOST_STEPS} steps");
        return source.stopped(error, "a call that goes on and on", &wanted);
    }
    if eval.heap().peak_allocated_bytes() > MOST_HEAP {
        let wanted = format!("at most {} MiB at a time", MOST_HEAP >> 20);
        return source.stopped(error, "values that take more and more memory", &wanted);
    }
    if matches!(error.kind(), starlark::ErrorKind::StackOverflow(_)) {
        let wanted = format!("at most {MOST_CALLS} calls inside each other");
        return source.stopped(error, "functions that call each other without end", &wanted);
    }
    source.failed(error)
}

/// A file that is ready to be asked.
pub(crate) struct Engine {
    pub(crate) source: Source,
    pub(crate) functions: Functions,
    /// Keeps what the functions refer to.
    _module: FrozenModule,
}

impl Engine {
    pub(crate) fn new(source: Source, functions: Functions, module: FrozenModule) -> Arc<Self> {
        Arc::new(Engine { source, functions, _module: module })
    }

    /// Does some work in a session of its own.
    pub(crate) fn session<R>(
        &self,
        work: impl for<'v, 'a> FnOnce(&mut Session<'v, 'a>) -> Result<R, ScriptError>,
    ) -> Result<R, ScriptError> {
        let done = caught(|| {
            Module::with_temp_heap(|module| {
                let steps = Cell::new(0);
                let eval = evaluator(&module, &steps);
                let mut session = Session { engine: self, module: &module, eval, steps: &steps };
                work(&mut session)
            })
        });
        done.unwrap_or_else(|payload| Err(self.source.error(None, payload, "")))
    }
}

/// Calls with a heap in common.
pub(crate) struct Session<'v, 'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) module: &'a Module<'v>,
    eval: Evaluator<'v, 'a, 'a>,
    steps: &'a Cell<u64>,
}

impl<'v> Session<'v, '_> {
    /// Calls a function of the file.
    #[inline]
    pub(crate) fn call(
        &mut self,
        function: Value<'v>,
        arguments: &[Value<'v>],
    ) -> Result<Value<'v>, ScriptError> {
        self.steps.set(0);
        self.eval
            .eval_function(function, arguments, &[])
            .map_err(|error| interpreted(&self.engine.source, &error, self.steps, &self.eval))
    }

    /// Is it time for a new heap?
    pub(crate) fn is_full(&self) -> bool {
        self.module.heap().allocated_bytes() > ENOUGH_HEAP
            || self.module.frozen_heap().allocated_bytes() > ENOUGH_HEAP
    }
}

thread_local! {
    /// Is a panic of the interpreter expected?
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Does some work, and gives the text of a panic.
fn caught<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                before(info);
            }
        }));
    });
    let was = QUIET.replace(true);
    // What the work has changed half is thrown away with its session.
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    QUIET.set(was);
    done.map_err(|payload| {
        let text = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
            (Some(text), _) => text,
            (_, Some(text)) => &text[..],
            _ => "no word",
        };
        format!("the interpreter gave up ({text})")
    })
}
