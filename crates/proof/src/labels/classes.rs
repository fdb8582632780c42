/// Vertices shrunk together into classes (union by size, with path halving).
///
/// ```text
/// up     the parent, or TOP + the size of the class
/// met    the cycle that met the class last, by number from 1
/// ```
pub(super) struct Classes {
    up: Vec<u32>,
    met: Vec<u32>,
}

const TOP: u32 = 1 << 31;

impl Classes {
    /// More vertices cannot be put in classes.
    pub(super) const MOST: usize = TOP as usize - 1;

    pub(super) const BYTES: u64 = 8;

    /// Each vertex alone.
    pub(super) fn new(vertices: usize) -> Self {
        Classes { up: vec![TOP + 1; vertices], met: vec![0; vertices] }
    }

    /// A vertex that stands for the class.
    pub(super) fn find(&mut self, vertex: u32) -> u32 {
        let mut at = vertex;
        while self.up[at as usize] < TOP {
            let parent = self.up[at as usize];
            let above = self.up[parent as usize];
            if above < TOP {
                self.up[at as usize] = above;
            }
            at = parent;
        }
        at
    }

    /// Did this cycle meet the class before? From now on it did.
    pub(super) fn meets_again(&mut self, class: u32, cycle: u32) -> bool {
        std::mem::replace(&mut self.met[class as usize], cycle) == cycle
    }

    pub(super) fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.find(one), self.find(other));
        if one != other {
            let sizes = (self.up[one as usize] - TOP, self.up[other as usize] - TOP);
            let (small, large) = if sizes.0 < sizes.1 { (one, other) } else { (other, one) };
            self.up[small as usize] = large;
            self.up[large as usize] = TOP + sizes.0 + sizes.1;
        }
    }
}
