use perfectplay_game::{Meter, Stop};

use super::matching::Matching;
use super::{Graph, Labels, VertexSet, Without, label_from};

/// A position of geography valued with all its options, from one maximum
/// matching of the vertices that the token has not visited.
#[derive(Clone, Debug)]
pub struct Valued {
    /// The options that keep the win, in the order of the token's ports;
    /// empty iff the mover loses.
    pub winning: Vec<u32>,
    /// The labels of what is left when the token's vertex is taken away too.
    /// A neighbour of the token is a winning option iff it is lost there.
    pub left: Labels,
}

impl Valued {
    /// Does the mover win?
    pub fn wins(&self) -> bool {
        !self.winning.is_empty()
    }

    /// The size of a maximum matching of the unvisited vertices and the
    /// token's.
    pub fn with_token(&self) -> u32 {
        self.without_token() + u32::from(self.wins())
    }

    /// The size of a maximum matching of the unvisited vertices: one less than
    /// [`Valued::with_token`] iff the mover wins.
    pub fn without_token(&self) -> u32 {
        self.left.matching.size()
    }
}

/// Values the position with the token on `token` and the vertices in `visited`
/// visited, `token` among them.
///
/// Moving to w leaves the opponent with the token on w and the same vertices
/// visited, w more; he loses iff w is missed by some maximum matching of the
/// graph without the vertices visited until now. So the labels of that one
/// graph value all options.
///
/// `hint` is a matching to begin with, such as that of the position before;
/// see [`label_from`]. Time and memory are those of [`label`](super::label).
///
/// # Errors
///
/// A limit of the meter was reached.
///
/// # Examples
///
/// ```
/// use perfectplay_game::Meter;
/// use perfectplay_theories::geography::{Explicit, VertexSet, value};
/// // 0 ── 1 ── 2 ── 3, the token on 1: to 0 the opponent is stuck, to 2 he
/// // moves once more.
/// let path = Explicit::from_edges(4, &[(0, 1), (1, 2), (2, 3)]).unwrap();
/// let mut visited = VertexSet::empty(4);
/// visited.insert(1);
/// let valued = value(&path, 1, &visited, None, &mut Meter::default())?;
/// assert_eq!(valued.winning, [0]);
/// assert_eq!((valued.with_token(), valued.without_token()), (2, 1));
/// # Ok::<(), perfectplay_game::Stop>(())
/// ```
pub fn value<G: Graph>(
    graph: &G,
    token: u32,
    visited: &VertexSet,
    hint: Option<Matching>,
    meter: &mut Meter,
) -> Result<Valued, Stop> {
    let rest = Without::new(graph, visited);
    let start = hint.unwrap_or_else(|| Matching::empty(graph.vertices()));
    let left = label_from(&rest, start, meter)?;
    let winning = rest.neighbours(token).filter(|&w| left.loses(w)).collect();
    Ok(Valued { winning, left })
}
