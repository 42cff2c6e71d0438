//! The file of a network.
//!
//! ```text
//! "BNET" version:u8  game:u64  inputs:u32 hidden:u16 outputs:u16  scale:i32
//! bias, inputs, outputs, output biases: integers of one to five bytes
//! check:u32
//! ```
//!
//! Numbers of fixed size have their lowest byte first. The others are written 7 bits a byte, the lowest first, after
//! 0, -1, 1, -2, … have become 0, 1, 2, 3, …; most weights are small and need one byte. `check` is the
//! FNV-1a hash of everything before.

use berolina_numbers::hash::fnv32;

use super::weights::{HIDDEN, LARGEST_INPUT, LARGEST_OUTPUT, Weights};

const MAGIC: &[u8; 4] = b"BNET";
/// Since version 2 the number of the game is that of its canonical text.
const VERSION: u8 = 2;
/// The oldest version that differs in nothing but the number of the game.
const OLDEST: u8 = 1;
/// No score is larger, so that none overflows.
const LARGEST_SCALE: i32 = 100_000;

/// What stands in the header.
pub(super) struct Header {
    /// The number of the game's identity.
    pub(super) game: u64,
    pub(super) inputs: usize,
    pub(super) outputs: usize,
}

/// The bytes of a network's file.
pub(super) fn write(game: u64, weights: &Weights) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.push(VERSION);
    bytes.extend(game.to_le_bytes());
    bytes.extend((weights.inputs.len() as u32).to_le_bytes());
    bytes.extend((HIDDEN as u16).to_le_bytes());
    bytes.extend((weights.outputs.len() as u16).to_le_bytes());
    bytes.extend(weights.scale.to_le_bytes());
    let inputs = weights.inputs.iter().flatten();
    let outputs = weights.outputs.iter().flatten().flatten();
    for &weight in weights.bias.iter().chain(inputs).chain(outputs) {
        put(&mut bytes, weight.into());
    }
    for &bias in &weights.output_bias {
        put(&mut bytes, bias);
    }
    let check = fnv32(&bytes);
    bytes.extend(check.to_le_bytes());
    bytes
}

/// A network's header and weights.
///
/// # Errors
/// What is wrong with the file, as the end of a sentence that begins with "the file".
pub(super) fn read(bytes: &[u8]) -> Result<(Header, Weights), &'static str> {
    let is_older =
        bytes.strip_prefix(MAGIC).and_then(<[u8]>::first).is_some_and(|v| (OLDEST..VERSION).contains(v));
    if is_older {
        return Err("is of an older version; `berolina train GAME --sign FILE` makes it one of this version");
    }
    read_any(bytes)
}

/// The same of a file of this version or an older one, whose number of the game means nothing any more.
pub(super) fn read_any(bytes: &[u8]) -> Result<(Header, Weights), &'static str> {
    const CUT: &str = "is cut short";
    let (content, check) = bytes.split_last_chunk::<4>().ok_or(CUT)?;
    let rest = content.strip_prefix(MAGIC).ok_or("is not a network: it does not begin with BNET")?;
    let (version, mut rest) = rest.split_first().ok_or(CUT)?;
    if !(OLDEST..=VERSION).contains(version) {
        return Err("has another version than this program reads");
    }
    if fnv32(content) != u32::from_le_bytes(*check) {
        return Err("is damaged: its check does not fit");
    }
    let game = u64::from_le_bytes(take(&mut rest).ok_or(CUT)?);
    let inputs = u32::from_le_bytes(take(&mut rest).ok_or(CUT)?) as usize;
    let hidden = u16::from_le_bytes(take(&mut rest).ok_or(CUT)?);
    let outputs = usize::from(u16::from_le_bytes(take(&mut rest).ok_or(CUT)?));
    let scale = i32::from_le_bytes(take(&mut rest).ok_or(CUT)?);
    if usize::from(hidden) != HIDDEN {
        return Err("has a hidden layer of another size than this program");
    }
    // Each weight has a byte at least, so sizes beyond the file are lies.
    if inputs.saturating_add(2 * outputs).saturating_mul(HIDDEN) > rest.len() {
        return Err(CUT);
    }
    if !(1..=LARGEST_SCALE).contains(&scale) {
        return Err("has an impossible scale");
    }
    let mut row = |largest: i16| -> Result<[i16; HIDDEN], &'static str> {
        let mut row = [0; HIDDEN];
        for weight in &mut row {
            let number = get(&mut rest).ok_or(CUT)?;
            *weight = i16::try_from(number)
                .ok()
                .filter(|w| (-largest..=largest).contains(w))
                .ok_or("has too large a weight")?;
        }
        Ok(row)
    };
    let bias = row(i16::MAX / 2)?;
    let input_rows: Result<Vec<_>, _> = (0..inputs).map(|_| row(LARGEST_INPUT)).collect();
    let output_rows: Result<Vec<_>, _> =
        (0..outputs).map(|_| Ok([row(LARGEST_OUTPUT)?, row(LARGEST_OUTPUT)?])).collect();
    let (input_rows, output_rows) = (input_rows?, output_rows?);
    let output_bias: Option<Vec<i32>> = (0..outputs).map(|_| get(&mut rest)).collect();
    let weights = Weights {
        inputs: input_rows,
        bias,
        outputs: output_rows,
        output_bias: output_bias.ok_or(CUT)?,
        scale,
    };
    if !rest.is_empty() {
        return Err("has something behind its end");
    }
    Ok((Header { game, inputs, outputs }, weights))
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, others) = rest.split_first_chunk::<N>()?;
    *rest = others;
    Some(*first)
}

fn put(bytes: &mut Vec<u8>, number: i32) {
    let mut n = ((number << 1) ^ (number >> 31)) as u32;
    while n >= 0x80 {
        bytes.push(n as u8 | 0x80);
        n >>= 7;
    }
    bytes.push(n as u8);
}

fn get(rest: &mut &[u8]) -> Option<i32> {
    let mut n = 0_u32;
    for shift in (0..35).step_by(7) {
        let [byte] = take::<1>(rest)?;
        n |= u32::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some((n >> 1) as i32 ^ -((n & 1) as i32));
        }
    }
    None
}
