//! Values of the interpreter from packed bytes, and back.

use starlark::environment::Module;
use starlark::values::list::{AllocList, ListRef};
use starlark::values::tuple::{AllocTuple, TupleRef};
use starlark::values::{FrozenHeap, FrozenValue, Heap, UnpackValue, Value};

use crate::error::Mismatch;
use crate::literal::{self, Plain};
use crate::packed::{Head, MOST_BYTES, MOST_LEVELS, Reader};

/// What positions and moves are made of.
const PLAIN: &str = "an int of at most 64 bits, a bool, None, a string, or a list or tuple of such";

/// A value for a script that may change it as it likes.
pub(crate) fn unpack<'v>(bytes: &[u8], heap: Heap<'v>) -> Value<'v> {
    loose(&mut Reader::new(bytes), heap)
}

fn loose<'v>(reader: &mut Reader<'_>, heap: Heap<'v>) -> Value<'v> {
    match reader.head() {
        Head::None => Value::new_none(),
        Head::Bool(value) => Value::new_bool(value),
        Head::Int(value) => heap.alloc(value),
        Head::Text(text) => heap.alloc(text),
        Head::List(length) => {
            let items: Vec<_> = (0..length).map(|_| loose(reader, heap)).collect();
            heap.alloc(AllocList(items))
        }
        Head::Tuple(length) => {
            let items: Vec<_> = (0..length).map(|_| loose(reader, heap)).collect();
            heap.alloc(AllocTuple(items))
        }
    }
}

/// A value for a script that must not change it: writing into a list of it is
/// an error, instead of a position that changes under the other options.
#[inline]
pub(crate) fn unpack_fixed<'v>(bytes: &[u8], module: &Module<'v>) -> Value<'v> {
    let mut reader = Reader::new(bytes);
    match reader.head() {
        Head::None => Value::new_none(),
        Head::Bool(value) => Value::new_bool(value),
        Head::Int(value) => match i32::try_from(value) {
            Ok(value) => module.heap().alloc(value),
            Err(_) => module.heap().alloc(value),
        },
        Head::Text(text) => module.heap().alloc(text),
        Head::List(_) | Head::Tuple(_) => {
            fixed(&mut Reader::new(bytes), module.frozen_heap()).to_value()
        }
    }
}

fn fixed(reader: &mut Reader<'_>, heap: &FrozenHeap) -> FrozenValue {
    match reader.head() {
        Head::None => FrozenValue::new_none(),
        Head::Bool(value) => FrozenValue::new_bool(value),
        Head::Int(value) => match i32::try_from(value) {
            Ok(value) => heap.alloc(value),
            Err(_) => heap.alloc(value),
        },
        Head::Text(text) => heap.alloc(text),
        Head::List(length) => {
            let items: Vec<FrozenValue> = (0..length).map(|_| fixed(reader, heap)).collect();
            heap.alloc(AllocList(items))
        }
        Head::Tuple(length) => {
            let items: Vec<FrozenValue> = (0..length).map(|_| fixed(reader, heap)).collect();
            heap.alloc(AllocTuple(items))
        }
    }
}

/// Appends a packed value.
///
/// # Errors
///
/// It is no plain value, or too large, or too deep.
#[inline]
pub(crate) fn pack(value: Value<'_>, into: &mut Vec<u8>) -> Result<(), Mismatch> {
    match value.unpack_i32() {
        Some(value) => {
            Head::Int(value.into()).write(into);
            Ok(())
        }
        None => pack_other(value, into.len() + MOST_BYTES, MOST_LEVELS, into),
    }
}

/// Up to `most` bytes in all.
fn pack_other(
    value: Value<'_>,
    most: usize,
    levels: usize,
    into: &mut Vec<u8>,
) -> Result<(), Mismatch> {
    let unfit = |found: String, wanted: &str| Err(Mismatch { found, wanted: wanted.to_owned() });
    if let Some(value) = value.unpack_i32() {
        Head::Int(value.into()).write(into);
    } else if let Some(text) = value.unpack_str() {
        if text.len() > MOST_BYTES {
            let found = format!("a string of {} bytes", text.len());
            return unfit(found, &format!("at most {MOST_BYTES}"));
        }
        Head::Text(text).write(into);
    } else if let Some(items) = items(value) {
        if levels == 0 {
            let found = format!("a value with more than {MOST_LEVELS} levels");
            return unfit(found, "a flatter value");
        }
        let head = match TupleRef::from_value(value) {
            Some(_) => Head::Tuple(items.len()),
            None => Head::List(items.len()),
        };
        head.write(into);
        for item in items {
            pack_other(*item, most, levels - 1, into)?;
        }
    } else if let Some(value) = value.unpack_bool() {
        Head::Bool(value).write(into);
    } else if value.is_none() {
        Head::None.write(into);
    } else if let Some(value) = i64::unpack_value(value).ok().flatten() {
        Head::Int(value).write(into);
    } else {
        return unfit(shown(value), PLAIN);
    }
    if into.len() > most {
        return unfit("a larger value".to_owned(), &format!("at most {MOST_BYTES} bytes"));
    }
    Ok(())
}

/// The items of a list or tuple.
#[inline]
pub(crate) fn items<'v>(value: Value<'v>) -> Option<&'v [Value<'v>]> {
    match ListRef::from_value(value) {
        Some(list) => Some(list.content()),
        None => TupleRef::from_value(value).map(TupleRef::content),
    }
}

/// A plain value outside of the interpreter.
pub(crate) fn plain(value: Value<'_>) -> Result<Plain, Mismatch> {
    fn read(reader: &mut Reader<'_>) -> Plain {
        match reader.head() {
            Head::None => Plain::None,
            Head::Bool(value) => Plain::Bool(value),
            Head::Int(value) => Plain::Int(value),
            Head::Text(text) => Plain::Text(text.to_owned()),
            Head::List(length) => Plain::List((0..length).map(|_| read(reader)).collect()),
            Head::Tuple(length) => Plain::Tuple((0..length).map(|_| read(reader)).collect()),
        }
    }
    let mut bytes = Vec::new();
    pack(value, &mut bytes)?;
    Ok(read(&mut Reader::new(&bytes)))
}

/// A value for an error: what it is and, in short, its text.
pub(crate) fn shown(value: Value<'_>) -> String {
    let kind = match value.get_type() {
        "NoneType" => return "None".to_owned(),
        kind @ ("int" | "bool" | "string" | "list" | "tuple" | "float") => kind,
        kind => return format!("a value of type {kind}"),
    };
    let mut text = String::new();
    show(value, 4, &mut text);
    format!("the {kind} {text}")
}

/// At most about this many characters of a value are shown.
const SHOWN: usize = 60;

fn show(value: Value<'_>, levels: usize, into: &mut String) {
    if let Some(text) = value.unpack_str() {
        match text.char_indices().nth(SHOWN) {
            None => literal::quote(text, true, into),
            Some((cut, _)) => {
                literal::quote(&text[..cut], true, into);
                into.push('…');
            }
        }
    } else if let Some(items) = items(value) {
        let (open, close) =
            if TupleRef::from_value(value).is_some() { ('(', ')') } else { ('[', ']') };
        into.push(open);
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                into.push_str(", ");
            }
            if levels == 0 || into.len() > SHOWN {
                into.push('…');
                break;
            }
            show(*item, levels - 1, into);
        }
        if open == '(' && items.len() == 1 {
            into.push(',');
        }
        into.push(close);
    } else if value.is_none() {
        into.push_str("None");
    } else if let Some(value) = value.unpack_bool() {
        into.push_str(if value { "True" } else { "False" });
    } else if let Some(value) = i64::unpack_value(value).ok().flatten() {
        into.push_str(&value.to_string());
    } else if matches!(value.get_type(), "int" | "float") {
        into.push_str(&crate::parameter::shortened(&value.to_str()));
    } else {
        into.push_str(value.get_type());
    }
}
