//! The shipped games: they load without faults, and start as the rules say.

use berolina_rules::Variant;
use berolina_rules::definition::{Library, Severity};

/// Specification and start position, from the exact rules.
const STARTS: &[(&str, &str)] = &[
    ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("near", "8/rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR/8 w - - 0 1"),
    ("near:win=checkmate", "8/rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR/8 w - - 0 1"),
    ("skirmish", "8/rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR/8 w KQkq - 0 1"),
    ("near-vs-normal", "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR/8 w kq - 0 1"),
    ("near-vs-normal:near=black", "8/rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"),
    ("near-960", "8/rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR/8 w - - 0 1"),
    ("near-960:position=0", "8/bbqnnrkr/pppppppp/8/8/PPPPPPPP/BBQNNRKR/8 w - - 0 1"),
    ("near-960:position=959", "8/rkrnnqbb/pppppppp/8/8/PPPPPPPP/RKRNNQBB/8 w - - 0 1"),
    ("near-960:position=1", "8/bqnbnrkr/pppppppp/8/8/PPPPPPPP/BQNBNRKR/8 w - - 0 1"),
    ("near-drop", "8/4k3/pppppppp/8/8/PPPPPPPP/4K3/8[QRRBBNNqrrbbnn] w - - 0 1"),
    ("near-drop:win=checkmate", "8/8/pppppppp/8/8/PPPPPPPP/8/8[KQRRBBNNkqrrbbnn] w - - 0 1"),
    ("near-free", "8/4k3/8/8/8/8/4K3/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1"),
    ("near-free:win=checkmate", "8/8/8/8/8/8/8/8[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 1"),
    ("near-anywhere", "8/4k3/8/8/8/8/4K3/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1"),
    ("near-6", "rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("near-10", "8/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w - - 0 1"),
    ("near-9", "8/rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR/8 w - - 0 1"),
    ("near-formations", "r6r/1nbqkbn1/pppppppp/8/8/PPPPPPPP/1NBQKBN1/R6R w - - 0 1"),
    ("near-formations:white=bow,black=normal", "rnbqkbnr/pppppppp/8/8/8/2PPPP2/PPBQKBPP/RN4NR w kq - 0 1"),
    ("near-formations:white=normal,black=near", "8/rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"),
    ("npnc", "rnuqkcbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNUQKCBNR[Jj] w KQkq - 0 1"),
    ("npnc-alternate", "rnbqkcunr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBQKCUNR[Jj] w KQkq - 0 1"),
    ("npnc-chancellor", "rnuqkcbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNUQKCBNR[Jj] w KQkq - 0 1"),
    ("npnc-first-move", "rnuqkcbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNUQKCBNR[Jj] w KQkq - 0 1"),
    ("npnc-minimal", "rnbqkcnbr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBQKCNBR w KQkq - 0 1"),
    ("npnc-berolina", "rnuqkcbnr/pppplpppp/9/9/9/9/PPPPLPPPP/RNUQKCBNR[Jj] w KQkq - 0 1"),
    ("npnc-guarding", "rnuqkcbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNUQKCBNR[Jj] w KQkq - 0 1"),
    ("npnc-choice", "rnuqkcbnr/pppplpppp/9/9/9/9/PPPPLPPPP/RNUQKCBNR[Jj] w KQkq - 0 1"),
    ("npnc-2", "rnbqkcnbr/pppplpppp/9/9/9/9/PPPPLPPPP/RNBQKCNBR[Jj] w KQkq - 0 1"),
    ("forward", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 -"),
    ("forward-near", "8/rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR/8 w - - 0 1 -"),
    ("forward-armies", "cewakwec/pppppppp/8/8/8/8/PPPPPPPP/CEWAKWEC w - - 0 1 -"),
    ("forward-armies:army=captains", "gltmktlg/pppppppp/8/8/8/8/PPPPPPPP/GLTMKTLG w - - 0 1 -"),
    ("glinski", "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - - 0 1"),
    ("mccooey", "b/qbk/rnbnr/ppppppp/9/11/11/5P5/4PBP4/3PNBNP3/2PRQBKRP2 w - - 0 1"),
    ("shafran", "k/bpq/np1pb/bp3pn/rp5pr/p7p/9/9/PPPPPPPPP/RNBQKBNBR w KQkq - 0 1"),
    ("forward-hex", "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - - 0 1 -"),
    ("cylinder", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("berolina", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("capablanca", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"),
    ("grand", "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1"),
    ("chess960", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("chess960:position=692", "rbbqknnr/pppppppp/8/8/8/8/PPPPPPPP/RBBQKNNR w KQkq - 0 1"),
    ("shatranj", "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1"),
    ("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"),
    ("king-of-the-hill", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("three-check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"),
    ("racing-kings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
    ("knightmate", "rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1"),
    ("horde", "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"),
    ("extinction", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("kinglet", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("three-kings", "knbqkbnk/pppppppp/8/8/8/8/PPPPPPPP/KNBQKBNK w - - 0 1"),
    ("coregal", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("antichess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"),
    ("losers", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("atomic", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("duck", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("shako", "c8c/ernbqkbnre/pppppppppp/10/10/10/10/PPPPPPPPPP/ERNBQKBNRE/C8C w KQkq - 0 1"),
    ("courier", "rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR w - - 0 1"),
    ("janus", "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1"),
    ("minixiangqi", "rcnkncr/p1ppp1p/7/7/7/P1PPP1P/RCNKNCR w - - 0 1"),
    ("asean", "rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w - - 0 1"),
    ("seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[EHeh] w KQkq - 0 1"),
    ("shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1"),
    ("minishogi", "rbsgk/4p/5/P4/KGSBR[] w - - 0 1"),
    ("judkins-shogi", "rbnsgk/5p/6/6/P5/KGSNBR[] w - - 0 1"),
    ("kyoto-shogi", "p+nks+l/5/5/5/+LSK+NP[] w - - 0 1"),
    ("dobutsu", "gle/1c1/1C1/ELG[] w - - 0 1"),
    ("xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"),
    ("manchu", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/9/9/M1BAKAB2 w - - 0 1"),
    ("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"),
    ("spartan", "lgkcckwl/hhhhhhhh/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"),
    ("chigorin", "rbbqkbbr/pppppppp/8/8/8/8/PPPPPPPP/RNNCKNNR w KQkq - 0 1"),
];

#[test]
fn every_game_starts_as_the_rules_say() {
    let library = Library::shipped();
    for &(spec, start) in STARTS {
        match library.load(spec) {
            Ok(definition) => {
                assert_eq!(definition.full_name(), spec);
                assert_eq!(Variant::new(definition).start().fen(), start, "{spec}");
            }
            Err(error) => panic!("{spec}: {error}"),
        }
    }
    for name in library.names() {
        assert!(STARTS.iter().any(|s| s.0 == name), "{name} has no start in this test");
    }
}

#[test]
fn no_shipped_game_has_a_fault_or_warning() {
    let library = Library::shipped();
    for name in library.names() {
        let faults = library.check(name);
        let text: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert!(faults.is_empty(), "{name}: {}", text.join("\n"));
    }
    assert!(library.check("nowhere").iter().all(|d| d.severity() == Severity::Error));
}

#[test]
fn nothing_in_the_games_of_another_program_is_without_effect() {
    for folder in ["tests/peer/games", "tests/data"] {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        for file in files.filter(|path| path.extension().is_some_and(|e| e == "toml")) {
            let faults = Library::shipped().check(file.to_str().unwrap());
            let text: Vec<String> = faults.iter().map(ToString::to_string).collect();
            assert!(faults.is_empty(), "{}: {}", file.display(), text.join("\n"));
        }
    }
}
