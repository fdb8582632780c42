use perfectplay_analysis::CertifyError;
use perfectplay_game::{BurnsEdges, Game, Meter, Notation, Outcome};
use perfectplay_proof::even_kernel::{self, EvenKernel};
use perfectplay_proof::{CheckError, Claim, Confirmed, Sink, Source};
use perfectplay_theories::edge_geography::{Edges, even_kernel as kernel_at};
use perfectplay_theories::geography::Graph;

use super::rules::ABOUT;
use super::{EdgeGeography, Walk};

/// One position, by an even kernel.
const KERNEL: &str = "even-kernel";

/// A vertex has its number on the board. Its ports lead to its neighbours,
/// numbers rising; a hypercube's port i flips bit i.
impl BurnsEdges for EdgeGeography {
    fn vertices(&self) -> u64 {
        self.board.vertices().into()
    }

    fn ports(&self, vertex: u64) -> u32 {
        match u32::try_from(vertex) {
            Ok(v) if self.board.contains(v) => self.board.ports(v),
            _ => 0,
        }
    }

    fn through(&self, vertex: u64, port: u32) -> Option<u64> {
        if port >= self.ports(vertex) {
            return None;
        }
        let to = self.board.port(vertex as u32, port);
        self.board.contains(to).then_some(to.into())
    }

    fn walk(&self, position: &Walk) -> Vec<u64> {
        position.path().iter().map(|&v| v.into()).collect()
    }
}

/// Certifies a position that the theory covers; `winning` is a winning option.
pub(super) fn certify(
    rules: &EdgeGeography,
    walk: &Walk,
    winning: Option<u32>,
    meter: &mut Meter,
    sink: &mut dyn Sink,
) -> Result<(), CertifyError> {
    let lost = winning.map_or_else(|| walk.clone(), |to| walk.to(to));
    let left = Edges::without(&rules.board, lost.burned());
    let Some(kernel) = kernel_at(&left, lost.token(), meter)? else {
        return Err(CertifyError::NotOffered("no even kernel proves the answer"));
    };
    let port = winning.and_then(|to| rules.port_to(walk.token().into(), to.into()));
    let outcome = if winning.is_some() { Outcome::Win } else { Outcome::Loss };
    let claim = Claim {
        kind: KERNEL.to_owned(),
        ruleset: ABOUT.name.to_owned(),
        position: rules.write_position(walk),
        outcome: Some(outcome),
        values: Vec::new(),
    };
    claim.write(sink)?;
    let members = kernel.into_iter().map(u64::from).collect();
    EvenKernel { winning: port, members }.write(sink)?;
    Ok(())
}

/// Checks a certificate by the rules.
pub(super) fn check(
    rules: &EdgeGeography,
    claim: &Claim,
    source: &mut dyn Source,
    meter: &mut Meter,
) -> Result<Confirmed, CheckError> {
    claim.expect_kind(KERNEL, source)?;
    let (Some(outcome), []) = (claim.outcome, &claim.values[..]) else {
        return Err(source.refuse("a claim about one position has an outcome and no values"));
    };
    let position = claim.parsed_position(rules, source)?;
    let facts = even_kernel::check(rules, &rules.walk(&position), outcome, source, meter)?;
    let mover = rules.mover(&position);
    let winner = if outcome == Outcome::Win { mover } else { mover.other() };
    let claim = format!("{winner} wins from {}", rules.write_position(&position));
    Ok(Confirmed { claim, facts })
}
