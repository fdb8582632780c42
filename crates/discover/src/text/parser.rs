//! From text to instructions, in one pass.

use super::lexer::{Token, tokens};
use super::machine::Instruction;
use super::{RESERVED, TextError};

/// The deepest nesting; what the stack of the thread surely holds.
const DEPTH: usize = 200;

/// What an expression is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Truth,
}

pub(super) struct Parser<'a> {
    tokens: Vec<(usize, Token)>,
    /// Where the text ends, in columns.
    end: usize,
    pub(super) at: usize,
    pub(super) depth: usize,
    parameters: &'a [String],
    words: Vec<String>,
    pub(super) code: Vec<Instruction>,
}

pub(super) type Parsed<T> = Result<T, TextError>;

/// The words and the instructions of a text.
pub(super) fn parse(text: &str, parameters: &[String]) -> Parsed<(Vec<String>, Vec<Instruction>)> {
    let tokens = tokens(text)?;
    let end = text.chars().count() + 1;
    let mut parser =
        Parser { tokens, end, at: 0, depth: 0, parameters, words: Vec::new(), code: Vec::new() };
    parser.rule()?;
    if parser.peek().is_some() {
        return Err(parser.error("the formula should end here"));
    }
    Ok((parser.words, parser.code))
}

impl Parser<'_> {
    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(_, token)| token)
    }

    pub(super) fn column(&self) -> usize {
        self.tokens.get(self.at).map_or(self.end, |(column, _)| *column)
    }

    pub(super) fn error(&self, problem: &str) -> TextError {
        TextError { column: self.column(), problem: problem.to_owned() }
    }

    pub(super) fn takes_sign(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Sign(here)) if *here == sign);
        self.at += usize::from(found);
        found
    }

    pub(super) fn takes_name(&mut self, name: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Name(here)) if here == name);
        self.at += usize::from(found);
        found
    }

    pub(super) fn sign(&mut self, sign: &str) -> Parsed<()> {
        if self.takes_sign(sign) { Ok(()) } else { Err(self.error(&format!("expected {sign:?}"))) }
    }

    pub(super) fn name(&mut self, name: &str) -> Parsed<()> {
        if self.takes_name(name) { Ok(()) } else { Err(self.error(&format!("expected {name:?}"))) }
    }

    /// Enters a level of nesting.
    pub(super) fn deeper(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > DEPTH { Err(self.error("nested too deeply")) } else { Ok(()) }
    }

    /// Puts an instruction whose target is not known yet.
    fn hole(&mut self, make: fn(usize) -> Instruction) -> (usize, fn(usize) -> Instruction) {
        self.code.push(make(0));
        (self.code.len() - 1, make)
    }

    /// Lets the instruction of a hole lead to here.
    fn fill(&mut self, (place, make): (usize, fn(usize) -> Instruction)) {
        let target = self.code.len();
        if let Some(instruction) = self.code.get_mut(place) {
            *instruction = make(target);
        }
    }

    fn rule(&mut self) -> Parsed<()> {
        let mut ends = Vec::new();
        while self.takes_name("if") {
            self.expect(Kind::Truth, Self::disjunction)?;
            self.name("then")?;
            let next = self.hole(Instruction::JumpUnless);
            self.value()?;
            ends.push(self.hole(Instruction::Jump));
            self.name("else")?;
            self.fill(next);
        }
        self.value()?;
        for end in ends {
            self.fill(end);
        }
        Ok(())
    }

    fn value(&mut self) -> Parsed<()> {
        let word = match self.peek() {
            Some(Token::Quoted(word)) => Some(word.clone()),
            Some(Token::Name(name))
                if !RESERVED.contains(&name.as_str()) && !self.parameters.contains(name) =>
            {
                Some(name.clone())
            }
            _ => None,
        };
        let Some(word) = word else {
            return self.expect(Kind::Number, Self::exclusive);
        };
        self.at += 1;
        let known = self.words.iter().position(|known| *known == word);
        let index = known.unwrap_or(self.words.len());
        if known.is_none() {
            self.words.push(word);
        }
        self.code.push(Instruction::Word(index));
        Ok(())
    }

    pub(super) fn expect(
        &mut self,
        kind: Kind,
        parse: fn(&mut Self) -> Parsed<Kind>,
    ) -> Parsed<()> {
        let column = self.column();
        if parse(self)? == kind {
            return Ok(());
        }
        let problem = match kind {
            Kind::Number => "a number should stand here, not a condition",
            Kind::Truth => "a condition should stand here, not a number",
        };
        Err(TextError { column, problem: problem.to_owned() })
    }

    fn both(&self, column: usize, kinds: [Kind; 2], expected: Kind) -> Parsed<()> {
        if kinds == [expected; 2] {
            return Ok(());
        }
        let problem = match expected {
            Kind::Number => "numbers should stand on both sides",
            Kind::Truth => "conditions should stand on both sides",
        };
        Err(TextError { column, problem: problem.to_owned() })
    }

    fn disjunction(&mut self) -> Parsed<Kind> {
        self.deeper()?;
        let left = self.conjunction()?;
        let column = self.column();
        while self.takes_name("or") {
            let hole = self.hole(Instruction::KeepIfTrue);
            let right = self.conjunction()?;
            self.both(column, [left, right], Kind::Truth)?;
            self.fill(hole);
        }
        self.depth -= 1;
        Ok(left)
    }

    fn conjunction(&mut self) -> Parsed<Kind> {
        let left = self.negation()?;
        let column = self.column();
        while self.takes_name("and") {
            let hole = self.hole(Instruction::KeepIfFalse);
            let right = self.negation()?;
            self.both(column, [left, right], Kind::Truth)?;
            self.fill(hole);
        }
        Ok(left)
    }

    fn negation(&mut self) -> Parsed<Kind> {
        let mut negations = 0usize;
        while self.takes_name("not") {
            negations += 1;
        }
        if negations == 0 {
            return self.comparison();
        }
        self.expect(Kind::Truth, Self::comparison)?;
        if negations % 2 == 1 {
            self.code.push(Instruction::Not);
        }
        Ok(Kind::Truth)
    }

    fn comparison(&mut self) -> Parsed<Kind> {
        let left = self.exclusive()?;
        let column = self.column();
        let sign = match self.peek() {
            Some(Token::Sign("=")) => Instruction::Equal,
            Some(Token::Sign("!=")) => Instruction::NotEqual,
            Some(Token::Sign("<")) => Instruction::Less,
            Some(Token::Sign("<=")) => Instruction::AtMost,
            Some(Token::Sign(">")) => Instruction::Greater,
            Some(Token::Sign(">=")) => Instruction::AtLeast,
            Some(Token::Name(name)) if name == "in" || name == "not" => {
                let negated = self.takes_name("not");
                self.name("in")?;
                self.both(column, [left, Kind::Number], Kind::Number)?;
                let intervals = self.set()?;
                self.code.push(Instruction::In(intervals));
                if negated {
                    self.code.push(Instruction::Not);
                }
                return Ok(Kind::Truth);
            }
            _ => return Ok(left),
        };
        self.at += 1;
        let right = self.exclusive()?;
        self.both(column, [left, right], Kind::Number)?;
        self.code.push(sign);
        Ok(Kind::Truth)
    }

    fn set(&mut self) -> Parsed<Vec<(i64, i64)>> {
        self.sign("{")?;
        let mut intervals = Vec::new();
        while !self.takes_sign("}") {
            if !intervals.is_empty() {
                self.sign(",")?;
            }
            let low = self.integer()?;
            let high = match self.takes_sign("..") {
                false => low,
                true if matches!(self.peek(), Some(Token::Sign("}" | ","))) => i64::MAX,
                true => self.integer()?,
            };
            intervals.push((low, high));
        }
        Ok(intervals)
    }

    pub(super) fn integer(&mut self) -> Parsed<i64> {
        let negative = self.takes_sign("-");
        match self.peek() {
            Some(Token::Integer(number)) => {
                let number = *number;
                self.at += 1;
                Ok(if negative { -number } else { number })
            }
            _ => Err(self.error("an integer should stand here")),
        }
    }

    /// Operands of one level, joined by its signs from left to right.
    fn chain(
        &mut self,
        operand: fn(&mut Self) -> Parsed<Kind>,
        sign: fn(&Token) -> Option<Instruction>,
    ) -> Parsed<Kind> {
        let left = operand(self)?;
        while let Some(instruction) = self.peek().and_then(sign) {
            let column = self.column();
            self.at += 1;
            let right = operand(self)?;
            self.both(column, [left, right], Kind::Number)?;
            self.code.push(instruction);
        }
        Ok(left)
    }

    fn exclusive(&mut self) -> Parsed<Kind> {
        self.chain(Self::sum, |token| {
            matches!(token, Token::Name(name) if name == "xor").then_some(Instruction::Xor)
        })
    }

    fn sum(&mut self) -> Parsed<Kind> {
        self.chain(Self::product, |token| match token {
            Token::Sign("+") => Some(Instruction::Add),
            Token::Sign("-") => Some(Instruction::Subtract),
            _ => None,
        })
    }

    pub(super) fn product(&mut self) -> Parsed<Kind> {
        self.chain(Self::factor, |token| match token {
            Token::Sign("*") => Some(Instruction::Multiply),
            Token::Name(name) if name == "mod" => Some(Instruction::Remainder),
            _ => None,
        })
    }

    pub(super) fn factor(&mut self) -> Parsed<Kind> {
        let mut minus = 0usize;
        while self.takes_sign("-") {
            minus += 1;
        }
        if minus > 0 {
            self.expect(Kind::Number, Self::primary)?;
            if minus % 2 == 1 {
                self.code.push(Instruction::Negate);
            }
            return Ok(Kind::Number);
        }
        self.primary()
    }

    fn primary(&mut self) -> Parsed<Kind> {
        match self.peek().cloned() {
            Some(Token::Integer(number)) => {
                self.at += 1;
                self.code.push(Instruction::Push(number));
                Ok(Kind::Number)
            }
            Some(Token::Sign("(")) => {
                self.at += 1;
                let kind = self.disjunction()?;
                self.sign(")")?;
                Ok(kind)
            }
            Some(Token::Sign("[")) => {
                let list = self.row()?;
                self.sign("[")?;
                self.inner_number()?;
                self.sign("]")?;
                self.code.push(Instruction::Index(list));
                Ok(Kind::Number)
            }
            Some(Token::Name(name)) => {
                if let Some(index) = self.parameters.iter().position(|known| *known == name) {
                    self.at += 1;
                    self.code.push(Instruction::Load(index));
                    return Ok(Kind::Number);
                }
                self.called(&name)
            }
            _ => Err(self.error("a number should stand here")),
        }
    }

    /// A number inside brackets.
    pub(super) fn inner_number(&mut self) -> Parsed<()> {
        self.deeper()?;
        self.expect(Kind::Number, Self::exclusive)?;
        self.depth -= 1;
        Ok(())
    }

    /// Numbers up to the closing sign, which is taken.
    pub(super) fn arguments(&mut self, close: &str) -> Parsed<usize> {
        let mut count = 0;
        while !self.takes_sign(close) {
            if count > 0 {
                self.sign(",")?;
            }
            self.inner_number()?;
            count += 1;
        }
        Ok(count)
    }
}
