use perfectplay_analysis::CertifyError;
use perfectplay_game::{ChipsOnBoard, Game, Meter, MonotoneResource, Notation, Outcome, Player};
use perfectplay_proof::pursuit::{self, Loss, Proof, Win};
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source};
use perfectplay_theories::proof_search::{Search, Strategy};

use super::board::Board;
use super::glue::{Glue, MOST_CELLS};
use super::rules::ABOUT;
use super::rules::{Cell, Position, Superglue};
use super::theorem;

/// The name of this kind.
const KIND: &str = "monotone-resource";

impl Superglue {
    pub(super) fn cells(&self) -> u64 {
        u64::from(self.rows) * u64::from(self.columns)
    }

    /// Bit and number of a cell, rows first.
    fn cell_index(&self, cell: Cell) -> u64 {
        u64::from(cell.row - 1) * u64::from(self.columns) + u64::from(cell.column - 1)
    }

    fn cell_at(&self, index: u64) -> Cell {
        let columns = u64::from(self.columns);
        // Both are at most 128, or the number is no cell's.
        Cell { row: (index / columns) as u32 + 1, column: (index % columns) as u32 + 1 }
    }
}

/// Glue only forbids First's steps (a chip on it stays), meeting does not ask
/// for it, and Second may glue every cell without a chip: the laws hold. The
/// cell that a chip just left is always free for Second.
impl MonotoneResource for Superglue {
    /// The chips, the lesser first; both alike where they have met.
    type Core = [Cell; 2];

    fn hindered(&self) -> Player {
        Player::First
    }

    fn elements(&self) -> u128 {
        let all = match self.cells() {
            MOST_CELLS.. => u128::MAX,
            cells => (1 << cells) - 1,
        };
        let walls = self.variant.walls.iter().map(|&cell| 1u128 << self.cell_index(cell).min(127));
        walls.fold(all, |set, wall| set & !wall)
    }

    fn additions(&self) -> u32 {
        self.variant.glues
    }

    fn still_to_add(&self, position: &Position) -> u32 {
        position.to_glue
    }

    fn split(&self, position: &Position) -> Option<([Cell; 2], u128)> {
        match position.glue {
            Glue::Bits { cells, .. } => Some((position.chips, cells)),
            Glue::List(_) => None,
        }
    }

    fn join(&self, core: &[Cell; 2], resource: u128, mover: Player) -> Position {
        let glue = Glue::Bits { cells: resource, columns: self.columns };
        let to_glue = if mover == Player::Second { self.variant.glues } else { 0 };
        Position { chips: *core, glue, mover, to_glue }
    }

    fn core_number(&self, [one, other]: &[Cell; 2]) -> u64 {
        self.cell_index(*one) * MOST_CELLS + self.cell_index(*other)
    }

    fn core_of(&self, number: u64) -> Option<[Cell; 2]> {
        let (one, other) = (number / MOST_CELLS, number % MOST_CELLS);
        let on_board = one <= other && other < self.cells() && self.cells() <= MOST_CELLS;
        let cells = on_board.then(|| [self.cell_at(one), self.cell_at(other)])?;
        cells.iter().all(|&cell| self.contains(cell)).then_some(cells)
    }
}

/// The rules do not name a cell of their own unless there are walls or edges
/// that join.
impl ChipsOnBoard for Superglue {
    fn on_board(&self, rows: u32, columns: u32) -> Option<Self> {
        self.board_size()?;
        let fits = u64::from(rows) * u64::from(columns) <= MOST_CELLS;
        let corners = [Cell { row: 1, column: 1 }, Cell { row: rows, column: columns }];
        let variant = self.variant.clone();
        fits.then(|| Superglue::variant(rows, columns, variant, corners, &[])).flatten()
    }

    fn board_size(&self) -> Option<(u32, u32)> {
        let bound = self.variant.torus || !self.variant.walls.is_empty();
        (!bound).then_some((self.rows, self.columns))
    }

    fn core_with(&self, chips: [u32; 2]) -> Option<[Cell; 2]> {
        let mut cells = chips.map(|element| self.cell_at(element.into()));
        cells.sort_unstable();
        cells.iter().all(|&cell| self.contains(cell)).then_some(cells)
    }

    fn chips(&self, core: &[Cell; 2]) -> [u32; 2] {
        core.map(|cell| self.cell_index(cell) as u32)
    }

    fn chip_cells(&self, position: &Position) -> [(u32, u32); 2] {
        position.chips.map(|cell| (cell.row - 1, cell.column - 1))
    }

    fn is_covered(&self, position: &Position, (row, column): (u32, u32)) -> bool {
        let at = row.checked_add(1).zip(column.checked_add(1));
        at.is_some_and(|(row, column)| position.is_glued(Cell { row, column }))
    }
}

/// Which option of First's, as the rules list them, leads to a core.
fn option_to(rules: &Superglue, core: &[Cell; 2], glue: u128, to: &[Cell; 2]) -> Option<u64> {
    let mut options = Vec::new();
    rules.options(&rules.join(core, glue, Player::First), &mut options);
    options.iter().position(|(_, after)| after.chips == *to).map(|index| index as u64)
}

/// A strategy of a search whose bits are those of the rules, with cores as
/// numbers and steps by the rules.
pub(super) fn proof(rules: &Superglue, strategy: Strategy<(u8, u8)>) -> Option<Proof> {
    let cells = |(one, other)| [rules.cell_at(u64::from(one)), rules.cell_at(u64::from(other))];
    let all = rules.elements();
    let mut wins = Vec::with_capacity(strategy.wins.len());
    for win in strategy.wins {
        let core = cells(win.core);
        let option = option_to(rules, &core, all & !win.zone, &cells(win.to))?;
        let core = rules.core_number(&core);
        wins.push(Win { core, zone: win.zone, option, then: win.then });
    }
    let mut losses = Vec::with_capacity(strategy.losses.len());
    for loss in strategy.losses {
        let core = cells(loss.core);
        let mut options = Vec::new();
        rules.options(&rules.join(&core, loss.base, Player::First), &mut options);
        let answer = |to: &Position| {
            let found = loss.answers.iter().find(|(core, _)| cells(*core) == to.chips);
            found.map(|(_, answer)| *answer)
        };
        let answers: Option<Vec<u64>> = options.iter().map(|(_, to)| answer(to)).collect();
        losses.push(Loss { core: rules.core_number(&core), base: loss.base, answers: answers? });
    }
    Some(Proof { wins, losses, root: strategy.root })
}

/// Writes the certificate of a position on a board that the search holds whole,
/// after its claim.
pub(super) fn certify(
    rules: &Superglue,
    search: &mut Search<Board>,
    position: &Position,
    meter: &mut Meter,
    sink: &mut dyn Sink,
) -> Result<(), CertifyError> {
    let board = search.pursuit();
    let (core, glue) = (board.core(position), board.glue(position));
    let first_moves = position.mover == Player::First;
    let (proof, first_wins) = match core {
        Some(core) if !position.met() => {
            let strategy = search.strategy(core, glue, rules.still_to_add(position), meter)?;
            let first_wins = !strategy.wins.is_empty();
            // The board is the whole one, so its bits are those of the rules.
            let proof = proof(rules, strategy);
            let unexplained = "the search and the rules number steps apart";
            (proof.ok_or(CertifyError::NotOffered(unexplained))?, first_wins)
        }
        _ => (Proof::default(), true),
    };
    let claim = Claim {
        kind: KIND.to_owned(),
        ruleset: ABOUT.name.to_owned(),
        position: rules.write_position(position),
        outcome: Some(if first_wins == first_moves { Outcome::Win } else { Outcome::Loss }),
        values: Vec::new(),
    };
    claim.write(sink)?;
    Ok(proof.write(sink)?)
}

/// Checks a certificate by the rules.
pub(super) fn check(
    rules: &Superglue,
    claim: &Claim,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Confirmed, CheckError> {
    if claim.kind == theorem::KIND {
        return theorem::check(rules, claim, source, meter);
    }
    let position = claim.parsed_position(rules, source)?;
    let outcome = match (claim.kind.as_str(), claim.outcome, &claim.values[..]) {
        (KIND, Some(outcome), []) => outcome,
        _ => return Err(source.refuse("no such claim for this ruleset")),
    };
    let facts = pursuit::check(rules, &position, outcome, source, meter)?;
    let winner = match outcome {
        Outcome::Win => position.mover,
        _ => position.mover.other(),
    };
    Ok(Confirmed { claim: format!("{winner} wins from {}", claim.position), facts })
}
