//! The command `position` of UCI, and moves as GUIs write them.

use std::sync::Arc;

use berolina_rules::{Game, Move, Position, Variant};

/// The most moves behind a position.
pub const MAX_MOVES: usize = 10_000;

/// Reads what stands behind `position`. Where `before` is a beginning of the same game, only the moves
/// behind it are made. Of moves of which one is not legal those before it are made, and a line says which it is.
///
/// # Errors
/// A bad FEN or too many moves, in one line.
pub fn read_position(
    variant: &Arc<Variant>,
    text: &str,
    before: &Game,
) -> Result<(Game, Option<String>), String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (setup, texts) = (&words[..end], words.get(end + 1..).unwrap_or(&[]));
    let start = match setup {
        ["startpos"] => variant.start(),
        ["fen", fen @ ..] => {
            Position::from_fen(variant, &fen.join(" ")).map_err(|error| error.to_string())?
        }
        // Ours: a mate problem, in which one king may be missing.
        ["problem", fen @ ..] => {
            Position::from_problem_fen(variant, &fen.join(" ")).map_err(|error| error.to_string())?
        }
        _ => return Err("write startpos or fen FEN, and maybe moves MOVE MOVE".to_owned()),
    };
    if texts.len() > MAX_MOVES {
        return Err(format!("{} moves; at most {MAX_MOVES} are read", texts.len()));
    }
    let mut game = if *before.start() == start { before.clone() } else { Game::new(start) };
    let same = game.moves().iter().zip(game.positions()).zip(texts);
    let same = same.take_while(|((mv, at), text)| at.move_text(**mv) == **text).count();
    while game.moves().len() > same {
        game.pop();
    }
    for (i, text) in texts.iter().enumerate().skip(same) {
        match read_move(game.position(), text) {
            Ok(mv) => game.push(mv),
            Err(error) => {
                let told = format!("move {}: {error}; the position is that before it", i + 1);
                return Ok((game, Some(told)));
            }
        }
    }
    Ok((game, None))
}

/// Reads a move as move text, or as other programs write it: a piece's letter in the other case, and
/// castling by either of the king's and the rook's squares.
///
/// # Errors
/// The text is no move or the move is not legal, in one line that says why.
pub fn read_move(position: &Position, text: &str) -> Result<Move, String> {
    let error = match position.parse_move(text) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    let legal = position.legal_moves();
    if let Some(mv) = legal.iter().find(|&&mv| position.move_text(mv).eq_ignore_ascii_case(text)) {
        return Ok(*mv);
    }
    position.parse_castling(text).ok_or_else(|| error.to_string())
}
