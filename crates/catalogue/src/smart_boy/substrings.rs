use perfectplay_game::{Meter, Stop};
use perfectplay_theories::lexicographic::PaidEntries;

use super::Scoring;
use super::rules::letter_value;

/// No node.
const NONE: u32 = u32::MAX;

/// The node of the empty word.
pub(super) const ROOT: u32 = 0;

/// Nodes that are announced to the meter at once.
const BATCH: usize = 1 << 16;

/// Bytes a node takes while the tree is built.
const NODE_BYTES: usize = 4 * 7 + 2 + 4;

/// Every distinct substring of a dictionary as the node of a suffix trie.
///
/// ```text
/// dictionary {ab, b}:        parent: the word without its last letter
///                            link:   the word without its first letter
///   ""  --a-->  "a"  --b-->  "ab"
///     \                       . link
///      `--b-->  "b"  <........'
/// ```
///
/// A word can be entered from its parent (the last letter was added behind)
/// and from its link (the first letter was added in front), so the game has
/// at most two ways into a position. Children are a list through `sibling`:
/// nearly all nodes have one child, and only the few near the root have many.
///
/// # Complexity
///
/// With S distinct substrings, W distinct dictionary words and D the sum over
/// them of their distinct substrings: time O(S + D + letters), times at most
/// 26 for the child lists; memory 34 bytes a substring. (Suffix tries grown
/// through links: Ukkonen, *On-line construction of suffix trees*, 1995.)
#[derive(Debug)]
pub(super) struct Substrings {
    parent: Vec<u32>,
    link: Vec<u32>,
    first_child: Vec<u32>,
    sibling: Vec<u32>,
    letter: Vec<u8>,
    /// The largest letter of the word.
    max: Vec<u8>,
    /// The sum of the letters of the word.
    sum: Vec<u32>,
    /// Dictionary entries that contain the word.
    count: Vec<u32>,
    /// The nodes by length: a list for each through `same_length`.
    longest: Vec<u32>,
    same_length: Vec<u32>,
    scoring: Scoring,
}

impl Substrings {
    /// All distinct substrings of `words`, counted.
    pub(super) fn build<'w>(
        words: impl Iterator<Item = &'w [u8]>,
        scoring: Scoring,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let mut tree = Substrings {
            parent: Vec::new(),
            link: Vec::new(),
            first_child: Vec::new(),
            sibling: Vec::new(),
            letter: Vec::new(),
            max: Vec::new(),
            sum: Vec::new(),
            count: Vec::new(),
            longest: Vec::new(),
            same_length: Vec::new(),
            scoring,
        };
        tree.push(NONE, 0, 0, meter)?;
        // Equal words are entered once: their count is their multiplicity.
        let mut distinct: Vec<&[u8]> = words.collect();
        distinct.sort_unstable();
        for word in distinct.chunk_by(|a, b| a == b) {
            tree.insert(word[0], meter)?;
        }
        // `seen[n]`: the last word that counted node n, so that several
        // occurrences in one word count once.
        let mut seen = vec![0u32; tree.parent.len()];
        for (index, word) in distinct.chunk_by(|a, b| a == b).enumerate() {
            tree.count_in(word[0], word.len() as u32, index as u32 + 1, &mut seen, meter)?;
        }
        Ok(tree)
    }

    fn push(
        &mut self,
        parent: u32,
        letter: u8,
        length: usize,
        meter: &mut Meter,
    ) -> Result<u32, Stop> {
        let node = self.parent.len();
        if node.is_multiple_of(BATCH) {
            // Past 2^32 nodes the limit on memory has long been passed.
            let nodes = if node >= NONE as usize - BATCH { u64::MAX } else { BATCH as u64 };
            meter.hold(nodes.saturating_mul(NODE_BYTES as u64))?;
        }
        meter.spend(1)?;
        let node = node as u32;
        let (max, sum) = match parent {
            NONE => (0, 0),
            parent => {
                let value = letter_value(letter);
                let sum = self.sum[parent as usize] + u32::from(value);
                (self.max[parent as usize].max(value), sum)
            }
        };
        self.parent.push(parent);
        self.link.push(NONE);
        self.first_child.push(NONE);
        self.letter.push(letter);
        self.max.push(max);
        self.sum.push(sum);
        self.count.push(0);
        match parent {
            NONE => self.sibling.push(NONE),
            parent => {
                self.sibling.push(self.first_child[parent as usize]);
                self.first_child[parent as usize] = node;
            }
        }
        if self.longest.len() <= length {
            self.longest.resize(length + 1, NONE);
        }
        self.same_length.push(self.longest[length]);
        self.longest[length] = node;
        Ok(node)
    }

    /// The word with a letter added behind, if it occurs.
    pub(super) fn child(&self, node: u32, letter: u8) -> Option<u32> {
        let mut child = self.first_child[node as usize];
        while child != NONE {
            if self.letter[child as usize] == letter {
                return Some(child);
            }
            child = self.sibling[child as usize];
        }
        None
    }

    /// The node of a word, if it occurs.
    pub(super) fn find(&self, word: &[u8]) -> Option<u32> {
        word.iter().try_fold(ROOT, |node, &letter| self.child(node, letter))
    }

    /// Adds all substrings of a word.
    fn insert(&mut self, word: &[u8], meter: &mut Meter) -> Result<(), Stop> {
        let mut whole = ROOT;
        for (index, &letter) in word.iter().enumerate() {
            // From the whole prefix to ever shorter suffixes of it, until one
            // has the letter already: then so have all shorter ones.
            let mut at = whole;
            let mut length = index + 1;
            let mut longer = NONE;
            whole = NONE;
            let end = loop {
                if let Some(child) = self.child(at, letter) {
                    break child;
                }
                let made = self.push(at, letter, length, meter)?;
                if longer != NONE {
                    self.link[longer as usize] = made;
                }
                if whole == NONE {
                    whole = made;
                }
                longer = made;
                length -= 1;
                if at == ROOT {
                    break ROOT;
                }
                at = self.link_of(at);
            };
            if longer != NONE {
                self.link[longer as usize] = end;
            }
            if whole == NONE {
                whole = end;
            }
        }
        Ok(())
    }

    /// The word without its first letter; the root for words of one letter.
    fn link_of(&self, node: u32) -> u32 {
        match self.link[node as usize] {
            NONE => ROOT,
            link => link,
        }
    }

    fn count_in(
        &mut self,
        word: &[u8],
        times: u32,
        stamp: u32,
        seen: &mut [u32],
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let mut prefix = ROOT;
        for &letter in word {
            // The child exists: the word was inserted.
            prefix = self.child(prefix, letter).unwrap_or(ROOT);
            let mut node = prefix;
            // A suffix that was seen brought all its own suffixes with it.
            while node != ROOT && seen[node as usize] != stamp {
                seen[node as usize] = stamp;
                self.count[node as usize] += times;
                node = self.link_of(node);
                meter.spend(1)?;
            }
        }
        Ok(())
    }

    /// The words of one length, in no particular order.
    fn of_length(&self, length: usize) -> impl Iterator<Item = u32> {
        let first = self.longest.get(length).copied().unwrap_or(NONE);
        std::iter::successors(Some(first), |&node| match node {
            NONE => None,
            node => Some(self.same_length[node as usize]),
        })
        .take_while(|&node| node != NONE)
    }

    /// The length of the longest word.
    pub(super) fn longest(&self) -> usize {
        self.longest.len() - 1
    }

    /// The word of a node.
    fn spell(&self, node: u32) -> Vec<u8> {
        let mut word = Vec::new();
        let mut at = node;
        while at != ROOT {
            word.push(self.letter[at as usize]);
            at = self.parent[at as usize];
        }
        word.reverse();
        word
    }

    /// The words of one length, sorted.
    pub(super) fn sorted_of_length(&self, length: usize) -> Vec<(Vec<u8>, u32)> {
        let mut words: Vec<_> =
            self.of_length(length).map(|node| (self.spell(node), node)).collect();
        words.sort_unstable();
        words
    }
}

impl PaidEntries for Substrings {
    fn positions(&self) -> usize {
        self.parent.len()
    }

    fn ends_first(&self) -> impl Iterator<Item = u32> {
        (0..=self.longest()).rev().flat_map(|length| self.of_length(length))
    }

    fn entered_from(&self, node: u32) -> impl Iterator<Item = u32> {
        let parent = Some(self.parent[node as usize]).filter(|&parent| parent != NONE);
        // A single letter is entered from the empty paper in one way.
        let link = self.link_of(node);
        let front = (parent.is_some() && parent != Some(ROOT)).then_some(link);
        parent.into_iter().chain(front.filter(|&front| Some(front) != parent))
    }

    fn points(&self, node: u32) -> u64 {
        if node == ROOT {
            return 0;
        }
        let node = node as usize;
        let (sum, count) = (u64::from(self.sum[node]), u64::from(self.count[node]));
        self.scoring.points(self.max[node], sum, count)
    }
}
