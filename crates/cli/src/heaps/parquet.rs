//! Tables as Parquet files: two columns of unsigned 64-bit integers, `heap` and
//! `value`.

use std::io::{self, Write};

/// Heaps in a row group: a reader holds one at a time.
#[cfg(feature = "parquet")]
const GROUP: usize = 1 << 20;

/// Can this build write them? Else what to do.
pub(super) fn is_built_in() -> Result<(), &'static str> {
    match cfg!(feature = "parquet") {
        true => Ok(()),
        false => Err("this build writes no Parquet: build it with `--features parquet`"),
    }
}

/// Writes the values of heaps from `from` on.
#[cfg(feature = "parquet")]
pub(super) fn write(out: &mut (impl Write + Send), from: u64, values: &[u64]) -> io::Result<()> {
    use std::sync::Arc;

    use parquet::basic::Encoding;
    use parquet::data_type::Int64Type;
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;

    let schema = "message heaps {
        required int64 heap (integer(64, false));
        required int64 value (integer(64, false));
    }";
    let schema = parse_message_type(schema).map_err(io::Error::other)?;
    // Heaps rise by one; of values there are few, mostly.
    let properties = WriterProperties::builder()
        .set_column_dictionary_enabled("heap".into(), false)
        .set_column_encoding("heap".into(), Encoding::DELTA_BINARY_PACKED)
        .build();
    let mut file = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))
        .map_err(io::Error::other)?;
    let mut heap = from;
    for values in values.chunks(GROUP) {
        // The same bits: the schema says that there is no sign.
        let heaps: Vec<i64> = (heap..).take(values.len()).map(u64::cast_signed).collect();
        let values: Vec<i64> = values.iter().map(|value| value.cast_signed()).collect();
        heap += values.len() as u64;
        let mut group = file.next_row_group().map_err(io::Error::other)?;
        for column in [heaps, values] {
            let Some(mut writer) = group.next_column().map_err(io::Error::other)? else { break };
            let typed = writer.typed::<Int64Type>();
            typed.write_batch(&column, None, None).map_err(io::Error::other)?;
            writer.close().map_err(io::Error::other)?;
        }
        group.close().map_err(io::Error::other)?;
    }
    file.close().map_err(io::Error::other)?;
    Ok(())
}

/// Never asked for: see [`is_built_in`].
#[cfg(not(feature = "parquet"))]
pub(super) fn write(_out: &mut impl Write, _from: u64, _values: &[u64]) -> io::Result<()> {
    is_built_in().map_err(io::Error::other)
}

#[cfg(all(test, feature = "parquet"))]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    use super::{GROUP, write};

    #[test]
    fn law_what_is_written_is_read_back() {
        // More than one row group, and numbers that need all bits.
        let count = GROUP + 3;
        let value = |at: usize| if at == 5 { u64::MAX } else { at as u64 % 7 };
        let values: Vec<u64> = (0..count).map(value).collect();
        let file = tempfile::tempfile().expect("a file");
        write(&mut file.try_clone().expect("the file again"), 40, &values).expect("written");
        let reader = SerializedFileReader::new(file).expect("a Parquet file");
        assert_eq!(reader.num_row_groups(), 2);
        let mut read = 0;
        for (at, row) in reader.get_row_iter(None).expect("rows").enumerate() {
            let row = row.expect("a row");
            assert_eq!(row.get_ulong(0).expect("a heap"), 40 + at as u64);
            assert_eq!(row.get_ulong(1).expect("a value"), values[at]);
            read += 1;
        }
        assert_eq!(read, count);
    }

    #[test]
    fn law_no_values_are_a_file_too() {
        let file = tempfile::tempfile().expect("a file");
        write(&mut file.try_clone().expect("the file again"), 0, &[]).expect("written");
        let reader = SerializedFileReader::new(file).expect("a Parquet file");
        assert_eq!(reader.metadata().file_metadata().num_rows(), 0);
    }
}
