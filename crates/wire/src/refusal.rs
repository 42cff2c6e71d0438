//! Why something was refused: a stable code for programs, a sentence for people.

use serde::{Deserialize, Serialize};

/// Why something was refused.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(tsify::Tsify))]
pub struct Refusal {
    /// The same for ever.
    pub code: Code,
    /// One sentence in English.
    pub text: String,
}

/// The longest sentence, in characters: some repeat what they are about.
const MAX_TEXT: usize = 1000;

impl Refusal {
    /// A refusal with a sentence of its own. What is repeated in it of somebody's text stays within one line of some length.
    pub fn new(code: Code, text: impl Into<String>) -> Self {
        let mut text: String = text.into();
        if text.len() > MAX_TEXT || text.contains(unlined) {
            text = text.chars().take(MAX_TEXT).map(|c| if unlined(c) { ' ' } else { c }).collect();
        }
        Self { code, text }
    }
}

/// Whether a character ends a line or does other things to it than to stand there.
fn unlined(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

macro_rules! codes {
    ($($(#[$doc:meta])+ $name:ident = $status:literal,)+) => {
        /// The kinds of refusals.
        #[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[cfg_attr(test, derive(tsify::Tsify))]
        #[serde(rename_all = "kebab-case")]
        pub enum Code {
            $($(#[$doc])+ $name,)+
        }

        impl Code {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// The status of an HTTP answer with this code.
            #[must_use]
            pub fn status(self) -> u16 {
                match self { $(Self::$name => $status,)+ }
            }
        }
    };
}

codes! {
    /// The request cannot be read.
    Malformed = 400,
    /// There is nothing of this address.
    NotFound = 404,
    /// What is there answers other methods only.
    MethodNotAllowed = 405,
    /// The request comes from another site than the server's own.
    ForeignOrigin = 403,
    /// The request names another host than the server's own.
    UnknownHost = 421,
    /// Too much was sent.
    TooLarge = 413,
    /// Too often, or too many at once.
    TooMany = 429,
    /// The server has no room or time for this now.
    Busy = 503,
    /// The program failed in this: it is a fault of the program, and not of who asked.
    Fault = 500,
    /// What was asked could not be written to the disk, and has not happened.
    NotKept = 507,
    /// Only players may do this.
    NotYours = 403,
    /// This cannot be seen by everybody.
    Hidden = 404,
    /// The game cannot be played: its file has faults, its options or its start do not exist.
    BadGame = 422,
    /// The clock is out of bounds.
    BadClock = 422,
    /// The operator does not let this person, or this network, take part.
    Banned = 403,
    /// The operator has hidden this game.
    HiddenByOperator = 403,
    /// Rated games are between accounts only.
    NeedsAccount = 403,
    /// There are no accounts on this server.
    NoAccounts = 403,
    /// No account can have this name.
    BadName = 422,
    /// Another account has this name, or had it.
    NameTaken = 409,
    /// The passphrase is too short, too long, or the name.
    BadPassphrase = 422,
    /// The name and the passphrase, or the code, do not belong together.
    WrongPassphrase = 403,
    /// This browser is signed in already.
    SignedIn = 409,
    /// Nobody has been invited by this link.
    NoInvitation = 404,
    /// Somebody has already joined by this link.
    InvitationTaken = 409,
    /// The link was called off.
    InvitationWithdrawn = 410,
    /// The link is too old.
    InvitationExpired = 410,
    /// It is one's own invitation.
    OwnInvitation = 409,
    /// The rules of the game do not allow the move.
    IllegalMove = 422,
    /// It is the other's turn.
    NotYourTurn = 409,
    /// The game has gone on since.
    Late = 409,
    /// The terms of this game do not allow it.
    NotAllowed = 409,
    /// The game is over.
    Over = 409,
    /// The game is not over yet.
    NotOver = 409,
    /// Both have moved: the game cannot be called off any more.
    TooLateToAbort = 409,
    /// There is nothing to claim.
    NothingToClaim = 409,
    /// There is nothing of this kind to answer, to take back or to give.
    NothingThere = 409,
    /// It was said already, or too soon again.
    Again = 409,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_one_line_whatever_it_repeats() {
        let refused = |text: &str| Refusal::new(Code::Malformed, text).text;
        assert_eq!(refused("no `a\r\n\u{2028}b\0`"), "no `a   b `");
        assert_eq!(refused(&"\u{1f984}".repeat(5000)).chars().count(), MAX_TEXT);
    }
}
