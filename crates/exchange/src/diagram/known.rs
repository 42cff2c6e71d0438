//! What diagrams know by name.

use berolina_rules::definition::drawings;

/// The moves of a piece whose line says none; `None` for a name that diagrams do not know.
pub(super) fn moves(name: &str, files: usize) -> Option<&'static str> {
    Some(match name {
        "pawn" => "fmWfceFifmnD",
        "king" if files > 8 => "KisO3",
        "king" => "KisO2",
        "knight" => "N",
        "bishop" => "B",
        "rook" => "R",
        "queen" => "Q",
        "cardinal" | "archbishop" => "BN",
        "chancellor" | "marshall" => "RN",
        "amazon" => "QN",
        "lion" => "KNADcaKcabKmabK",
        "mao" | "horse" => "nN",
        "elephant" => "nA",
        "cannon" | "pao" => "mRcpR",
        "advisor" | "ferz" => "F",
        "lance" => "fR",
        "copper" => "vWfF",
        "silver" | "silvergeneral" => "FfW",
        "gold" | "goldgeneral" => "WfF",
        "man" | "commoner" => "K",
        "camel" => "C",
        "zebra" => "Z",
        "nightrider" => "NN",
        "grasshopper" => "gQ",
        "griffon" | "gryphon" => "yafsF",
        "falcon" => "mafmafsKmafsmafKmaflmafrKmafrmaflK",
        "wizard" => "FC",
        "champion" => "WAD",
        _ => return None,
    })
}

/// The drawing of ours that shows what a picture of that name shows; the king's is given by rule alone.
pub(super) fn drawing(image: &str) -> Option<&'static str> {
    let name = match image.trim_end_matches(|c: char| c.is_ascii_digit()) {
        "griffon" => "gryphon",
        "rhino" => "rhinoceros",
        "crownedbishop" => "crowned-bishop",
        "crownedrook" => "crowned-rook",
        "man" => "commoner",
        name => name,
    };
    drawings().find(|drawing| *drawing == name && name != "king")
}

/// Parameters of looks, of the page, and those that are read elsewhere.
const HARMLESS: [&str; 36] = [
    "files",
    "ranks",
    "firstRank",
    "symmetry",
    "royal",
    "extinction",
    "stalemate",
    "baring",
    "promoZone",
    "maxPromote",
    "promoOffset",
    "promoChoice",
    "holdingsType",
    "graphicsDir",
    "graphicsType",
    "whitePrefix",
    "blackPrefix",
    "squareSize",
    "lightShade",
    "darkShade",
    "startShade",
    "rimColor",
    "coordColor",
    "useMarkers",
    "borders",
    "satellite",
    "enableAI",
    "newClick",
    "trackPieces",
    "hoverDelay",
    "noCounts",
    "title",
    "name",
    "inventor",
    "link",
    "pieceSet",
];

/// What a parameter means that no key says; `None` for one without such a meaning.
pub(super) fn unsaid(key: &str, value: &str) -> Option<&'static str> {
    Some(match key {
        key if HARMLESS.contains(&key) => return None,
        "castleFlip" | "autoGate" if value == "0" => return None,
        "shuffle" => return None,
        "castleFlip" => "Black castles from left to right",
        "autoGate" => "pieces of the outermost ranks enter behind those beside them",
        "iron" => "a piece that cannot be captured",
        "protected" | "tradeThreshold" => "such pieces may not be traded unless much is gained",
        "counterStrike" => "such pieces may not be taken back",
        "antiTrade" => "such pieces may not take each other",
        "succession" => "a king that can be replaced",
        "zonal" | "shady" => "rules in the script of the page",
        "morph" => "pieces change on squares",
        "captureMatrix" => "who may take whom, and what the captor becomes",
        "confinement" => "squares that pieces may not leave",
        _ => "a parameter that is not known here",
    })
}
