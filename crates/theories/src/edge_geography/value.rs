use perfectplay_game::{Meter, Stop};

use super::component::{Component, Edges};
use super::gf2::{Equations, Solved};
use crate::geography::Graph;

/// A position of edge geography with all its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valued {
    /// The options that keep the win, in the order of the token's ports; empty
    /// iff the mover loses.
    pub winning: Vec<u32>,
}

impl Valued {
    /// Does the mover win?
    pub fn wins(&self) -> bool {
        !self.winning.is_empty()
    }
}

/// Values the position with the token on `token` and these edges left; `None`
/// if what they join with the token has an odd cycle, where the theory says
/// nothing.
///
/// With x vertices on the token's side of what is joined with it, y on the
/// other, and m edges: time O(m + x^2 y / 64), memory x y / 8 bytes.
///
/// # Errors
///
/// A limit of the meter was reached.
///
/// # Examples
///
/// ```
/// use perfectplay_game::Meter;
/// use perfectplay_theories::edge_geography::{Edges, value};
/// use perfectplay_theories::geography::Explicit;
/// let meter = &mut Meter::default();
/// // A cycle of four: whoever begins goes round and is stuck where he began.
/// let cycle = Explicit::from_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]).unwrap();
/// let value = |burned: &[_], token, meter: &mut _| {
///     value(&Edges::without(&cycle, burned), token, meter).map(|found| found.unwrap())
/// };
/// assert!(!value(&[], 0, meter)?.wins());
/// assert_eq!(value(&[(0, 1)], 1, meter)?.winning, [2]);
/// # Ok::<(), perfectplay_game::Stop>(())
/// ```
pub fn value<G: Graph>(
    edges: &Edges<'_, G>,
    token: u32,
    meter: &mut Meter,
) -> Result<Option<Valued>, Stop> {
    let Some(component) = Component::around(edges, token, meter)? else { return Ok(None) };
    // The token is the first of its side.
    let solved = odd_at_first(edges, &component, meter)?;
    let mut winning = Vec::new();
    if solved.is_solvable() {
        let may_be_one = solved.may_be_one();
        let is_winning =
            |w: &u32| component.place.get(w).is_some_and(|&at| may_be_one[at as usize]);
        winning.extend(edges.neighbours(token).filter(is_winning));
    }
    solved.release(meter);
    component.release(meter);
    Ok(Some(Valued { winning }))
}

/// The sets on the far side with an odd number of neighbours of the token, and
/// an even one of every other vertex on its side.
fn odd_at_first<G: Graph>(
    edges: &Edges<'_, G>,
    component: &Component,
    meter: &mut Meter,
) -> Result<Solved, Stop> {
    let mut equations = Equations::none(component.near.len(), component.far.len(), meter)?;
    equations.one(0);
    for (at, &x) in component.near.iter().enumerate() {
        meter.spend(u64::from(edges.graph().ports(x)))?;
        for y in edges.neighbours(x) {
            equations.term(at, component.place[&y] as usize);
        }
    }
    equations.solve(meter)
}

/// An even kernel that holds the token, its vertices rising, on the token's
/// side: what proves that the mover loses. `None` if there is none there, or
/// what edges join with the token has an odd cycle.
///
/// Time and memory as for [`value`].
///
/// # Errors
///
/// A limit of the meter was reached.
pub fn even_kernel<G: Graph>(
    edges: &Edges<'_, G>,
    token: u32,
    meter: &mut Meter,
) -> Result<Option<Vec<u32>>, Stop> {
    let Some(component) = Component::around(edges, token, meter)? else { return Ok(None) };
    let mut equations = Equations::none(component.far.len(), component.near.len(), meter)?;
    for (at, &y) in component.far.iter().enumerate() {
        meter.spend(u64::from(edges.graph().ports(y)))?;
        for x in edges.neighbours(y) {
            equations.term(at, component.place[&x] as usize);
        }
    }
    let solved = equations.solve(meter)?;
    let kernel = solved.with_one(0).map(|ones| {
        let mut kernel: Vec<u32> = ones.into_iter().map(|at| component.near[at]).collect();
        kernel.sort_unstable();
        kernel
    });
    solved.release(meter);
    component.release(meter);
    Ok(kernel)
}

/// Which vertices of both sides are in some even kernel on their side.
pub(super) fn in_kernels<G: Graph>(
    edges: &Edges<'_, G>,
    component: &Component,
    meter: &mut Meter,
) -> Result<[Vec<bool>; 2], Stop> {
    let mut found = [Vec::new(), Vec::new()];
    for (side, found) in found.iter_mut().enumerate() {
        let [these, others] = match side {
            0 => [&component.near, &component.far],
            _ => [&component.far, &component.near],
        };
        let mut equations = Equations::none(others.len(), these.len(), meter)?;
        for (at, &v) in others.iter().enumerate() {
            meter.spend(u64::from(edges.graph().ports(v)))?;
            for w in edges.neighbours(v) {
                equations.term(at, component.place[&w] as usize);
            }
        }
        let solved = equations.solve(meter)?;
        *found = solved.may_be_one();
        solved.release(meter);
    }
    Ok(found)
}
