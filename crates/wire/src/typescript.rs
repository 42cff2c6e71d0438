//! The types as TypeScript.

use tsify::Tsify;

use crate::{event, game, place, refusal, request, socket};

const HEAD: &str = "\
// Made from `crates/wire` by `UPDATE=1 cargo test -p berolina-wire`; do not change it by hand.

";

macro_rules! declared {
    ($($name:ty),+ $(,)?) => { [$(<$name as Tsify>::DECL),+] };
}

fn written() -> String {
    let declared = declared![
        game::Color,
        game::GameFile,
        game::ClockRule,
        game::Audience,
        game::Terms,
        game::Seat,
        event::Event,
        event::Times,
        event::What,
        event::Request,
        event::End,
        event::Phrase,
        socket::Wish,
        socket::Act,
        socket::Told,
        socket::Waiting,
        socket::Present,
        socket::Snapshot,
        request::Hello,
        request::You,
        request::Invite,
        request::Invited,
        request::Invitation,
        request::InvitationState,
        request::Joined,
        request::GameLine,
        request::GameList,
        place::Register,
        place::Registered,
        place::SignIn,
        place::SignedIn,
        place::NewPassphrase,
        place::Recover,
        place::Recovered,
        place::CloseAccount,
        place::Lobby,
        place::Challenge,
        place::PersonPage,
        place::FamilyRating,
        place::Archive,
        place::Publish,
        place::Published,
        place::PublishedList,
        place::PublishedLine,
        place::PublishedGame,
        place::Report,
        refusal::Refusal,
        refusal::Code,
    ];
    let mut text = String::from(HEAD);
    for (name, value) in [
        ("VERSION", crate::VERSION as usize),
        ("MAX_FRAME", crate::MAX_FRAME),
        ("MAX_WISH", crate::MAX_WISH as usize),
        ("MAX_SAID", crate::MAX_SAID),
        ("MAX_REPORT", place::MAX_REPORT),
        ("MIN_PASSPHRASE", place::MIN_PASSPHRASE),
        ("MAX_PASSPHRASE", place::MAX_PASSPHRASE),
    ] {
        text.push_str(&format!("export const {name} = {value}\n"));
    }
    for declared in declared {
        text.push_str(&format!("\n{declared}\n"));
    }
    text
}

#[test]
fn the_app_has_the_same_types() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/lib/online/wire.ts");
    let written = written();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &written).expect("the app's folder can be written");
    }
    let held = std::fs::read_to_string(path).unwrap_or_default();
    assert!(held == written, "web/src/lib/online/wire.ts is old: UPDATE=1 cargo test -p berolina-wire");
}
