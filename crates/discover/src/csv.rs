//! Tables as comma-separated values.

use crate::table::{Table, TableError, Value};

/// A text that is no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}{}: {problem}", .column.as_ref().map_or(String::new(), |c| format!(", column {c}")))]
pub struct CsvError {
    /// The line, from 1.
    pub line: usize,
    /// The column: its number from 1, and its name where it has one.
    pub column: Option<String>,
    /// What is wrong there.
    pub problem: String,
}

/// One field of a line, and the rest of it; `None` for the rest at the end.
fn field(text: &str) -> Result<(String, Option<&str>), &'static str> {
    let trimmed = text.trim_start_matches([' ', '\t']);
    let Some(quoted) = trimmed.strip_prefix('"') else {
        return Ok(match trimmed.split_once(',') {
            Some((field, rest)) => (field.trim().to_owned(), Some(rest)),
            None => (trimmed.trim().to_owned(), None),
        });
    };
    let mut found = String::new();
    let mut rest = quoted;
    loop {
        let Some((part, after)) = rest.split_once('"') else {
            return Err("the quotation mark is not closed on its line");
        };
        found += part;
        match after.strip_prefix('"') {
            Some(after) => {
                found.push('"');
                rest = after;
            }
            None => {
                let after = after.trim_start();
                return match after.strip_prefix(',') {
                    Some(rest) => Ok((found, Some(rest))),
                    None if after.is_empty() => Ok((found, None)),
                    None => Err("after a closing quotation mark a comma should follow"),
                };
            }
        }
    }
}

fn fields(line: usize, text: &str) -> Result<Vec<String>, CsvError> {
    let mut found = Vec::new();
    let mut rest = Some(text);
    while let Some(text) = rest {
        let (next, after) = field(text).map_err(|problem| CsvError {
            line,
            column: Some((found.len() + 1).to_string()),
            problem: problem.to_owned(),
        })?;
        found.push(next);
        rest = after;
    }
    Ok(found)
}

impl Table {
    /// Reads a table: a line of names, the value's last, then a line a row.
    /// Empty lines are skipped; line ends of every kind, fields in quotation
    /// marks and a byte order mark are fine. A row whose value is empty (a case
    /// that was not decided) is left out, and counted by [`Table::undecided`].
    ///
    /// # Errors
    ///
    /// The line and the column that are wrong.
    ///
    /// # Examples
    ///
    /// ```
    /// use perfectplay_discover::Table;
    /// let table = Table::from_csv("n,grundy\n0,0\n1,1\n2,2\n")?;
    /// assert_eq!(table.len(), 3);
    /// let error = Table::from_csv("n,grundy\n0,0\none,1\n").unwrap_err();
    /// assert_eq!(error.to_string(), "line 3, column 1 (n): \"one\" is no 64-bit integer");
    /// # Ok::<(), perfectplay_discover::CsvError>(())
    /// ```
    pub fn from_csv(text: &str) -> Result<Table, CsvError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let mut lines = text
            .split('\n')
            .enumerate()
            .map(|(index, line)| (index + 1, line))
            .filter(|(_, line)| !line.trim().is_empty());
        let Some((header_line, header)) = lines.next() else {
            let problem = "there is no line of names".to_owned();
            return Err(CsvError { line: 1, column: None, problem });
        };
        let names = fields(header_line, header)?;
        let Some((value, parameters)) = names.split_last() else {
            let problem = "there are no names".to_owned();
            return Err(CsvError { line: header_line, column: None, problem });
        };
        let mut rows = Vec::new();
        let mut undecided = 0;
        let mut places = Vec::new();
        for (line, text) in lines {
            let fields = fields(line, text)?;
            if fields.len() != names.len() {
                let problem = format!("{} fields instead of {}", fields.len(), names.len());
                return Err(CsvError { line, column: None, problem });
            }
            let mut row = Vec::with_capacity(parameters.len());
            for (index, (field, name)) in fields.iter().zip(parameters).enumerate() {
                row.push(field.parse::<i64>().map_err(|_| CsvError {
                    line,
                    column: Some(format!("{} ({name})", index + 1)),
                    problem: format!("{field:?} is no 64-bit integer"),
                })?);
            }
            let field = fields.last().map_or("", String::as_str);
            if field.is_empty() {
                undecided += 1;
                continue;
            }
            let value = field.parse().map_or_else(|_| Value::from(field), Value::Int);
            rows.push((row, value));
            places.push(line);
        }
        let parameters: Vec<&str> = parameters.iter().map(String::as_str).collect();
        let mut table = Table::new(&parameters, value, rows)
            .map_err(|error| located(&error, &names, &places))?;
        table.set_undecided(undecided);
        Ok(table)
    }

    /// Writes the table, sorted, as [`Table::from_csv`] reads it.
    pub fn to_csv(&self) -> String {
        let quoted = |name: &str| {
            if name.contains([',', '"']) || name.trim() != name {
                format!("\"{}\"", name.replace('"', "\"\""))
            } else {
                name.to_owned()
            }
        };
        let mut text = String::new();
        for name in self.parameters() {
            text += name;
            text.push(',');
        }
        text += &quoted(&self.value_name().replace(['\n', '\r'], " "));
        text.push('\n');
        for (row, value) in self.rows() {
            for parameter in row {
                text += &format!("{parameter},");
            }
            text += &format!("{value}\n");
        }
        text
    }
}

/// An error of a table with its place in the text.
fn located(error: &TableError, names: &[String], places: &[usize]) -> CsvError {
    let line = |row: usize| row.checked_sub(1).and_then(|row| places.get(row)).copied();
    let column = match error {
        TableError::Name(name) | TableError::RepeatedName(name) => {
            names.iter().rposition(|known| known == name)
        }
        TableError::Mixed { .. } | TableError::Word { .. } | TableError::Words { .. } => {
            names.len().checked_sub(1)
        }
        _ => None,
    };
    let named = |index: usize| match names.get(index) {
        Some(name) => format!("{} ({name})", index + 1),
        None => (index + 1).to_string(),
    };
    let problem = match error {
        TableError::Duplicate { first, .. } => {
            format!("the same parameters as in line {}", line(*first).unwrap_or(0))
        }
        TableError::Mixed { found, words: true, .. } => format!("{found:?} stands among words"),
        TableError::Mixed { found, .. } => format!("{found:?} stands among integers"),
        TableError::Word { word, .. } => format!("{word:?} is no word for a value"),
        TableError::Words { word, .. } => {
            format!("{word:?} is one word too many, {} are allowed", crate::MAX_WORDS)
        }
        other => other.to_string(),
    };
    CsvError { line: error.row().and_then(line).unwrap_or(1), column: column.map(named), problem }
}
