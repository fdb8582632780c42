use std::hash::{BuildHasher, RandomState};

/// How the vertices of a board are called. Ids are `0..n`.
#[derive(Clone, Debug)]
pub(super) enum Names {
    /// By their ids.
    Ids,
    /// By the bits of their ids, this many, the highest first.
    Bits(u32),
    /// By row and column, from 1: vertex v is cell `cells[v]` of a grid with
    /// this many columns, cells rising.
    Cells { columns: u32, cells: Vec<u32> },
    /// By numbers, rising with the ids.
    Numbers(Vec<u64>),
    /// By texts of their own.
    Texts(NameTable),
}

impl Names {
    pub(super) fn write(&self, v: u32) -> String {
        match self {
            Names::Ids => v.to_string(),
            Names::Bits(bits) => format!("{v:0width$b}", width = *bits as usize),
            Names::Cells { columns, cells } => {
                let cell = cells[v as usize];
                format!("{},{}", cell / columns + 1, cell % columns + 1)
            }
            Names::Numbers(numbers) => numbers[v as usize].to_string(),
            Names::Texts(table) => table.name(v).to_owned(),
        }
    }

    /// The id with that name, if there is one below `vertices`.
    pub(super) fn find(&self, name: &str, vertices: u32) -> Option<u32> {
        match self {
            Names::Ids => u32::try_from(canonical(name)?).ok(),
            Names::Bits(bits) => {
                let whole = name.len() == *bits as usize;
                let binary = name.bytes().all(|byte| b"01".contains(&byte));
                (whole && binary).then(|| u32::from_str_radix(name, 2).ok()).flatten()
            }
            Names::Cells { columns, cells } => {
                let (row, column) = name.split_once(',')?;
                let (row, column) = (canonical(row)?, canonical(column)?);
                let column = column.checked_sub(1).filter(|&at| at < u64::from(*columns))?;
                let cell = row.checked_sub(1)?.checked_mul(u64::from(*columns))? + column;
                let cell = u32::try_from(cell).ok()?;
                cells.binary_search(&cell).ok().map(|v| v as u32)
            }
            Names::Numbers(numbers) => {
                numbers.binary_search(&canonical(name)?).ok().map(|v| v as u32)
            }
            Names::Texts(table) => table.find(name),
        }
        .filter(|&v| v < vertices)
    }
}

/// The number that a text of digits without leading zeros stands for, if it
/// has no more than 18 digits.
pub(super) fn canonical(text: &str) -> Option<u64> {
    let digits = text.as_bytes();
    let short = (1..=18).contains(&digits.len()) && (digits[0] != b'0' || digits.len() == 1);
    if !short {
        return None;
    }
    digits.iter().try_fold(0, |value, &byte| {
        let digit = byte.wrapping_sub(b'0');
        (digit <= 9).then_some(value * 10 + u64::from(digit))
    })
}

/// Different texts, numbered in the order in which they were put in.
///
/// ```text
/// text    "abcab..."             all names, one after the other
/// ends    1 3 5 ...              name v: ends[v - 1] .. ends[v]
/// slots   - 2 - 0 1 - ...        open addressing by a secret hash
/// ```
///
/// A slot repeats where its name stands, and half of its hash: a name is found
/// by two looks into memory that is not at hand, the slot and the text.
#[derive(Clone, Debug)]
pub(super) struct NameTable {
    text: String,
    ends: Vec<u32>,
    slots: Vec<Slot>,
    hasher: RandomState,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    v: u32,
    tag: u32,
    start: u32,
    end: u32,
}

const NO_NAME: u32 = u32::MAX;

const FREE: Slot = Slot { v: NO_NAME, tag: 0, start: 0, end: 0 };

impl NameTable {
    /// With room for this many names, bounded by the input that they come from.
    pub(super) fn with_room(names: usize) -> Self {
        NameTable {
            text: String::new(),
            ends: Vec::new(),
            slots: vec![FREE; (2 * names).next_power_of_two().max(16)],
            hasher: RandomState::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    fn range(&self, v: u32) -> (u32, u32) {
        let v = v as usize;
        (if v == 0 { 0 } else { self.ends[v - 1] }, self.ends[v])
    }

    pub(super) fn name(&self, v: u32) -> &str {
        let (start, end) = self.range(v);
        &self.text[start as usize..end as usize]
    }

    /// The slot that holds the name, or the free one where it belongs; and the
    /// tag of its hash.
    fn slot(&self, name: &str) -> (usize, u32) {
        let hash = self.hasher.hash_one(name);
        let tag = (hash >> 32) as u32;
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let Slot { v, tag: other, start, end } = self.slots[at];
            let text = self.text.as_bytes();
            if v == NO_NAME
                || other == tag && text[start as usize..end as usize] == *name.as_bytes()
            {
                return (at, tag);
            }
            at = (at + 1) & mask;
        }
    }

    pub(super) fn find(&self, name: &str) -> Option<u32> {
        let (slot, _) = self.slot(name);
        Some(self.slots[slot].v).filter(|&v| v != NO_NAME)
    }

    /// The number of a name, a new one if it is new; `None` when there are as
    /// many names as a graph may have vertices, or 4 GiB of them.
    pub(super) fn number(&mut self, name: &str) -> Option<u32> {
        let (slot, tag) = self.slot(name);
        if self.slots[slot].v != NO_NAME {
            return Some(self.slots[slot].v);
        }
        let v = u32::try_from(self.len()).ok().filter(|&v| v < NO_NAME - 1)?;
        let start = self.text.len() as u32;
        let end = u32::try_from(self.text.len() + name.len()).ok()?;
        self.text.push_str(name);
        self.ends.push(end);
        self.slots[slot] = Slot { v, tag, start, end };
        if 2 * self.len() > self.slots.len() {
            self.slots = vec![FREE; 2 * self.slots.len()];
            for v in 0..self.len() as u32 {
                let (slot, tag) = self.slot(self.name(v));
                let (start, end) = self.range(v);
                self.slots[slot] = Slot { v, tag, start, end };
            }
        }
        Some(v)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn law_every_name_is_found_again() {
        let mut table = NameTable::with_room(0);
        for n in 0..5000u32 {
            assert_eq!(table.number(&(n * n).to_string()), Some(n));
            assert_eq!(table.number(&(n / 2 * (n / 2)).to_string()), Some(n / 2));
        }
        assert_eq!(table.find("49"), Some(7));
        assert_eq!(table.find("50"), None);
        assert_eq!(table.find(""), None);
        for names in [
            Names::Ids,
            Names::Bits(3),
            Names::Cells { columns: 3, cells: vec![0, 2, 3, 4, 5, 7, 8, 11] },
            Names::Numbers(vec![0, 1, 5, 7, 8, 1 << 40, 1 << 50, 999_999_999_999_999_999]),
            Names::Texts(table),
        ] {
            for v in 0..8 {
                assert_eq!(names.find(&names.write(v), 8), Some(v), "{names:?}");
            }
            for none in ["", "x", "-1", "007", "9,9", "1,2", "0,1", "1,", "111111", "+1", "٣"] {
                assert_eq!(names.find(none, 8), None, "{none}");
            }
        }
    }
}
