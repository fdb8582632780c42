//! A stack machine that evaluates formulas.

use super::arithmetic;
use crate::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Call {
    Min,
    Max,
    Gcd,
    BitAnd,
    Abs,
    Golden,
    TrailingZeros,
    LowestBit,
    HighestBit,
    BitLength,
    DigitSum,
    FloorSqrt,
    ZeckendorfZeros,
    IsPowerOfTwo,
    IsFibonacci,
    IsSquare,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numerals {
    Binary,
    Ternary,
    Fibonacci,
}

impl Numerals {
    pub(super) fn base(self) -> usize {
        if self == Numerals::Ternary { 3 } else { 2 }
    }
}

/// What the machine does next. Jumps lead forward only, so every run ends.
#[derive(Clone, Debug)]
pub(super) enum Instruction {
    Push(i64),
    Load(usize),
    /// Ends with a word.
    Word(usize),
    Negate,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Xor,
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Not,
    /// Replaces as many entries by the function of them.
    Call(Call, usize),
    /// Replaces as many entries by the i-th smallest.
    Sorted(usize, i64),
    /// Whether the top is in one of the stretches.
    In(Vec<(i64, i64)>),
    Index(Vec<i64>),
    /// Takes the key: if it is listed, pushes its value and jumps.
    Except(Vec<(i64, i64)>, usize),
    /// Replaces as many entries by the output.
    Automaton {
        numerals: Numerals,
        most_significant_first: bool,
        read: usize,
        next: Vec<Vec<usize>>,
        outputs: Vec<i64>,
    },
    Jump(usize),
    /// Takes the top, jumps if it is false.
    JumpUnless(usize),
    /// Jumps if the top is true, else takes it.
    KeepIfTrue(usize),
    /// Jumps if the top is false, else takes it.
    KeepIfFalse(usize),
}

/// The top `count` entries, taken in the order in which they were pushed.
fn take(stack: &mut Vec<i128>, count: usize) -> Option<Vec<i128>> {
    let start = stack.len().checked_sub(count)?;
    Some(stack.split_off(start))
}

fn two(stack: &mut Vec<i128>, of: impl Fn(i128, i128) -> Option<i128>) -> Option<()> {
    let (b, a) = (stack.pop()?, stack.pop()?);
    stack.push(of(a, b)?);
    Some(())
}

pub(super) fn run(code: &[Instruction], words: &[String], row: &[i64]) -> Option<Value> {
    let mut stack: Vec<i128> = Vec::new();
    let mut at = 0;
    while let Some(instruction) = code.get(at) {
        at += 1;
        match instruction {
            Instruction::Push(number) => stack.push(i128::from(*number)),
            Instruction::Load(index) => stack.push(i128::from(*row.get(*index)?)),
            Instruction::Word(word) => return words.get(*word).cloned().map(Value::Word),
            Instruction::Negate => {
                let top = stack.pop()?;
                stack.push(top.checked_neg()?);
            }
            Instruction::Add => two(&mut stack, i128::checked_add)?,
            Instruction::Subtract => two(&mut stack, i128::checked_sub)?,
            Instruction::Multiply => two(&mut stack, i128::checked_mul)?,
            Instruction::Divide => {
                two(&mut stack, |a, b| (b > 0).then(|| (a - ((a % b) + b) % b) / b))?;
            }
            Instruction::Remainder => {
                two(&mut stack, |a, b| (b > 0).then(|| ((a % b) + b) % b))?;
            }
            Instruction::Xor => two(&mut stack, |a, b| Some(a ^ b))?,
            Instruction::Equal => two(&mut stack, |a, b| Some(i128::from(a == b)))?,
            Instruction::NotEqual => two(&mut stack, |a, b| Some(i128::from(a != b)))?,
            Instruction::Less => two(&mut stack, |a, b| Some(i128::from(a < b)))?,
            Instruction::AtMost => two(&mut stack, |a, b| Some(i128::from(a <= b)))?,
            Instruction::Greater => two(&mut stack, |a, b| Some(i128::from(a > b)))?,
            Instruction::AtLeast => two(&mut stack, |a, b| Some(i128::from(a >= b)))?,
            Instruction::Not => {
                let top = stack.pop()?;
                stack.push(1 - top);
            }
            Instruction::Call(call, count) => {
                let arguments = take(&mut stack, *count)?;
                stack.push(arithmetic::call(*call, &arguments)?);
            }
            Instruction::Sorted(count, index) => {
                let mut arguments = take(&mut stack, *count)?;
                arguments.sort_unstable();
                stack.push(*arguments.get(usize::try_from(*index).ok()?)?);
            }
            Instruction::In(intervals) => {
                let top = stack.pop()?;
                let inside = intervals
                    .iter()
                    .any(|&(low, high)| i128::from(low) <= top && top <= i128::from(high));
                stack.push(i128::from(inside));
            }
            Instruction::Index(list) => {
                let index = stack.pop()?;
                stack.push(i128::from(*list.get(usize::try_from(index).ok()?)?));
            }
            Instruction::Except(exceptions, target) => {
                let key = stack.pop()?;
                let listed = exceptions.iter().find(|(at, _)| i128::from(*at) == key);
                if let Some((_, value)) = listed {
                    stack.push(i128::from(*value));
                    at = *target;
                }
            }
            Instruction::Automaton { numerals, most_significant_first, read, next, outputs } => {
                let arguments = take(&mut stack, *read)?;
                let mut spelled = Vec::new();
                for argument in arguments {
                    spelled.push(arithmetic::digits(*numerals, argument)?);
                }
                let length = spelled.iter().map(Vec::len).max().unwrap_or(0);
                let mut state = 0usize;
                for step in 0..length {
                    let place = if *most_significant_first { length - 1 - step } else { step };
                    let letter = spelled.iter().fold(0, |letter, digits| {
                        letter * numerals.base() + digits.get(place).copied().unwrap_or(0)
                    });
                    state = *next.get(state)?.get(letter)?;
                }
                stack.push(i128::from(*outputs.get(state)?));
            }
            Instruction::Jump(target) => at = *target,
            Instruction::JumpUnless(target) => {
                if stack.pop()? == 0 {
                    at = *target;
                }
            }
            Instruction::KeepIfTrue(target) | Instruction::KeepIfFalse(target) => {
                let keeps_true = matches!(instruction, Instruction::KeepIfTrue(_));
                if (*stack.last()? != 0) == keeps_true {
                    at = *target;
                } else {
                    stack.pop();
                }
            }
        }
    }
    i64::try_from(stack.pop()?).ok().map(Value::Int)
}
