use std::io;

use perfectplay_proof::Sink;
use perfectplay_proof::heaps::{Body, Digest, Period, Space, Theorem as Proof};

use super::period::{Sequence, Theorem};
use super::values::{Values, Way};

/// What a certificate of a sequence holds after its claim: the period for all
/// heaps if it is proved, else the values so far.
///
/// `body.claim(ruleset)` is the claim about all heaps or about the list, and
/// [`certify`] writes the body. O(n) time for n values.
///
/// # Examples
///
/// ```
/// use perfectplay_game::Meter;
/// use perfectplay_proof::{Claim, Form, heaps, open, sink};
/// use perfectplay_theories::heap_games::{Code, Sequence, certificate, certify};
/// let kayles: Code = "0.77".parse()?;
/// let mut sequence = Sequence::new(&kayles);
/// let mut meter = Meter::default();
/// sequence.search(10_000, &mut meter)?;
/// let mut bytes = Vec::new();
/// sink::<std::io::Error>(&mut bytes, Form::Text, |sink| {
///     certificate(&sequence).claim("heap-game").write(sink)?;
///     certify(&sequence, sink)
/// })?;
/// let mut source = open(&bytes[..])?;
/// let claim = Claim::read(source.as_mut())?;
/// let confirmed = heaps::confirm(&kayles, &claim, &[], source.as_mut(), &mut meter)?;
/// assert_eq!(confirmed.claim, "g(n + 12) = g(n) for all n >= 71, and no less will do");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn certificate(sequence: &Sequence) -> Body {
    let values = sequence.values();
    let Some(proved) = sequence.proved() else { return list(values, values.len()) };
    let shape = proved.shape();
    let (theorem, count) = match proved.by() {
        Theorem::Octal => (Proof::Octal, proved.heaps()),
        Theorem::Window(window) => {
            let (last_rare, farthest, end) = (window.last_rare, window.farthest, window.end);
            // The least period may be odd where the theorem needs an even one.
            let halves = match values.way() {
                Way::Pairs(pairs) => !pairs.rules().halves.is_empty(),
                _ => false,
            };
            let doubled = halves && !shape.period.is_multiple_of(2);
            let moved = if doubled { 2 * shape.period } else { shape.period };
            (Proof::Window { last_rare, farthest, end }, end + moved)
        }
        Theorem::State => (Proof::State { times: proved.moved() / shape.period }, proved.heaps()),
        Theorem::Arithmetic => (Proof::Arithmetic, proved.heaps()),
    };
    let period =
        Period { preperiod: shape.preperiod, period: shape.period, saltus: shape.saltus, theorem };
    Body { period: Some(period), ..list(values, count as usize) }
}

/// What a certificate that lists the first `count` values holds, or all there
/// are if these are fewer.
fn list(values: &Values, count: usize) -> Body {
    // For few heaps all options are looked at: the plainest proof.
    const FEW: usize = 1024;
    let count = count.min(values.len());
    let mut digest = Digest::default();
    values.iter().take(count).for_each(|value| digest.add(value));
    let space = match values.way() {
        Way::Pairs(pairs) if count > FEW => pairs.mask(),
        _ => None,
    };
    let space = space.map(|(mask, domain)| Space { mask, domain });
    Body { space, count: count as u64, digest: digest.sum(), period: None }
}

/// Writes what comes after the claim of a certificate of a sequence: see
/// [`certificate`].
///
/// # Errors
///
/// It cannot be written.
pub fn certify(sequence: &Sequence, sink: &mut dyn Sink) -> io::Result<()> {
    let body = certificate(sequence);
    body.write(sequence.values().iter().take(body.count as usize), sink)
}

/// Writes a whole certificate, claim and all, that lists the first `count`
/// values, or all there are if these are fewer.
///
/// # Errors
///
/// It cannot be written.
pub fn certify_values(
    values: &Values,
    count: usize,
    ruleset: &str,
    sink: &mut dyn Sink,
) -> io::Result<()> {
    let body = list(values, count);
    body.claim(ruleset).write(sink)?;
    body.write(values.iter().take(body.count as usize), sink)
}
