use crate::instance::{Instance, Rng, lower, small, without_some};

/// Words over a few letters.
#[derive(Clone, Debug)]
struct Words(Vec<String>);

pub(super) fn sample(dice: &mut Rng, size: u32) -> Box<dyn Instance> {
    let size = i64::from(size);
    let letters = small(dice, 1, 3 + size / 4).min(26) as u8;
    // Sometimes letters of high value: their points tell rules of scoring apart.
    let first = if dice.bool() { b'a' } else { b'a' + dice.u8(0..=26 - letters) };
    let words = (0..small(dice, 1, 1 + size / 2)).map(|_| {
        let length = small(dice, 1, 2 + size / 2);
        (0..length).map(|_| char::from(first + dice.u8(0..letters))).collect()
    });
    Box::new(Words(words.collect()))
}

impl Instance for Words {
    fn input(&self) -> String {
        format!("{}\n{}\n", self.0.len(), self.0.join("\n"))
    }

    fn smaller(&self) -> Vec<Box<dyn Instance>> {
        let mut all: Vec<Words> = without_some(&self.0)
            .into_iter()
            .filter(|words| !words.is_empty())
            .map(Words)
            .collect();
        // The letters as low as they can be, in the same order.
        let mut used: Vec<u8> = self.0.iter().flat_map(|word| word.bytes()).collect();
        used.sort_unstable();
        used.dedup();
        let low = |letter: u8| {
            let at = used.iter().position(|&used| used == letter).unwrap_or_default();
            char::from(b'a' + at as u8)
        };
        let lowest: Vec<String> =
            self.0.iter().map(|word| word.bytes().map(low).collect()).collect();
        if lowest != self.0 {
            all.push(Words(lowest));
        }
        for (at, word) in self.0.iter().enumerate() {
            let mut with = |word: String| {
                let mut words = self.0.clone();
                words[at] = word;
                all.push(Words(words));
            };
            if word.len() > 1 {
                with(word[1..].to_owned());
                with(word[..word.len() - 1].to_owned());
            }
            for (place, letter) in word.bytes().enumerate() {
                for to in lower(letter.into(), b'a'.into()) {
                    let mut bytes = word.clone().into_bytes();
                    bytes[place] = to as u8;
                    with(String::from_utf8_lossy(&bytes).into_owned());
                }
            }
        }
        all.into_iter().map(|words| Box::new(words) as Box<dyn Instance>).collect()
    }

    fn again(&self) -> Box<dyn Instance> {
        Box::new(self.clone())
    }
}
