//! Tables drawn: in a terminal with one sign a game, and as SVG.

use std::fmt::Write;

use crate::{Axis, Cell, Row};

/// Signs of the numbers from 0; larger ones are `+`.
const SIGNS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyz";
/// Widest line drawn in a terminal.
const WIDEST: usize = 160;

/// A table in signs: for two axes a map, the first axis downward; for one a
/// line. `None` for other tables, and for those that are too wide.
pub fn in_signs(axes: &[Axis], rows: &[Row]) -> Option<String> {
    let width = |axis: &Axis| usize::try_from(axis.most.abs_diff(axis.least) + 1).ok();
    let mut out = String::new();
    match axes {
        [axis] => {
            let signs: String = rows.iter().map(|row| sign(&row.value)).collect();
            let _ = writeln!(out, "{} = {}..{}", axis.name, axis.least, axis.most);
            for (at, line) in signs.as_bytes().chunks(60).enumerate() {
                let from = axis.least.saturating_add(60 * at as i64);
                let _ = writeln!(out, "{from:>6}  {}", String::from_utf8_lossy(line));
            }
        }
        [down, along] => {
            let width = width(along).filter(|&width| width <= WIDEST)?;
            let _ = writeln!(
                out,
                "{} = {}..{} downward, {} = {}..{} to the right",
                down.name, down.least, down.most, along.name, along.least, along.most
            );
            for line in rows.chunks(width) {
                let at = line.first().and_then(|row| row.at.first()).copied().unwrap_or_default();
                let signs: String = line.iter().map(|row| sign(&row.value)).collect();
                let _ = writeln!(out, "{at:>6}  {signs}");
            }
        }
        _ => return None,
    }
    Some(out)
}

/// Wins stand out; a loss is a point, for P-positions are what is looked for.
fn sign(cell: &Cell) -> char {
    match cell {
        Cell::Word(word) => match &word[..] {
            "win" => '.',
            "loss" => '#',
            "tie" => '=',
            "draw" => '~',
            _ => word.chars().next().unwrap_or('?'),
        },
        Cell::Number(number) => usize::try_from(*number)
            .ok()
            .and_then(|at| SIGNS.get(at))
            .map_or(if *number < 0 { '-' } else { '+' }, |&sign| sign.into()),
        Cell::Missing { .. } => '?',
    }
}

/// Side of a game's square, in pixels.
const SIDE: usize = 12;
/// Room for names and numbers.
const MARGIN: usize = 44;
/// Squares that are drawn at most.
const MOST: usize = 1 << 18;

/// A table as SVG: for two axes a map, for one a chart of bars (numbers) or a
/// row of squares. `None` for other tables, and for those that are too large.
pub fn as_svg(axes: &[Axis], rows: &[Row]) -> Option<String> {
    if rows.len() > MOST {
        return None;
    }
    match axes {
        [along] => Some(bars(along, rows)),
        [down, along] => {
            let width = usize::try_from(along.most.abs_diff(along.least) + 1).ok()?;
            Some(map(down, along, rows, width))
        }
        _ => None,
    }
}

fn head(width: usize, height: usize) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    )
}

/// What an axis or a value may hold that would be read as markup.
fn plain(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn title(row: &Row, axes: &[&Axis]) -> String {
    let at: Vec<String> =
        axes.iter().zip(&row.at).map(|(axis, at)| format!("{} = {at}", axis.name)).collect();
    let value = match &row.value {
        Cell::Missing { missing } => missing.clone(),
        value => value.to_string(),
    };
    plain(&format!("{}: {value}", at.join(", ")))
}

fn map(down: &Axis, along: &Axis, rows: &[Row], width: usize) -> String {
    let height = rows.len().div_ceil(width.max(1));
    let most = most(rows);
    let mut out = head(MARGIN + width * SIDE + SIDE, MARGIN + height * SIDE + SIDE);
    let _ = writeln!(
        out,
        "<text x=\"{MARGIN}\" y=\"14\">{} to the right, {} downward</text>",
        plain(&along.name),
        plain(&down.name)
    );
    let step = |many: usize| many.div_ceil(20).max(1);
    for at in (0..width).step_by(step(width)) {
        let label = along.least.saturating_add(at as i64);
        let x = MARGIN + at * SIDE;
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{}\">{label}</text>", MARGIN - 6);
    }
    for at in (0..height).step_by(step(height)) {
        let label = down.least.saturating_add(at as i64);
        let y = MARGIN + at * SIDE + SIDE - 2;
        let _ = writeln!(out, "<text x=\"4\" y=\"{y}\">{label}</text>");
    }
    for (at, row) in rows.iter().enumerate() {
        let (x, y) = (MARGIN + at % width * SIDE, MARGIN + at / width * SIDE);
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill=\"{}\"><title>{}</title></rect>",
            SIDE - 1,
            SIDE - 1,
            colour(&row.value, most),
            title(row, &[down, along])
        );
    }
    out.push_str("</svg>\n");
    out
}

fn bars(along: &Axis, rows: &[Row]) -> String {
    const HEIGHT: usize = 200;
    let side = (900 / rows.len().max(1)).clamp(1, SIDE);
    let most = most(rows).max(1);
    let mut out = head(MARGIN + rows.len() * side + SIDE, MARGIN + HEIGHT + 2 * SIDE);
    let _ = writeln!(
        out,
        "<text x=\"{MARGIN}\" y=\"14\">{}, {} to {}</text>",
        plain(&along.name),
        along.least,
        along.most
    );
    let _ = writeln!(out, "<text x=\"4\" y=\"{}\">{most}</text>", MARGIN + 4);
    for (at, row) in rows.iter().enumerate() {
        let height = match &row.value {
            Cell::Number(number) => {
                let part = number.unsigned_abs().min(most.unsigned_abs()) * HEIGHT as u128;
                (part / most.unsigned_abs()) as usize
            }
            _ => HEIGHT / 8,
        };
        let (x, y) = (MARGIN + at * side, MARGIN + HEIGHT - height);
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{}\" fill=\"{}\"><title>{}</title></rect>",
            height.max(1),
            colour(&row.value, most),
            title(row, &[along])
        );
    }
    out.push_str("</svg>\n");
    out
}

fn most(rows: &[Row]) -> i128 {
    let numbers = rows.iter().filter_map(|row| match &row.value {
        Cell::Number(number) => Some(number.saturating_abs()),
        _ => None,
    });
    numbers.max().unwrap_or(0)
}

fn colour(cell: &Cell, most: i128) -> String {
    match cell {
        Cell::Word(word) => match &word[..] {
            "win" => "#d8e6f3".to_owned(),
            "loss" => "#c0392b".to_owned(),
            "tie" => "#b9b9b9".to_owned(),
            "draw" => "#e8d9a0".to_owned(),
            _ => "#8aa".to_owned(),
        },
        Cell::Number(0) => "#c0392b".to_owned(),
        Cell::Number(number) => {
            // Light to dark blue.
            let part = number.saturating_abs() as f64 / most.max(1) as f64;
            format!("hsl(210,60%,{:.0}%)", 90.0 - 60.0 * part)
        }
        Cell::Missing { .. } => "#fff".to_owned(),
    }
}
