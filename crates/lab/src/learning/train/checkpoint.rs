//! What has been learnt so far, in a file.
//!
//! The file begins with the eight bytes `BEROTRAN`, its version (1) and the length of a JSON text, each in four bytes, little-endian, and that text;
//! then come the weights and Adam's two means of them, as numbers of 32 bits, and the FNV-1a checksum (32 bits) of all before.

use std::io::ErrorKind;
use std::path::Path;

use berolina_numbers::hash::fnv32;
use berolina_rules::files;
use serde_json::Value;

use super::model::Model;
use crate::journal;

const MAGIC: [u8; 8] = *b"BEROTRAN";
const VERSION: u32 = 1;
/// No such file is larger, in bytes.
const MAX_FILE: usize = 1 << 30;

/// Replaces a checkpoint.
pub(super) fn write(path: &Path, head: &Value, models: [&Model; 3]) -> Result<(), String> {
    let text = head.to_string();
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
    for model in models {
        bytes.extend(model.rows.iter().flatten().flat_map(|number| number.to_le_bytes()));
    }
    bytes.extend(fnv32(&bytes).to_le_bytes());
    files::write(path, &bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads a checkpoint of this work into models of its sizes, and returns its text; `None` if there is no file.
pub(super) fn read(path: &Path, work: &Value, models: [&mut Model; 3]) -> Result<Option<Value>, String> {
    let bytes = match files::read(path, MAX_FILE) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("{}: {error}", path.display())),
    };
    let damaged = || {
        format!("{}: it is no checkpoint of a training, or damaged; remove it to train anew", path.display())
    };
    let (head, numbers) = parse(&bytes).ok_or_else(damaged)?;
    journal::compare(path, &head["training"], work, "training")?;
    let size = models[0].rows.as_flattened().len();
    if numbers.len() != 3 * size {
        return Err(damaged());
    }
    for (model, numbers) in models.into_iter().zip(numbers.chunks(size)) {
        for (to, from) in model.rows.as_flattened_mut().iter_mut().zip(numbers) {
            *to = f32::from_le_bytes(*from);
        }
    }
    Ok(Some(head))
}

/// The text and the numbers of a file.
fn parse(bytes: &[u8]) -> Option<(Value, &[[u8; 4]])> {
    let (body, checksum) = bytes.split_last_chunk::<4>()?;
    let rest = body.strip_prefix(&MAGIC)?;
    let (version, rest) = rest.split_first_chunk::<4>()?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    if u32::from_le_bytes(*version) != VERSION || fnv32(body) != u32::from_le_bytes(*checksum) {
        return None;
    }
    let (text, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let (numbers, left) = rest.as_chunks::<4>();
    if !left.is_empty() {
        return None;
    }
    Some((serde_json::from_slice(text).ok()?, numbers))
}
