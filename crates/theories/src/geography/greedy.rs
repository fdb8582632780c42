use perfectplay_game::{Meter, Stop};

use super::Graph;
use super::matching::Matching;

/// Adds edges to `matching` until no edge of the graph has two ends without
/// mates: at least half as many edges as can be, and far more in practice.
///
/// A vertex with one neighbour left is matched with it at once, which is never
/// wrong (Karp and Sipser, *Maximum matchings in sparse random graphs*, 1981);
/// when there is none, the next vertex takes the neighbour that has fewest
/// neighbours left.
///
/// Time O(n + ports), and at most 8 bytes a vertex held while it runs.
pub(super) fn extend<G: Graph>(
    graph: &G,
    matching: &mut Matching,
    meter: &mut Meter,
) -> Result<(), Stop> {
    let n = graph.vertices();
    let most = (0..n).filter(|&v| graph.contains(v)).map(|v| graph.ports(v)).max().unwrap_or(0);
    let bytes = 8 * u64::from(n);
    meter.hold(bytes)?;
    // The counters are what is looked up everywhere, so small ones pay.
    if most <= u32::from(u8::MAX) {
        extend_counting::<G, u8>(graph, matching, meter)?;
    } else {
        extend_counting::<G, u32>(graph, matching, meter)?;
    }
    meter.release(bytes);
    Ok(())
}

/// A number of neighbours.
trait Count: Copy + Ord {
    const NONE: Self;
    const ONE: Self;

    fn of(count: u32) -> Self;
    /// One less, none staying none.
    fn less_one(self) -> Self;
    /// Rises with the count, except that none is the most.
    fn rank(self) -> Self;
}

impl Count for u8 {
    const NONE: u8 = 0;
    const ONE: u8 = 1;

    fn of(count: u32) -> u8 {
        u8::try_from(count).unwrap_or(u8::MAX)
    }

    fn less_one(self) -> u8 {
        self.saturating_sub(1)
    }

    fn rank(self) -> u8 {
        self.wrapping_sub(1)
    }
}

impl Count for u32 {
    const NONE: u32 = 0;
    const ONE: u32 = 1;

    fn of(count: u32) -> u32 {
        count
    }

    fn less_one(self) -> u32 {
        self.saturating_sub(1)
    }

    fn rank(self) -> u32 {
        self.wrapping_sub(1)
    }
}

fn extend_counting<G: Graph, C: Count>(
    graph: &G,
    matching: &mut Matching,
    meter: &mut Meter,
) -> Result<(), Stop> {
    let n = graph.vertices();
    // Neighbours left; none for matched vertices and holes too, so that from
    // here on nobody asks what is a hole.
    let mut left = vec![C::NONE; n as usize];
    let mut single: Vec<u32> = Vec::new();
    for v in 0..n {
        if !graph.contains(v) || matching.covers(v) {
            continue;
        }
        meter.spend(u64::from(graph.ports(v)))?;
        let count = graph.neighbours(v).filter(|&w| !matching.covers(w)).count();
        left[v as usize] = C::of(count as u32);
        if count == 1 {
            single.push(v);
        }
    }
    let mut next = 0;
    loop {
        let v = match single.pop() {
            Some(v) => v,
            None if next < n => {
                next += 1;
                next - 1
            }
            None => break,
        };
        if left[v as usize] == C::NONE {
            continue;
        }
        meter.spend(u64::from(graph.ports(v)))?;
        let Some(w) = graph.around(v).min_by_key(|&w| left[w as usize].rank()) else { continue };
        if left[w as usize] == C::NONE {
            continue;
        }
        matching.join(v, w);
        for end in [v, w] {
            left[end as usize] = C::NONE;
            meter.spend(u64::from(graph.ports(end)))?;
            for x in graph.around(end) {
                let before = left[x as usize];
                let now = before.less_one();
                left[x as usize] = now;
                if now == C::ONE && before != now {
                    single.push(x);
                }
            }
        }
    }
    Ok(())
}
