//! Plain values as text: `7`, `True`, `"text"`, `[1, 2]`, `(1, "a")`.

use perfectplay_game::NotationError;

use crate::packed::{Head, MOST_BYTES, MOST_LEVELS, Packed, Reader};

/// A plain value: what parameters, positions and moves are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Plain {
    None,
    Bool(bool),
    Int(i64),
    Text(String),
    List(Vec<Plain>),
    Tuple(Vec<Plain>),
}

impl Plain {
    /// Appends the packed value. Values have few levels: see [`MOST_LEVELS`].
    pub(crate) fn pack(&self, into: &mut Vec<u8>) {
        let (head, items) = match self {
            Plain::None => (Head::None, &[][..]),
            Plain::Bool(value) => (Head::Bool(*value), &[][..]),
            Plain::Int(value) => (Head::Int(*value), &[][..]),
            Plain::Text(text) => (Head::Text(text), &[][..]),
            Plain::List(items) => (Head::List(items.len()), &items[..]),
            Plain::Tuple(items) => (Head::Tuple(items.len()), &items[..]),
        };
        head.write(into);
        items.iter().for_each(|item| item.pack(into));
    }

    /// What kind of value it is, with an article.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Plain::None => "None",
            Plain::Bool(_) => "a bool",
            Plain::Int(_) => "an int",
            Plain::Text(_) => "a string",
            Plain::List(_) => "a list",
            Plain::Tuple(_) => "a tuple",
        }
    }
}

const A_VALUE: &str = "an int, True, False, None, a string in quotes, [a list] or (a tuple)";

/// Reads one value and nothing more.
pub(crate) fn parse(text: &str, from: usize) -> Result<Plain, NotationError> {
    let mut parser = Parser { text, at: from };
    let value = parser.value(MOST_LEVELS)?;
    parser.blanks();
    match parser.peek() {
        None => {}
        Some(_) => return Err(parser.error("the end")),
    }
    let mut bytes = Vec::new();
    value.pack(&mut bytes);
    if bytes.len() > MOST_BYTES {
        let found = format!("a value of {} bytes", bytes.len());
        let wanted = format!("at most {MOST_BYTES}");
        return Err(NotationError::at(text, from, found, wanted));
    }
    Ok(value)
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    fn blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn eat(&mut self, expected: char) -> bool {
        let found = self.peek() == Some(expected);
        if found {
            self.at += expected.len_utf8();
        }
        found
    }

    fn error(&self, wanted: &str) -> NotationError {
        let found = match self.peek() {
            None => "the end".to_owned(),
            Some(c) => format!("{c:?}"),
        };
        NotationError::at(self.text, self.at, found, wanted)
    }

    fn value(&mut self, levels: usize) -> Result<Plain, NotationError> {
        self.blanks();
        match self.peek() {
            Some('[' | '(') if levels == 0 => {
                let found = format!("more than {MOST_LEVELS} levels of brackets");
                Err(NotationError::at(self.text, self.at, found, "a flatter value"))
            }
            Some('[') => Ok(Plain::List(self.items(']', levels)?.0)),
            Some('(') => {
                let (mut items, comma) = self.items(')', levels)?;
                match items.pop() {
                    Some(only) if items.is_empty() && !comma => Ok(only),
                    last => {
                        items.extend(last);
                        Ok(Plain::Tuple(items))
                    }
                }
            }
            Some('"' | '\'') => Ok(Plain::Text(self.quoted()?)),
            Some('-' | '0'..='9') => self.int(),
            Some('a'..='z' | 'A'..='Z' | '_') => self.word(),
            _ => Err(self.error(A_VALUE)),
        }
    }

    /// What stands between brackets, and whether a comma stands last.
    fn items(&mut self, close: char, levels: usize) -> Result<(Vec<Plain>, bool), NotationError> {
        self.at += 1;
        let mut items = Vec::new();
        let mut comma = false;
        loop {
            self.blanks();
            if self.eat(close) {
                return Ok((items, comma));
            }
            if !items.is_empty() && !comma {
                return Err(self.error(&format!("a comma or {close}")));
            }
            items.push(self.value(levels - 1)?);
            self.blanks();
            comma = self.eat(',');
        }
    }

    fn int(&mut self) -> Result<Plain, NotationError> {
        let start = self.at;
        self.eat('-');
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Err(self.error("a digit"));
        }
        self.at += digits;
        let number = &self.text[start..self.at];
        let value = number.parse().map_err(|_| {
            let wanted = "an int of 64 bits";
            NotationError::at(self.text, start, format!("{digits} digits"), wanted)
        })?;
        Ok(Plain::Int(value))
    }

    fn word(&mut self) -> Result<Plain, NotationError> {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let word = &rest[..end];
        let value = match word {
            "True" | "true" => Plain::Bool(true),
            "False" | "false" => Plain::Bool(false),
            "None" => Plain::None,
            _ => {
                let found = word.chars().take(40).collect::<String>();
                return Err(NotationError::at(self.text, self.at, found, A_VALUE));
            }
        };
        self.at += end;
        Ok(value)
    }

    fn quoted(&mut self) -> Result<String, NotationError> {
        let mut text = String::new();
        let Some(quote) = self.peek() else {
            return Err(self.error("a quote"));
        };
        self.at += 1;
        loop {
            match self.peek() {
                None => return Err(self.error(&format!("a {quote} that ends the string"))),
                Some(c) if c == quote => {
                    self.at += 1;
                    return Ok(text);
                }
                Some('\\') => text.push(self.escaped()?),
                Some(c) => {
                    text.push(c);
                    self.at += c.len_utf8();
                }
            }
        }
    }

    fn escaped(&mut self) -> Result<char, NotationError> {
        const WANTED: &str = r#"one of \\ \" \' \n \r \t \0 \xHH \uHHHH \UHHHHHHHH"#;
        let start = self.at;
        self.at += 1;
        let Some(kind) = self.peek() else {
            return Err(self.error(WANTED));
        };
        self.at += kind.len_utf8();
        let digits = match kind {
            '\\' | '"' | '\'' => return Ok(kind),
            'n' => return Ok('\n'),
            'r' => return Ok('\r'),
            't' => return Ok('\t'),
            '0' => return Ok('\0'),
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        let code = self.text.get(self.at..self.at + digits);
        let code = code.filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let code = code.and_then(|code| u32::from_str_radix(code, 16).ok());
        let Some(c) = code.and_then(char::from_u32) else {
            let found = self.text[start..self.at].to_owned();
            return Err(NotationError::at(self.text, start, found, WANTED));
        };
        self.at += digits;
        Ok(c)
    }
}

/// Would it break a line, or could it not be seen?
pub(crate) fn is_unseen(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// Appends a string in quotes, in one line.
pub(crate) fn quote(text: &str, blanks: bool, into: &mut String) {
    into.push('"');
    for c in text.chars() {
        match c {
            '\\' | '"' => into.extend(['\\', c]),
            '\n' => into.push_str("\\n"),
            '\r' => into.push_str("\\r"),
            '\t' => into.push_str("\\t"),
            _ if is_unseen(c) || (!blanks && c.is_whitespace()) => match u32::from(c) {
                code @ ..0x1_0000 => into.push_str(&format!("\\u{code:04x}")),
                code => into.push_str(&format!("\\U{code:08x}")),
            },
            _ => into.push(c),
        }
    }
    into.push('"');
}

/// Appends the next value that a reader gives, in one line and, if `blanks` is
/// false, without white space.
pub(crate) fn write(reader: &mut Reader<'_>, blanks: bool, into: &mut String) {
    let (length, open, close) = match reader.head() {
        Head::None => return into.push_str("None"),
        Head::Bool(true) => return into.push_str("True"),
        Head::Bool(false) => return into.push_str("False"),
        Head::Int(value) => return into.push_str(&value.to_string()),
        Head::Text(text) => return quote(text, blanks, into),
        Head::List(length) => (length, '[', ']'),
        Head::Tuple(length) => (length, '(', ')'),
    };
    into.push(open);
    for item in 0..length {
        if item > 0 {
            into.push_str(if blanks { ", " } else { "," });
        }
        write(reader, blanks, into);
    }
    if open == '(' && length == 1 {
        into.push(',');
    }
    into.push(close);
}

/// A packed value as text.
pub(crate) fn text_of(packed: &Packed) -> String {
    let mut text = String::new();
    write(&mut Reader::new(packed.bytes()), true, &mut text);
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn plain() -> impl Strategy<Value = Plain> {
        let leaf = prop_oneof![
            Just(Plain::None),
            any::<bool>().prop_map(Plain::Bool),
            any::<i64>().prop_map(Plain::Int),
            (-20i64..200).prop_map(Plain::Int),
            any::<String>().prop_map(Plain::Text),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            let items = prop::collection::vec(inner, 0..5);
            prop_oneof![items.clone().prop_map(Plain::List), items.prop_map(Plain::Tuple)]
        })
    }

    fn packed(value: &Plain) -> Packed {
        let mut bytes = Vec::new();
        value.pack(&mut bytes);
        Packed::of(&bytes)
    }

    proptest! {
        #[test]
        fn law_values_come_back(value in plain()) {
            let packed = packed(&value);
            let text = text_of(&packed);
            prop_assert!(!text.contains(is_unseen));
            prop_assert_eq!(parse(&text, 0), Ok(value));
            let mut compact = String::new();
            write(&mut Reader::new(packed.bytes()), false, &mut compact);
            prop_assert!(!compact.contains(char::is_whitespace));
            prop_assert_eq!(parse(&compact, 0), parse(&text, 0));
        }

        #[test]
        fn law_no_text_is_too_strange(text in any::<String>(), brackets in "[\\[\\](),'\"0-9 \\\\ux-]{0,40}") {
            for text in [text, brackets] {
                if let Ok(value) = parse(&text, 0) {
                    prop_assert_eq!(parse(&text_of(&packed(&value)), 0), Ok(value));
                }
            }
        }
    }

    #[test]
    fn law_errors_name_the_column() {
        for (text, column) in [
            ("", 1),
            ("[1, x]", 5),
            ("[1 2]", 4),
            ("(1, 2", 6),
            ("7 8", 3),
            ("99999999999999999999", 1),
            ("\"a\\q\"", 3),
            ("'é\\u12'", 3),
            ("-", 2),
            ("{}", 1),
            (&"[".repeat(100_000), 65),
        ] {
            assert_eq!(parse(text, 0).map_err(|error| error.column), Err(column), "{text}");
        }
    }
}
