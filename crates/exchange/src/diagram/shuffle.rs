//! Pieces that the diagram's script puts at random on each other's squares.

use berolina_rules::definition::betza;

use super::Reading;

/// What a group of `shuffle` says.
#[derive(Default)]
struct Group {
    /// Kinds by their numbers.
    kinds: Vec<usize>,
    /// Those that stand on squares of both colours.
    balanced: Vec<usize>,
}

impl Reading {
    /// Writes an option for each group.
    pub(super) fn shuffle(&mut self) {
        let Some((line, text)) = self.said("shuffle").pop().filter(|(_, text)| !text.is_empty()) else {
            return;
        };
        let alike = matches!(self.block.get("symmetry").unwrap_or("mirror"), "mirror" | "rotate");
        for (at, part) in text.split(',').enumerate() {
            let read = if alike {
                self.group(part)
            } else {
                Err("the players are shuffled each otherwise".to_owned())
            };
            match read.and_then(|group| self.order(&group).map(|order| (group, order))) {
                Ok((group, order)) => self.write_group(at, &group, &order),
                Err(why) => self.draft.leave(format!("line {line}: `shuffle={part}`: {why}")),
            }
        }
    }

    /// The kinds of a group.
    fn group(&self, text: &str) -> Result<Group, String> {
        let mut group = Group::default();
        let mut rest = text.trim();
        while !rest.is_empty() {
            if rest.starts_with(':') {
                return Err("places that answer each other left and right".to_owned());
            }
            let (both, after) = rest.strip_prefix('!').map_or((false, rest), |after| (true, after));
            let fits = |&at: &usize| after.starts_with(&self.pieces[at].line.id);
            let longest = |&at: &usize| self.pieces[at].line.id.len();
            let Some(kind) = (0..self.pieces.len()).filter(fits).max_by_key(longest) else {
                return Err(format!("`{}` is no piece", after.chars().next().unwrap_or(' ')));
            };
            let id = &self.pieces[kind].line.id;
            let same = self.pieces.iter().filter(|piece| piece.line.id == *id).count();
            if same > 1 || group.kinds.contains(&kind) || self.pieces[kind].count == 0 {
                return Err(format!("`{id}` is not one kind of pieces of the array, named once"));
            }
            group.kinds.push(kind);
            if both && self.pieces[kind].count > 1 {
                group.balanced.push(kind);
            }
            rest = &after[id.len()..];
        }
        Ok(group)
    }

    /// The king between the rooks, where the script keeps it there: a king that castles, and pieces of one kind in both corners.
    fn order(&self, group: &Group) -> Result<Vec<usize>, String> {
        let castles = |&kind: &usize| {
            let piece = &self.pieces[kind];
            piece.royal && betza::parse(&piece.moves).castling != [None; 2]
        };
        let Some(king) = group.kinds.iter().copied().find(castles) else { return Ok(Vec::new()) };
        let rank = self.pieces[king].line.white.first().map_or(0, |place| place.1);
        let corner = |file: usize| {
            group.kinds.iter().copied().find(|&kind| self.pieces[kind].line.white.contains(&(file, rank)))
        };
        let on_rank = |&kind: &usize| self.pieces[kind].line.white.iter().all(|place| place.1 == rank);
        let rook = corner(0).filter(|&rook| corner(self.files - 1) == Some(rook));
        match rook.filter(|&rook| self.pieces[rook].count == 2 && self.pieces[king].count == 1) {
            Some(rook) if rook != king && group.kinds.iter().all(on_rank) => Ok(vec![rook, king, rook]),
            _ => {
                Err("a king that castles and has no two pieces of one kind in the corners beside it"
                    .to_owned())
            }
        }
    }

    fn write_group(&mut self, at: usize, group: &Group, order: &[usize]) {
        let letters =
            |kinds: &[usize]| kinds.iter().map(|&kind| self.pieces[kind].letter.as_str()).collect::<String>();
        let (pieces, balanced, order) = (letters(&group.kinds), letters(&group.balanced), letters(order));
        let name = if at == 0 { "position".to_owned() } else { format!("position-{}", at + 1) };
        let key = |part: &str| format!("options.{name}.{part}");
        self.draft.set(&key("about"), "The number of the arrangement; 0 is the array.");
        self.draft.set(&key("default"), 0);
        self.draft.set(&key("shuffles.pieces"), pieces);
        for (part, letters) in [("shuffles.balanced", balanced), ("shuffles.order", order)] {
            if !letters.is_empty() {
                self.draft.set(&key(part), letters);
            }
        }
    }
}
