//! Which game a network was trained for: a canonical text of all that decides how good a position is there, and nothing
//! that only says how the game is called or written, or how the program keeps its rules.
//!
//! Files of networks hold the hash of that text, so its form is for ever: what it says of a game may change only with
//! [`VERSION`], and then networks are signed anew (`berolina train GAME --sign FILE`). It is made of words and of names of
//! squares and pieces alone, each written here and none taken from a type:
//!
//! ```text
//! rules 1
//! board FILESxRANKS [hexagons] [turned] [without SQUARES]
//! stalemate loss|draw|win|fewer|pass
//! checkmate draw|win                     unless it loses
//! bare-king none|loss|draw|win
//! repetition none|loss|draw|win [TIMES] [perpetual-check]   unless the third occurrence draws
//! hands [used] [placement] [prisoners] [returned] [promoted]
//! blocker [stays] [behind]                where moves put one
//! clock none|draw|claim [PLIES]           the number unless it is 100
//! insufficient none|=LETTERS
//! kings-never-face [orthogonal|MOVES]
//! facing-kings-offer-draw [MOVES]
//! both-lost mover                         where both lose at once
//! pass                                    a player may pass
//! draws white|black|points                who wins a drawn game
//! explosion =LETTERS [survives LETTERS]   those that it spares
//! ```
//!
//! and then for each player, as he sees the board, the player whose text is less before the other:
//!
//! ```text
//! side
//! array RANK/…/RANK [HAND]      from his first rank; his pieces by their letters, others as dots, nothing for a rank without his
//! piece LETTER MOVES            in Betza notation without spaces
//!   first MOVES                 while it has not moved
//!   promotes LETTERS
//!   double X,Y … from SQUARES [triple SQUARES] [en-passant] [unmoved]
//!   takes-en-passant
//!   enters LETTER from SQUARES  in exchange for that piece
//!   enters-behind LETTERS
//!   drops SQUARES
//!   stays-in SQUARES
//!   moves-on SQUARES MOVES
//!   leaves LETTER
//!   promotion forced SQUARES optional SQUARES [leaving] [by-capture]
//!   drop-limit NUMBER
//!   no-drop-mates
//!   drops-balanced
//!   captures [own] [stone] [captor LETTER]
//! promotion forced SQUARES optional SQUARES [leaving] [by-capture] [limit N,… [on-board]] [in-place] [reverts]
//! castling king-side|queen-side LETTER [by LETTER] [placed] [opposite] [wins]
//! capture any|most             where the player must
//! goal LETTERS SQUARES [count N] [safe] [hold] [last-move]
//! extinction LETTERS [left N] [each] [draw|win]
//! checks N                      that lose
//! gives-no-check
//! capture any|most             where the player must
//! royal LETTERS [any|all|kind|last] [draw|win]   the words unless it is one king, and its loss loses
//! ```
//!
//! Lines and words that say nothing are left out. SQUARES are names divided by commas, `all` or `none`. How a king is lost is left
//! out: where it is lost by capture and where by checkmate, the same positions are good. What else is left out is named where the
//! parts of the rules are taken apart, field by field, so that the compiler asks where a new one belongs.

mod promotion;

use berolina_numbers::hash::fnv64;
use berolina_rules::Definition;
use berolina_rules::definition::{
    Award, Blocker, Captures, Castling, Clock, ClockEnd, Counting, DoubleStep, Entry, Explosion, Exposed,
    Extinction, FacingLines, Goal, Hands, MateRule, Moves, MovesOn, Obligation, Piece, PieceId, PieceRules,
    Player, Repetition, RoyalLoss, Royalty, Rules, Stalemate, Start, Verdict,
};
use berolina_rules::geometry::{Color, Grid, Shape, Square, SquareSet};

use self::promotion::{say_promotion, say_zones};

/// The version of the text.
const VERSION: &str = "rules 1";

/// The pieces and rules of a game, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Identity {
    /// What concerns both players.
    common: String,
    /// What concerns White and what concerns Black, each seen from his side.
    sides: [String; 2],
}

impl Identity {
    pub(crate) fn new(definition: &Definition) -> Self {
        Self { common: common(definition), sides: Color::ALL.map(|color| side(definition, color)) }
    }

    /// Both players have the same pieces and rules.
    pub(crate) fn is_symmetric(&self) -> bool {
        self.sides[0] == self.sides[1]
    }

    /// Black's side comes first in the order of networks, which does not depend on who has which army.
    pub(crate) fn is_swapped(&self) -> bool {
        self.sides[0] > self.sides[1]
    }

    /// The whole text.
    pub(crate) fn text(&self) -> String {
        let [white, black] = &self.sides;
        let (first, second) = if self.is_swapped() { (black, white) } else { (white, black) };
        [&self.common, first, second].map(String::as_str).concat()
    }

    /// A number that is the same for the same pieces and rules.
    pub(crate) fn number(&self) -> u64 {
        fnv64(self.text().as_bytes())
    }
}

/// Writes a line of those words that there are.
fn line(text: &mut String, words: &[Option<&str>]) {
    let mut gap = "";
    for word in words.iter().flatten() {
        text.push_str(gap);
        text.push_str(word);
        gap = " ";
    }
    text.push('\n');
}

/// The plies after which most games end by the clock.
const USUAL_CLOCK: u16 = 100;
/// What most games say of repetition.
const USUAL_REPETITION: Repetition = Repetition { times: 3, mover: Verdict::Draw, perpetual_check: false };

/// What concerns both players.
fn common(definition: &Definition) -> String {
    let Rules {
        // How the game is called and explained, and where it comes from.
        name: _,
        lineage: _,
        chosen: _,
        options: _,
        text: _,
        shape,
        // By player.
        pieces: _,
        players: _,
        start: _,
        stalemate,
        checkmate,
        repetition,
        clock: Clock { captures: _, moves: _, irreversible: _, promotions: _, placements: _, limit },
        insufficient,
        bare_king,
        explosion,
        hands: Hands { used, placement, prisoners, returned, promoted },
        kings_never_face,
        facing_lines,
        facing_offers_draw,
        passing,
        mate,
        counting,
        draws,
        blocker,
        mover_loses_first,
        says_check: _,
    } = &**definition;
    let mut text = String::new();
    line(&mut text, &[Some(VERSION)]);
    line(&mut text, &[Some("board"), Some(&board(*shape))]);
    line(&mut text, &[Some("stalemate"), Some(stalemated(*stalemate))]);
    if *checkmate != Verdict::Loss {
        line(&mut text, &[Some("checkmate"), Some(verdict(*checkmate))]);
    }
    line(&mut text, &[Some("bare-king"), Some(bare_king.map_or("none", verdict))]);
    if *repetition != Some(USUAL_REPETITION) {
        let result = repetition.map_or("none", |rule| verdict(rule.mover));
        let times = repetition.map(|rule| rule.times.to_string());
        let perpetual = repetition.is_some_and(|rule| rule.perpetual_check).then_some("perpetual-check");
        line(&mut text, &[Some("repetition"), Some(result), times.as_deref(), perpetual]);
    }
    let words = [
        (*used, "used"),
        (*placement, "placement"),
        (*prisoners, "prisoners"),
        (*returned, "returned"),
        (*promoted, "promoted"),
    ];
    let [used, placement, prisoners, returned, promoted] = words.map(|(has, word)| has.then_some(word));
    line(&mut text, &[Some("hands"), used, placement, prisoners, returned, promoted]);
    if let Some(Blocker { stays, behind }) = blocker {
        let [stays, behind] = [(*stays, "stays"), (*behind, "behind")].map(|(has, word)| has.then_some(word));
        line(&mut text, &[Some("blocker"), stays, behind]);
    }
    let (clock, plies) = match *limit {
        None => ("none", USUAL_CLOCK),
        Some((plies, ClockEnd::Draw)) => ("draw", plies),
        Some((plies, ClockEnd::Claim)) => ("claim", plies),
    };
    let plies = (plies != USUAL_CLOCK).then(|| plies.to_string());
    line(&mut text, &[Some("clock"), Some(clock), plies.as_deref()]);
    if *kings_never_face {
        line(&mut text, &[Some("kings-never-face"), facing(facing_lines)]);
    }
    if *facing_offers_draw {
        line(&mut text, &[Some("facing-kings-offer-draw"), facing(facing_lines)]);
    }
    if *mover_loses_first {
        line(&mut text, &[Some("both-lost"), Some("mover")]);
    }
    if let Some(MateRule { needs, not_by }) = mate {
        let [needs, not_by] = [needs, not_by].map(|set| "=".to_owned() + &set_of_letters(definition, set));
        line(&mut text, &[Some("mate needs"), Some(&needs), Some("not-by"), Some(&not_by)]);
    }
    if let Some(Counting { pawns, board, most, bare, from_pieces }) = counting {
        let pawns = "=".to_owned() + &set_of_letters(definition, pawns);
        let number = |n: &Option<u8>| n.map_or("none".to_owned(), |n| n.to_string());
        let [board, most] = [board, most].map(number);
        let mut told = String::new();
        for (pieces, moves) in bare {
            for (piece, n) in pieces {
                told.push_str(&letters(definition, &vec![*piece; usize::from(*n)]));
            }
            told.push_str(&moves.to_string());
        }
        let from = from_pieces.then_some("from-pieces");
        line(&mut text, &[Some("counting"), Some(&pawns), Some(&board), Some(&most), Some(&told), from]);
    }
    if *passing {
        line(&mut text, &[Some("pass")]);
    }
    match draws {
        None => {}
        Some(Award::Player(color)) => line(&mut text, &[Some("draws"), Some(color.name())]),
        Some(Award::Points) => line(&mut text, &[Some("draws"), Some("points")]),
    }
    let lacking = insufficient.as_ref().map(|pieces| "=".to_owned() + &letters(definition, pieces));
    line(&mut text, &[Some("insufficient"), Some(lacking.as_deref().unwrap_or("none"))]);
    if let Some(Explosion { spares, survives }) = explosion {
        let spared = "=".to_owned() + &set_of_letters(definition, spares);
        let survives =
            (!survives.is_empty()).then(|| "survives ".to_owned() + &set_of_letters(definition, survives));
        line(&mut text, &[Some("explosion"), Some(&spared), survives.as_deref()]);
    }
    text
}

/// The board: its grid and its holes.
fn board(shape: Shape) -> String {
    let mut text = shape.files().to_string() + "x" + &shape.ranks().to_string();
    match shape.grid() {
        Grid::Square => {}
        Grid::Hexagon => text.push_str(" hexagons"),
    }
    if shape.is_turned() {
        text.push_str(" turned");
    }
    if shape.is_cylinder() {
        text.push_str(" cylinder");
    }
    let mut before = " without ";
    for square in (0..shape.ranks()).flat_map(|rank| shape.row(rank)).filter(|&square| !shape.has(square)) {
        text.push_str(before);
        text.push_str(&shape.name(square).to_string());
        before = ",";
    }
    text
}

/// A player's pieces and rules as he sees them.
fn side(definition: &Definition, color: Color) -> String {
    let mut text = String::new();
    line(&mut text, &[Some("side")]);
    line(&mut text, &[Some("array"), Some(&array(definition, color))]);
    let see = |set: SquareSet| squares(definition, color, set);
    for piece in &definition.pieces {
        // What it is called, and what evaluations without a network take it for.
        let Piece { name: _, letter, figures: _, picture: _, value: _, points, silent: _, about: _, rules } =
            piece;
        say_piece(&mut text, definition, &letter.to_string(), &rules[color.index()], &see);
        if *points > 0 {
            line(&mut text, &[Some("  points"), Some(&points.to_string())]);
        }
    }
    let Player {
        army: _,
        royal,
        king_lost_by: _,
        obligation,
        castling,
        promotion,
        goal,
        checks,
        gives_check,
        king_flees,
        extinction,
    } = &definition.players[color.index()];
    say_promotion(&mut text, promotion, &see);
    for (wing, castling) in ["king-side", "queen-side"].into_iter().zip(castling) {
        // Where king and rook stand the array tells; where they go is much the same everywhere.
        if let Some(Castling {
            from: _,
            king,
            king_to: _,
            rook_to: _,
            farther: _,
            rook,
            through_attack: _,
            placed,
            opposite,
            wins,
        }) = castling
        {
            let by =
                (!definition.is_one_king(*king)).then(|| "by ".to_owned() + &letters(definition, &[*king]));
            line(
                &mut text,
                &[
                    Some("castling"),
                    Some(wing),
                    Some(&letters(definition, &[*rook])),
                    by.as_deref(),
                    placed.then_some("placed"),
                    opposite.then_some("opposite"),
                    wins.then_some("wins"),
                ],
            );
        }
    }
    if let Some(goal) = goal {
        say_goal(&mut text, definition, goal, &see);
    }
    if let Some(checks) = checks {
        line(&mut text, &[Some("checks"), Some(&checks.to_string())]);
    }
    if !gives_check {
        line(&mut text, &[Some("gives-no-check")]);
    }
    if !king_flees {
        line(&mut text, &[Some("king-flees-not")]);
    }
    if let Some(Extinction { pieces, left, each, result }) = extinction {
        let left = (*left != 0).then(|| format!("left {left}"));
        let result = (*result != Verdict::Loss).then(|| verdict(*result));
        let letters = letters(definition, pieces);
        let each = each.then_some("each");
        line(&mut text, &[Some("extinction"), Some(&letters), left.as_deref(), each, result]);
    }
    if let Some(obligation) = obligation {
        let which = match obligation {
            Obligation::Any => "any",
            Obligation::Most => "most",
            Obligation::UnlessCheck => "unless-check",
        };
        line(&mut text, &[Some("capture"), Some(which)]);
    }
    // What a file leaves out another may say.
    let Royalty { pieces, lost, result, single: _ } = royal;
    let lost = match lost {
        RoyalLoss::Any => "any",
        RoyalLoss::All => "all",
        RoyalLoss::Kind => "kind",
        RoyalLoss::Last => "last",
    };
    let lost = (!definition.has_one_king(color)).then_some(lost);
    let result = (*result != Verdict::Loss).then(|| verdict(*result));
    line(&mut text, &[Some("royal"), Some(&letters(definition, pieces)), lost, result]);
    text
}

fn say_goal(text: &mut String, definition: &Definition, goal: &Goal, see: &dyn Fn(SquareSet) -> String) {
    let Goal { pieces, squares, count, safe, hold, last_move, shy } = goal;
    let most = (*count != 1).then(|| format!("count {count}"));
    line(
        text,
        &[
            Some("goal"),
            Some(&letters(definition, pieces)),
            Some(&see(*squares)),
            most.as_deref(),
            safe.then_some("safe"),
            hold.then_some("hold"),
            last_move.then_some("last-move"),
            shy.then_some("shy"),
        ],
    );
}

/// What a piece does.
fn say_piece(
    text: &mut String,
    definition: &Definition,
    letter: &str,
    rules: &PieceRules,
    see: &dyn Fn(SquareSet) -> String,
) {
    let PieceRules {
        moves: Moves { betza, rays: _ },
        first_moves,
        double_step,
        en_passant,
        promotes_to,
        entry,
        enters_behind,
        drop_zone,
        stays_in,
        avoids,
        unsettled_by,
        promoted_moved,
        moves_on,
        leaves,
        promotion,
        drop_limit,
        no_drop_mates,
        drops_balanced,
        captures: Captures { own, petrifies, captor_becomes },
    } = rules;
    line(text, &[Some("piece"), Some(letter), Some(&without_spaces(betza))]);
    if let Some(Moves { betza, rays: _ }) = first_moves {
        line(text, &[Some("  first"), Some(&without_spaces(betza))]);
    }
    if !promotes_to.is_empty() {
        line(text, &[Some("  promotes"), Some(&letters(definition, promotes_to))]);
    }
    if let Some(DoubleStep { steps, from, triple_from, en_passant, unmoved }) = double_step {
        let mut told = String::new();
        for &(x, y) in steps {
            told.push_str(if told.is_empty() { "" } else { " " });
            told.push_str(&(x.to_string() + "," + &y.to_string()));
        }
        // From which squares is left out: that some steps cannot be answered makes no position better or worse that a
        // network could tell.
        let passing = (*en_passant != Exposed::Never).then_some("en-passant");
        let unmoved = unmoved.then_some("unmoved");
        let triple = (!triple_from.is_empty()).then(|| "triple ".to_owned() + &see(*triple_from));
        let (from, triple) = (see(*from), triple.as_deref());
        line(text, &[Some("  double"), Some(&told), Some("from"), Some(&from), triple, passing, unmoved]);
    }
    if *en_passant {
        line(text, &[Some("  takes-en-passant")]);
    }
    if let Some(Entry { exchanges, from }) = entry {
        let exchanged = letters(definition, &[*exchanges]);
        line(text, &[Some("  enters"), Some(&exchanged), Some("from"), Some(&see(*from))]);
    }
    if !enters_behind.is_empty() {
        line(text, &[Some("  enters-behind"), Some(&set_of_letters(definition, enters_behind))]);
    }
    if !drop_zone.is_empty() {
        line(text, &[Some("  drops"), Some(&see(*drop_zone))]);
    }
    if let Some(region) = stays_in {
        line(text, &[Some("  stays-in"), Some(&see(*region))]);
    }
    if let Some(MovesOn { region, moves: Moves { betza, rays: _ } }) = moves_on {
        line(text, &[Some("  moves-on"), Some(&see(*region)), Some(&without_spaces(betza))]);
    }
    if !unsettled_by.is_empty() {
        line(text, &[Some("  unsettled-by"), Some(&set_of_letters(definition, unsettled_by))]);
    }
    if *promoted_moved {
        line(text, &[Some("  promoted-moved")]);
    }
    if !avoids.is_empty() {
        line(text, &[Some("  avoids"), Some(&set_of_letters(definition, avoids))]);
    }
    if let Some(piece) = leaves {
        line(text, &[Some("  leaves"), Some(&letters(definition, &[*piece]))]);
    }
    if let Some(zones) = promotion {
        let zones = say_zones(zones, see);
        let mut words = vec![Some("  promotion")];
        words.extend(zones.iter().map(Option::as_deref));
        line(text, &words);
    }
    if let Some(most) = drop_limit {
        line(text, &[Some("  drop-limit"), Some(&most.to_string())]);
    }
    if *no_drop_mates {
        line(text, &[Some("  no-drop-mates")]);
    }
    if *drops_balanced {
        line(text, &[Some("  drops-balanced")]);
    }
    let captor = captor_becomes.map(|piece| "captor ".to_owned() + &letters(definition, &[piece]));
    let words = [own.then_some("own"), petrifies.then_some("stone"), captor.as_deref()];
    if words.iter().any(Option::is_some) {
        line(text, &[&[Some("  captures")], &words[..]].concat());
    }
}

fn stalemated(stalemate: Stalemate) -> &'static str {
    match stalemate {
        Stalemate::Is(result) => verdict(result),
        Stalemate::Fewer => "fewer",
        Stalemate::Pass => "pass",
    }
}

/// Along which lines kings face each other, where that is not files.
fn facing(lines: &FacingLines) -> Option<&str> {
    match lines {
        FacingLines::Files => None,
        FacingLines::Orthogonal => Some("orthogonal"),
        FacingLines::Along(moves) => Some(&moves.betza),
    }
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Loss => "loss",
        Verdict::Draw => "draw",
        Verdict::Win => "win",
    }
}

fn without_spaces(betza: &str) -> String {
    betza.replace(char::is_whitespace, "")
}

fn letters(definition: &Definition, pieces: &[PieceId]) -> String {
    pieces.iter().map(|&piece| definition.piece(piece).letter).collect()
}

/// The same in the order of the pieces, where the text of the game may have them in any.
fn set_of_letters(definition: &Definition, pieces: &[PieceId]) -> String {
    let mut text = String::new();
    for piece in definition.ids().filter(|piece| pieces.contains(piece)) {
        text.push_str(&definition.piece(piece).letter.to_string());
    }
    text
}

/// Squares by their names, in their order, as a player counts the ranks.
fn squares(definition: &Definition, color: Color, set: SquareSet) -> String {
    let shape = definition.shape;
    if set == shape.cells() {
        return "all".to_owned();
    }
    let mut text = String::new();
    for square in shape.iter().filter(|&square| set.contains(shape.relative(color, square))) {
        text.push_str(if text.is_empty() { "" } else { "," });
        text.push_str(&shape.name(square).to_string());
    }
    if text.is_empty() { "none".to_owned() } else { text }
}

/// Where a player's pieces stand at the start, rank by rank from his side, and what he has in hand.
fn array(definition: &Definition, color: Color) -> String {
    let shape = definition.shape;
    // Who begins, and which rights are left, tells a position.
    let Start { board, hands, turn: _, castling: _ } = &definition.start;
    let mut text = String::new();
    for count in 0..shape.ranks() {
        let rank = if color == Color::White { count } else { shape.ranks() - 1 - count };
        if count > 0 {
            text.push('/');
        }
        // The enemy's ranks say nothing of this player's pieces: how they are written must not differ.
        let own = |square: Square| board[square.index()].is_some_and(|(_, whose)| whose == color);
        if !shape.row(rank).any(own) {
            continue;
        }
        let mut empty = 0;
        let seen =
            |square| if shape.is_turned() && color == Color::Black { shape.flip(square) } else { square };
        for square in shape.row(rank).map(|square| Some(seen(square))).chain([None]) {
            let stands = square.map(|square| board[square.index()]);
            if stands == Some(None) {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            if let Some(Some((piece, whose))) = stands {
                if whose == color {
                    text.push_str(&definition.piece(piece).letter.to_string());
                } else {
                    text.push('.');
                }
            }
        }
    }
    text.push_str(" [");
    for letter in 'A'..='Z' {
        for (piece, &n) in definition.pieces.iter().zip(&hands[color.index()]) {
            (0..n).filter(|_| piece.letter.upper() == letter).for_each(|_| text.push(letter));
        }
    }
    text.push(']');
    text
}
