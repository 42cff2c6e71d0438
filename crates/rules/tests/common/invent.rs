//! Games that nobody would invent: mechanisms put together at random. The rules promise to play any
//! game that a file describes, and these find what the shipped games do not use together.

use std::fmt::Write as _;

use super::Random;

/// Moves of pieces, from the usual to the strange.
const MOVES: [&str; 40] = [
    "R", "B", "N", "Q", "W", "F", "NB", "RN", "BN", "D", "AF", "WfF", "FfW", "nA", "nN", "NN", "mRcpR", "pB",
    "gQ", "cRmB", "mRcB", "fsRbmW", "fBbmW", "fhNbmW", "R3", "F2", "C", "ZD", "GH", "jD", "mQ", "cN", "D0",
    "hlN", "oR", "oB", "NoW", "oNN", "cpoR", "oKmB",
];
/// Moves of pieces that promote.
const PAWNS: [&str; 11] = [
    "fmWfcF",
    "fmFfcW",
    "fmWfFcfF",
    "fW",
    "fK",
    "fmWfcFmsW",
    "fmRfcB",
    "fmWcF",
    "fmNfcF",
    "fmWfcpR",
    "fmWofcF",
];
const KINGS: [&str; 6] = ["K", "K", "K", "fsWfFbmW", "KmD", "KN"];
/// First moves of kings.
const KING_FIRST: [&str; 4] = ["KN", "N", "Q", "KmD"];
const STEPS: [&str; 5] = ["fW", "fF", "sW", "W", "fN"];
const REGIONS: [&str; 6] = ["last rank", "rank 1", "ranks 1-2", "ranks 2-3", "all", "file b"];

/// How seldom kings move twice at once; a king cannot be captured en passant.
const KING_RARELY: usize = 12;

/// The text of a variant file. It may be faulty: not all mechanisms go together.
pub fn text(random: &mut Random) -> String {
    let (files, ranks) = (5 + random.below(6), 5 + random.below(5));
    let count = 2 + random.below(4);
    let pieces: Vec<char> = "RBNQCDEG".chars().take(count).collect();
    let mut text = String::from("title = \"Invented\"\nabout = \"At random.\"\n");
    let mut array: String = (1..files).map(|_| *random.pick(&pieces)).collect();
    array.insert(files / 2, 'K');
    let pawns: String =
        (0..files).map(|_| if random.one_in(6) { *random.pick(&pieces) } else { 'P' }).collect();
    let _ = writeln!(text, "array = [\"{array}\", \"{pawns}\"]");
    let _ = writeln!(text, "stalemate = \"{}\"", random.pick(&["draw", "loss", "win", "fewer", "pass"]));
    let lost = *random.pick(&["checkmate", "checkmate", "capture"]);
    let _ = writeln!(text, "king-lost-by = \"{lost}\"");
    if lost == "capture" && random.one_in(4) {
        let _ = writeln!(
            text,
            "blocker = {}",
            random.pick(&["true", "true", "{ stays = true }", "{ behind = true }"])
        );
    }
    ends(&mut text, random);
    if random.one_in(6) && !text.contains("blocker") {
        text += "bare-king = \"loss\"\n";
    }
    royalty(&mut text, random);
    if random.one_in(8) && !text.contains("blocker") {
        let _ = writeln!(
            text,
            "explosion = {{ spares = \"{}\" }}",
            random.pick(&["P", "PR", "K", "B", "K\", survives = \"K", "PR\", survives = \"R"])
        );
    }
    if random.one_in(6) {
        let _ = writeln!(text, "capture = \"{}\"", random.pick(&["any", "most", "unless-check"]));
    }
    if random.one_in(6) {
        let _ = writeln!(
            text,
            "clock = {{ limit = 40, {} }}",
            random.pick(&[
                "moves = \"PR\", irreversible = true",
                "promotions = true",
                "moves = \"KB\", irreversible = true, promotions = true"
            ])
        );
    } else if random.one_in(3) {
        text += "clock = { captures = \"P\", limit = 100, result = \"claim\" }\n";
    }
    if random.one_in(6) {
        text += "mirror = \"rotation\"\n";
    }
    hand(&mut text, random, &pieces);
    let _ = writeln!(text, "[board]\nfiles = {files}\nranks = {ranks}");
    if random.one_in(5) {
        text += "cylinder = true\n";
    }
    if random.one_in(4) {
        // Two pairs at most, beyond the ranks of both arrays.
        let holes: std::collections::BTreeSet<String> = (0..1 + random.below(2))
            .flat_map(|_| {
                let (file, rank) =
                    (char::from(b'a' + random.below(files) as u8), 3 + random.below(ranks - 4));
                let other = char::from(b'a' + (files - 1) as u8 - (file as u8 - b'a'));
                let there = if text.contains("rotation") { other } else { file };
                [format!("{file}{rank}"), format!("{there}{}", ranks + 1 - rank)]
            })
            .collect();
        let _ = writeln!(text, "holes = \"{}\"", holes.into_iter().collect::<Vec<_>>().join(", "));
    }
    promotion(&mut text, random, &pieces);
    // What promotes to pieces with a `+`: nothing else in the game is written with one.
    let plus = !text.contains("reverts") && random.one_in(3);
    castling(&mut text, random, &array);
    let _ =
        writeln!(text, "[pieces.king]\nletter = \"K\"\nroyal = true\nmoves = \"{}\"", random.pick(&KINGS));
    if random.one_in(8) {
        text += "en-passant = true\n";
    }
    // Castling tells already what an unmoved king may do.
    if random.one_in(4) && !text.contains("[castling]") && !plus {
        let _ = writeln!(text, "first-moves = \"{}\"", random.pick(&KING_FIRST));
        if random.one_in(2) && !text.contains("explosion") {
            text += "unsettled-by = \"R\"\n";
        }
    }
    if random.one_in(8) && !text.contains("[castling]") {
        let _ = writeln!(text, "stays-in = \"{}\"", random.pick(&["ranks 1-2", "rank 1, files b-d"]));
    }
    capturing(&mut text, random);
    double_step(&mut text, random, KING_RARELY);
    for piece in &pieces {
        self::piece(&mut text, random, *piece, plus);
    }
    let _ =
        writeln!(text, "[pieces.pawn]\nletter = \"P\"\nsilent = true\nmoves = \"{}\"", random.pick(&PAWNS));
    text += if plus && random.one_in(2) { "promotes = \"+P\"\n" } else { "promotes = true\n" };
    text += "en-passant = true\n";
    if random.one_in(3) {
        let _ = writeln!(text, "drop-limit = {}\ndrop-mates = false", 1 + random.below(2));
    }
    zones(&mut text, random);
    double_step(&mut text, random, 1);
    if random.one_in(4) && !text.contains("blocker") && !text.contains("captures-own") {
        text += "leaves = \"P\"\n";
    }
    if text.contains("\"+P\"") {
        let moves = random.pick(&MOVES);
        let _ = writeln!(text, "[pieces.promoted-pawn]\nletter = \"+P\"\nmoves = \"{moves}\"");
        if random.one_in(3) {
            text += "promotes = \"P\"\n";
            zones(&mut text, random);
        }
    }
    if random.one_in(4) {
        army(&mut text, random, &pieces);
    }
    text
}

/// Ways to win beside the loss of a king.
fn ends(text: &mut String, random: &mut Random) {
    if random.one_in(3) {
        let region = random.pick(&["last rank", "last rank", "rank 4"]);
        let asks = random.pick(&[
            "",
            "",
            ", hold = true",
            ", safe = true",
            ", safe = true, hold = true",
            ", last-move = true",
            ", shy = true",
            ", count = 2",
            ", count = 2, safe = true",
        ]);
        let pieces = random.pick(&["K", "P", "KP"]);
        let _ = writeln!(text, "goal = {{ pieces = \"{pieces}\", on = \"{region}\"{asks} }}");
    }
    match random.below(14) {
        0 => *text += "checks = 2\n",
        1 => *text += "giving-check = false\n",
        2 if !text.contains("royal") => {
            let _ = writeln!(text, "facing-kings = \"{}\"", random.pick(&["illegal", "illegal-orthogonal"]));
            if !text.contains("illegal-orthogonal") && random.one_in(2) {
                let _ = writeln!(
                    text,
                    "facing-lines = \"{}\"",
                    random.pick(&["fRfB", "Q", "B", "rRlB3", "R2bB"])
                );
            }
        }
        4 => *text += "draws = \"black\"\n",
        5 if !text.contains("capture") => *text += "king-flees = false\n",
        8 => *text += "counting = { pawns = \"P\", board = 5, most = 6, bare = \"RR 3, R 4, 6\" }\n",
        7 if !text.contains("capture") => *text += "mate = { needs = \"R\", not-by = \"B\" }\n",
        6 if !text.contains("blocker") && !text.contains("placement") => {
            *text += "pass = true\n";
            if !text.contains("royal") && !text.contains("capture") && random.one_in(2) {
                *text += "facing-kings = \"draw-offer\"\n";
                if random.one_in(2) {
                    *text += "facing-lines = \"fQ\"\n";
                }
            }
        }
        _ => {}
    }
}

/// Other royal pieces than one king, and what there may not be too few of.
fn royalty(text: &mut String, random: &mut Random) {
    if random.one_in(10) {
        let pieces = random.pick(&["", "pieces = \"P\", ", "pieces = \"KP\", ", "pieces = \"PR\", "]);
        let (left, each) = (random.below(3), random.one_in(2));
        let result = random.pick(&["loss", "draw", "win"]);
        let _ =
            writeln!(text, "extinction = {{ {pieces}left = {left}, each = {each}, result = \"{result}\" }}");
    }
    if random.one_in(6) {
        *text += "both-lost = \"mover\"\n";
    }
    if random.one_in(8) {
        let _ = writeln!(text, "checkmate = \"{}\"", random.pick(&["draw", "win"]));
    }
    if !random.one_in(5) {
        return;
    }
    let pieces = random.pick(&["K", "KP", "KR", "KRP", "KRB", "P", "RB", "R"]);
    let lost = random.pick(&["any", "all", "kind", "last"]);
    let result = if text.contains("capture") { *random.pick(&["loss", "draw", "win"]) } else { "loss" };
    let _ = writeln!(text, "royal = {{ pieces = \"{pieces}\", lost = \"{lost}\", result = \"{result}\" }}");
}

fn hand(text: &mut String, random: &mut Random, pieces: &[char]) {
    let held: String = (0..random.below(4)).map(|_| *random.pick(pieces)).collect();
    match random.below(6) {
        0 => *text += "hand = { prisoners = true, drops = \"ranks 1-3\" }\n",
        3 => *text += "hand = { prisoners = true, promoted = true }\n",
        4 => *text += "hand = { prisoners = \"owner\" }\n",
        1 if !text.contains("pass = true") => {
            let _ =
                writeln!(text, "hand = {{ pieces = \"{held}\", placement = true, drops = \"ranks 3-4\" }}");
        }
        2 => {
            let _ = writeln!(text, "hand = {{ pieces = \"{held}\", drops = \"all\" }}");
        }
        _ => {}
    }
}

fn promotion(text: &mut String, random: &mut Random, pieces: &[char]) {
    let to: String = pieces.iter().collect();
    let _ = writeln!(
        text,
        "[promotion]\nto = \"{to}\"\non = \"{}\"",
        random.pick(&["last rank", "last rank", "last rank", "rank 4"])
    );
    if random.one_in(6) {
        *text += "optional = \"ranks 3-4\"\n";
    }
    if random.one_in(3) {
        let hand = if text.contains("hand") && random.one_in(3) { "limit-counts-hand = false\n" } else { "" };
        let _ = write!(text, "limit = \"{to}{}\"\n{hand}", pieces[0]);
    }
    if random.one_in(3) {
        *text += "in-place = true\n";
    } else if random.one_in(3) {
        let region = random.pick(&["rank 3", "ranks 2-3", "all", "none", "file b"]);
        let moves = random.pick(&["F", "W", "N", "fK", "bF", "sD"]);
        let (last, declinable) = (random.one_in(2), random.one_in(2) && !text.contains("royal"));
        let _ = writeln!(
            text,
            "step = {{ on = \"{region}\", moves = \"{moves}\", last-anywhere = {last}, declinable = {declinable} }}"
        );
    }
    if random.one_in(4) && !text.contains("blocker") {
        *text += "quiet = true\n";
    }
    if random.one_in(6) {
        *text += "leaving = true\n";
    }
    if random.one_in(4) && text.contains("prisoners") {
        *text += "reverts = true\n";
    }
}

/// Castling with whatever stands somewhere beside the king, to somewhere between.
fn castling(text: &mut String, random: &mut Random, array: &str) {
    if random.one_in(2) {
        return;
    }
    let king = array.find('K').unwrap_or(0);
    let name = |file: usize| char::from(b'a' + file as u8);
    let last = array.len() - 1;
    let right = king + 1 + random.below(last - king);
    let left = random.below(king);
    let (to_right, to_left) = ((king + 2).min(last), king.saturating_sub(2));
    // Chance of its own, so that what a seed invented otherwise stays as it was.
    let mut aside = Random::new(text.len() as u64);
    *text += "[castling]\n";
    if random.one_in(3) {
        *text += "opposite = true\n";
    }
    let wins = if random.one_in(5) { ", wins = true" } else { "" };
    for (wing, rook, king_to, rook_to) in
        [("king-side", right, to_right, to_right - 1), ("queen-side", left, to_left, to_left + 1)]
    {
        // The choice to go a square farther, if the board is wide enough.
        let farther = match (rook_to < king_to, king_to) {
            (true, to) if to < last => Some((to + 1, to)),
            (false, to) if to > 0 => Some((to - 1, to)),
            _ => None,
        };
        let farther = farther.filter(|_| aside.one_in(3)).map_or(String::new(), |(king, rook)| {
            format!(", farther = {{ king-to = \"{}1\", rook-to = \"{}1\" }}", name(king), name(rook))
        });
        let [king, rook, king_to, rook_to] = [king, rook, king_to, rook_to].map(name);
        let _ = writeln!(
            text,
            "{wing} = {{ king = \"{king}1\", rook = \"{rook}1\", king-to = \"{king_to}1\", rook-to = \"{rook_to}1\"{wins}{farther} }}"
        );
    }
}

/// Zones of a piece that promotes.
fn zones(text: &mut String, random: &mut Random) {
    if random.one_in(4) {
        let _ = writeln!(
            text,
            "promotion = {{ on = \"{}\", optional = \"{}\", leaving = {}, by-capture = {} }}",
            random.pick(&["last rank", "none", "file c", "all"]),
            random.pick(&["ranks 3-4", "none", "all"]),
            random.one_in(2),
            random.one_in(4)
        );
    }
}

fn piece(text: &mut String, random: &mut Random, letter: char, plus: bool) {
    let name = letter.to_ascii_lowercase();
    let _ =
        writeln!(text, "[pieces.piece-{name}]\nletter = \"{letter}\"\nmoves = \"{}\"", random.pick(&MOVES));
    if random.one_in(5) && !text.contains("reverts") && !plus {
        let _ = writeln!(text, "first-moves = \"{}\"", random.pick(&MOVES));
        if random.one_in(2) {
            *text += "promoted-moved = true\n";
        }
        if random.one_in(2) && !text.contains("blocker") {
            leap(text, random, "first-leap-capture");
        }
    }
    if random.one_in(6) && !text.contains("blocker") {
        leap(text, random, "leap-capture");
    }
    if random.one_in(6) && !text.contains("blocker") && !text.contains("captures-own") {
        let _ = writeln!(text, "leaves = \"{}\"", random.pick(&["P", "R", "B"]));
    }
    if random.one_in(8) && !text.contains("step = { on") {
        // Promotion, to which every piece comes, is there.
        let region = random.pick(&["ranks 1-4, last rank", "files a-c, ranks 1-4, last rank"]);
        let _ = writeln!(text, "stays-in = \"{region}\"");
    }
    if random.one_in(8) {
        let region = random.pick(&["files a-c", "rank 3, rank 4, b2", "all"]);
        let moves = random.pick(&["F", "F2", "mN", "cW3", "pB", "gR"]);
        let _ = writeln!(text, "moves-on = {{ region = \"{region}\", moves = \"{moves}\" }}");
    }
    // What leaps over others to capture them avoids none.
    if random.one_in(10) && !text.contains("leap-capture") {
        let _ = writeln!(text, "avoids = \"{}\"", random.pick(&["K", "P", "RP", "B"]));
    }
    if letter != 'R' && random.one_in(8) && !text.contains("reverts") {
        *text += "promotes = \"R\"\n";
        zones(text, random);
    }
    if random.one_in(8) {
        *text += "en-passant = true\n";
    }
    capturing(text, random);
    if random.one_in(8) {
        *text += "drops-balanced = true\n";
    }
    double_step(text, random, 8);
    let excluded = ["placement", "turns-to-stone", "captor-becomes", "step = { on"];
    if random.one_in(8) && excluded.iter().all(|key| !text.contains(key)) {
        let _ = writeln!(text, "enters-for = {{ piece = \"P\", on = \"{}\" }}", random.pick(&REGIONS));
    }
    let excluded = ["placement", "leaves", "reverts", "first-moves", "step = { on"];
    if random.one_in(6) && excluded.iter().all(|key| !text.contains(key)) && !plus {
        let _ = writeln!(text, "enters-behind = \"{}\"", random.pick(&["K", "KR", "KRB", "B", "RB"]));
    }
}

/// What captures by a piece, and of it, do beside taking an enemy.
fn capturing(text: &mut String, random: &mut Random) {
    if random.one_in(24)
        && ["prisoners", "capture = \"any", "capture = \"most", "explosion", "leaves"]
            .iter()
            .all(|key| !text.contains(key))
    {
        *text += "captures-own = true\n";
    }
    if random.one_in(24) && ["blocker", "bare-king"].iter().all(|key| !text.contains(key)) {
        *text += "turns-to-stone = true\n";
    }
    if random.one_in(24) && ["reverts", "explosion"].iter().all(|key| !text.contains(key)) {
        let _ = writeln!(text, "captor-becomes = \"{}\"", random.pick(&["P", "R", "B"]));
    }
}

fn leap(text: &mut String, random: &mut Random, key: &str) {
    let (leap, over) =
        *random.pick(&[("N", "F"), ("D", "W"), ("fA", "fF"), ("A", "F"), ("DA", "WF"), ("fN", "fW")]);
    let must = random.one_in(2);
    let _ = writeln!(text, "{key} = {{ leap = \"{leap}\", over = \"{over}\", must-capture = {must} }}");
}

fn double_step(text: &mut String, random: &mut Random, rarely: usize) {
    if random.one_in(rarely) {
        let (moves, from) =
            (random.pick(&STEPS), random.pick(&["rank 2", "rank 2", "rank 2", "ranks 1-3", "all"]));
        let capturable = rarely != KING_RARELY && !random.one_in(4);
        let triple = match Random::new(text.len() as u64).below(8) {
            0 => ", triple-from = \"rank 2\"",
            1 => ", triple-from = \"ranks 2-3\"",
            _ => "",
        };
        // Neither of these takes from the random numbers, so that the inventions of a number stay what they were.
        let capturable = match Random::new(text.len() as u64 + 1).below(6) {
            0 if capturable => "\"rank 2\"".to_owned(),
            _ => capturable.to_string(),
        };
        let _ = writeln!(
            text,
            "double-step = {{ moves = \"{moves}\", from = \"{from}\"{triple}, en-passant = {capturable} }}"
        );
    }
}

/// Other rules for one player.
fn army(text: &mut String, random: &mut Random, pieces: &[char]) {
    let color = random.pick(&["white", "black"]);
    let lost = random.pick(&["checkmate", "capture"]);
    let name = random.pick(pieces).to_ascii_lowercase();
    let _ = writeln!(text, "[players]\n{color} = \"other\"\n[armies.other]\nking-lost-by = \"{lost}\"");
    let _ = writeln!(text, "pieces.piece-{name}.moves = \"{}\"", random.pick(&MOVES));
    match random.below(12) {
        0 => *text += "royal = false\n",
        1 => *text += "royal = { pieces = \"PR\" }\n",
        2 => *text += "royal = { pieces = \"KR\", lost = \"any\" }\n",
        _ => {}
    }
    if random.one_in(2) {
        *text += "castling = false\npieces.pawn.double-step = false\n";
    }
}
