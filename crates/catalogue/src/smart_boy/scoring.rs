/// What the move that makes a word pays: both rules know the letters (a = 1
/// to z = 26) and `cnt`, the number of dictionary entries that contain the
/// word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Scoring {
    /// `max(letter) * sum(letters) + cnt`, the rule of the problem.
    #[default]
    MaxTimesSumPlusCount,
    /// `sum(letters) * cnt`, as a document about the problem has it, wrongly.
    SumTimesCount,
}

impl Scoring {
    /// The names in game files.
    pub const NAMES: [(&'static str, Scoring); 2] = [
        ("max-times-sum-plus-count", Scoring::MaxTimesSumPlusCount),
        ("sum-times-count", Scoring::SumTimesCount),
    ];

    /// The points, from the largest letter, the sum of the letters and the
    /// count. Words are shorter than 2^32 letters and entries fewer, so every
    /// result fits.
    pub(super) fn points(self, max: u8, sum: u64, count: u64) -> u64 {
        match self {
            Scoring::MaxTimesSumPlusCount => u64::from(max) * sum + count,
            Scoring::SumTimesCount => sum.saturating_mul(count),
        }
    }

    /// The rule in words.
    pub(super) fn in_words(self) -> &'static str {
        match self {
            Scoring::MaxTimesSumPlusCount => {
                "its largest letter times the sum of its letters (a = 1 to z = 26), plus the \
                 number of dictionary entries that contain it"
            }
            Scoring::SumTimesCount => {
                "the sum of its letters (a = 1 to z = 26) times the number of dictionary \
                 entries that contain it"
            }
        }
    }
}
