//! Values by rank: so many bytes for each number from 0, in compressed blocks.
//!
//! ```text
//! magic | width | block | block | … | lengths of the blocks, packed | their length | ranks | magic
//! ```
//!
//! A block holds the values of 2^16 ranks, byte by byte: all first bytes, then
//! all second bytes, and so on, which packs better than values one after
//! another.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use crate::bytes::{put, take};
use crate::folder::write_whole;
use crate::table::unpack;
use crate::{Folder, StoreError};

const MAGIC: &[u8; 8] = b"ppdense1";
/// Ranks a block.
const BLOCK: u64 = 1 << 16;
const LEVEL: i32 = 9;

/// Writes `ranks` values of `width` bytes each, whole or not at all;
/// `value(rank, into)` appends the value of a rank.
///
/// # Errors
///
/// It cannot be written, or a value has another width.
pub fn write(
    folder: &Folder,
    name: &str,
    width: u8,
    ranks: u64,
    mut value: impl FnMut(u64, &mut Vec<u8>),
) -> Result<(), StoreError> {
    write_whole(&folder.path().join(name), |file| {
        file.write_all(MAGIC)?;
        file.write_all(&[width])?;
        let (mut lengths, mut row) = (Vec::new(), Vec::new());
        let width = usize::from(width);
        for first in (0..ranks).step_by(BLOCK as usize) {
            let many = BLOCK.min(ranks - first) as usize;
            let mut block = vec![0; many * width];
            for at in 0..many {
                row.clear();
                value(first + at as u64, &mut row);
                if row.len() != width {
                    return Err(io::Error::other("a value of another width"));
                }
                for (byte, value) in row.iter().enumerate() {
                    block[byte * many + at] = *value;
                }
            }
            let packed = zstd::bulk::compress(&block, LEVEL)?;
            put(&mut lengths, packed.len() as u64);
            file.write_all(&packed)?;
        }
        let packed = zstd::bulk::compress(&lengths, LEVEL)?;
        file.write_all(&packed)?;
        file.write_all(&(packed.len() as u64).to_le_bytes())?;
        file.write_all(&ranks.to_le_bytes())?;
        file.write_all(MAGIC)
    })
}

/// Values by rank that are there.
#[derive(Debug)]
pub struct Dense {
    path: std::path::PathBuf,
    file: File,
    width: usize,
    ranks: u64,
    /// Where each block starts, and where the last one ends.
    starts: Vec<u64>,
    unpacked: Option<(usize, Vec<u8>)>,
}

impl Dense {
    /// Opens the values; `None` where there are none.
    ///
    /// # Errors
    ///
    /// They cannot be read, or are damaged.
    pub fn open(folder: &Folder, name: &str) -> Result<Option<Self>, StoreError> {
        let path = folder.path().join(name);
        let mut file = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(StoreError::io(&path))?,
        };
        let damaged = || StoreError::damaged(&path, "it is no table of this version");
        const FOOTER: usize = 24;
        let mut head = [0; 9];
        let mut footer = [0; FOOTER];
        let length = file.seek(SeekFrom::End(0)).map_err(StoreError::io(&path))?;
        let foot = length.checked_sub(FOOTER as u64).ok_or_else(damaged)?;
        file.seek(SeekFrom::Start(0)).map_err(StoreError::io(&path))?;
        file.read_exact(&mut head).map_err(StoreError::io(&path))?;
        file.seek(SeekFrom::Start(foot)).map_err(StoreError::io(&path))?;
        file.read_exact(&mut footer).map_err(StoreError::io(&path))?;
        let number = |at: usize| {
            footer[at..at + 8].iter().rev().fold(0u64, |n, &byte| n << 8 | u64::from(byte))
        };
        let (size, ranks) = (number(0), number(8));
        let sound = &head[..8] == MAGIC && &footer[16..] == MAGIC;
        let index = foot.checked_sub(size).filter(|_| sound).ok_or_else(damaged)?;
        let mut packed = Vec::new();
        file.seek(SeekFrom::Start(index)).map_err(StoreError::io(&path))?;
        (&file).take(size).read_to_end(&mut packed).map_err(StoreError::io(&path))?;
        let lengths = unpack(&packed, &path)?;
        let mut rest = &lengths[..];
        let mut starts = vec![head.len() as u64];
        while !rest.is_empty() {
            let last = starts.last().copied().unwrap_or_default();
            let length = take(&mut rest).ok_or_else(damaged)?;
            starts.push(last.checked_add(length).filter(|&at| at <= index).ok_or_else(damaged)?);
        }
        if starts.len() as u64 - 1 != ranks.div_ceil(BLOCK) {
            return Err(damaged());
        }
        Ok(Some(Dense { path, file, width: usize::from(head[8]), ranks, starts, unpacked: None }))
    }

    /// How many ranks it has.
    pub fn len(&self) -> u64 {
        self.ranks
    }

    /// Has it no ranks?
    pub fn is_empty(&self) -> bool {
        self.ranks == 0
    }

    /// The value of a rank; `None` past the end.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is damaged.
    pub fn get(&mut self, rank: u64) -> Result<Option<Vec<u8>>, StoreError> {
        if rank >= self.ranks {
            return Ok(None);
        }
        let (number, at) = ((rank / BLOCK) as usize, (rank % BLOCK) as usize);
        let many = BLOCK.min(self.ranks - number as u64 * BLOCK) as usize;
        let block = match self.unpacked.take() {
            Some((there, block)) if there == number => block,
            _ => {
                let (start, end) = (self.starts[number], self.starts[number + 1]);
                let mut packed = Vec::new();
                let moved = self.file.seek(SeekFrom::Start(start));
                moved.map_err(StoreError::io(&self.path))?;
                let read = (&self.file).take(end - start).read_to_end(&mut packed);
                read.map_err(StoreError::io(&self.path))?;
                unpack(&packed, &self.path)?
            }
        };
        if block.len() != many * self.width {
            return Err(StoreError::damaged(&self.path, "a block has another length"));
        }
        let value = (0..self.width).map(|byte| block[byte * many + at]).collect();
        self.unpacked = Some((number, block));
        Ok(Some(value))
    }
}
