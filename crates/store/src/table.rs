//! Sorted keys with values, in compressed blocks: written once, then asked.
//!
//! ```text
//! magic | block | block | … | index | where the index starts, its length, entries | magic
//!
//! block, unpacked   | shared | rest of the key | value |  shared | rest | value | …
//! index, unpacked   | first key of block 0 | bytes of block 0 |  first key of block 1 | …
//! ```
//!
//! A key is written as the length of what it shares with the one before and
//! the rest; a look-up unpacks one block.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::bytes::{put, put_bytes, take, take_bytes};
use crate::folder::write_whole;
use crate::{Folder, StoreError};

const MAGIC: &[u8; 8] = b"pptable1";
/// Entries a block: a look-up unpacks so many.
const BLOCK: usize = 1024;
/// Bytes of a block or index that are believed, unpacked.
const MOST: u64 = 1 << 30;
const LEVEL: i32 = 6;

/// Writes a table, whole or not at all. `entries` come sorted by key, each key
/// once.
///
/// # Errors
///
/// It cannot be written, or the entries are not sorted.
pub fn write<'e>(
    folder: &Folder,
    name: &str,
    entries: impl IntoIterator<Item = (&'e [u8], &'e [u8])>,
) -> Result<u64, StoreError> {
    let mut count = 0u64;
    write_whole(&folder.path().join(name), |file| {
        file.write_all(MAGIC)?;
        let (mut at, mut index) = (MAGIC.len() as u64, Vec::new());
        let (mut block, mut last): (Vec<u8>, Vec<u8>) = (Vec::new(), Vec::new());
        let mut in_block = 0;
        let mut finish = |block: &mut Vec<u8>, index: &mut Vec<u8>| -> io::Result<()> {
            let packed = zstd::bulk::compress(block, LEVEL)?;
            put(index, packed.len() as u64);
            at += packed.len() as u64;
            block.clear();
            file.write_all(&packed)
        };
        for (key, value) in entries {
            if count > 0 && key <= &last[..] {
                return Err(io::Error::other("the keys of a table must be sorted"));
            }
            if in_block == BLOCK {
                finish(&mut block, &mut index)?;
                in_block = 0;
            }
            let mut shared = 0;
            if in_block == 0 {
                put_bytes(&mut index, key);
            } else {
                shared = key.iter().zip(&last).take_while(|(a, b)| a == b).count();
            }
            put(&mut block, shared as u64);
            put_bytes(&mut block, &key[shared..]);
            put_bytes(&mut block, value);
            last.clear();
            last.extend_from_slice(key);
            in_block += 1;
            count += 1;
        }
        if in_block > 0 {
            finish(&mut block, &mut index)?;
        }
        let packed = zstd::bulk::compress(&index, LEVEL)?;
        file.write_all(&packed)?;
        for number in [at, packed.len() as u64, count] {
            file.write_all(&number.to_le_bytes())?;
        }
        file.write_all(MAGIC)
    })?;
    Ok(count)
}

/// A table that is there.
#[derive(Debug)]
pub struct Table {
    path: std::path::PathBuf,
    file: File,
    entries: u64,
    blocks: Vec<Block>,
    /// The block that was unpacked last.
    unpacked: Option<(usize, Vec<u8>)>,
}

#[derive(Debug)]
struct Block {
    first: Vec<u8>,
    start: u64,
    length: u64,
}

impl Table {
    /// Opens the table; `None` where there is none.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is damaged.
    pub fn open(folder: &Folder, name: &str) -> Result<Option<Self>, StoreError> {
        let path = folder.path().join(name);
        let mut file = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(StoreError::io(&path))?,
        };
        let damaged = || StoreError::damaged(&path, "it is no table of this version");
        const FOOTER: u64 = 32;
        let length = file.seek(SeekFrom::End(0)).map_err(StoreError::io(&path))?;
        let foot = length.checked_sub(FOOTER).ok_or_else(damaged)?;
        let footer = read_at(&mut file, &path, foot, FOOTER)?;
        let number = |at: usize| {
            footer[at..at + 8].iter().rev().fold(0u64, |n, &byte| n << 8 | u64::from(byte))
        };
        let (start, size, entries) = (number(0), number(8), number(16));
        if &footer[24..] != MAGIC || start.checked_add(size) != Some(foot) {
            return Err(damaged());
        }
        let packed = read_at(&mut file, &path, start, size)?;
        let index = unpack(&packed, &path)?;
        let mut rest = &index[..];
        let (mut blocks, mut at) = (Vec::new(), MAGIC.len() as u64);
        while !rest.is_empty() {
            let first = take_bytes(&mut rest).ok_or_else(damaged)?.to_vec();
            let length = take(&mut rest).ok_or_else(damaged)?;
            blocks.push(Block { first, start: at, length });
            at = at.checked_add(length).filter(|&at| at <= start).ok_or_else(damaged)?;
        }
        Ok(Some(Table { path, file, entries, blocks, unpacked: None }))
    }

    /// How many entries it has.
    pub fn len(&self) -> u64 {
        self.entries
    }

    /// Has it no entries?
    pub fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// The value of a key.
    ///
    /// # Errors
    ///
    /// The table cannot be read, or is damaged.
    pub fn get(&mut self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let after = self.blocks.partition_point(|block| &block.first[..] <= key);
        let Some(number) = after.checked_sub(1) else { return Ok(None) };
        let mut found = None;
        self.walk(number, |here, value| {
            if here == key {
                found = Some(value.to_vec());
            }
            here < key
        })?;
        Ok(found)
    }

    /// Gives out every entry in the order of the keys, until `sink` says no.
    ///
    /// # Errors
    ///
    /// The table cannot be read, or is damaged.
    pub fn each(&mut self, mut sink: impl FnMut(&[u8], &[u8]) -> bool) -> Result<(), StoreError> {
        let mut more = true;
        for number in 0..self.blocks.len() {
            self.walk(number, |key, value| {
                more = more && sink(key, value);
                more
            })?;
        }
        Ok(())
    }

    /// Gives out the entries of a block until `sink` says no.
    fn walk(
        &mut self,
        number: usize,
        mut sink: impl FnMut(&[u8], &[u8]) -> bool,
    ) -> Result<(), StoreError> {
        let block = match self.unpacked.take() {
            Some((at, block)) if at == number => block,
            _ => {
                let Block { start, length, .. } = self.blocks[number];
                let packed = read_at(&mut self.file, &self.path, start, length)?;
                unpack(&packed, &self.path)?
            }
        };
        let damaged = || StoreError::damaged(&self.path, "a block is no block");
        let (mut rest, mut key) = (&block[..], Vec::new());
        while !rest.is_empty() {
            let shared = take(&mut rest).ok_or_else(damaged)?;
            let shared = usize::try_from(shared).ok().filter(|&shared| shared <= key.len());
            key.truncate(shared.ok_or_else(damaged)?);
            key.extend_from_slice(take_bytes(&mut rest).ok_or_else(damaged)?);
            let value = take_bytes(&mut rest).ok_or_else(damaged)?;
            if !sink(&key, value) {
                break;
            }
        }
        self.unpacked = Some((number, block));
        Ok(())
    }
}

fn read_at(file: &mut File, path: &Path, start: u64, length: u64) -> Result<Vec<u8>, StoreError> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(start)).map_err(StoreError::io(path))?;
    file.take(length).read_to_end(&mut bytes).map_err(StoreError::io(path))?;
    match bytes.len() as u64 == length {
        true => Ok(bytes),
        false => Err(StoreError::damaged(path, "it is cut short")),
    }
}

pub(crate) fn unpack(packed: &[u8], path: &Path) -> Result<Vec<u8>, StoreError> {
    let mut bytes = Vec::new();
    zstd::Decoder::new(packed)
        .and_then(|unpacker| unpacker.take(MOST).read_to_end(&mut bytes))
        .map_err(|error| StoreError::damaged(path, error.to_string()))?;
    Ok(bytes)
}
