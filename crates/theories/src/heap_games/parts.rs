use perfectplay_game::{Meter, Stop};

use super::{Code, Condition, Partitions};

/// Values of heap games of any code: moves may leave many heaps.
///
/// For every way to leave heaps that the code names, and every total m, the
/// set of XORs of the values of such heaps is kept, in bits:
///
/// ```text
/// h heaps          X(h, m) = union over c of g(c) ^ X(h - 1, m - c)
/// h or more        Y(h, m) = the same with Y; Y(1, m) also has g(m) and Y(1, m - c)
/// not all equal    N(h, m) = the same with N, and g(c) with h - 1 equal heaps of another size
/// ```
///
/// Equal heaps are written down at once. Three or more heaps of which no two
/// are equal are gone through one way after the other.
///
/// # Complexity
///
/// O(m v / 64) word operations for each kind of set and total m, for values
/// below v, and v / 8 bytes.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    code: Code,
    values: Vec<u32>,
    /// The kinds of sets, each after those that it is made of.
    kinds: Vec<(Kind, Sets)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kind {
    heaps: u64,
    or_more: bool,
    unequal: bool,
}

/// Sets of values by total, from total 0 on.
type Sets = Vec<Vec<u64>>;

impl Kind {
    /// What is left once one heap is taken out.
    fn rest(self) -> Option<Kind> {
        let least = if self.or_more { if self.unequal { 2 } else { 1 } } else { 2 };
        if self.heaps > least {
            return Some(Kind { heaps: self.heaps - 1, ..self });
        }
        match (self.or_more, self.unequal) {
            (true, _) => Some(self),
            // Of two heaps the second is one that is written down at once.
            (false, true) => None,
            (false, false) => (self.heaps == 2).then_some(Kind { heaps: 1, ..self }),
        }
    }
}

impl Parts {
    pub(crate) fn new(code: &Code) -> Parts {
        let mut kinds: Vec<Kind> = Vec::new();
        let repeated = code.repeated().map_or(&[][..], |(_, cycle)| cycle);
        for digit in code.digits().map(|(_, digit)| digit).chain(repeated) {
            for (heaps, condition, or_more) in leaves(digit) {
                let mut kind = Some(match condition {
                    Condition::Any => Kind { heaps: heaps.max(1), or_more, unequal: false },
                    Condition::SomeUnequal => Kind { heaps: heaps.max(2), or_more, unequal: true },
                    _ => continue,
                });
                if heaps < 2 && !or_more {
                    continue;
                }
                while let Some(next) = kind.filter(|kind| !kinds.contains(kind)) {
                    kinds.push(next);
                    kind = next.rest();
                }
            }
        }
        kinds.sort_by_key(|kind| kind.heaps);
        let kinds = kinds.into_iter().map(|kind| (kind, Sets::new())).collect();
        Parts { code: code.clone(), values: vec![0], kinds }
    }

    pub(crate) fn values(&self) -> &[u32] {
        &self.values
    }

    pub(crate) fn extend(&mut self, count: usize, meter: &mut Meter) -> Result<(), Stop> {
        while self.values.len() < count {
            let next = self.next(meter)?;
            self.values.push(next);
        }
        Ok(())
    }

    /// The value of the next heap.
    fn next(&mut self, meter: &mut Meter) -> Result<u32, Stop> {
        let heap = self.values.len() as u64;
        // The largest total that moves leave, and with it all sets.
        let added = self.code.digits().next().map_or(0, |(taken, _)| taken.min(0).unsigned_abs());
        for at in 0..self.kinds.len() {
            self.fill(at, heap + added, meter)?;
        }
        let mut met: Vec<u64> = Vec::new();
        let named = self.code.digits().map(|(taken, _)| taken);
        let repeated = self.code.repeated().map_or(0..0, |(from, _)| from..i64::MAX);
        for taken in named.chain(repeated) {
            let Some(left) = heap.checked_add_signed(-taken) else { break };
            for (heaps, condition, or_more) in leaves(self.code.digit(taken)) {
                meter.spend(1)?;
                self.add(left, heaps, condition, or_more, &mut met, meter)?;
            }
        }
        let word = met.iter().position(|&word| word != u64::MAX).unwrap_or(met.len());
        let within = met.get(word).map_or(0, |word| word.trailing_ones());
        Ok(64 * word as u32 + within)
    }

    /// Adds the XORs of all ways to leave so many stones in so many heaps.
    fn add(
        &self,
        left: u64,
        heaps: u64,
        condition: Condition,
        or_more: bool,
        met: &mut Vec<u64>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        match (heaps, condition) {
            (0, _) if left == 0 => set(met, 0),
            (0 | 1, _) if !or_more => {
                if heaps == 1 && left > 0 {
                    set(met, self.values[left as usize]);
                }
            }
            (_, Condition::Any) => {
                self.unite(left, Kind { heaps: heaps.max(1), or_more, unequal: false }, met)
            }
            (_, Condition::SomeUnequal) => {
                self.unite(left, Kind { heaps: heaps.max(2), or_more, unequal: true }, met);
                // Fewer than two heaps fall under any condition.
                if heaps < 2 && left > 0 {
                    set(met, self.values[left as usize]);
                }
            }
            (_, Condition::Equal) => {
                let most = if or_more { left } else { heaps };
                for heaps in heaps.max(1)..=most {
                    meter.spend(1)?;
                    if left > 0 && left.is_multiple_of(heaps) {
                        set(met, self.equal(left / heaps, heaps));
                    }
                }
            }
            (_, Condition::Distinct) => {
                let mut heaps = heaps.max(1);
                // So many heaps of different sizes have that many stones.
                while heaps * (heaps + 1) / 2 <= left {
                    let mut ways = Partitions::new(left, heaps, condition);
                    while let Some(way) = ways.next_way() {
                        meter.spend(heaps)?;
                        set(met, way.iter().fold(0, |xor, &part| xor ^ self.values[part as usize]));
                    }
                    if !or_more {
                        break;
                    }
                    heaps += 1;
                }
            }
        }
        Ok(())
    }

    fn unite(&self, left: u64, kind: Kind, met: &mut Vec<u64>) {
        let sets = self.kinds.iter().find(|(other, _)| *other == kind);
        if let Some(of_left) = sets.and_then(|(_, sets)| sets.get(left as usize)) {
            add_xored(met, of_left, 0);
        }
    }

    /// The XOR of equal heaps.
    fn equal(&self, size: u64, heaps: u64) -> u32 {
        if heaps.is_multiple_of(2) { 0 } else { self.values[size as usize] }
    }

    /// Works the sets of one kind out up to a total, or up to the one whose
    /// parts are not all known yet.
    fn fill(&mut self, at: usize, total: u64, meter: &mut Meter) -> Result<(), Stop> {
        let known = self.values.len() as u64;
        let (kind, mut sets) = {
            let (kind, sets) = &mut self.kinds[at];
            (*kind, std::mem::take(sets))
        };
        let rest = kind.rest();
        let filled = loop {
            let next = sets.len() as u64;
            // The largest part that h heaps can have is next - h + 1.
            if next > total || next + 1 > known + kind.heaps.saturating_sub(1) {
                break Ok(());
            }
            let words = self.values.len() as u64 / 64 + 1;
            if let Err(stop) =
                meter.spend(next * words / 8 + 1).and_then(|()| meter.hold(8 * words))
            {
                break Err(stop);
            }
            let mut set_of_next = Vec::new();
            self.fill_one(kind, rest, at, &sets, next, &mut set_of_next);
            sets.push(set_of_next);
        };
        self.kinds[at].1 = sets;
        filled
    }

    fn fill_one(
        &self,
        kind: Kind,
        rest: Option<Kind>,
        at: usize,
        own: &Sets,
        total: u64,
        into: &mut Vec<u64>,
    ) {
        if kind.heaps == 1 && total > 0 {
            set(into, self.values[total as usize]);
        }
        let of_rest = rest.map(|rest| {
            if rest == kind {
                own
            } else {
                self.kinds[..at].iter().find(|(k, _)| *k == rest).map_or(own, |(_, sets)| sets)
            }
        });
        for part in 1..total {
            let left = total - part;
            let Some(&value) = self.values.get(part as usize) else { break };
            if let Some(set_of_left) = of_rest.and_then(|sets| sets.get(left as usize)) {
                add_xored(into, set_of_left, value);
            }
            if kind.unequal {
                let others = kind.heaps - 1;
                let most = if kind.or_more { left } else { others };
                for others in others..=most {
                    let size = left / others;
                    if left.is_multiple_of(others)
                        && size != part
                        && (size as usize) < self.values.len()
                    {
                        set(into, value ^ self.equal(size, others));
                    }
                }
            }
        }
    }
}

/// What a digit allows: counts with conditions, and whether more go too.
fn leaves(digit: &super::Digit) -> impl Iterator<Item = (u64, Condition, bool)> {
    let named = digit.named().map(|(heaps, condition)| (heaps, condition, false));
    named.chain(digit.unbounded().into_iter().map(|(heaps, condition)| (heaps, condition, true)))
}

fn set(bits: &mut Vec<u64>, value: u32) {
    let word = value as usize / 64;
    if word >= bits.len() {
        bits.resize(word + 1, 0);
    }
    bits[word] |= 1 << (value % 64);
}

/// Adds every value of a set, XORed with one.
fn add_xored(into: &mut Vec<u64>, other: &[u64], value: u32) {
    let high = value as usize / 64;
    // XOR with bits above the set's length moves it up whole.
    let length = other.len().next_power_of_two().max((high + 1).next_power_of_two());
    if into.len() < length {
        into.resize(length, 0);
    }
    for (word, &bits) in other.iter().enumerate() {
        let mut bits = bits;
        for (bit, low) in [
            (0, 0x5555_5555_5555_5555),
            (1, 0x3333_3333_3333_3333),
            (2, 0x0f0f_0f0f_0f0f_0f0f),
            (3, 0x00ff_00ff_00ff_00ff),
            (4, 0x0000_ffff_0000_ffff),
            (5, 0x0000_0000_ffff_ffff),
        ] {
            if value >> bit & 1 == 1 {
                let by = 1 << bit;
                bits = (bits & low) << by | bits >> by & low;
            }
        }
        into[word ^ high] |= bits;
    }
}
