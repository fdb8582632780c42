//! Rules files, once the crate that reads them is there.
