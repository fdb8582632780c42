//! What is written is what is read; what is cut or changed is not believed.

use std::collections::BTreeMap;
use std::fs;

use perfectplay_store::{Folder, Log, StoreError, bytes, dense, table};
use proptest::prelude::*;

fn scratch() -> (tempfile::TempDir, Folder) {
    let place = tempfile::tempdir().expect("a folder");
    let folder = Folder::create(&place.path().join("kept")).expect("a store");
    (place, folder)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn law_a_table_answers_what_was_written(
        entries in prop::collection::btree_map(
            prop::collection::vec(any::<u8>(), 0..6), prop::collection::vec(any::<u8>(), 0..4),
            0..3000),
        asked in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..6), 20),
    ) {
        let (_place, folder) = scratch();
        let rows = entries.iter().map(|(key, value)| (&key[..], &value[..]));
        let count = table::write(&folder, "table", rows).expect("written");
        prop_assert_eq!(count, entries.len() as u64);
        let mut read = table::Table::open(&folder, "table").expect("read").expect("there");
        prop_assert_eq!(read.len(), count);
        for key in entries.keys().step_by(7).chain(&asked) {
            prop_assert_eq!(read.get(key).expect("read"), entries.get(key).cloned());
        }
        let mut all = BTreeMap::new();
        read.each(|key, value| all.insert(key.to_vec(), value.to_vec()).is_none()).expect("read");
        prop_assert_eq!(all, entries);
    }

    #[test]
    fn law_numbers_come_back(number: u64, rest in prop::collection::vec(any::<u8>(), 0..12)) {
        let mut written = Vec::new();
        bytes::put(&mut written, number);
        written.extend(&rest);
        let mut read = &written[..];
        prop_assert_eq!(bytes::take(&mut read), Some(number));
        prop_assert_eq!(read, &rest[..]);
        // Nothing that is no number is taken for one.
        let mut noise = &rest[..];
        let _ = bytes::take_bytes(&mut noise);
    }

    #[test]
    fn law_damage_is_found_or_harmless(at in 0usize..4000, to: u8, cut in any::<bool>()) {
        let (_place, folder) = scratch();
        let keys: Vec<[u8; 4]> = (0..3000u32).map(u32::to_be_bytes).collect();
        let rows = keys.iter().map(|key| (&key[..], &key[2..]));
        table::write(&folder, "table", rows).expect("written");
        let path = folder.path().join("table");
        let mut content = fs::read(&path).expect("read");
        let at = at % content.len();
        if cut { content.truncate(at) } else { content[at] = to }
        fs::write(&path, content).expect("written");
        // An error, or an answer: never a panic. (A cut table never opens.)
        match table::Table::open(&folder, "table") {
            Ok(Some(mut read)) => {
                prop_assert!(!cut);
                let _ = read.get(&7u32.to_be_bytes());
                let _ = read.each(|_, _| true);
            }
            Ok(None) => prop_assert!(false, "the file is there"),
            Err(_) => {}
        }
    }
}

#[test]
fn law_ranks_answer_what_was_written() {
    let (_place, folder) = scratch();
    for ranks in [0, 1, 65_535, 65_536, 65_537, 200_000] {
        let value = |rank: u64| [(rank % 251) as u8, (rank / 999) as u8];
        dense::write(&folder, "ranks", 2, ranks, |rank, into| into.extend(value(rank)))
            .expect("written");
        let mut read = dense::Dense::open(&folder, "ranks").expect("read").expect("there");
        assert_eq!(read.len(), ranks);
        for rank in (0..ranks).step_by(997).chain(ranks.checked_sub(1)) {
            assert_eq!(read.get(rank).expect("read"), Some(value(rank).to_vec()));
        }
        assert_eq!(read.get(ranks).expect("read"), None);
    }
}

#[test]
fn law_a_log_keeps_its_pieces_in_order() {
    let (_place, folder) = scratch();
    let mut log = Log::of(&folder);
    assert!(log.is_empty());
    for piece in [&b"one"[..], b"", b"three"] {
        log.append(piece).expect("written");
    }
    // A piece that was being written when the run was killed.
    fs::write(folder.path().join("log-0000000003.partial"), b"half").expect("written");
    let mut log = Log::of(&folder);
    assert_eq!(log.len(), 3);
    assert_eq!(log.read(2, 100).expect("read"), b"three");
    assert!(matches!(log.read(2, 4), Err(StoreError::Damaged { .. })));
    fs::write(folder.path().join("log-0000000001"), b"noise").expect("written");
    assert!(matches!(log.read(1, 100), Err(StoreError::Damaged { .. })));
    log.cut(1).expect("removed");
    assert_eq!(Log::of(&folder).len(), 1);
}

#[test]
fn law_a_folder_is_held_by_one_and_claimed_for_one_game() {
    let (place, folder) = scratch();
    assert!(matches!(Folder::open(folder.path()), Err(StoreError::Busy { .. })));
    folder.claim("game", b"nim").expect("new");
    folder.claim("game", b"nim").expect("the same");
    assert!(matches!(folder.claim("game", b"chomp"), Err(StoreError::Other { .. })));
    let path = folder.path().to_owned();
    drop(folder);
    Folder::open(&path).expect("free again");
    assert!(matches!(Folder::open(place.path()), Err(StoreError::Other { .. })));
    // Somebody's own folder is not written into.
    assert!(matches!(Folder::create(place.path()), Err(StoreError::Other { .. })));
}
