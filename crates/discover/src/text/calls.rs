//! Calls in formulas: functions, and the forms that look like them.

use super::TextError;
use super::lexer::Token;
use super::machine::{Call, Instruction, Numerals};
use super::parser::{Kind, Parsed, Parser};

impl Parser<'_> {
    /// What begins with a name that is no parameter.
    pub(super) fn called(&mut self, name: &str) -> Parsed<Kind> {
        let column = self.column();
        let fail = |problem: String| TextError { column, problem };
        let (call, counts, kind) = match name {
            "floor" | "sorted" | "except" | "automaton" => {
                self.at += 1;
                match name {
                    "floor" => self.floor()?,
                    "sorted" => self.sorted()?,
                    "except" => self.except()?,
                    _ => self.automaton()?,
                }
                return Ok(Kind::Number);
            }
            "min" => (Call::Min, 1..=usize::MAX, Kind::Number),
            "max" => (Call::Max, 1..=usize::MAX, Kind::Number),
            "gcd" => (Call::Gcd, 1..=usize::MAX, Kind::Number),
            "bitand" => (Call::BitAnd, 1..=usize::MAX, Kind::Number),
            "abs" => (Call::Abs, 1..=1, Kind::Number),
            "trailing_zeros" => (Call::TrailingZeros, 1..=1, Kind::Number),
            "lowest_bit" => (Call::LowestBit, 1..=1, Kind::Number),
            "highest_bit" => (Call::HighestBit, 1..=1, Kind::Number),
            "bit_length" => (Call::BitLength, 1..=1, Kind::Number),
            "digit_sum" => (Call::DigitSum, 1..=1, Kind::Number),
            "floor_sqrt" => (Call::FloorSqrt, 1..=1, Kind::Number),
            "zeckendorf_zeros" => (Call::ZeckendorfZeros, 1..=1, Kind::Number),
            "is_power_of_two" => (Call::IsPowerOfTwo, 1..=1, Kind::Truth),
            "is_fibonacci" => (Call::IsFibonacci, 1..=1, Kind::Truth),
            "is_square" => (Call::IsSquare, 1..=1, Kind::Truth),
            _ => return Err(fail(format!("{name:?} is no parameter and no function"))),
        };
        self.at += 1;
        self.sign("(")?;
        let count = self.arguments(")")?;
        if !counts.contains(&count) {
            return Err(fail(format!("{name} does not take {count} numbers")));
        }
        self.code.push(Instruction::Call(call, count));
        Ok(kind)
    }

    fn floor(&mut self) -> Parsed<()> {
        self.sign("(")?;
        self.deeper()?;
        if self.takes_name("phi") {
            self.sign("*")?;
            self.expect(Kind::Number, Self::factor)?;
            self.code.push(Instruction::Call(Call::Golden, 1));
        } else {
            self.expect(Kind::Number, Self::product)?;
            self.sign("/")?;
            self.expect(Kind::Number, Self::factor)?;
            self.code.push(Instruction::Divide);
        }
        self.depth -= 1;
        self.sign(")")
    }

    fn sorted(&mut self) -> Parsed<()> {
        self.sign("(")?;
        let count = self.arguments(")")?;
        self.sign("[")?;
        let column = self.column();
        let index = self.integer()?;
        if usize::try_from(index).is_ok_and(|index| index < count) {
            self.code.push(Instruction::Sorted(count, index));
            return self.sign("]");
        }
        Err(TextError { column, problem: format!("there is no {index} among {count} numbers") })
    }

    fn except(&mut self) -> Parsed<()> {
        self.sign("(")?;
        self.inner_number()?;
        self.sign(",")?;
        self.sign("{")?;
        let mut exceptions = Vec::new();
        while !self.takes_sign("}") {
            if !exceptions.is_empty() {
                self.sign(",")?;
            }
            let key = self.integer()?;
            self.sign(":")?;
            exceptions.push((key, self.integer()?));
        }
        self.sign(",")?;
        let place = self.code.len();
        self.code.push(Instruction::Except(Vec::new(), 0));
        self.inner_number()?;
        let target = self.code.len();
        if let Some(instruction) = self.code.get_mut(place) {
            *instruction = Instruction::Except(exceptions, target);
        }
        self.sign(")")
    }

    /// Integers in brackets.
    pub(super) fn row(&mut self) -> Parsed<Vec<i64>> {
        self.sign("[")?;
        let mut row = Vec::new();
        while !self.takes_sign("]") {
            if !row.is_empty() {
                self.sign(",")?;
            }
            row.push(self.integer()?);
        }
        Ok(row)
    }

    fn automaton(&mut self) -> Parsed<()> {
        self.sign("(")?;
        let numerals = match self.peek() {
            Some(Token::Name(name)) if name == "binary" => Numerals::Binary,
            Some(Token::Name(name)) if name == "ternary" => Numerals::Ternary,
            Some(Token::Name(name)) if name == "fibonacci" => Numerals::Fibonacci,
            _ => return Err(self.error("expected binary, ternary or fibonacci")),
        };
        self.at += 1;
        self.sign(",")?;
        let most_significant_first = self.takes_name("msd");
        if !most_significant_first {
            self.name("lsd")?;
        }
        self.sign(",")?;
        self.sign("[")?;
        let read = self.arguments("]")?;
        self.sign(",")?;
        let column = self.column();
        let fail = |problem: &str| TextError { column, problem: problem.to_owned() };
        self.sign("[")?;
        let mut rows = Vec::new();
        while !self.takes_sign("]") {
            if !rows.is_empty() {
                self.sign(",")?;
            }
            rows.push(self.row()?);
        }
        self.sign(",")?;
        let outputs = self.row()?;
        if rows.is_empty() || outputs.len() != rows.len() {
            return Err(fail("every state needs its row and its output"));
        }
        let letters = u32::try_from(read).ok().and_then(|read| numerals.base().checked_pow(read));
        let mut next = Vec::new();
        for row in &rows {
            let states = row
                .iter()
                .map(|state| usize::try_from(*state).ok().filter(|state| *state < rows.len()));
            let states: Option<Vec<usize>> = states.collect();
            match states {
                Some(states) if Some(states.len()) == letters => next.push(states),
                Some(_) => return Err(fail("a row needs a state for each letter")),
                None => return Err(fail("a row names a state that there is not")),
            }
        }
        let instruction =
            Instruction::Automaton { numerals, most_significant_first, read, next, outputs };
        self.code.push(instruction);
        self.sign(")")
    }
}
