//! Drawings of positions.

use crate::bridge;
use crate::engine::Engine;
use crate::error::ScriptError;
use crate::functions::Function;
use crate::literal;
use crate::packed::Packed;

/// The largest drawing.
const MOST_DRAWN: usize = 1 << 20;

/// Asks the script to draw a position, given as a packed value.
pub(crate) fn draw(
    engine: &Engine,
    function: &Function,
    value: &[u8],
) -> Result<String, ScriptError> {
    let asked = || {
        let text = literal::text_of(&Packed::of(value));
        format!("draw({})", crate::parameter::shortened(&text))
    };
    engine.session(|session| {
        let heap = session.module.heap();
        let draw = heap.access_owned_frozen_value(&function.value);
        let at = bridge::unpack_fixed(value, session.module);
        let drawn = session.call(draw, &[at]).map_err(|error| error.asked(asked))?;
        match drawn.unpack_str() {
            Some(text) if text.len() <= MOST_DRAWN => Ok(text.to_owned()),
            _ => {
                let source = &session.engine.source;
                let error = source.error(function.span.clone(), bridge::shown(drawn), "a string");
                Err(error.asked(asked))
            }
        }
    })
}
