//! What XBoard has to know of a game that it does not know.

mod dialect;
mod pieces;

use berolina_rules::definition::{Definition, Exposed};
use berolina_rules::geometry::Color;
use berolina_rules::{Setup, Variant};

use super::{ExportError, Exported, Feature, head};
use pieces::Places;
pub(super) use pieces::betza;

/// What XBoard calls a game: our name and its own. Of a game that it knows under our name it keeps its own start.
pub const NAMES: [(&str, &str); 6] = [
    ("chess", "normal"),
    ("chess960", "fischerandom"),
    ("king-of-the-hill", "kingofthehill"),
    ("grand", "freeling-grand"),
    ("courier", "oldcourier"),
    // XBoard takes every name with 960 in it for Chess960.
    ("near-960", "near-shuffled"),
];

/// The name by which an engine tells XBoard of a game.
#[must_use]
pub fn told_name(name: &str) -> &str {
    NAMES.iter().find(|(ours, _)| *ours == name).map_or(name, |(_, theirs)| theirs)
}

/// Why XBoard cannot show a game, if it cannot: its boards are rectangles with edges, and its pieces somebody's.
#[must_use]
pub fn obstacle(definition: &Definition) -> Option<String> {
    let shape = definition.shape;
    if !shape.is_rectangle() || shape.is_cylinder() {
        return Some(format!("XBoard has no such board: {shape}"));
    }
    definition.blocker.as_ref().map(|_| "XBoard has no blocker that is nobody's".to_owned())
}

/// The lines that an engine sends for a game: the pieces' letters, the board, the holdings, the game whose other rules hold, the start
/// position; then how each piece moves.
#[must_use]
pub fn setup(variant: &Variant) -> String {
    let definition = variant.definition();
    let places = Places::new(definition);
    let shape = definition.shape;
    let mut text = format!(
        "setup ({}) {}x{}+{}_{} {}\n",
        places.table(definition),
        shape.files(),
        shape.ranks(),
        holdings(definition, &places),
        parent(definition),
        start(variant),
    );
    text.push_str(&pieces::lines(definition).join("\n"));
    text
}

/// Moves of which XBoard's board shows something else than happens, or which it has no way to write.
const UNSHOWN: [Feature; 10] = [
    Feature::CastlingFarther,
    Feature::PromotionInPlace,
    Feature::PromotionStep,
    Feature::Entry,
    Feature::Leaves,
    Feature::CaptorBecomes,
    Feature::CapturesOwn,
    Feature::Stone,
    Feature::Explosion,
    Feature::TripleStep,
];

/// What a person is to be told of a game whose moves XBoard cannot all be told, or cannot all show.
#[must_use]
pub fn warning(definition: &Definition) -> Option<String> {
    let unshown = Feature::of(definition).into_iter().filter(|feature| UNSHOWN.contains(feature));
    let unshown: Vec<&str> = unshown.map(Feature::told).collect();
    let untold = pieces::untold(definition);
    let mut parts = Vec::new();
    if !untold.is_empty() {
        parts.push(format!("has no words for the moves of: {}", untold.join(", ")));
    }
    if !unshown.is_empty() {
        parts.push(format!("knows nothing of: {}", unshown.join("; ")));
    }
    let what = parts.join(", and ");
    (!what.is_empty()).then(|| {
        format!("XBoard {what}. Start it with -testLegality false, or it takes legal moves for illegal ones")
    })
}

fn holdings(definition: &Definition, places: &Places) -> usize {
    places.holdings(|piece| {
        Color::ALL.into_iter().any(|color| {
            let face = definition.pieces[piece.index()].letter.is_promoted();
            definition.hands.prisoners && !face && !definition.is_royal(color, piece)
                || definition.start.held(color, piece) > 0
        })
    })
}

/// The game whose other rules XBoard takes: what becomes of captured pieces, and how a shuffled king castles.
fn parent(definition: &Definition) -> &'static str {
    let shuffled = definition
        .players
        .iter()
        .any(|player| player.castling.iter().flatten().any(|castling| castling.from.is_none()));
    let optional = definition.players.iter().any(|player| !player.promotion.zones.optional.is_empty());
    let taken = definition.hands.prisoners && !definition.hands.returned;
    match (definition.hands.used, taken, shuffled) {
        (true, true, _) => "crazyhouse",
        // In bughouse what is captured does not go to the captor's hand.
        (true, false, _) => "bughouse",
        (false, _, true) => "fischerandom",
        // Promotion on three ranks.
        (false, _, false) if optional => "grand",
        (false, _, false) => "fairy",
    }
}

/// The start without a seventh field, which XBoard does not know.
#[must_use]
pub fn start(variant: &Variant) -> String {
    Setup::start(variant).to_fen(variant).split(' ').take(6).collect::<Vec<_>>().join(" ")
}

/// What of a game XBoard is told, or has no need to know as the engine says when a game is over.
const TOLD: [Feature; 10] = [
    Feature::FirstMove,
    Feature::Castling,
    Feature::DoubleStep,
    Feature::EnPassant,
    Feature::Promotion,
    Feature::Hands,
    Feature::Repetition,
    Feature::Clock,
    Feature::Insufficient,
    Feature::KingCapture,
];

/// Whether a player captures en passant after some double steps of the other, but not after all: XBoard knows them all alike.
fn answers_some(definition: &Definition, color: Color) -> bool {
    let takes = definition.ids().any(|id| definition.rules(color, id).en_passant);
    let doubles = definition.ids().filter_map(|id| definition.rules(color.other(), id).double_step.as_ref());
    let said: Vec<Exposed> = doubles.map(|double| double.en_passant).collect();
    takes
        && said.iter().any(|said| *said != Exposed::Never)
        && said.iter().any(|said| *said != Exposed::Always)
}

/// Writes a game as these lines. XBoard leaves to the engine when a game is over, and which moves are legal where the pieces' moves do
/// not say all: what it is not told stands beside them.
pub(super) fn write(variant: &Variant) -> Result<Exported, ExportError> {
    let definition = variant.definition();
    if let Some(why) = obstacle(definition) {
        return Err(ExportError(why));
    }
    let features = Feature::of(definition).into_iter().filter(|feature| !TOLD.contains(feature));
    let mut unsaid: Vec<String> = features.map(|feature| feature.told().to_owned()).collect();
    if Color::ALL.into_iter().any(|color| answers_some(definition, color)) {
        unsaid.push("`double-step.en-passant`: double steps that cannot be answered en passant".to_owned());
    }
    let untold = pieces::untold(definition);
    unsaid.extend(
        untold
            .into_iter()
            .map(|name| format!("`moves` of the {name}: XBoard's notation has no words for them")),
    );
    let named = format!("# The name that XBoard is told: {}\n", told_name(&definition.name));
    let head = head(definition, "#", "lines that an engine sends to XBoard", &unsaid);
    let text = head + &named + &setup(variant) + "\n";
    Ok(Exported { text, unsaid })
}
