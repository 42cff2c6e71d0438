//! `berolina rules`: a game explained.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::Arc;

use berolina_rules::Variant;
use berolina_rules::definition::{Definition, OptionValues, Text};
use berolina_rules::explain::{Cell, Diagram, Explanation, Mark, PieceNote, explain};
use berolina_rules::geometry::{Color, Grid};
use berolina_rules::message::{Arg, Language, Message, list};
use berolina_rules::say;

use crate::args::RulesArgs;
use crate::draw::Drawing;
use crate::output::Failure;
use crate::terminal::{Terminal, paragraphs, point, wrap};

pub(crate) fn run(args: &RulesArgs) -> Result<(), Failure> {
    let language = args.language.language()?;
    let variant = args.game.variant()?;
    let text = page(&variant, Terminal::stdout(args.ascii), &language);
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

/// The whole page.
pub(crate) fn page(variant: &Arc<Variant>, terminal: Terminal, language: &Language) -> String {
    let definition = variant.definition();
    let rules = explain(variant);
    let mut page = String::new();
    title(&mut page, definition, terminal, language);
    let position = variant.start();
    heading(&mut page, terminal, &language.say(&say!("Start")));
    page.push_str(&Drawing { position: &position, terminal, flipped: false, last: None }.text());
    heading(&mut page, terminal, &language.say(&say!("Pieces")));
    pieces(&mut page, definition, &rules, terminal, language);
    section(&mut page, terminal, &say!("Special"), &rules.special, language);
    section(&mut page, terminal, &say!("The end"), &rules.ending, language);
    if !definition.text.hints.is_empty() {
        let hints: Vec<Message> = definition.text.hints.iter().map(|hint| Message::prose(hint)).collect();
        section(&mut page, terminal, &say!("Hints"), &hints, language);
    }
    options(&mut page, definition, terminal, language);
    page
}

fn heading(page: &mut String, terminal: Terminal, text: &str) {
    let _ = writeln!(page, "\n{}\n", terminal.bold(&text.to_uppercase()));
}

fn title(page: &mut String, definition: &Definition, terminal: Terminal, language: &Language) {
    let Text { title, inventor, year, link, about, .. } = &definition.text;
    let _ = writeln!(page, "{}", terminal.bold(&terminal.plain(title)));
    let by = match (inventor, year) {
        (Some(inventor), Some(year)) => language.say(&say!(
            "by {inventor}, {year}",
            inventor = inventor.as_str(),
            year = year.to_string(),
        )),
        (Some(inventor), None) => language.say(&say!("by {inventor}", inventor = inventor.as_str())),
        (None, Some(year)) => year.to_string(),
        (None, None) => String::new(),
    };
    if !by.is_empty() {
        let _ = writeln!(page, "{}", terminal.plain(&by));
    }
    let _ = writeln!(
        page,
        "\n{}",
        paragraphs(&terminal.plain(&language.say(&Message::prose(about))), terminal.width, "").trim_end()
    );
    if let Some(link) = link {
        let _ = writeln!(page, "\n{}", terminal.dim(&terminal.plain(link)));
    }
}

fn section(page: &mut String, terminal: Terminal, name: &Message, points: &[Message], language: &Language) {
    heading(page, terminal, &language.say(name));
    let lead = if terminal.unicode { "• " } else { "- " };
    for text in points {
        page.push_str(&point(&terminal.plain(&language.say(text)), terminal.width, lead));
    }
}

/// Each piece: its diagrams at the left, beside them its name and what is to be said of it.
fn pieces(
    page: &mut String,
    definition: &Definition,
    rules: &Explanation,
    terminal: Terminal,
    language: &Language,
) {
    let blocks: Vec<Vec<String>> =
        rules.pieces.iter().map(|note| diagrams(definition, note, terminal, language)).collect();
    let widths = blocks.iter().flatten().map(|line| line.chars().count());
    let column = widths.max().unwrap_or(0) + 4;
    let room = terminal.width.saturating_sub(column).max(24);
    for (note, block) in rules.pieces.iter().zip(&blocks) {
        let mut lines = vec![(terminal.bold(&piece_title(definition, note, terminal, language)), true)];
        for text in &note.notes {
            lines.extend(
                wrap(&terminal.plain(&language.say(text)), room).into_iter().map(|line| (line, false)),
            );
        }
        for i in 0..block.len().max(lines.len()) {
            let left = block.get(i).map_or("", String::as_str);
            let right = lines.get(i).map_or("", |line| &line.0);
            let padding = " ".repeat(column - left.chars().count());
            let line = format!("{left}{padding}{right}");
            let _ = writeln!(page, "{}", line.trim_end());
        }
        page.push('\n');
    }
    page.push_str(&legend(rules, terminal, language));
}

fn piece_title(definition: &Definition, note: &PieceNote, terminal: Terminal, language: &Language) -> String {
    let piece = definition.piece(note.piece);
    let name = |name: &str| Arg::Name(name.replace('-', " "));
    let title = language.say(&say!("{^piece}", piece = name(&piece.name)));
    let figures = match piece.figures {
        Some(figures) if terminal.unicode => match note.side {
            Some(color) => format!(" {}", figures[color.index()]),
            None => format!(" {} {}", figures[0], figures[1]),
        },
        _ => String::new(),
    };
    let side = note.side.map_or(String::new(), |color| {
        let army = definition.players[color.index()].army.as_ref();
        let army = army.map(|army| say!(" ({army})", army = name(army)));
        language.say(&match color {
            Color::White => say!(", White's{army}", army),
            Color::Black => say!(", Black's{army}", army),
        })
    });
    format!("{title} ({}){figures}{side}", piece.letter)
}

/// The diagrams of a piece beside each other, as lines.
fn diagrams(
    definition: &Definition,
    note: &PieceNote,
    terminal: Terminal,
    language: &Language,
) -> Vec<String> {
    let letter = definition.piece(note.piece).letter;
    let drawn: Vec<Vec<String>> =
        note.diagrams.iter().map(|d| diagram(d, letter.upper(), terminal, language)).collect();
    let height = drawn.iter().map(Vec::len).max().unwrap_or(0);
    let mut lines = vec![String::from("  "); height];
    for (i, block) in drawn.iter().enumerate() {
        let width = block.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        for (row, line) in lines.iter_mut().enumerate() {
            let part = block.get(row).map_or("", String::as_str);
            if i > 0 {
                line.push_str("   ");
            }
            line.push_str(part);
            line.push_str(&" ".repeat(width - part.chars().count()));
        }
    }
    lines
}

fn diagram(diagram: &Diagram, letter: char, terminal: Terminal, language: &Language) -> Vec<String> {
    let mut lines: Vec<String> =
        diagram.caption.iter().map(|caption| format!("{}:", language.say(caption))).collect();
    for rank in 0..diagram.ranks {
        let symbols: Vec<String> = (0..diagram.files)
            .map(|file| match diagram.is_cell(rank, file) {
                true => symbol(diagram.grid, diagram.cell(rank, file), letter, terminal).to_string(),
                false => " ".to_owned(),
            })
            .collect();
        lines.push(symbols.join(" "));
    }
    lines
}

fn symbol(grid: Grid, cell: Cell, letter: char, terminal: Terminal) -> char {
    match cell.onward {
        Some(step) if terminal.unicode => arrow(grid, step).unwrap_or_else(|| mark(cell.mark, terminal)),
        _ if cell.mark == Mark::Origin => letter,
        _ => mark(cell.mark, terminal),
    }
}

fn mark(mark: Mark, terminal: Terminal) -> char {
    let [unicode, ascii] = match mark {
        Mark::Nothing | Mark::Origin => ['·', '.'],
        Mark::Moves => ['○', 'o'],
        Mark::Captures => ['×', 'x'],
        Mark::Both => ['●', '*'],
        Mark::DoubleStep => ['2', '2'],
        Mark::CapturesInPassing => ['⊗', '@'],
    };
    if terminal.unicode { unicode } else { ascii }
}

fn arrow(grid: Grid, (x, y): (i8, i8)) -> Option<char> {
    // Six arrows do for the twelve lines of hexagons.
    let step = if grid == Grid::Hexagon { (x.signum(), y.signum()) } else { (x, y) };
    Some(match step {
        (0, 1) => '↑',
        (1, 1) => '↗',
        (1, 0) => '→',
        (1, -1) => '↘',
        (0, -1) => '↓',
        (-1, -1) => '↙',
        (-1, 0) => '←',
        (-1, 1) => '↖',
        _ => return None,
    })
}

/// What the marks mean, those that were used.
fn legend(rules: &Explanation, terminal: Terminal, language: &Language) -> String {
    let cells: Vec<Cell> =
        rules.pieces.iter().flat_map(|note| &note.diagrams).flat_map(|d| d.cells.iter().copied()).collect();
    let mut parts = Vec::new();
    let meanings = [
        (Mark::Both, say!("moves or captures")),
        (Mark::Moves, say!("only moves")),
        (Mark::Captures, say!("only captures")),
        (Mark::CapturesInPassing, say!("captures in passing over it")),
        (Mark::DoubleStep, say!("double step")),
    ];
    for (kind, meaning) in meanings {
        if cells.iter().any(|cell| cell.mark == kind) {
            parts.push(format!("{} {}", mark(kind, terminal), language.say(&meaning)));
        }
    }
    let onward = rules
        .pieces
        .iter()
        .flat_map(|note| &note.diagrams)
        .find_map(|diagram| diagram.cells.iter().find_map(|cell| arrow(diagram.grid, cell.onward?)));
    if let Some(arrow) = onward {
        let sign = if terminal.unicode { format!("{arrow} ") } else { String::new() };
        parts.push(sign + &language.say(&say!("slides on until something stands in the way")));
    }
    let mut text = String::new();
    let legend = say!("{marks}. White moves up the board.", marks = list(parts, ", "));
    for line in wrap(&language.say(&legend), terminal.width - 2) {
        let _ = writeln!(text, "{}", terminal.dim(&format!("  {line}")));
    }
    text
}

pub(crate) fn options(page: &mut String, definition: &Definition, terminal: Terminal, language: &Language) {
    if definition.options.is_empty() {
        return;
    }
    let prose = |text: &str| language.say(&Message::prose(text));
    heading(page, terminal, &language.say(&say!("Options")));
    let width = terminal.width;
    for (option, chosen) in definition.options.iter().zip(&definition.chosen) {
        page.push_str(&point(
            &terminal.plain(&format!("{}: {}", option.name, prose(&option.about))),
            width,
            "",
        ));
        match &option.values {
            OptionValues::Choice(values) => {
                let column = values.iter().map(|value| value.0.len()).max().unwrap_or(0);
                for (value, about) in values {
                    let mut about = prose(about);
                    if *value == option.default {
                        about.push_str(&language.say(&say!(" [default]")));
                    }
                    if value == chosen && *chosen != option.default {
                        about.push_str(&language.say(&say!(" [chosen]")));
                    }
                    page.push_str(&point(&terminal.plain(&about), width, &format!("  {value:<column$}  ")));
                }
            }
            OptionValues::Number { min, max } => {
                let chosen = (*chosen != option.default)
                    .then(|| say!(" [chosen: {chosen}]", chosen = chosen.as_str()));
                let text = say!(
                    "{min} to {max} [default: {default}]{chosen}",
                    min = min.to_string(),
                    max = max.to_string(),
                    default = option.default.as_str(),
                    chosen,
                );
                page.push_str(&point(&language.say(&text), width, "  "));
            }
        }
    }
    let example = definition.options.first().map(|option| {
        let value = match &option.values {
            OptionValues::Choice(values) => values.last().map_or(String::new(), |value| value.0.clone()),
            OptionValues::Number { max, .. } => max.to_string(),
        };
        format!("{}:{}={value}", definition.name, option.name)
    });
    if let Some(example) = example {
        let told = language.say(&say!("Write options behind the name: {example}", example));
        page.push_str(&format!("\n{}\n", terminal.dim(&told)));
    }
}
