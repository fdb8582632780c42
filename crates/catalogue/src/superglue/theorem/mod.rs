use std::io;

use perfectplay_analysis::CertifyError;
use perfectplay_game::{ChipsOnBoard, Meter, MonotoneResource, Notation, Outcome, Player, Stop};
use perfectplay_proof::every_board::{Pattern, State, Theorem, Told, Won, check as check_pieces};
use perfectplay_proof::{CheckError, Claim, Confirmed, Form, Sink, Source, open};
use perfectplay_theories::proof_search::Strategy;
use perfectplay_theories::proof_search::every_board::{
    self, Answer, CellAt, EveryBoard, Finder, NotFound,
};

#[cfg(test)]
mod tests;

use super::board::Board;
use super::certificate::proof;
use super::rules::{ABOUT, Cell, Position, Superglue};

/// The name of this kind.
pub(super) const KIND: &str = "every-board";

/// Pieces of a proof, with what the checker says that they tell: nothing is
/// believed that it does not confirm.
pub(super) struct Pieces {
    theorem: Theorem,
    told: Told,
}

/// Why there are no pieces.
pub(super) enum NoPieces {
    /// A limit was reached.
    Stopped(Stop),
    /// None were found, for this reason.
    NotFound(&'static str),
}

impl From<Stop> for NoPieces {
    fn from(stop: Stop) -> Self {
        NoPieces::Stopped(stop)
    }
}

impl From<NoPieces> for CertifyError {
    fn from(error: NoPieces) -> Self {
        match error {
            NoPieces::Stopped(stop) => stop.into(),
            NoPieces::NotFound(why) => CertifyError::NotOffered(why),
        }
    }
}

impl From<NotFound> for NoPieces {
    fn from(error: NotFound) -> Self {
        NoPieces::NotFound(match error {
            NotFound::Stopped(stop) => return stop.into(),
            NotFound::Bound => "a torus and walls belong to one board",
            NotFound::NoBarrier => "no barrier was found for these rules",
            NotFound::Undecided(..) => {
                "for some distance neither a win inside the chips' own rectangle nor a closed set \
                 of losses was found"
            }
        })
    }
}

const UNEXPLAINED: NoPieces = NoPieces::NotFound("the search and the checker do not agree");

/// A win found on a board of this size, as the checker wants it.
fn won(
    rules: &Superglue,
    size: (u32, u32),
    chips: (u8, u8),
    strategy: Strategy<(u8, u8)>,
) -> Result<Won, NoPieces> {
    let board = rules.on_board(size.0, size.1);
    let proof = board.and_then(|board| proof(&board, strategy)).ok_or(UNEXPLAINED)?;
    Ok(Won { size, chips: [chips.0.into(), chips.1.into()], proof })
}

/// What was found, as the checker wants it.
fn theorem(rules: &Superglue, found: EveryBoard) -> Result<Theorem, NoPieces> {
    let state = |state: &every_board::State| State {
        distance: state.distance,
        or_more: state.or_more,
        // Offsets from -5 on there, and from -16 on here.
        covered: u64::from(state.covered) << (16 - 5),
    };
    let states = found.states.iter().map(state).collect();
    let patterns = found.patterns.iter().map(laid).collect();
    let mut wins = Vec::with_capacity(found.wins.len());
    for every_board::Won { apart: (a, b), strategy } in found.wins {
        let last = (a + 1) * (b + 1) - 1;
        wins.push(won(rules, (a + 1, b + 1), (0, last as u8), strategy)?);
    }
    Ok(Theorem { states, patterns, wins })
}

/// The pattern with no row or column below 0.
fn laid(pattern: &every_board::Pattern) -> Pattern {
    let cells = || pattern.base.iter().chain(&pattern.chips);
    let top = cells().map(|cell| cell.0).min().unwrap_or(0);
    let left = cells().map(|cell| cell.1).min().unwrap_or(0);
    let at = |cell: CellAt| (cell.0.abs_diff(top), cell.1.abs_diff(left));
    let answer = |answer: &Answer| match answer {
        Answer::Barrier => 0,
        Answer::Into(pattern) => *pattern as u64 + 1,
    };
    Pattern {
        chips: pattern.chips.map(at),
        base: pattern.base.iter().map(|&cell| at(cell)).collect(),
        answers: pattern.answers.iter().map(answer).collect(),
    }
}

impl Pieces {
    fn new(rules: &Superglue, theorem: Theorem, meter: &mut Meter) -> Result<Self, NoPieces> {
        let mut bytes = Vec::new();
        perfectplay_proof::sink(&mut bytes, Form::Binary, |sink| theorem.write(sink))
            .map_err(|_| UNEXPLAINED)?;
        let checked =
            open(&bytes[..]).and_then(|mut source| check_pieces(rules, &mut *source, meter));
        match checked {
            Ok(told) => Ok(Pieces { theorem, told }),
            Err(CheckError::Stopped(stop)) => Err(stop.into()),
            Err(_) => Err(UNEXPLAINED),
        }
    }

    /// No pieces: what the rules say at once.
    pub(super) fn none(rules: &Superglue, meter: &mut Meter) -> Result<Self, NoPieces> {
        Pieces::new(rules, Theorem::default(), meter)
    }

    /// The pieces of a proof for every board.
    pub(super) fn of_all(rules: &Superglue, meter: &mut Meter) -> Result<Self, NoPieces> {
        let found = Finder::new(rules, meter)?.theorem(meter)?;
        Pieces::new(rules, theorem(rules, found)?, meter)
    }

    /// Pieces that prove First's win at a position, by wins on a part of the
    /// board: one for each of Second's answers that matter.
    pub(super) fn of_wins(
        rules: &Superglue,
        part: &Board,
        strategy: Strategy<(u8, u8)>,
        meter: &mut Meter,
    ) -> Result<Self, NoPieces> {
        let mut wins = Vec::new();
        for strategy in strategy.each_win() {
            // Its own win is the last.
            let chips = strategy.wins.last().map(|win| win.core).ok_or(UNEXPLAINED)?;
            wins.push(won(rules, part.size(), chips, strategy)?);
        }
        Pieces::new(rules, Theorem { wins, ..Theorem::default() }, meter)
    }

    /// Pieces that prove Second's win at a position, if they are found.
    pub(super) fn of_loss(
        rules: &Superglue,
        finder: &mut Finder,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<Option<Self>, NoPieces> {
        /// How far around the first chip glue is looked at.
        const NEAR: i64 = 16;
        let [one, other] = position.chips;
        let (rows, columns) = one.distances(other);
        if rows.max(columns) > NEAR as u64 {
            return Ok(None);
        }
        let offset = |from: u32, to: u32| (i64::from(to) - i64::from(from)) as i32;
        let chips = [(0, 0), (offset(one.row, other.row), offset(one.column, other.column))];
        let mut covered = Vec::new();
        for down in -NEAR..=NEAR {
            for right in -NEAR..=NEAR {
                let at = |from: u32, by: i64| u32::try_from(i64::from(from) + by).unwrap_or(0);
                let cell = Cell { row: at(one.row, down), column: at(one.column, right) };
                // Off the board is as good as glued.
                if !rules.contains(cell) || position.is_glued(cell) {
                    covered.push((down as i32, right as i32));
                }
            }
        }
        let to_add = rules.still_to_add(position);
        let found = finder.loss(chips, &covered, to_add, meter)?;
        found.map(|found| Pieces::new(rules, theorem(rules, found)?, meter)).transpose()
    }

    /// Who is proved to win a position.
    pub(super) fn winner(
        &self,
        rules: &Superglue,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<Option<Player>, Stop> {
        self.told.winner(rules, position, meter)
    }

    /// Writes the certificate of everything.
    pub(super) fn write_all(&self, sink: &mut dyn Sink) -> io::Result<()> {
        claim("*".to_owned(), None).write(sink)?;
        self.theorem.write(sink)
    }

    /// Writes the certificate of a position and its winner, with those pieces
    /// alone that it needs.
    pub(super) fn write(
        &self,
        rules: &Superglue,
        position: &Position,
        winner: Player,
        sink: &mut dyn Sink,
    ) -> io::Result<()> {
        let outcome = if winner == position.mover { Outcome::Win } else { Outcome::Loss };
        claim(rules.write_position(position), Some(outcome)).write(sink)?;
        let mut needed = Theorem::default();
        if winner == Player::First {
            let (rows, columns) = position.chips[0].distances(position.chips[1]);
            let apart = (rows.min(columns), rows.max(columns));
            let needs = |won: &&Won| {
                let spanned = (u64::from(won.size.0) - 1, u64::from(won.size.1) - 1);
                // The theorem's wins are told by their size, others are needed.
                self.theorem.states.is_empty() || spanned == apart
            };
            needed.wins = self.theorem.wins.iter().filter(needs).cloned().collect();
        } else {
            needed.states.clone_from(&self.theorem.states);
            needed.patterns.clone_from(&self.theorem.patterns);
        }
        needed.write(sink)
    }
}

fn claim(position: String, outcome: Option<Outcome>) -> Claim {
    let (kind, ruleset) = (KIND.to_owned(), ABOUT.name.to_owned());
    Claim { kind, ruleset, position, outcome, values: Vec::new() }
}

/// The theorem in words: from which distances First wins, at move and without
/// glue. None from `far` on.
fn statement(told: &Told, far: u32) -> String {
    let mut won: Vec<(u32, u32)> = told.won().collect();
    won.sort_unstable();
    won.dedup();
    let larger = won.iter().map(|&(_, b)| b).max().unwrap_or(0);
    let sum = won.iter().map(|&(a, b)| a + b).max().unwrap_or(0);
    let bounded = (1..far)
        .flat_map(|b| (0..=b).map(move |a| (a, b)))
        .all(|(a, b)| won.binary_search(&(a, b)).is_ok() == (b <= larger && a + b <= sum));
    let from = match bounded {
        true => format!(
            "the larger distance of the chips is at most {larger} and both together at most {sum}"
        ),
        false => {
            let pairs: Vec<String> = won.iter().map(|(a, b)| format!("{a},{b}")).collect();
            format!("the distances of the chips are one of {}", pairs.join(" "))
        }
    };
    format!("on every board, without glue and with First to move, First wins exactly where {from}")
}

/// Checks a certificate of this kind by the rules.
pub(super) fn check(
    rules: &Superglue,
    claim: &Claim,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Confirmed, CheckError> {
    if !claim.values.is_empty() {
        return Err(source.refuse("a claim of this kind has no values"));
    }
    let position = match claim.outcome {
        None if claim.position == "*" => None,
        Some(outcome) => Some((claim.parsed_position(rules, source)?, outcome)),
        None => return Err(source.refuse("a claim about all positions names none")),
    };
    let told = check_pieces(rules, source, meter)?;
    let claim = match position {
        None => match told.complete() {
            Some(far) => statement(&told, far),
            None => return Err(source.refuse("some distance is told to be neither won nor lost")),
        },
        Some((position, outcome)) => {
            let winner = told.winner(rules, &position, meter)?;
            let claimed = claimed_winner(&position, outcome);
            if winner.is_none() || winner != claimed {
                return Err(source.refuse("the position of the claim is not told so"));
            }
            let winner = winner.unwrap_or(position.mover);
            format!("{winner} wins from {}", rules.write_position(&position))
        }
    };
    Ok(Confirmed { claim, facts: told.facts })
}

fn claimed_winner(position: &Position, outcome: Outcome) -> Option<Player> {
    match outcome {
        Outcome::Win => Some(position.mover),
        Outcome::Loss => Some(position.mover.other()),
        Outcome::Draw | Outcome::Tie => None,
    }
}
