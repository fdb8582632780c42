//! What scripts can call beside the standard functions, and what stands in
//! front of those that could take any amount of memory.
//!
//! The interpreter looks at its limits every thousand steps. A value that
//! doubles at every step would pass any limit in between, so the operators
//! that make a large value out of a small one are asked first how large.

use std::cell::RefCell;
use std::num::NonZeroI32;

use starlark::environment::{Globals, GlobalsBuilder, LibraryExtension};
use starlark::starlark_module;
use starlark::values::dict::DictRef;
use starlark::values::list::ListRef;
use starlark::values::none::NoneType;
use starlark::values::range::Range;
use starlark::values::tuple::{TupleRef, UnpackTuple};
use starlark::values::{Heap, UnpackValue, Value};

use crate::bridge;
use crate::engine::{MOST_HEAP, MOST_STEPS};
use crate::error::Mismatch;
use crate::literal::Plain;
use crate::parameter::{Parameters, Takes};

/// Operators that are asked first. No script can name these functions.
pub(crate) const OPERATORS: [&str; 4] = ["+", "*", "%", "<<"];

/// The names of the functions that ask, in traces.
pub(crate) const ASKING: [&str; 5] =
    ["checked_plus", "checked_times", "checked_percent", "checked_shift", "checked_sum"];

/// What `x += y` asks about y.
pub(crate) const CHECKED: &str = "__checked__";

thread_local! {
    /// While a file is read, and not when it is played.
    static PARAMETERS: RefCell<Option<Parameters>> = const { RefCell::new(None) };
}

/// Runs a file, for which these values are given; gives what it declares.
pub(crate) fn with_parameters<R>(given: Parameters, run: impl FnOnce() -> R) -> (R, Parameters) {
    PARAMETERS.set(Some(given));
    let done = run();
    (done, PARAMETERS.take().unwrap_or_default())
}

fn error(found: impl Into<String>, wanted: impl Into<String>) -> starlark::Error {
    starlark::Error::new_native(Mismatch { found: found.into(), wanted: wanted.into() })
}

/// All that scripts can name. Does `print` print?
pub(crate) fn globals(print: bool) -> Globals {
    use LibraryExtension::{Filter, Map, SetType, StructType};
    let builder = GlobalsBuilder::extended_by(&[StructType, SetType, Map, Filter]).with(names);
    let mut builder = if print { builder.with(loud) } else { builder.with(silent) };
    let asked = GlobalsBuilder::new().with(operators).build();
    builder.frozen_heap().add_reference(asked.heap());
    for (name, function) in asked.iter() {
        let symbol = match name {
            "checked_plus" => "+",
            "checked_times" => "*",
            "checked_percent" => "%",
            "checked_shift" => "<<",
            _ => CHECKED,
        };
        builder.set(symbol, function);
    }
    builder.build()
}

/// Sizes below this are not looked at.
const SMALL: usize = 1 << 12;

/// Is there room for a value of that many bytes?
fn room(heap: Heap<'_>, bytes: Option<usize>) -> starlark::Result<()> {
    let fits = |bytes: &usize| *bytes <= MOST_HEAP.saturating_sub(heap.allocated_bytes());
    match bytes {
        Some(..SMALL) => Ok(()),
        bytes if bytes.as_ref().is_some_and(fits) => Ok(()),
        _ => Err(error(
            "a value that takes more memory than there is for a script",
            format!("at most {} MiB at a time", MOST_HEAP >> 20),
        )),
    }
}

/// Bytes of a string, list or tuple; `None` for other values.
fn bytes_of(value: Value<'_>) -> Option<usize> {
    if let Some(text) = value.unpack_str() {
        return Some(text.len());
    }
    let items = match (ListRef::from_value(value), TupleRef::from_value(value)) {
        (Some(list), _) => list.len(),
        (_, Some(tuple)) => tuple.len(),
        _ => return None,
    };
    Some(items * size_of::<Value<'_>>())
}

/// Integers have at most this many bits, so that arithmetic takes no time.
const MOST_BITS: i32 = 4096;

fn not_too_long<'v>(value: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
    if value.unpack_i32().is_none() && value.get_type() == "int" {
        let high = value.right_shift(heap.alloc(MOST_BITS), heap)?;
        if !matches!(high.unpack_i32(), Some(0 | -1)) {
            return Err(error("a longer integer", format!("at most {MOST_BITS} bits")));
        }
    }
    Ok(value)
}

/// Values inside of values are printed up to this many, and this deep.
const MOST_PRINTED: usize = 1 << 16;
const MOST_DEEP: usize = 200;

/// Can it be printed? A value that holds another twice, which holds another
/// twice and so on, has more text than there is memory; one that is very deep
/// would take the stack that is used to print it.
fn printable(value: Value<'_>) -> starlark::Result<()> {
    if value.unpack_i32().is_some() || value.unpack_str().is_some() {
        return Ok(());
    }
    let mut open = vec![(value, 0)];
    let (mut seen, mut bytes) = (0, 0usize);
    while let Some((value, depth)) = open.pop() {
        seen += 1;
        bytes = bytes.saturating_add(value.unpack_str().map_or(0, str::len));
        if seen > MOST_PRINTED || depth > MOST_DEEP || bytes > MOST_HEAP / 8 {
            let found = "a value with more text than anybody reads";
            return Err(error(found, format!("at most {MOST_PRINTED} values, {MOST_DEEP} deep")));
        }
        if let Some(list) = ListRef::from_value(value) {
            open.extend(list.iter().map(|item| (item, depth + 1)));
        } else if let Some(tuple) = TupleRef::from_value(value) {
            open.extend(tuple.iter().map(|item| (item, depth + 1)));
        } else if let Some(dict) = DictRef::from_value(value) {
            for (key, value) in dict.iter() {
                open.extend([(key, depth + 1), (value, depth + 1)]);
            }
        }
    }
    Ok(())
}

#[starlark_module]
fn operators(builder: &mut GlobalsBuilder) {
    fn checked_plus<'v>(
        #[starlark(require = pos)] one: Value<'v>,
        #[starlark(require = pos)] two: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        if one.unpack_i32().is_none()
            && let (Some(one), Some(two)) = (bytes_of(one), bytes_of(two))
        {
            room(heap, Some(one + two))?;
        }
        one.add(two, heap)
    }

    fn checked_times<'v>(
        #[starlark(require = pos)] one: Value<'v>,
        #[starlark(require = pos)] two: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        let (bytes, times) = match (one.unpack_i32(), two.unpack_i32()) {
            (Some(_), Some(_)) => return one.mul(two, heap),
            (None, Some(times)) => (bytes_of(one), times),
            (Some(times), None) => (bytes_of(two), times),
            (None, None) => return not_too_long(one.mul(two, heap)?, heap),
        };
        match bytes {
            Some(bytes) => {
                room(heap, bytes.checked_mul(usize::try_from(times).unwrap_or(0)))?;
                one.mul(two, heap)
            }
            None => not_too_long(one.mul(two, heap)?, heap),
        }
    }

    fn checked_percent<'v>(
        #[starlark(require = pos)] one: Value<'v>,
        #[starlark(require = pos)] two: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        if one.unpack_i32().is_none() && one.unpack_str().is_some() {
            printable(two)?;
        }
        one.percent(two, heap)
    }

    fn checked_shift<'v>(
        #[starlark(require = pos)] one: Value<'v>,
        #[starlark(require = pos)] two: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        if two.unpack_i32().is_some_and(|bits| bits > MOST_BITS) {
            return Err(error("a longer integer", format!("at most {MOST_BITS} bits")));
        }
        not_too_long(one.left_shift(two, heap)?, heap)
    }

    fn checked_sum<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        if value.unpack_i32().is_none() {
            // What it is added to may be as large.
            room(heap, bytes_of(value).map_or(Some(0), |bytes| bytes.checked_mul(4)))?;
        }
        Ok(value)
    }
}

/// Ranges are no longer than a script has steps.
fn length(start: i32, stop: i32, step: NonZeroI32) -> u64 {
    let (start, stop, step) = (i64::from(start), i64::from(stop), i64::from(step.get()));
    let span = if step > 0 { stop - start } else { start - stop };
    u64::try_from(span).unwrap_or(0).div_ceil(step.unsigned_abs())
}

#[starlark_module]
fn names(builder: &mut GlobalsBuilder) {
    /// A parameter of the ruleset: its value, or the default where none is
    /// given. Bounds are for ints.
    fn parameter<'v>(
        #[starlark(require = pos)] name: &str,
        #[starlark(require = pos)] default: Value<'v>,
        #[starlark(require = pos, default = "")] meaning: &str,
        #[starlark(require = named)] least: Option<Value<'v>>,
        #[starlark(require = named)] most: Option<Value<'v>>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        let default = plain(default)?;
        let bound = |bound: Option<Value<'v>>| match bound.filter(|bound| !bound.is_none()) {
            None => Ok(None),
            Some(value) => match i64::unpack_value(value)? {
                Some(bound) => Ok(Some(bound)),
                None => Err(error(bridge::shown(value), "a bound that is an int")),
            },
        };
        let takes = Takes { default: &default, least: bound(least)?, most: bound(most)? };
        let value = PARAMETERS.with_borrow(|parameters| match parameters {
            Some(parameters) => {
                parameters.declare(name, &takes, meaning).map_err(starlark::Error::new_native)
            }
            None => Err(error("parameter() during play", "parameter() at the top level")),
        })?;
        let mut bytes = Vec::new();
        value.pack(&mut bytes);
        Ok(bridge::unpack(&bytes, heap))
    }

    /// The ints from `a1` (0) up to `a2`, which is left out.
    fn range(
        #[starlark(require = pos)] a1: i32,
        #[starlark(require = pos)] a2: Option<i32>,
        #[starlark(require = pos, default = 1)] step: i32,
    ) -> starlark::Result<Range> {
        let (start, stop) = a2.map_or((0, a1), |stop| (a1, stop));
        let Some(step) = NonZeroI32::new(step) else {
            return Err(error("a step of 0", "a step up or down"));
        };
        let length = length(start, stop, step);
        if length > MOST_STEPS {
            let found = format!("a range of {length}");
            return Err(error(found, format!("at most {MOST_STEPS}, the steps of one call")));
        }
        Ok(Range::new(start, stop, step))
    }

    /// A value as text.
    fn str<'v>(#[starlark(require = pos)] value: Value<'v>) -> starlark::Result<String> {
        printable(value)?;
        Ok(value.to_str())
    }

    /// A value as text, strings in quotes.
    fn repr<'v>(#[starlark(require = pos)] value: Value<'v>) -> starlark::Result<String> {
        printable(value)?;
        Ok(value.to_repr())
    }

    /// Ends the script with an error.
    fn fail<'v>(#[starlark(args)] args: UnpackTuple<Value<'v>>) -> starlark::Result<NoneType> {
        Err(error(format!("fail({})", joined(&args)?), "rules that do not fail"))
    }
}

#[starlark_module]
fn silent(builder: &mut GlobalsBuilder) {
    /// Nothing.
    fn print<'v>(#[starlark(args)] args: UnpackTuple<Value<'v>>) -> starlark::Result<NoneType> {
        let _ = args;
        Ok(NoneType)
    }
}

#[starlark_module]
fn loud(builder: &mut GlobalsBuilder) {
    /// A line on stderr.
    fn print<'v>(#[starlark(args)] args: UnpackTuple<Value<'v>>) -> starlark::Result<NoneType> {
        eprintln!("{}", joined(&args)?);
        Ok(NoneType)
    }
}

fn joined(args: &UnpackTuple<Value<'_>>) -> starlark::Result<String> {
    let mut texts = Vec::new();
    for value in &args.items {
        printable(*value)?;
        texts.push(value.to_str());
    }
    Ok(texts.join(" "))
}

fn plain(value: Value<'_>) -> starlark::Result<Plain> {
    bridge::plain(value).map_err(starlark::Error::new_native)
}
