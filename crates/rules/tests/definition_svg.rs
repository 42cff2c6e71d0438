//! SVGs that people send: what is kept is shapes and paint, and nothing else.

use std::fs;

use berolina_rules::Library;
use berolina_rules::definition::{Code, MAX_SVG, clean_svg};

fn svg(inside: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 48 48\">{inside}</svg>")
}

fn kept(inside: &str) -> String {
    clean_svg(&svg(inside)).unwrap_or_else(|fault| panic!("{inside}: {fault:?}"))
}

#[test]
fn shapes_become_outlines() {
    for (inside, wanted) in [
        ("<path d='M10,40 24 8l14 32z'/>", "body M10 40L24 8L38 40Z"),
        ("<path d='m1 1h2v2H1V1'/>", "body M1 1L3 1L3 3L1 3L1 1"),
        ("<path d='M0 0Q3 3 6 0T12 0'/>", "body M0 0C2 2 4 2 6 0C8 -2 10 -2 12 0"),
        ("<path d='M0 0C0 1 1 2 2 2S4 3 4 4'/>", "body M0 0C0 1 1 2 2 2C3 2 4 3 4 4"),
        ("<path d='M10 24a14 14 0 0128 0'/>", "body M10 24C10 16.27 16.27 10 24 10C31.73 10 38 16.27 38 24"),
        ("<polygon points='1,2 3,4,5 6'/>", "body M1 2L3 4L5 6Z"),
        ("<line x1='1' y1='2' x2='3' y2='4' class='line'/>", "line M1 2L3 4"),
        (
            "<g transform='translate(4 8) scale(2)'><rect width='3' height='1' stroke='red'/></g>",
            "player,#ff0000,2 M4 8L10 8L10 10L4 10Z",
        ),
        ("<rect width='2' height='2' style='fill:#abc; stroke:none'/>", "#aabbcc,none,0 M0 0L2 0L2 2L0 2Z"),
        ("<path fill='none' d='M1 1'/><path fill='rgb(1, 2,255)' d='M1 1L2 2'/>", "#0102ff,none,0 M1 1L2 2"),
        ("<path transform='rotate(90 24 24)' d='M24 4L30 4'/>", "body M44 24L44 30"),
        (
            "<title>A <!-- & --> b</title><desc/><metadata><a:b x='1'>c</a:b></metadata><path d='M1 1L2 2'/>",
            "body M1 1L2 2",
        ),
    ] {
        assert_eq!(kept(inside), wanted, "{inside}");
    }
    assert!(
        kept("<circle cx='24' cy='24' r='10'/><ellipse cx='9' cy='9' rx='3' ry='2'/>").lines().count() == 2
    );
    assert_eq!(
        clean_svg("<svg viewBox='100 100 10 20'><path d='M100 100L110 120'/></svg>").unwrap(),
        "body M12 0L36 48"
    );
}

#[test]
fn what_is_no_shape_or_colour_is_refused_at_its_place() {
    for (inside, at, message) in [
        ("<script>alert(1)</script>", "script", "`script` is not drawn"),
        ("<g><SCRIPT/></g>", "SCRIPT", "`SCRIPT` is not drawn"),
        ("<style>path{fill:url(http://x)}</style>", "style", "`style` is not drawn"),
        ("<foreignObject><p/></foreignObject>", "foreignObject", "`foreignObject` is not drawn"),
        ("<image href='http://x/y.png'/>", "image", "`image` is not drawn"),
        ("<use href='#a'/>", "use", "`use` is not drawn"),
        ("<a href='javascript:alert(1)'><path d='M1 1L2 2'/></a>", "a", "`a` is not drawn"),
        ("<text>x</text>", "text", "`text` is not drawn"),
        ("<animate attributeName='d'/>", "animate", "`animate` is not drawn"),
        ("<set/>", "set", "`set` is not drawn"),
        ("<filter/>", "filter", "`filter` is not drawn"),
        ("<linearGradient/>", "linearGradient", "`linearGradient` is not drawn"),
        ("<defs><path d='M1 1L2 2'/></defs>", "path", "`path` is not drawn"),
        ("<path d='M1 1L2 2'><path d='M1 1L2 2'/></path>", "path", "`path` is not drawn"),
        ("<svg><path d='M1 1L2 2'/></svg>", "svg", "`svg` is not drawn"),
        ("<title><script/></title>", "script", "`script` is not drawn"),
        ("<path d='M1 1L2 2' onclick='alert(1)'/>", "alert(1)", "`onclick` is not drawn"),
        ("<path d='M1 1L2 2' fill='url(#a)'/>", "url(#a)", "`url(#a)` is no colour here"),
        (
            "<path d='M1 1L2 2' style='fill:red;background:url(http://x)'/>",
            "background:url(http://x)",
            "`background` is not drawn",
        ),
        ("<path d='M1 1L2 2' href='http://x'/>", "http://x", "`href` is not drawn"),
        ("<path d='M1 1L2 2' xlink:href='http://x'/>", "http://x", "`xlink:href` is not drawn"),
        ("<path d='M1 1L2 2' opacity='0'/>", "0", "`opacity` is not drawn"),
        ("<path d='M1 1L2 2' stroke-width='1e9'/>", "1e9", "a width is a number, such as 1.5"),
        ("<path d='M1 1L2 2' filter='url(#f)'/>", "url(#f)", "`filter` is not drawn"),
        ("<path d='M1 1L2 x'/>", "x", "the path is wrong here"),
        ("<path d='L1 1'/>", "L", "the path is wrong here"),
        ("<path d='M1 1' d='M2 2'/>", "M2 2", "`d` is said twice"),
        ("<path d='M1 1L900 2'/>", "path", "this shape leaves the picture"),
        ("<path d='M1 1L2 2' transform='scale(1e5)'/>", "path", "this shape leaves the picture"),
        ("<path d='M1 1L2 2' transform='spin(3)'/>", "spin(3)", "this moves nothing"),
        ("<path d='&lt;'/>", "&lt;", "`<` and `&` have no place in an attribute"),
        ("hello", "hello", "text is not drawn"),
        ("<path d='M1 1L2 2'/><![CDATA[x]]>", "<!", "document types, entities and CDATA are not read"),
        ("<g><path d='M1 1L2 2'/></svg>", "</svg>", "`svg` ends here and did not begin"),
    ] {
        let text = svg(inside);
        let fault = clean_svg(&text).expect_err(inside);
        assert_eq!((&text[fault.at.clone()], &*fault.message.to_string()), (at, message), "{inside}");
    }
    let whole = |text: &str| clean_svg(text).expect_err(text).message.to_string();
    let bomb = "<!DOCTYPE svg [<!ENTITY a \"b\"><!ENTITY c \"&a;&a;\">]><svg><path d='M1 1L2 2'/></svg>";
    assert_eq!(whole(bomb), "document types, entities and CDATA are not read");
    assert_eq!(whole("<html><svg/></html>"), "a picture begins with `<svg`");
    assert_eq!(whole("<svg/><svg/>"), "something follows the picture");
    assert_eq!(whole("<svg viewBox='0 0 0 0'/>"), "the picture has no size");
    assert_eq!(whole("<svg></svg>"), "nothing is drawn here");
    assert_eq!(whole("<svg"), "a name of at most 64 letters belongs here");
    assert_eq!(whole(&svg(&"<g>".repeat(9))), "elements are nested deeper than 8");
    assert_eq!(whole(&svg(&format!("<title>{}", "<a:b>".repeat(9)))), "elements are nested deeper than 8");
    assert_eq!(whole(&svg(&"<path d='M1 1L2 2'/>".repeat(200))), "the picture has more than 128 elements");
    let long = format!("M1 1{}", "h0".repeat(2000));
    assert_eq!(whole(&svg(&format!("<path d='{long}'/>"))), "the path is wrong here");
    assert_eq!(whole(&svg(&" ".repeat(MAX_SVG))), "the picture is larger than 16 KiB");
}

const GAME: &str = "extends = \"chess\"\ntitle = \"x\"\nabout = \"x\"\n[pieces.rook]\npicture = ";

#[test]
fn a_file_may_have_a_picture_of_its_own() {
    let mut library = Library::shipped();
    let drawn = "'''\n<svg viewBox=\"0 0 48 48\">\n<path d=\"M10.5 40.5 24.5 8.5 38.5 40.5Z\"/>\n</svg>'''\n";
    library.add_text("mine", &format!("{GAME}{drawn}")).unwrap();
    assert_eq!(library.load("mine").unwrap().pieces[2].picture, "body M10.5 40.5L24.5 8.5L38.5 40.5Z");
    // Many numbers with dots in a line nest nothing; many names do.
    let path: String = (0..100).map(|n| format!(" {}.5 {}.25", n % 48, n % 47)).collect();
    library.add_text("mine", &format!("{GAME}'''<svg><path d='M{path}'/></svg>'''\n")).unwrap();
    assert_eq!(library.check("mine"), []);
    library.add_text("mine", &format!("{GAME}'''\n<svg>\n<script/></svg>'''\n")).unwrap();
    let faults = library.check("mine");
    assert_eq!(
        (faults.len(), faults[0].code, faults[0].line, faults[0].column),
        (1, Code::E122, 7, 2),
        "{faults:?}"
    );
}

#[test]
fn a_picture_may_stand_beside_the_file_and_nowhere_else() {
    let folder = std::env::temp_dir().join(format!("berolina-pictures-{}", std::process::id()));
    fs::create_dir_all(folder.join("inner")).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("tower.svg", &svg("<path d='M1 1L2 2'/>"));
    write("wrong.svg", "<svg>\n<use/></svg>");
    write("large.svg", &" ".repeat(MAX_SVG + 1));
    write("inner/deep.svg", &svg("<path d='M1 1L2 2'/>"));
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.join("inner/deep.svg"), folder.join("link.svg")).unwrap();
    let said = |picture: &str| {
        write("mine.toml", &format!("{GAME}\"{picture}\"\n"));
        let mut library = Library::shipped();
        library.add_path(&folder.join("mine.toml")).unwrap();
        let faults = library.check("mine");
        faults
            .first()
            .map_or_else(|| library.load("mine").unwrap().pieces[2].picture.clone(), ToString::to_string)
    };
    assert_eq!(said("tower.svg"), "body M1 1L2 2");
    assert!(
        said("wrong.svg").starts_with("wrong.svg:2:2: error E122: `use` is not drawn"),
        "{}",
        said("wrong.svg")
    );
    assert!(said("large.svg").contains("`large.svg` is larger than 16 KiB"));
    for elsewhere in [
        "inner/deep.svg",
        "../tower.svg",
        "/etc/tower.svg",
        "..svg",
        ".tower.svg",
        "C:tower.svg",
        "\\\\\\\\x\\\\tower.svg",
    ] {
        assert!(said(elsewhere).contains("is no plain name of a file"), "{elsewhere}: {}", said(elsewhere));
    }
    for missing in ["none.svg", "link.svg"] {
        assert!(said(missing).contains("beside this file"), "{missing}: {}", said(missing));
    }
    // A text that somebody sends has no folder.
    let mut library = Library::shipped();
    library.add_text("mine", &format!("{GAME}\"tower.svg\"\n")).unwrap();
    assert_eq!(library.check("mine")[0].code, Code::E121);
    fs::remove_dir_all(folder).unwrap();
}
