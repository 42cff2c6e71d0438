//! Betza notation against diagrams made by hand.

use berolina_rules::definition::betza;
use berolina_rules::definition::{Code, Path, Ray};

/// The squares around a piece in the middle of an empty board of seven by seven, White's view:
/// `m` it may move there, `c` capture, `x` both.
fn diagram(text: &str) -> String {
    let parsed = betza::parse(text);
    assert!(parsed.is_valid(), "{text}: {:?}", parsed.faults);
    let mut rows = vec![vec![0u8; 7]; 7];
    for ray in &parsed.rays {
        for n in ray.min..=ray.max.min(7) {
            let (file, rank) = (3 + ray.step.0 as i32 * n as i32, 3 + ray.step.1 as i32 * n as i32);
            if (0..7).contains(&file) && (0..7).contains(&rank) {
                rows[rank as usize][file as usize] |= u8::from(ray.moves) | u8::from(ray.captures) << 1;
            }
        }
    }
    let line = |row: &Vec<u8>| row.iter().map(|&b| b".mcx"[usize::from(b)] as char).collect::<String>();
    let mut lines: Vec<String> = rows.iter().rev().map(line).collect();
    lines[3].replace_range(3..4, "O");
    lines.join("\n")
}

/// Each entry: texts that mean the same, and the diagram of it.
fn check(texts: &str, expected: &str) {
    let expected: Vec<&str> = expected.split_whitespace().collect();
    for text in texts.split(' ') {
        assert_eq!(diagram(text), expected.join("\n"), "{text}");
    }
}

#[test]
fn atoms() {
    check("W W1 fblrW vsW", "....... ....... ...x... ..xOx.. ...x... ....... .......");
    check("F", "....... ....... ..x.x.. ...O... ..x.x.. ....... .......");
    check("K WF FW K1", "....... ....... ..xxx.. ..xOx.. ..xxx.. ....... .......");
    check("D", "....... ...x... ....... .x.O.x. ....... ...x... .......");
    check("A", "....... .x...x. ....... ...O... ....... .x...x. .......");
    check("N", "....... ..x.x.. .x...x. ...O... .x...x. ..x.x.. .......");
    check("H", "...x... ....... ....... x..O..x ....... ....... ...x...");
    check("C L", "..x.x.. ....... x.....x ...O... x.....x ....... ..x.x..");
    check("Z J", ".x...x. x.....x ....... ...O... ....... x.....x .x...x.");
    check("G", "x.....x ....... ....... ...O... ....... ....... x.....x");
}

#[test]
fn slides_and_ranges() {
    check("R W0 WW R0", "...x... ...x... ...x... xxxOxxx ...x... ...x... ...x...");
    check("R2 W2", "....... ...x... ...x... .xxOxx. ...x... ...x... .......");
    check("B FF F0", "x.....x .x...x. ..x.x.. ...O... ..x.x.. .x...x. x.....x");
    check("F2 B2", "....... .x...x. ..x.x.. ...O... ..x.x.. .x...x. .......");
    check("Q RB WWFF K0", "x..x..x .x.x.x. ..xxx.. xxxOxxx ..xxx.. .x.x.x. x..x..x");
    check("fR", "...x... ...x... ...x... ...O... ....... ....... .......");
    let rider = |text: &str| betza::parse(text).rays.iter().all(|r| r.max == u8::MAX && r.step.1 != 0);
    assert!(rider("NN") && rider("N0"));
    assert_eq!(betza::parse("NN").rays.len(), 8);
}

#[test]
fn pieces_of_known_games() {
    check("fmWfcF", "....... ....... ..cmc.. ...O... ....... ....... .......");
    check("fmFfcW", "....... ....... ..mcm.. ...O... ....... ....... .......");
    check("fmWfF", "....... ....... ..xmx.. ...O... ....... ....... .......");
    check("FfW", "....... ....... ..xxx.. ...O... ..x.x.. ....... .......");
    check("WfF", "....... ....... ..xxx.. ..xOx.. ...x... ....... .......");
    check("fsWfFbmW", "....... ....... ..xxx.. ..xOx.. ...m... ....... .......");
    check("fhNbmW", "....... ..x.x.. .x...x. ...O... ...m... ....... .......");
    check("fBbmW", "x.....x .x...x. ..x.x.. ...O... ...m... ....... .......");
    check("fsRbmW", "...x... ...x... ...x... xxxOxxx ...m... ....... .......");
}

#[test]
fn directions_of_straight_and_diagonal_atoms() {
    check("fW", "....... ....... ...x... ...O... ....... ....... .......");
    check("frW rfW", "....... ....... ...x... ...Ox.. ....... ....... .......");
    check("sW lrW", "....... ....... ....... ..xOx.. ....... ....... .......");
    check("vD", "....... ...x... ....... ...O... ....... ...x... .......");
    check("fF", "....... ....... ..x.x.. ...O... ....... ....... .......");
    check("lF", "....... ....... ..x.... ...O... ..x.... ....... .......");
    check("flF lfF", "....... ....... ..x.... ...O... ....... ....... .......");
    check("frblA", "....... .....x. ....... ...O... ....... .x..... .......");
    check("fK ffK", "....... ....... ...x... ...O... ....... ....... .......");
    check("flK lfK", "....... ....... ..x.... ...O... ....... ....... .......");
    check("fsK", "....... ....... ..x.x.. ...O... ....... ....... .......");
    check("rvK", "....... ....... ....x.. ...O... ....x.. ....... .......");
}

#[test]
fn directions_of_oblique_atoms() {
    check("fN ffN", "....... ..x.x.. ....... ...O... ....... ....... .......");
    check("fhN", "....... ..x.x.. .x...x. ...O... ....... ....... .......");
    check("fsN", "....... ....... .x...x. ...O... ....... ....... .......");
    check("sN", "....... ....... .x...x. ...O... .x...x. ....... .......");
    check("vN", "....... ..x.x.. ....... ...O... ....... ..x.x.. .......");
    check("lfN", "....... ..x.... ....... ...O... ....... ....... .......");
    check("flN", "....... ....... .x..... ...O... ....... ....... .......");
    check("rvN", "....... ....x.. ....... ...O... ....... ....x.. .......");
    check("lhN", "....... ..x.... .x..... ...O... .x..... ..x.... .......");
    check("ffrrN", "....... ..x.x.. .....x. ...O... .....x. ....... .......");
    check("hrN", "....... ....x.. .x..... ...O... .....x. ..x.... .......");
    check("hlN", "....... ..x.... .....x. ...O... .x..... ....x.. .......");
}

fn one(text: &str) -> Ray {
    let parsed = betza::parse(text);
    assert!(parsed.is_valid(), "{text}: {:?}", parsed.faults);
    assert_eq!(parsed.rays.len(), 1, "{text}");
    parsed.rays[0]
}

#[test]
fn what_stands_between() {
    let ray = |step, min, max, path| Ray { step, min, max, path, moves: true, captures: true, round: false };
    assert_eq!(one("nfD"), ray((0, 1), 2, 2, Path::Clear));
    assert_eq!(one("fnH"), ray((0, 1), 3, 3, Path::Clear));
    assert_eq!(one("flnA"), ray((-1, 1), 2, 2, Path::Clear));
    assert_eq!(one("lfnN"), ray((-1, 2), 1, 1, Path::Lame { via: (0, 1) }));
    assert_eq!(one("flnN"), ray((-2, 1), 1, 1, Path::Lame { via: (-1, 0) }));
    assert_eq!(one("jfD"), ray((0, 1), 2, 2, Path::Cannon));
    assert_eq!(one("gfR"), ray((0, 1), 2, u8::MAX, Path::Grasshopper));
    let cannon = betza::parse("mRcpR");
    assert_eq!(cannon.rays.len(), 8);
    assert!(cannon.rays[4..].iter().all(|r| r.path == Path::Cannon && r.captures && !r.moves));
    assert_eq!(betza::parse("mRcR").rays, betza::parse("R").rays);
}

/// The column and code of the first fault, and its hint.
fn fault(text: &str) -> (usize, Code, String) {
    let parsed = betza::parse(text);
    let fault = parsed.faults.first().unwrap_or_else(|| panic!("{text} has no fault"));
    (fault.at.start, fault.code, fault.hint.clone().unwrap_or_default().to_string())
}

#[test]
fn what_is_not_supported_is_a_fault_at_its_column() {
    for (text, column, hint) in [
        ("N@", 1, "drops"),
        ("dK", 0, "own side"),
        ("xK", 0, "another"),
        ("uK", 0, "leaves"),
        ("tK", 0, "p and g"),
        ("U", 0, "drops"),
        ("W-F", 1, "brackets"),
        ("(W)", 0, "brackets"),
        ("3W", 0, "after a capital"),
        ("[W-F]3", 5, "divided by ?"),
        ("cacaK", 4, "one of the legs"),
    ] {
        let found = fault(text);
        assert_eq!((found.0, found.1), (column, Code::E031), "{text}");
        assert!(found.2.contains(hint), "{text}: {}", found.2);
    }
    for (text, column) in [("M", 0), ("WéF", 1), ("W\u{1b}", 1), ("kW", 0)] {
        assert_eq!((fault(text).0, fault(text).1), (column, Code::E030), "{text}");
    }
    for (text, column) in [
        ("fm", 0),
        ("mmW", 1),
        ("iifW", 1),
        ("cWfmcfF", 5),
        ("ffW", 1),
        ("sF", 0),
        ("fsF", 0),
        ("fhK", 0),
        ("hN", 0),
        ("npR", 1),
        ("nW", 0),
        ("nC", 0),
        ("nH2", 0),
        ("jW", 0),
        ("jC", 0),
        ("pW", 0),
        ("gN", 0),
        ("zN", 0),
        ("qF", 0),
        ("yW", 0),
        ("KK", 1),
        ("RR", 1),
        ("RX", 1),
        ("WXX", 2),
        ("eR", 0),
        ("O", 0),
        ("fO2", 1),
        ("manN", 2),
        ("aiK", 1),
        ("f[W-F]", 0),
        ("[W-F", 0),
        ("[F-rR]", 3),
    ] {
        assert_eq!((fault(text).0, fault(text).1), (column, Code::E032), "{text}");
    }
    for text in ["W16", "W03", "W00", "W999999999999"] {
        assert_eq!((fault(text).0, fault(text).1), (1, Code::E033), "{text}");
    }
    assert_eq!(fault(&"W".repeat(257)).1, Code::E033);
    assert_eq!(fault("aaaaaK").1, Code::E033);
}

#[test]
fn only_what_adds_no_move_is_warned_of() {
    for text in ["KbRfBbF2", "fmWfcFfmW2", "mRcQ", "WfW2", "fmWfcFifmnD", "KNADcaKmcabK", "[F?fsR]W", "FfsW"]
    {
        assert_eq!(betza::parse(text).faults, [], "{text}");
    }
    for (text, column) in
        [("KQ", 0), ("WmW", 1), ("WWW", 2), ("QmF", 1), ("NRW5", 2), ("WFK", 2), ("WiW", 1), ("DnD", 1)]
    {
        let found = fault(text);
        assert_eq!(found, (column, Code::W204, "leave it out".into()), "{text}");
        assert!(betza::parse(text).is_valid());
    }
}

#[test]
fn any_text_is_read_without_panic() {
    let letters: Vec<char> = "WFDNAHCZGRBQKJLmcfblrvshnjpgieOa0123é XYzqyt[]-?aaio".chars().collect();
    let mut seed = 12345u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..seed % 24 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.push(letters[(seed >> 33) as usize % letters.len()]);
        }
        seed = seed.wrapping_add(1).wrapping_mul(6_364_136_223_846_793_005);
        let parsed = betza::parse(&text);
        for fault in &parsed.faults {
            assert!(text.get(fault.at.clone()).is_some(), "{text}: {fault:?}");
        }
        assert!(parsed.rays.len() <= betza::MAX_RAYS);
        assert!(parsed.rays.iter().all(|r| r.min <= r.max && (r.moves || r.captures)));
    }
}
