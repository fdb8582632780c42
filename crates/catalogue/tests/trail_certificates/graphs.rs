/// splitmix64: small, and the same everywhere.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % u64::from(sides)) as u32
    }
}

/// A graph that has much of what a Gallai-Edmonds decomposition can have:
/// odd ears put on odd ears make factor-critical parts, some vertices join
/// several parts, some are matched among themselves; numbered at random.
pub(crate) fn decomposed(dice: &mut Dice, most: u32) -> Vec<(u32, u32)> {
    let mut edges = Vec::new();
    let mut vertices = 0;
    let mut parts: Vec<Vec<u32>> = Vec::new();
    for _ in 0..1 + dice.roll(6) {
        let mut part = vec![vertices];
        vertices += 1;
        for _ in 0..dice.roll(4) {
            // An ear of an even number of new vertices between any two old ones.
            let ends = [part[dice.roll(part.len() as u32) as usize], {
                part[dice.roll(part.len() as u32) as usize]
            }];
            let mut at = ends[0];
            for _ in 0..2 * (1 + dice.roll(2)) {
                edges.push((at, vertices));
                part.push(vertices);
                at = vertices;
                vertices += 1;
            }
            edges.push((at, ends[1]));
        }
        parts.push(part);
    }
    let joints: Vec<u32> = (0..dice.roll(4)).map(|at| vertices + at).collect();
    vertices += joints.len() as u32;
    for &joint in &joints {
        for _ in 0..1 + dice.roll(5) {
            let part = &parts[dice.roll(parts.len() as u32) as usize];
            edges.push((joint, part[dice.roll(part.len() as u32) as usize]));
        }
    }
    for _ in 0..dice.roll(5) {
        edges.push((vertices, vertices + 1));
        for joint in joints.iter().take(dice.roll(3) as usize) {
            edges.push((*joint, vertices));
        }
        vertices += 2;
    }
    let mut numbers: Vec<u32> = (0..vertices).collect();
    (1..numbers.len()).for_each(|at| numbers.swap(at, dice.roll(at as u32 + 1) as usize));
    let number = |v: u32| numbers[v as usize];
    edges.iter().map(|&(v, w)| (number(v), number(w))).filter(|(v, w)| v.max(w) < &most).collect()
}

/// Two triangles, 1 2 3 and 4 5 6, and the vertex 7 hang on the joint 0.
pub(crate) const HANGING_ON_A_JOINT: [(u32, u32); 9] =
    [(1, 2), (2, 3), (3, 1), (4, 5), (5, 6), (6, 4), (0, 1), (0, 4), (0, 7)];

/// A cycle of five with a triangle and another on top of it: three cycles,
/// each shrunk with the last.
pub(crate) const EAR_ON_EAR: [(u32, u32); 11] =
    [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 5), (5, 6), (6, 1), (6, 7), (7, 8), (8, 2)];
