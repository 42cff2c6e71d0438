//! What a game is, apart from its moves: pieces, options, diagrams, sentences.

use std::sync::Arc;

use berolina_rules::Variant;
use berolina_rules::definition::{Definition, OptionValues};
use berolina_rules::explain::{self, Mark};
use berolina_rules::geometry::Grid;
use berolina_rules::message::{Arg, Language, Message};
use berolina_rules::say;
use berolina_rules::tables::{Kind, KindState};

use crate::model;

pub(crate) fn card(game: &Definition) -> model::GameCard {
    let text = game.text.clone();
    model::GameCard {
        name: game.name.clone(),
        title: text.title,
        inventor: text.inventor,
        year: text.year.and_then(|year| i32::try_from(year).ok()),
        link: text.link,
        about: text.about,
        files: game.shape.files(),
        ranks: game.shape.ranks(),
        grid: grid(game.shape.grid()),
        missing: game
            .shape
            .indices()
            .filter(|&square| !game.shape.has(square))
            .map(|square| square.0)
            .collect(),
        lineage: game.lineage.clone(),
    }
}

fn grid(grid: Grid) -> model::Grid {
    match grid {
        Grid::Square => model::Grid::Square,
        Grid::Hexagon => model::Grid::Hexagon,
    }
}

/// What a game is, in a language.
pub(crate) fn info(
    variant: &Arc<Variant>,
    prefix: &str,
    texts: explain::Texts,
    language: &Language,
) -> model::GameInfo {
    let game = variant.definition();
    let sides = texts.sides.as_ref().map(|[white, black]| (language.say(white), language.say(black)));
    let told = explain::explained(variant, texts);
    model::GameInfo {
        card: card(game),
        spec: format!("{prefix}{}", game.full_name()),
        hints: game.text.hints.clone(),
        options: options(game),
        kinds: (0..variant.kinds().len()).map(|kind| self::kind(variant, kind as u8, language)).collect(),
        pieces: told.pieces.into_iter().map(|piece| note(piece, language)).collect(),
        special: said(&told.special, language),
        ending: said(&told.ending, language),
        start: variant.start().fen(),
        hands: game.hands.used,
        placement: game.hands.placement,
        draws: game.can_be_drawn(),
        sides,
    }
}

/// Messages in a language.
pub(crate) fn said(messages: &[Message], language: &Language) -> Vec<String> {
    messages.iter().map(|message| language.say(message)).collect()
}

fn options(game: &Definition) -> Vec<model::GameOption> {
    let option = |(option, chosen): (&berolina_rules::definition::GameOption, &String)| {
        let (choices, range) = match &option.values {
            OptionValues::Choice(values) => {
                let choice = |(value, about): &(String, String)| model::Choice {
                    value: value.clone(),
                    about: about.clone(),
                };
                (Some(values.iter().map(choice).collect()), None)
            }
            &OptionValues::Number { min, max } => (None, Some(model::Range { min, max })),
        };
        model::GameOption {
            name: option.name.clone(),
            about: option.about.clone(),
            default: option.default.clone(),
            chosen: chosen.clone(),
            choices,
            range,
        }
    };
    game.options.iter().zip(&game.chosen).map(option).collect()
}

fn kind(variant: &Variant, kind: u8, language: &Language) -> model::Kind {
    let info = &variant.kinds()[usize::from(kind)];
    let piece = variant.definition().piece(info.piece);
    model::Kind {
        name: piece.name.clone(),
        title: language.say(&say!("{^piece}", piece = Arg::Name(piece.name.replace('-', " ")))),
        symbol: variant.symbol(Kind::new(usize::from(kind))),
        letter: info.letter.to_string(),
        picture: piece.picture.clone(),
        state: match info.state {
            KindState::Base => model::KindState::Plain,
            KindState::Moved => model::KindState::Moved,
            KindState::Promoted => model::KindState::Promoted,
        },
        about: language.say(&Message::prose(piece.about.trim())),
        silent: info.silent,
    }
}

fn note(note: explain::PieceNote, language: &Language) -> model::PieceNote {
    model::PieceNote {
        // The kinds of pieces as they enter the board come first, in the order of the pieces.
        kind: Kind::base(note.piece).index() as u8,
        side: note.side.map(Into::into),
        notes: said(&note.notes, language),
        diagrams: note.diagrams.into_iter().map(|drawn| diagram(drawn, language)).collect(),
    }
}

fn diagram(diagram: explain::Diagram, language: &Language) -> model::Diagram {
    let cell = |cell: explain::Cell| model::DiagramCell {
        mark: match cell.mark {
            Mark::Nothing => model::Mark::Nothing,
            Mark::Origin => model::Mark::Origin,
            Mark::Moves => model::Mark::Moves,
            Mark::Captures => model::Mark::Captures,
            Mark::Both => model::Mark::Both,
            Mark::DoubleStep => model::Mark::DoubleStep,
            Mark::CapturesInPassing => model::Mark::CapturesInPassing,
        },
        onward: cell.onward,
    };
    model::Diagram {
        caption: diagram.caption.map(|caption| language.say(&caption)),
        files: diagram.files,
        ranks: diagram.ranks,
        grid: grid(diagram.grid),
        cells: diagram.cells.into_iter().map(cell).collect(),
    }
}
