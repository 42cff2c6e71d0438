//! The text of a diagram: parameters, and lines of pieces.

use crate::ImportError;

/// A square as the text counts: file and rank from 0.
pub(super) type Place = (usize, usize);

/// A line such as `files=10`.
#[derive(Clone, Debug)]
pub(super) struct Parameter {
    pub(super) line: usize,
    pub(super) key: String,
    pub(super) value: String,
}

/// A line such as `Knight:N:N:knight:b1,g1`.
#[derive(Clone, Debug)]
pub(super) struct PieceLine {
    pub(super) line: usize,
    pub(super) name: String,
    pub(super) id: String,
    pub(super) moves: String,
    /// What its picture is called, without folder, side and ending.
    pub(super) image: String,
    pub(super) white: Vec<Place>,
    /// What is written for Black, behind `,,`.
    pub(super) black: Vec<Place>,
    /// How many each player has in hand.
    pub(super) hand: [usize; 2],
}

/// A diagram as it is written.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub(super) parameters: Vec<Parameter>,
    pub(super) pieces: Vec<PieceLine>,
    /// Lines that look like a piece and are none, each with what is wrong.
    pub(super) odd: Vec<(usize, String)>,
}

/// So many kinds of pieces are read.
const MAX_PIECES: usize = 64;
/// A line names at most so many squares, one of them again counted.
const MAX_PLACES: usize = 512;
/// The most pieces of a kind that a player has in hand.
const MAX_HELD: usize = 64;
/// A square is named by at most so many digits.
const MAX_DIGITS: usize = 2;

impl Block {
    /// The last value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.parameters.iter().rev().find(|one| one.key == key).map(|one| one.value.as_str())
    }

    /// A number that a key has, as JavaScript reads it: the digits that it begins with.
    pub(super) fn number(&self, key: &str) -> Option<i64> {
        let text = self.get(key)?.trim();
        let end = text.char_indices().position(|(at, c)| !(c.is_ascii_digit() || (at == 0 && c == '-')));
        text[..end.unwrap_or(text.len())].parse().ok()
    }
}

/// The most diagrams of one text.
const MAX_BLOCKS: usize = 64;

/// The texts of the diagrams of a page, or of a text of several, each with as many empty lines before it as make its lines those of
/// the whole.
///
/// # Errors
/// There are too many.
pub(super) fn blocks(text: &str) -> Result<Vec<String>, ImportError> {
    let mut starts = Vec::new();
    for (at, _) in text.match_indices("idiagram") {
        // Each is looked at up to where the next begins, so that the whole takes linear time.
        let next = text[at + 1..].find("idiagram").map_or(text.len(), |to| at + 1 + to);
        let close = text[at..next].find("</div>").map_or(next, |to| at + to);
        let body = text[at..close].find('>').map_or(close, |to| at + to + 1);
        let pieces = text[body..close].matches(':').count() >= 4;
        if pieces {
            starts.push((at, text.len().min(close + "</div>".len())));
        }
    }
    let ranges: Vec<(usize, usize)> = if starts.is_empty() { pasted(text) } else { starts };
    if ranges.len() > MAX_BLOCKS {
        return Err(ImportError::new(None, format!("more than {MAX_BLOCKS} diagrams")));
    }
    let padded =
        |(from, to): (usize, usize)| "\n".repeat(text[..from].matches('\n').count()) + &text[from..to];
    Ok(ranges.into_iter().map(padded).collect())
}

/// The diagrams of a text without a page around them: one begins where the size of the board is said again behind pieces.
fn pasted(text: &str) -> Vec<(usize, usize)> {
    let mut ranges = Vec::new();
    let (mut from, mut at) = (0, 0);
    let (mut pieces, mut said) = (false, false);
    for line in text.split_inclusive('\n') {
        let size = line.trim_start().starts_with("files=") || line.trim_start().starts_with("ranks=");
        if size && pieces && said {
            ranges.push((from, at));
            (from, pieces, said) = (at, false, false);
        }
        said |= size;
        pieces |= line.matches(':').count() >= 4;
        at += line.len();
    }
    ranges.push((from, text.len()));
    ranges
}

/// Reads a block. What stands around it on a page is left out.
pub(super) fn read(text: &str) -> Result<Block, ImportError> {
    let mut block = Block::default();
    let lines = lines(text);
    let first = lines
        .iter()
        .find_map(|(_, line)| line.strip_prefix("firstRank="))
        .and_then(|n| n.trim().parse().ok());
    let first: usize = first.unwrap_or(1);
    for (number, line) in &lines {
        if let Some((key, value)) = line.split_once('=') {
            block.parameters.push(Parameter {
                line: *number,
                key: key.trim().to_owned(),
                value: value.trim().to_owned(),
            });
        } else if line.matches(':').count() >= 4 {
            if block.pieces.len() == MAX_PIECES {
                return Err(ImportError::new(
                    Some(*number),
                    format!("more than {MAX_PIECES} kinds of pieces"),
                ));
            }
            piece(&mut block, *number, line, first);
        }
    }
    Ok(block)
}

/// The lines of the block with their numbers. Line breaks that were lost by copying come back before each key and each piece.
fn lines(text: &str) -> Vec<(usize, String)> {
    let inside =
        text.find("idiagram").and_then(|at| text[at..].find('>').map(|end| at + end + 1)).unwrap_or(0);
    let end = text[inside..].find("</div>").map_or(text.len(), |at| inside + at);
    let before = text[..inside].matches('\n').count();
    let body = &text[inside..end];
    let whole = |line: &str| line.split("<br").next().unwrap_or_default().trim().replace("&amp;", "&");
    if body.trim().contains('\n') {
        let lines = body.split('\n').enumerate().map(|(at, line)| (before + at + 1, whole(line)));
        return lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('<')).collect();
    }
    let mut found: Vec<(usize, String)> = Vec::new();
    for word in body.split_whitespace() {
        let begins = word.contains('=') || word.matches(':').count() >= 4;
        match found.last_mut() {
            Some((_, line)) if !begins => {
                line.push(' ');
                line.push_str(word);
            }
            _ => found.push((before + 1, word.to_owned())),
        }
    }
    found
}

fn piece(block: &mut Block, number: usize, line: &str, first: usize) {
    let parts: Vec<&str> = line.split(':').map(str::trim).collect();
    if parts[0].is_empty() && parts[3].is_empty() {
        return;
    }
    let name = if parts[0].is_empty() { parts[3] } else { parts[0] };
    let id = match parts[1] {
        "" => name.chars().next().map(|c| c.to_uppercase().collect()).unwrap_or_default(),
        id => id.to_owned(),
    };
    let mut sides = [Vec::new(), Vec::new()];
    let mut side = 0;
    for part in parts[4].split(',').map(str::trim) {
        if part.len() < 2 {
            side = 1;
            continue;
        }
        match squares(part, first) {
            Some(squares) if sides[side].len() + squares.len() <= MAX_PLACES => sides[side].extend(squares),
            Some(_) => {
                block.odd.push((number, format!("more than {MAX_PLACES} squares")));
                break;
            }
            None => {
                block.odd.push((number, format!("`{part}` is neither a square nor a rectangle of squares")));
            }
        }
    }
    let [white, black] = sides;
    let image = parts[3].rsplit('/').next().unwrap_or_default().replace('%', "");
    let image = image.split('.').next().unwrap_or_default().to_lowercase();
    let mut counts: Vec<usize> = parts
        .get(5)
        .map(|text| text.split(',').take(2).map(|n| count(n.trim())).collect())
        .unwrap_or_default();
    if counts.iter().any(|count| *count > MAX_HELD) {
        block.odd.push((number, format!("more than {MAX_HELD} of a kind in hand")));
        counts.clear();
    }
    let hand = [counts.first().copied().unwrap_or(0), counts.get(1).or(counts.first()).copied().unwrap_or(0)];
    let (name, moves) = (name.to_owned(), parts[2].to_owned());
    block.pieces.push(PieceLine { line: number, name, id, moves, image, white, black, hand });
}

/// How many are in hand; what is no number is nothing, as for the script.
fn count(text: &str) -> usize {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if digits { text.parse().unwrap_or(usize::MAX) } else { 0 }
}

/// `a1`, or `a2-h2`.
fn squares(text: &str, first: usize) -> Option<Vec<Place>> {
    let (from, to) = match text.split_once('-') {
        Some((from, to)) => (square(from, first)?, square(to, first)?),
        None => (square(text, first)?, square(text, first)?),
    };
    let files = from.0.min(to.0)..=from.0.max(to.0);
    let ranks = from.1.min(to.1)..=from.1.max(to.1);
    Some(ranks.flat_map(|rank| files.clone().map(move |file| (file, rank))).collect())
}

fn square(text: &str, first: usize) -> Option<Place> {
    let mut chars = text.chars();
    let file = chars.next().filter(char::is_ascii_lowercase)?;
    let digits = chars.as_str();
    if digits.is_empty() || digits.len() > MAX_DIGITS || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let rank: usize = digits.parse().ok()?;
    Some((usize::from(file as u8 - b'a'), rank.checked_sub(first)?))
}

/// Whether a text is a diagram: at least one line of a piece, and another or a parameter that every diagram knows.
pub(crate) fn looks_like_one(text: &str) -> bool {
    let lines = lines(text);
    let pieces =
        lines.iter().filter(|(_, line)| !line.contains('=') && line.matches(':').count() >= 4).count();
    let known = |line: &str| {
        ["files=", "ranks=", "promoZone=", "promoChoice="].iter().any(|key| line.starts_with(key))
    };
    pieces >= 3 || pieces >= 1 && lines.iter().any(|(_, line)| known(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_parameters_and_pieces() {
        let block = read("files=9\n  Rook::::a1,i1,,a8\nsome prose\nPawn:P::x:a2-b3:2\nranks=12x").unwrap();
        assert_eq!(
            (block.number("files"), block.number("ranks"), block.number("zone")),
            (Some(9), Some(12), None)
        );
        assert_eq!(block.pieces[0].white, [(0, 0), (8, 0)]);
        assert_eq!((block.pieces[0].id.as_str(), &block.pieces[0].black[..]), ("R", &[(0, 7)][..]));
        assert_eq!((block.pieces[1].white.len(), block.pieces[1].hand, block.pieces[1].line), (4, [2, 2], 4));
    }

    #[test]
    fn a_page_around_it_and_lost_line_breaks_do_not_matter() {
        let page = "<p>x</p>\n<div class=\"idiagram\" style=\"a=b\">files=8<br>\nKing:K::k:e1<br>\n</div>\nA:B:C:D:E";
        let block = read(page).unwrap();
        assert_eq!((block.get("files"), block.pieces.len(), block.pieces[0].line), (Some("8"), 1, 3));
        let block = read("files=8 ranks=9 double knight:N:N2:knight:b1,g1 King:K::k:e1").unwrap();
        assert_eq!((block.get("ranks"), block.pieces.len()), (Some("9 double"), 2));
    }

    #[test]
    fn ranks_may_begin_with_zero_and_odd_squares_are_told() {
        let block = read("firstRank=0\nKing:K::k:e0,?9,z100").unwrap();
        assert_eq!(block.pieces[0].white, [(4, 0)]);
        assert_eq!(block.odd.len(), 2);
    }
}
