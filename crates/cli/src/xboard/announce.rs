//! What the GUI is told before a game: features, options, and games that it does not know.

use std::fmt::Write as _;

use berolina_exchange::xboard;
use berolina_rules::{Position, Variant};

use crate::gui::settings::{OfferKind, Settings};

/// Games whose boards, pieces and rules XBoard knows itself.
const KNOWN: [&str; 6] = ["chess", "chess960", "crazyhouse", "shatranj", "capablanca", "berolina"];
/// Options that the protocol has commands for.
const COMMANDS: [&str; 5] = ["UCI_Variant", "UCI_Chess960", "Hash", "Threads", "Ponder"];

/// The answer to `protover`.
pub(super) fn features(settings: &Settings) -> String {
    let games = settings.games();
    let names: Vec<&str> = games.iter().map(|game| xboard::told_name(&game.name)).collect();
    // XBoard takes the first for its own default.
    let (first, others): (Vec<&str>, Vec<&str>) = names.into_iter().partition(|&name| name == "normal");
    let mut text = format!(
        "feature done=0\n\
         feature myname=\"Berolina {}\"\n\
         feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1\n\
         feature analyze=1 colors=0 ics=0 name=0 pause=0 nps=0 debug=1 memory=1 smp=1 exclude=1 setscore=0\n\
         feature highlight=0\n\
         feature variants=\"{}\"\n",
        env!("CARGO_PKG_VERSION"),
        [first, others].concat().join(",")
    );
    for offer in settings.offers() {
        if COMMANDS.contains(&offer.name.as_str()) {
            continue;
        }
        let kind = match offer.kind {
            OfferKind::Check(default) => format!("-check {}", u8::from(default)),
            OfferKind::Spin { default, min, max } => format!("-spin {default} {min} {max}"),
            OfferKind::Combo { default, values } => {
                let marked = |value: &String| {
                    if *value == default { format!("*{value}") } else { value.clone() }
                };
                format!("-combo {}", values.iter().map(marked).collect::<Vec<_>>().join(" /// "))
            }
            OfferKind::Button => "-button".to_owned(),
            OfferKind::Path => "-path ".to_owned(),
        };
        let _ = writeln!(text, "feature option=\"{} {kind}\"", offer.name);
    }
    text.push_str("feature done=1");
    text
}

/// The game that XBoard means: a name of its own, or ours, maybe with a board size before it.
pub(super) fn game_called(name: &str) -> &str {
    let sized = name.split_once('_').filter(|(size, _)| {
        size.starts_with(|c: char| c.is_ascii_digit())
            && size.chars().all(|c| c.is_ascii_digit() || matches!(c, 'x' | '+'))
    });
    let name = sized.map_or(name, |(_, name)| name);
    xboard::NAMES.iter().find(|(_, theirs)| *theirs == name).map_or(name, |(ours, _)| ours)
}

/// What XBoard has to know of a game that it does not know.
pub(super) fn setup(variant: &Variant) -> Option<String> {
    let known = KNOWN.contains(&variant.definition().name.as_str());
    (!known).then(|| xboard::setup(variant))
}

/// Reads a position as XBoard writes it: it has its own mind about castling in games that it does not know, and
/// about the letters of holdings. The start position is recognised by its board.
pub(super) fn read_fen(variant: &std::sync::Arc<Variant>, fen: &str) -> Result<Position, String> {
    let error = match Position::from_fen(variant, fen) {
        Ok(position) => return Ok(position),
        Err(error) => error.to_string(),
    };
    let board = |fen: &str| fen.split(['[', ' ']).next().unwrap_or("").to_owned();
    let mut words: Vec<&str> = fen.split_whitespace().collect();
    let start = xboard::start(variant);
    if board(fen) == board(&start) && words.get(1) == start.split(' ').nth(1).as_ref() {
        return Ok(variant.start());
    }
    if let Some(place) = words.first_mut()
        && let Some((board, _)) = place.split_once("[-]")
    {
        *place = board;
    }
    // Rights for which king and rook stand are kept, and only where the letters say nothing here all are left out.
    let kept = |fen: &str| {
        let kept = Position::from_kept_fen(variant, fen).ok()?;
        Position::from_fen(variant, &kept.fen()).ok()
    };
    if let Some(position) = kept(&words.join(" ")) {
        return Ok(position);
    }
    if let Some(castling) = words.get_mut(2) {
        *castling = "-";
    }
    Position::from_fen(variant, &words.join(" ")).map_err(|_| error)
}
