use std::collections::HashSet;

use perfectplay_theories::geography::Explicit;

use super::Board;
use super::board::Links;
use super::families::counted;
use super::names::Names;

/// Why there is no such random graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RandomError {
    /// It has no vertex, or more than are made.
    #[error("a random graph has a size from 1 to {}", Board::MOST_RANDOM_VERTICES)]
    Vertices,
    /// So many edges there are not, or are not made.
    #[error("it has at most {most} edges")]
    Edges {
        /// The most that this size takes.
        most: u64,
    },
}

impl Board {
    /// The most vertices of a random graph, so that no small text fills the
    /// memory.
    pub const MOST_RANDOM_VERTICES: u32 = 4_000_000;
    /// The most edges.
    const MOST_RANDOM_EDGES: u64 = 16_000_000;

    /// The most edges that a random graph of this size may have.
    pub(super) fn most_random_edges(vertices: u32) -> u64 {
        let n = u64::from(vertices);
        (n * n.saturating_sub(1) / 2).min(Self::MOST_RANDOM_EDGES)
    }

    /// A graph with so many edges, all sets of which are as likely; the same
    /// seed gives the same graph everywhere.
    ///
    /// ```
    /// use perfectplay_catalogue::geography::Board;
    /// let board = Board::of_random(10, 15, 1).expect("there are 45 pairs");
    /// let degrees: usize = (0..10).map(|v| board.neighbours(v).count()).sum();
    /// assert_eq!(degrees, 30);
    /// assert!(Board::of_random(10, 46, 1).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// See [`RandomError`].
    pub fn of_random(vertices: u32, edges: u64, seed: u64) -> Result<Self, RandomError> {
        if !(1..=Self::MOST_RANDOM_VERTICES).contains(&vertices) {
            return Err(RandomError::Vertices);
        }
        let most = Self::most_random_edges(vertices);
        if edges > most {
            return Err(RandomError::Edges { most });
        }
        let pairs = u64::from(vertices) * (u64::from(vertices) - 1) / 2;
        // Those left out are drawn where they are fewer.
        let left_out = 2 * edges > pairs;
        let draws = if left_out { pairs - edges } else { edges };
        let mut drawn = HashSet::new();
        let mut list = Vec::new();
        for place in 0.. {
            if drawn.len() as u64 == draws {
                break;
            }
            let [v, w] = [2 * place, 2 * place + 1].map(|place| below(seed, place, vertices));
            if v != w && drawn.insert((v.min(w), v.max(w))) {
                list.push((v.min(w), v.max(w)));
            }
        }
        if left_out {
            let all = (0..vertices).flat_map(|w| (0..w).map(move |v| (v, w)));
            list = all.filter(|edge| !drawn.contains(edge)).collect();
        }
        let graph =
            Explicit::from_edges(vertices, &list).map_err(|_| RandomError::Edges { most })?;
        let what = format!(
            "a random graph of {} and {}, seed {seed}",
            counted(u64::from(vertices), "vertex", "vertices"),
            counted(edges, "edge", "edges"),
        );
        Ok(Board { links: Links::Stored(graph), names: Names::Ids, what })
    }
}

/// A number below `most`, from the stream of splitmix64 with this seed.
fn below(seed: u64, place: u64, most: u32) -> u32 {
    let mut z = seed.wrapping_add(place.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    // The high half of the product: evenly, but for one part in 2^32.
    ((u128::from(z) * u128::from(most)) >> 64) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_random_graphs_have_as_many_edges_as_asked_for() {
        for vertices in 1..=12u32 {
            for edges in 0..=u64::from(vertices * (vertices - 1) / 2) {
                let board = Board::of_random(vertices, edges, edges).unwrap();
                let Links::Stored(graph) = &board.links else { panic!("a stored graph") };
                assert_eq!(graph.edges() as u64, edges);
            }
        }
        assert_eq!(Board::of_random(0, 0, 1).err(), Some(RandomError::Vertices));
        assert_eq!(Board::of_random(3, 4, 1).err(), Some(RandomError::Edges { most: 3 }));
    }
}
