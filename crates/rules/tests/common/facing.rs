//! Whether kings face each other, by walking from one to the other.

use berolina_rules::Position;
use berolina_rules::definition::FacingLines;
use berolina_rules::geometry::{Color, Square};

/// Whether the two kings stand on one line, as the game of `game` has it, with nothing between them. The game without check knows
/// no such lines.
pub fn face(game: &Position, position: &Position) -> bool {
    let shape = position.variant().shape();
    let [Some(white), Some(black)] = [Color::White, Color::Black].map(|color| position.king(color)) else {
        return false;
    };
    let steps = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    // A board of one line is no cylinder that ends where it begins.
    let sees = |from: Square, to: Square, step, most: u8| {
        let way = std::iter::successors(Some(from), |&square| shape.flat().offset(square, step));
        let way = way.skip(1).take(usize::from(most));
        let stands = |s: &Square| position.piece_at(*s).is_some() || position.blockers().contains(*s);
        way.into_iter().find(stands) == Some(to)
    };
    match &game.variant().definition().facing_lines {
        FacingLines::Files => steps[..2].iter().any(|&step| sees(white, black, step, u8::MAX)),
        FacingLines::Orthogonal => steps.iter().any(|&step| sees(white, black, step, u8::MAX)),
        FacingLines::Along(moves) => moves.rays.iter().any(|ray| {
            let own = shape.relative_offset(Color::Black, ray.step);
            sees(white, black, ray.step, ray.max) || sees(black, white, own, ray.max)
        }),
    }
}
