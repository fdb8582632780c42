//! Values kept in a folder, and runs that go on from there.

use perfectplay::theories::heap_games::{Code, Sequence};
use perfectplay::{KeptValues, Meter};

#[test]
fn law_a_run_in_pieces_gives_the_values_of_one_run() {
    let folder = std::env::temp_dir().join(format!("perfectplay-kept-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    for (nth, text) in
        ["0.77", "0.6", "4!.0", "0.16", "0.3F", "subtract 2,5", "0.*"].iter().enumerate()
    {
        let code: Code = text.parse().expect("a code");
        let path = folder.join(nth.to_string());
        let most = match *text {
            "0.*" => 40,
            "0.3F" => 300,
            _ => 6000,
        };
        let mut whole = Sequence::new(&code);
        whole.extend(most, &mut Meter::default()).expect("no limit");
        for cut in [1, 2, most / 7, most / 3, most] {
            let meter = &mut Meter::default();
            let (mut kept, values) = KeptValues::open(&path, &code, meter).expect("a folder");
            let mut sequence = Sequence::new(&code);
            sequence.adopt(&values, meter).expect("no limit");
            sequence.extend(cut, meter).expect("no limit");
            kept.keep(sequence.values()).expect("kept");
            for (heap, value) in sequence.values().iter().enumerate().take(most) {
                assert_eq!(whole.values().get(heap), Some(value), "{text}: heap {heap}");
            }
            assert!(kept.len() >= cut);
        }
    }
    // A folder is one game's.
    let other = "0.7".parse().expect("a code");
    assert!(KeptValues::open(&folder.join("0"), &other, &mut Meter::default()).is_err());
    std::fs::remove_dir_all(&folder).expect("removed");
}
