use std::fmt;
use std::hash::{Hash, Hasher};

/// The most bytes that a packed value takes, so that a script which makes
/// ever larger positions ends with an error.
pub(crate) const MOST_BYTES: usize = 1 << 16;

/// The most levels of lists and tuples inside each other.
pub(crate) const MOST_LEVELS: usize = 64;

const INLINE: usize = 22;

/// A plain value, or a position, as bytes: one encoding for each value, so
/// that equal values are equal bytes.
///
/// ```text
/// byte        the value that it begins
/// 00 .. 8F    an integer from -16 to 127
/// 91 .. 98    an integer: 1 to 8 bytes follow, little-endian two's
///             complement, as few as will do
/// 99 9A 9B    None, False, True
/// 9C 9D 9E    a string, list, tuple: its length follows (LEB128), then its
///             bytes or items; only where the length is 32 or more
/// A0 .. BF    a string of 0 to 31 bytes, which follow in UTF-8
/// C0 .. DF    a list of 0 to 31 items, which follow
/// E0 .. FF    a tuple of 0 to 31 items, which follow
/// ```
///
/// Up to 22 bytes lie inside the value itself, which takes 24.
#[derive(Clone)]
pub(crate) struct Packed(Bytes);

#[derive(Clone)]
enum Bytes {
    /// What follows the used bytes is 0.
    Inline(u8, [u8; INLINE]),
    Boxed(Box<[u8]>),
}

impl Packed {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        if bytes.len() > INLINE {
            return Packed(Bytes::Boxed(bytes.into()));
        }
        let mut inline = [0; INLINE];
        inline[..bytes.len()].copy_from_slice(bytes);
        Packed(Bytes::Inline(bytes.len() as u8, inline))
    }

    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.0 {
            Bytes::Inline(used, bytes) => &bytes[..usize::from(*used)],
            Bytes::Boxed(bytes) => bytes,
        }
    }

    /// The same bytes, the first one replaced.
    pub(crate) fn with_first(&self, first: u8) -> Self {
        let mut other = self.clone();
        match &mut other.0 {
            Bytes::Inline(_, bytes) => bytes[0] = first,
            Bytes::Boxed(bytes) => bytes[0] = first,
        }
        other
    }

    /// Bytes outside of the value itself.
    pub(crate) fn heap_bytes(&self) -> usize {
        match &self.0 {
            Bytes::Inline(..) => 0,
            Bytes::Boxed(bytes) => bytes.len(),
        }
    }
}

impl PartialEq for Packed {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Bytes::Inline(used, one), Bytes::Inline(also, two)) => used == also && one == two,
            (Bytes::Boxed(one), Bytes::Boxed(two)) => one == two,
            _ => false,
        }
    }
}

impl Eq for Packed {}

impl Hash for Packed {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Bytes::Inline(used, bytes) => {
                let mut words = [[0; 8]; 3];
                words.as_flattened_mut()[..INLINE].copy_from_slice(bytes);
                state.write_u64(u64::from_le_bytes(words[0]));
                if *used > 8 {
                    state.write_u64(u64::from_le_bytes(words[1]));
                }
                if *used > 16 {
                    state.write_u64(u64::from_le_bytes(words[2]));
                }
            }
            Bytes::Boxed(bytes) => state.write(bytes),
        }
    }
}

impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02x?}", self.bytes())
    }
}

/// What a value begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Head<'b> {
    None,
    Bool(bool),
    Int(i64),
    Text(&'b str),
    /// That many items follow.
    List(usize),
    /// That many items follow.
    Tuple(usize),
}

const INT: u8 = 0x90;
const NONE: u8 = 0x99;
const FALSE: u8 = 0x9A;
const TRUE: u8 = 0x9B;
const LONG_TEXT: u8 = 0x9C;
const LONG_LIST: u8 = 0x9D;
const LONG_TUPLE: u8 = 0x9E;
const TEXT: u8 = 0xA0;
const LIST: u8 = 0xC0;
const TUPLE: u8 = 0xE0;
const SHORT: usize = 32;

/// Reads packed values one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Self {
        Reader(bytes)
    }

    #[inline]
    fn byte(&mut self) -> u8 {
        // Bytes that `Head::write` has not written read as zeros.
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    fn take(&mut self, length: usize) -> &'b [u8] {
        let (taken, rest) = self.0.split_at(length.min(self.0.len()));
        self.0 = rest;
        taken
    }

    fn length(&mut self) -> usize {
        let mut length = 0;
        for shift in (0..28).step_by(7) {
            let byte = self.byte();
            length |= usize::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                break;
            }
        }
        length
    }

    fn text(&mut self, length: usize) -> Head<'b> {
        Head::Text(std::str::from_utf8(self.take(length)).unwrap_or_default())
    }

    /// The next value, or what it begins with.
    #[inline]
    pub(crate) fn head(&mut self) -> Head<'b> {
        let first = self.byte();
        let short = usize::from(first) % SHORT;
        match first {
            0..INT => Head::Int(i64::from(first) - 16),
            TUPLE.. => Head::Tuple(short),
            LIST.. => Head::List(short),
            TEXT.. => self.text(short),
            LONG_TUPLE => Head::Tuple(self.length()),
            LONG_LIST => Head::List(self.length()),
            LONG_TEXT => {
                let length = self.length();
                self.text(length)
            }
            TRUE => Head::Bool(true),
            FALSE => Head::Bool(false),
            NONE => Head::None,
            _ => {
                let bytes = self.take(usize::from(first - INT));
                let negative = bytes.last().is_some_and(|byte| byte & 0x80 != 0);
                let mut wide = if negative { [0xFF; 8] } else { [0; 8] };
                for (to, from) in wide.iter_mut().zip(bytes) {
                    *to = *from;
                }
                Head::Int(i64::from_le_bytes(wide))
            }
        }
    }
}

impl Head<'_> {
    /// Appends the value, or what it begins with.
    #[inline]
    pub(crate) fn write(self, into: &mut Vec<u8>) {
        match self {
            Head::None => into.push(NONE),
            Head::Bool(false) => into.push(FALSE),
            Head::Bool(true) => into.push(TRUE),
            Head::Int(value @ -16..128) => into.push((value + 16) as u8),
            Head::Int(value) => {
                let unused =
                    if value < 0 { (!value).leading_zeros() } else { value.leading_zeros() };
                // One bit more than the value, for its sign.
                let bytes = (64 - unused as usize) / 8 + 1;
                into.push(INT + bytes as u8);
                into.extend_from_slice(&value.to_le_bytes()[..bytes]);
            }
            Head::Text(text) => {
                write_length(TEXT, LONG_TEXT, text.len(), into);
                into.extend_from_slice(text.as_bytes());
            }
            Head::List(length) => write_length(LIST, LONG_LIST, length, into),
            Head::Tuple(length) => write_length(TUPLE, LONG_TUPLE, length, into),
        }
    }
}

#[inline]
fn write_length(short: u8, long: u8, length: usize, into: &mut Vec<u8>) {
    if length < SHORT {
        into.push(short + length as u8);
        return;
    }
    into.push(long);
    let mut rest = length;
    while rest >= 0x80 {
        into.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    into.push(rest as u8);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn round(head: Head<'_>) -> usize {
        let mut bytes = Vec::new();
        head.write(&mut bytes);
        let mut reader = Reader::new(&bytes);
        assert_eq!(reader.head(), head);
        assert!(reader.0.is_empty());
        bytes.len()
    }

    proptest! {
        #[test]
        fn law_integers_come_back(value: i64, shift in 0u32..64) {
            let value = value >> shift;
            let fits = |bits: u32| bits == 64 || (-(1i64 << (bits - 1))..1 << (bits - 1)).contains(&value);
            let least = (1..=8).find(|bytes| fits(8 * bytes)).expect("64 bits are enough");
            let length = round(Head::Int(value));
            prop_assert_eq!(length, if (-16..128).contains(&value) { 1 } else { 1 + least as usize });
        }

        #[test]
        fn law_texts_and_lengths_come_back(text in ".{0,80}", length in 0usize..MOST_BYTES) {
            round(Head::Text(&text));
            round(Head::List(length));
            round(Head::Tuple(length));
        }

        #[test]
        fn law_equal_bytes_are_equal_values(one in prop::collection::vec(0u8..3, 0..30), two in prop::collection::vec(0u8..3, 0..30)) {
            let (p, q) = (Packed::of(&one), Packed::of(&two));
            prop_assert_eq!(p.bytes(), &one[..]);
            prop_assert_eq!(p == q, one == two);
            let hash = |packed: &Packed| {
                let mut state = rustc_hash::FxHasher::default();
                packed.hash(&mut state);
                state.finish()
            };
            prop_assert!(p != q || hash(&p) == hash(&q));
            if let Some(first) = one.first() {
                let other = p.with_first(first + 1);
                prop_assert_eq!(other.bytes()[0], first + 1);
                prop_assert_eq!(&other.bytes()[1..], &one[1..]);
            }
        }
    }

    #[test]
    fn law_constants_come_back() {
        for head in [
            Head::None,
            Head::Bool(false),
            Head::Bool(true),
            Head::Int(i64::MIN),
            Head::Int(i64::MAX),
        ] {
            round(head);
        }
        assert_eq!(size_of::<Packed>(), 24);
    }
}
