use perfectplay_game::Meter;
use perfectplay_theories::geography::{Explicit, Hypercube};

use super::Board;
use super::board::Links;
use super::names::Names;

/// A family of graphs with names of their own; vertices are numbered from 0,
/// and those of a cube named by their bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// The Petersen graph: an outer cycle 0 to 4, an inner star 5 to 9 and
    /// the spokes v, v + 5. Its size is 10.
    Petersen,
    /// A path of that many vertices.
    Path,
    /// A cycle of that many vertices.
    Cycle,
    /// That many vertices, all joined.
    Complete,
    /// The hypercube of that dimension.
    Hypercube,
}

/// A size that a family does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a {} has a size from {least} to {most}", family.name())]
pub struct SizeError {
    /// The family.
    pub family: Family,
    /// The least size.
    pub least: u32,
    /// The largest that is taken, so that no small text fills the memory.
    pub most: u32,
}

impl Family {
    /// All, by the names that game files use.
    pub(super) const NAMES: [(&'static str, Family); 5] = [
        ("petersen", Family::Petersen),
        ("path", Family::Path),
        ("cycle", Family::Cycle),
        ("complete", Family::Complete),
        ("hypercube", Family::Hypercube),
    ];

    fn name(self) -> &'static str {
        match self {
            Family::Petersen => "Petersen graph",
            Family::Path => "path",
            Family::Cycle => "cycle",
            Family::Complete => "complete graph",
            Family::Hypercube => "hypercube",
        }
    }

    /// The least and the largest size.
    pub(super) fn sizes(self) -> (u32, u32) {
        match self {
            Family::Petersen => (10, 10),
            Family::Path => (1, 4_000_000),
            Family::Cycle => (3, 4_000_000),
            Family::Complete => (1, 3_000),
            Family::Hypercube => (1, 28),
        }
    }
}

impl Board {
    /// The graph of a family that has this size.
    ///
    /// # Errors
    ///
    /// The family has no such size, or none that is taken.
    pub fn of_family(family: Family, size: u32) -> Result<Self, SizeError> {
        let (least, most) = family.sizes();
        let error = SizeError { family, least, most };
        if !(least..=most).contains(&size) {
            return Err(error);
        }
        let edges: Vec<(u32, u32)> = match family {
            Family::Petersen => {
                let outer = (0..5).map(|v| (v, (v + 1) % 5));
                let inner = (0..5).map(|v| (5 + v, 5 + (v + 2) % 5));
                outer.chain(inner).chain((0..5).map(|v| (v, v + 5))).collect()
            }
            Family::Path => (1..size).map(|v| (v - 1, v)).collect(),
            Family::Cycle => (0..size).map(|v| (v, (v + 1) % size)).collect(),
            Family::Complete => (0..size).flat_map(|v| (0..v).map(move |w| (w, v))).collect(),
            Family::Hypercube => {
                let cube = Hypercube::new(size, &mut Meter::default()).map_err(|_| error)?;
                let what = format!("the hypercube of dimension {size}");
                return Ok(Board { links: Links::Cube(cube), names: Names::Bits(size), what });
            }
        };
        let graph = Explicit::from_edges(size, &edges).map_err(|_| error)?;
        let what = match family {
            Family::Petersen => "the Petersen graph".to_owned(),
            _ => {
                format!("a {} of {}", family.name(), counted(u64::from(size), "vertex", "vertices"))
            }
        };
        Ok(Board { links: Links::Stored(graph), names: Names::Ids, what })
    }
}

/// A number with its noun.
pub(super) fn counted(n: u64, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}
