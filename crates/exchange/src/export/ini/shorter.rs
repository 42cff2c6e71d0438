//! The text of a section, over a game that the program has built in where that takes fewer lines.

use super::pieces::Kind;
use crate::ini::bases::BASES;
use crate::ini::rules::{Rules, built_in};
use crate::ini::syntax;

/// Names of games that the program has built in: a section of such a name is dropped.
const TAKEN: &str = "3check 5check aiwok ai-wok almost amazon amazons antichess armageddon asean ataxx atomar atomic berolina breakthrough \
    bughouse cambodian capablanca capahouse caparandom centaur chancellor chaturanga checkshogi chess chessgi chigorin clobber clobber10 codrus \
    coregal courier crazyhouse dobutsu dragon duck embassy euroshogi extinction fairy fischerandom flipello flipello10 flipersi \
    fox-and-hounds gardner georgian giveaway gorogoro gothic grand grasshopper gustav3 hoppelpoppel horde isolation isolation7x7 janggi \
    janggicasual janggimodern janggitraditional janus jesonmor joust judkins karouk khans kingofthehill kinglet knightmate koedem kyotoshogi \
    legan loop losalamos losers makpong makruk manchu micro mini minishogi minixiangqi misere modern newzealand nightrider nocastle \
    nocheckatomic normal okisakishogi omicron opulent paradigm pawnback pawnsideways perfect petrified placement pocketknight raazuvaa \
    racingkings seirawan shako shatar shatranj shogi shoshogi shouse sittuyin snailtrail sortofalmost spartan suicide supply tencubed \
    threekings torishogi torpedo troitzky upsidedown wolf xiangqi yarishogi";

/// What a section may be called.
pub(super) fn name(game: &str) -> String {
    let plain: String =
        game.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    if TAKEN.split_whitespace().any(|taken| taken == plain) { format!("{plain}-berolina") } else { plain }
}

/// The lines of the kinds, as keys.
fn pieces(kinds: &[Kind]) -> Vec<(String, String)> {
    let value = |kind: &Kind| match &kind.moves {
        Some(moves) => format!("{}:{moves}", kind.letter),
        None => kind.letter.to_string(),
    };
    kinds.iter().map(|kind| (kind.name.clone(), value(kind))).collect()
}

/// What a section comes to.
fn read(base: Rules, name: &str, lines: &[(String, String)]) -> Rules {
    let text: String = lines.iter().map(|(key, value)| format!("{key} = {value}\n")).collect();
    let mut rules = base;
    if let Ok(sections) = syntax::read(&format!("[{name}]\n{text}")) {
        sections.iter().for_each(|section| rules.lay_over(section));
    }
    rules
}

/// The section: over each game that is known all lines are left out without which the same is meant, and the shortest is taken.
pub(super) fn section(name: &str, kinds: &[Kind], keys: &[(String, String)]) -> String {
    let mut lines = pieces(kinds);
    lines.extend(keys.iter().cloned());
    let Some(nothing) = built_in("") else { return String::new() };
    let wanted = read(nothing, name, &lines);
    let mut best: Option<(&str, Vec<(String, String)>)> = None;
    let bases = std::iter::once("").chain(BASES.iter().map(|base| base.0));
    for base in bases {
        let Some(rules) = built_in(base) else { continue };
        let mut kept = lines.clone();
        // What the base has and the game has not goes first.
        let gone = rules.kinds.iter().filter(|kind| !kinds.iter().any(|own| own.name == kind.name));
        let gone: Vec<(String, String)> = gone.map(|kind| (kind.name.clone(), "-".to_owned())).collect();
        kept.splice(0..0, gone);
        if !read(rules.clone(), name, &kept).means(&wanted) {
            continue;
        }
        let mut at = 0;
        while at < kept.len() {
            let line = kept.remove(at);
            if !read(rules.clone(), name, &kept).means(&wanted) {
                kept.insert(at, line);
                at += 1;
            }
        }
        if best.as_ref().is_none_or(|(_, best)| kept.len() < best.len()) {
            best = Some((base, kept));
        }
    }
    let (base, kept) = best.unwrap_or(("", lines));
    let head = if base.is_empty() { format!("[{name}]\n") } else { format!("[{name}:{base}]\n") };
    head + &kept.iter().map(|(key, value)| format!("{key} = {value}\n")).collect::<String>()
}
