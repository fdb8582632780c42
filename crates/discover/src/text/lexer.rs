//! Tokens of a formula's text.

use super::TextError;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Name(String),
    Quoted(String),
    Integer(i64),
    Sign(&'static str),
}

/// Longer signs first.
const SIGNS: [&str; 21] = [
    "..", "!=", "<=", ">=", "=", "<", ">", "+", "-", "*", "/", "(", ")", "[", "]", "{", "}", ",",
    ":", "\u{2264}", "\u{2265}",
];

/// The tokens with their columns, from 1.
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, Token)>, TextError> {
    let letters: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        let column = at + 1;
        let fail = |problem: String| TextError { column, problem };
        let run = |holds: &dyn Fn(char) -> bool| -> String {
            letters.iter().skip(at).copied().take_while(|letter| holds(*letter)).collect()
        };
        if letter.is_whitespace() {
            at += 1;
        } else if letter.is_ascii_digit() {
            let digits = run(&|letter| letter.is_ascii_digit());
            let number =
                digits.parse().map_err(|_| fail(format!("{digits} does not fit 64 bits")))?;
            found.push((column, Token::Integer(number)));
            at += digits.len();
        } else if letter.is_ascii_alphabetic() || letter == '_' {
            let name = run(&|letter| letter.is_ascii_alphanumeric() || letter == '_');
            at += name.len();
            found.push((column, Token::Name(name)));
        } else if letter == '"' {
            let word: String =
                letters.iter().skip(at + 1).take_while(|letter| **letter != '"').collect();
            at += word.chars().count() + 2;
            if at > letters.len() {
                return Err(fail("the quotation mark is never closed".to_owned()));
            }
            found.push((column, Token::Quoted(word)));
        } else {
            let sign = SIGNS.iter().find(|sign| {
                sign.chars().eq(letters.iter().skip(at).take(sign.chars().count()).copied())
            });
            let Some(sign) = sign else {
                return Err(fail(format!("{letter:?} is no part of a formula")));
            };
            at += sign.chars().count();
            let sign = match *sign {
                "\u{2264}" => "<=",
                "\u{2265}" => ">=",
                other => other,
            };
            found.push((column, Token::Sign(sign)));
        }
    }
    Ok(found)
}
