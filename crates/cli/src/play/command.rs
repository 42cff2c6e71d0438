//! What a player can type besides moves.

/// A command. Anything else that is typed is a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Help,
    Board,
    Moves,
    Hint,
    Undo,
    Flip,
    Rules,
    Options,
    Fen,
    Save,
    Claim,
    Resign,
    New,
    Quit,
}

/// Each command with its word, what may follow, and what it does.
const COMMANDS: [(Command, &str, &str, &str); 14] = [
    (Command::Moves, "moves", "[SQUARE]", "list the legal moves, or those of one piece: moves e2, moves N"),
    (Command::Hint, "hint", "", "let the computer suggest a move"),
    (Command::Undo, "undo", "", "take your last move back"),
    (Command::Board, "board", "", "show the board again"),
    (Command::Flip, "flip", "", "turn the board around"),
    (Command::Rules, "rules", "", "explain the game"),
    (Command::Options, "options", "", "show the options of the game and what was chosen"),
    (Command::Fen, "fen", "", "show the position as FEN"),
    (Command::Save, "save", "[FILE]", "write the game to a PGN file"),
    (Command::Claim, "claim", "", "claim a win, where the rules give one"),
    (Command::Resign, "resign", "", "give the game up"),
    (Command::New, "new", "", "start the same game anew"),
    (Command::Quit, "quit", "", "leave; `berolina play --resume` goes on with the game"),
    (Command::Help, "help", "", "show this list"),
];

/// The command that a line begins with, and what follows it.
pub(crate) fn read(line: &str) -> Option<(Command, &str)> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let word = word.trim_start_matches('/').to_ascii_lowercase();
    let word = match word.as_str() {
        "?" => "help",
        "q" | "exit" | "bye" => "quit",
        "back" | "takeback" => "undo",
        word => word,
    };
    let found = COMMANDS.iter().find(|(_, name, ..)| *name == word)?;
    Some((found.0, rest.trim()))
}

/// The words of all commands.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(_, word, ..)| *word)
}

/// The command that was probably meant by a line that is neither a command nor a move.
pub(crate) fn meant(line: &str) -> Option<&'static str> {
    let word = line.split_whitespace().next()?.to_ascii_lowercase();
    if word.len() < 3 || word.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let best = words().map(|name| (strsim::damerau_levenshtein(&word, name), name)).min()?;
    (best.0 <= best.1.len().div_ceil(3)).then_some(best.1)
}

/// The commands with what they do; `claims` says whether the game has claims.
pub(crate) fn help(claims: bool) -> String {
    let mut text = String::new();
    for (command, word, arguments, about) in COMMANDS {
        if command != Command::Claim || claims {
            let usage = format!("{word} {arguments}");
            text.push_str(&format!("  {usage:<16}{about}\n"));
        }
    }
    text
}
