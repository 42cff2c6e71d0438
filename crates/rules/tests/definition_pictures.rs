//! Every piece of a game has a picture, and no two of a game the same.

use std::collections::BTreeSet;

use berolina_rules::Library;
use berolina_rules::definition::{Code, Definition, Piece, drawings};

fn load(text: &str) -> Definition {
    let mut library = Library::shipped();
    library
        .add_text("mine", &format!("extends = \"chess\"\ntitle = \"Mine\"\nabout = \"x\"\n{text}"))
        .unwrap();
    library.load("mine").unwrap_or_else(|error| panic!("{error}"))
}

/// The pictures of pieces that chess is given besides, each as `name moves`.
fn pictures(pieces: &[&str]) -> Vec<String> {
    let letters = ["A", "C", "D", "E", "F", "G"];
    let keys = pieces.iter().zip(letters).map(|(piece, letter)| {
        let (name, rest) = piece.split_once(' ').unwrap();
        format!("{name} = {{ letter = \"{letter}\", {rest} }}\n")
    });
    let game = load(&format!("[pieces]\n{}", keys.collect::<String>()));
    game.pieces[6..].iter().map(|piece| piece.picture.clone()).collect()
}

fn picture<'a>(game: &'a Definition, name: &str) -> &'a str {
    let is = |piece: &&Piece| piece.name == name;
    &game.pieces.iter().find(is).unwrap_or_else(|| panic!("{name}")).picture
}

#[test]
fn a_name_says_most_then_moves_then_a_word_then_what_moves_alike() {
    assert_eq!(pictures(&["commoner moves = \"K\"", "mann moves = \"K\""])[0], "commoner");
    assert_eq!(pictures(&["wyrm moves = \"N\""]), ["dragon"]);
    assert_eq!(pictures(&["superb moves = \"NR\""]), ["chancellor"]);
    assert_eq!(pictures(&["old-elephant moves = \"vW\""]), ["elephant"]);
    assert_eq!(pictures(&["old-elephant moves = \"BN\""]), ["cardinal"]);
    // A Knight with one step more is no Knight of chess, and looks like what is nearest of the rest.
    assert_eq!(pictures(&["thing moves = \"NfW\""]), ["rhinoceros"]);
}

#[test]
fn no_two_look_the_same_and_only_what_is_like_nothing_is_a_letter() {
    let four = pictures(&[
        "archbishop moves = \"BN\"",
        "princess moves = \"BN\"",
        "x1 moves = \"BN\"",
        "x2 moves = \"gNN\"",
    ]);
    assert_eq!(four[..3], ["archbishop", "cardinal", "crowned-bishop"].map(str::to_owned), "{four:?}");
    assert_eq!(four[3], "");
}

#[test]
fn what_the_file_says_holds() {
    let game = load(
        "[pieces.rook]\npicture = \"tower\"\n[pieces.bishop]\npicture = \"letter\"\n[pieces.queen]\npicture = \"king\"",
    );
    assert_eq!(
        ["rook", "bishop", "queen", "king"].map(|name| picture(&game, name)),
        ["castle", "", "king", "commoner"]
    );
    let mut library = Library::shipped();
    let text = "extends = \"chess\"\ntitle = \"x\"\nabout = \"x\"\npieces.rook.picture = \"wizzard\"\n";
    library.add_text("mine", text).unwrap();
    let faults = library.check("mine");
    assert_eq!((faults.len(), faults[0].code, faults[0].line), (1, Code::E121, 4));
    assert_eq!(faults[0].hint.as_ref().map(ToString::to_string).as_deref(), Some("did you mean `wizard`?"));
}

#[test]
fn pieces_of_the_shipped_games_are_drawn_and_look_different() {
    let library = Library::shipped();
    let known: BTreeSet<&str> = drawings().collect();
    for name in library.names() {
        let game = library.load(name).unwrap();
        let shown: BTreeSet<&str> = game.pieces.iter().map(|piece| &*piece.picture).collect();
        assert_eq!(shown.len(), game.pieces.len(), "{name}: {shown:?}");
        for picture in shown {
            assert!(known.contains(picture.trim_start_matches("promoted-")), "{name}: {picture}");
        }
    }
}

#[test]
fn a_king_is_royal_and_what_is_royal_is_a_king() {
    let game = load("[pieces.king]\nname = \"great-one\"\n[pieces.other]\nletter = \"O\"\nmoves = \"K\"\n");
    assert_eq!([picture(&game, "great-one"), picture(&game, "other")], ["king", "commoner"]);
}
