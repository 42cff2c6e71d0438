// Made from `crates/wire` by `UPDATE=1 cargo test -p berolina-wire`; do not change it by hand.

export const VERSION = 1
export const MAX_FRAME = 4096
export const MAX_WISH = 2000000000
export const MAX_SAID = 280
export const MAX_REPORT = 1000
export const MIN_PASSPHRASE = 10
export const MAX_PASSPHRASE = 200

/**
 * A player's colour.
 */
export type Color = "white" | "black";

/**
 * A variant file that a game is made of.
 */
export interface GameFile {
    /**
     * Its name without `.toml`.
     */
    name: string;
    /**
     * The file.
     */
    text: string;
}

/**
 * How time is kept, all in milliseconds but the days.
 */
export type ClockRule = { kind: "fischer"; base: number; increment: number } | { kind: "delay"; base: number; delay: number } | { kind: "days"; days: number };

/**
 * Who sees a game.
 */
export type Audience = "private" | "unlisted" | "public";

/**
 * What two people agree on before they play.
 */
export interface Terms {
    /**
     * The game with its options, such as `near:en-passant=on`; `my:NAME` is one of [`files`](Self::files).
     */
    spec: string;
    /**
     * The variant files of a game of one's own, and what they extend of one's own.
     */
    files?: GameFile[];
    /**
     * The position that it begins from, as FEN, if not the game's start.
     */
    start?: string | null;
    /**
     * How time is kept, if at all.
     */
    clock?: ClockRule | null;
    /**
     * Whether it counts for ratings: only between accounts.
     */
    rated?: boolean;
    /**
     * Who sees it.
     */
    audience?: Audience;
}

/**
 * Somebody at a side of the board.
 */
export interface Seat {
    /**
     * The name of an account; `null` for a guest.
     */
    name: string | null;
    /**
     * The rating at the start of the game, if there is one.
     */
    rating: number | null;
    /**
     * What a rated game that is over has changed of it.
     */
    gained?: number | null;
    /**
     * It is the engine, at this level.
     */
    level: number | null;
}

/**
 * One thing that happened.
 */
export interface Event {
    /**
     * Its number: the first is 1, without gaps.
     */
    number: number;
    /**
     * When it was written, milliseconds since 1970.
     */
    at: number;
    /**
     * The number that the page gave to the wish that it came of, of the player who is named in it: the same wish, sent
     * again, is acknowledged and not granted twice. 0 for what nobody wished.
     */
    wish?: number;
    /**
     * What it was.
     */
    what: What;
    /**
     * The times left after it, if there is a clock.
     */
    times: Times | null;
}

/**
 * The times left to the players, and whose runs.
 */
export interface Times {
    /**
     * White's, in milliseconds.
     */
    white: number;
    /**
     * Black's, in milliseconds.
     */
    black: number;
    /**
     * Whose time runs; nobody's before both have moved, and after the end.
     */
    running: Color | null;
    /**
     * It begins to run after so many milliseconds, where moves have a delay.
     */
    delay: number;
}

/**
 * What can happen. `by` is always a player.
 */
export type What = { type: "moved"; by: Color; text: string } | { type: "taken-back"; by: Color; ply: number } | { type: "take-back-asked"; by: Color; ply: number } | { type: "declined"; by: Color; what: Request } | { type: "draw-offered"; by: Color } | { type: "time-given"; by: Color; time: number } | { type: "said"; by: Color; text: string } | { type: "phrase"; by: Color; phrase: Phrase } | { type: "ended"; by: Color | null; winner: Color | null; end: End } | { type: "rematch-offered"; by: Color } | { type: "rematch-made"; by: Color; game: string };

/**
 * What one player asks of the other.
 */
export type Request = "draw" | "take-back" | "rematch";

/**
 * How a game ended.
 */
export type End = { by: "rules"; reason: string } | { by: "resignation" } | { by: "time" } | { by: "agreement" } | { by: "claim" } | { by: "gone" } | { by: "abort" } | { by: "fault" };

/**
 * Ready-made phrases.
 */
export type Phrase = "hello" | "good-luck" | "well-played" | "thanks" | "moment" | "back" | "must-go" | "slip";

/**
 * What a page wishes.
 */
export interface Wish {
    /**
     * Its number, chosen by the page: answers name it. It is from 1 to [`MAX_WISH`](crate::MAX_WISH) and is used once by a player in a
     * game: the player's pages take the highest of the player's own in the log as their beginning. The other player's are others.
     */
    id: number;
    /**
     * So many moves had been made where the wish was made.
     */
    ply: number;
    /**
     * What it is.
     */
    act: Act;
}

/**
 * What a player can do.
 */
export type Act = { type: "move"; text: string } | { type: "resign" } | { type: "abort" } | { type: "ask"; what: Request } | { type: "decline"; what: Request } | { type: "claim" } | { type: "claim-gone"; draw: boolean } | { type: "give-time" } | { type: "say"; text: string } | { type: "phrase"; phrase: Phrase };

/**
 * What the server tells.
 */
export type Told = ({ type: "waiting" } & Waiting) | ({ type: "game" } & Snapshot) | { type: "events"; events: Event[]; times: Times | null } | { type: "done"; wish: number; number: number } | { type: "refused"; wish: number; why: Refusal; fen: string; ply: number } | ({ type: "present" } & Present) | { type: "alive" } | { type: "reload"; version: number };

/**
 * A game that nobody has joined yet.
 */
export interface Waiting {
    /**
     * What the link ends with.
     */
    invitation: string;
    /**
     * What is to be played.
     */
    terms: Terms;
    /**
     * The colour of who invited; `null` leaves it to chance.
     */
    color: Color | null;
    /**
     * How the invitation stands.
     */
    state: InvitationState;
    /**
     * Whether it stands in the lobby.
     */
    open?: boolean;
}

/**
 * Who looks at a game now.
 */
export interface Present {
    /**
     * White's player.
     */
    white: boolean;
    /**
     * Black's player.
     */
    black: boolean;
    /**
     * Others.
     */
    watchers: number;
    /**
     * A player who is gone, whose opponent may claim the game after so many milliseconds.
     */
    claimIn: number | null;
}

/**
 * A game as it is.
 */
export interface Snapshot {
    /**
     * Its id.
     */
    id: string;
    /**
     * What was agreed on. The files are those that it is played by, also of a shipped game where the server's is another
     * than that which it began with; none where it is the same.
     */
    terms: Terms;
    /**
     * White's player.
     */
    white: Seat;
    /**
     * Black's player.
     */
    black: Seat;
    /**
     * Which of them this page is; `null` for a watcher.
     */
    you: Color | null;
    /**
     * When it was made, milliseconds since 1970.
     */
    created: number;
    /**
     * All that happened.
     */
    events: Event[];
    /**
     * The times now, if there is a clock.
     */
    times: Times | null;
    /**
     * Who is there.
     */
    present: Present;
    /**
     * What lets others watch, if only those may who have it: told to the players.
     */
    watchKey: string | null;
}

/**
 * `GET /hello`: whose server this is, and who asks.
 */
export interface Hello {
    /**
     * The server's [`VERSION`](crate::VERSION).
     */
    wire: number;
    /**
     * Whether people can have accounts here.
     */
    accounts: boolean;
    /**
     * Where others reach it, without a slash at the end, if the operator said so.
     */
    publicUrl: string | null;
    /**
     * Who this browser is here, if it ever did anything.
     */
    you: You | null;
}

/**
 * A person as the person's own browser knows it.
 */
export interface You {
    /**
     * The name of the account; `null` for a guest.
     */
    name: string | null;
}

/**
 * `POST /invitations`: a game that somebody else can join by a link.
 */
export interface Invite {
    /**
     * What is to be played.
     */
    terms: Terms;
    /**
     * The colour of who invites; `null` leaves it to chance.
     */
    color?: Color | null;
    /**
     * Anybody may join: it stands in the lobby.
     */
    open?: boolean;
}

/**
 * The answer to [`Invite`].
 */
export interface Invited {
    /**
     * What the link ends with. Whoever has it may join, once.
     */
    invitation: string;
    /**
     * The game that comes of it.
     */
    game: string;
}

/**
 * `GET /invitations/SECRET`: what one is invited to. Asking takes no seat.
 */
export interface Invitation {
    /**
     * What is to be played.
     */
    terms: Terms;
    /**
     * Who invites.
     */
    from: Seat;
    /**
     * The colour of who joins; `null` leaves it to chance.
     */
    color: Color | null;
    /**
     * How it stands.
     */
    state: InvitationState;
    /**
     * Whether it is this browser's own.
     */
    yours: boolean;
    /**
     * The game, for those who play it.
     */
    game: string | null;
    /**
     * Whether it stands in the lobby.
     */
    open?: boolean;
}

/**
 * How an invitation stands.
 */
export type InvitationState = "open" | "taken" | "withdrawn" | "expired";

/**
 * The answer to `POST /invitations/SECRET/join`.
 */
export interface Joined {
    /**
     * The game that has begun.
     */
    game: string;
}

/**
 * A line in a list of games.
 */
export interface GameLine {
    /**
     * Its id.
     */
    id: string;
    /**
     * The game with its options.
     */
    spec: string;
    /**
     * What the game is called.
     */
    title: string;
    /**
     * White's player.
     */
    white: Seat;
    /**
     * Black's player.
     */
    black: Seat;
    /**
     * Which of them this browser is.
     */
    you: Color | null;
    /**
     * Whose turn it is; `null` when it is over.
     */
    turn: Color | null;
    /**
     * `1-0`, `0-1`, `1/2-1/2`, or `*`.
     */
    result: string;
    /**
     * How time is kept.
     */
    clock?: ClockRule | null;
    /**
     * Whether it counts for ratings.
     */
    rated?: boolean;
    /**
     * Moves made.
     */
    plies: number;
    /**
     * When it was made, milliseconds since 1970.
     */
    created: number;
    /**
     * When something last happened in it, milliseconds since 1970.
     */
    updated: number;
}

/**
 * `GET /games`: this person's games, the latest first.
 */
export interface GameList {
    /**
     * The games.
     */
    games: GameLine[];
    /**
     * One's own invitations that nobody has joined yet, the latest first.
     */
    waiting?: Challenge[];
}

/**
 * `POST /accounts`: the person that this browser is gets a name. The games stay the person's.
 */
export interface Register {
    /**
     * 3 to 20 letters without accents, digits, `-` and `_`, a letter first.
     */
    name: string;
    /**
     * [`MIN_PASSPHRASE`] to [`MAX_PASSPHRASE`] characters.
     */
    passphrase: string;
}

/**
 * The answer to [`Register`].
 */
export interface Registered {
    /**
     * The name.
     */
    name: string;
    /**
     * Codes that stand for the passphrase once each: told now and never again.
     */
    codes: string[];
}

/**
 * `POST /session`: this browser is an account from now on. What it played as a guest becomes the account's.
 */
export interface SignIn {
    /**
     * The account's name, in any case of letters.
     */
    name: string;
    /**
     * Its passphrase.
     */
    passphrase: string;
}

/**
 * The answer to [`SignIn`].
 */
export interface SignedIn {
    /**
     * The name, as it is written.
     */
    name: string;
    /**
     * So many games of a guest are the account's now.
     */
    claimed: number;
}

/**
 * `POST /accounts/passphrase`: another passphrase. All other browsers are signed out.
 */
export interface NewPassphrase {
    /**
     * What it was.
     */
    old: string;
    /**
     * What it is to be.
     */
    new: string;
}

/**
 * `POST /accounts/recover`: another passphrase, for who has lost it. All other browsers are signed out, and this one is signed in.
 */
export interface Recover {
    /**
     * The account's name.
     */
    name: string;
    /**
     * A code that was not used yet.
     */
    code: string;
    /**
     * The new passphrase.
     */
    passphrase: string;
}

/**
 * The answer to [`Recover`].
 */
export interface Recovered {
    /**
     * The name, as it is written.
     */
    name: string;
    /**
     * So many codes are left.
     */
    left: number;
}

/**
 * `POST /accounts/close`: the name, the sessions and all that the person said are removed, for ever. Games stay the other player's too: in
 * them the person is a guest.
 */
export interface CloseAccount {
    /**
     * The account's passphrase.
     */
    passphrase: string;
}

/**
 * `GET /lobby`: who looks for somebody to play with, and what is played before everybody.
 */
export interface Lobby {
    /**
     * Open challenges, the latest first.
     */
    challenges: Challenge[];
    /**
     * Public games that go on, those where something happened last first.
     */
    live: GameLine[];
}

/**
 * A game that anybody may join.
 */
export interface Challenge {
    /**
     * Its invitation.
     */
    invitation: string;
    /**
     * The game that comes of it, told to who made it.
     */
    game: string | null;
    /**
     * The game with its options.
     */
    spec: string;
    /**
     * What the game is called.
     */
    title: string;
    /**
     * Who made it.
     */
    from: Seat;
    /**
     * The colour of who joins; `null` leaves it to chance.
     */
    color: Color | null;
    /**
     * How time is kept.
     */
    clock: ClockRule | null;
    /**
     * Whether it counts for ratings.
     */
    rated: boolean;
    /**
     * When it was made, milliseconds since 1970.
     */
    created: number;
}

/**
 * `GET /people/NAME`: somebody with an account.
 */
export interface PersonPage {
    /**
     * The name.
     */
    name: string;
    /**
     * Since when, milliseconds since 1970.
     */
    since: number;
    /**
     * Whether it is who asks.
     */
    you: boolean;
    /**
     * Ratings, those with most games first.
     */
    ratings: FamilyRating[];
    /**
     * Games that the person has published for all, the latest first.
     */
    published: PublishedLine[];
}

/**
 * A rating in a family of games, by Glicko-2.
 */
export interface FamilyRating {
    /**
     * The family, by the name of its first game.
     */
    family: string;
    /**
     * What that game is called.
     */
    title: string;
    /**
     * The rating.
     */
    rating: number;
    /**
     * The true strength is within twice as much, of twenty times in nineteen.
     */
    deviation: number;
    /**
     * Rated games.
     */
    games: number;
}

/**
 * `GET /archive?person=NAME&game=NAME&result=1-0&rated=true&before=CURSOR`: public games that are over, the latest first. Each condition may be
 * left out.
 */
export interface Archive {
    /**
     * The games.
     */
    games: GameLine[];
    /**
     * With this as `before`, the next ones follow; `null` at the end.
     */
    next: string | null;
}

/**
 * `POST /published`: shows a game of one's own to others.
 */
export interface Publish {
    /**
     * The game, `my:NAME` with its options.
     */
    spec: string;
    /**
     * Its files, and what they extend of one's own.
     */
    files: GameFile[];
    /**
     * Who sees it: `private` is oneself alone.
     */
    audience: Audience;
}

/**
 * The answer to [`Publish`].
 */
export interface Published {
    /**
     * What its address ends with.
     */
    id: string;
}

/**
 * `GET /published`: games that were published for all, the latest first, and one's own.
 */
export interface PublishedList {
    /**
     * The games.
     */
    games: PublishedLine[];
}

/**
 * A published game in a list.
 */
export interface PublishedLine {
    /**
     * What its address ends with.
     */
    id: string;
    /**
     * What it is called.
     */
    title: string;
    /**
     * What its file says of it.
     */
    about: string;
    /**
     * Who published it; `null` for a guest.
     */
    by: string | null;
    /**
     * Who sees it.
     */
    audience: Audience;
    /**
     * Whether it is one's own.
     */
    yours: boolean;
    /**
     * When, milliseconds since 1970.
     */
    created: number;
}

/**
 * `GET /published/ID`: a game that somebody published.
 */
export interface PublishedGame {
    /**
     * What lists say of it.
     */
    line: PublishedLine;
    /**
     * The game, `my:NAME` with its options.
     */
    spec: string;
    /**
     * Its files.
     */
    files: GameFile[];
    /**
     * How often it was played here.
     */
    played: number;
    /**
     * Its latest public games.
     */
    games: GameLine[];
}

/**
 * `POST /reports`: tells the operator of something.
 */
export interface Report {
    /**
     * What it is about: `game/ID`, `person/NAME` or `published/ID`.
     */
    about: string;
    /**
     * What is wrong, at most [`MAX_REPORT`] characters.
     */
    text: string;
}

/**
 * Why something was refused.
 */
export interface Refusal {
    /**
     * The same for ever.
     */
    code: Code;
    /**
     * One sentence in English.
     */
    text: string;
}

/**
 * The kinds of refusals.
 */
export type Code = "malformed" | "not-found" | "method-not-allowed" | "foreign-origin" | "unknown-host" | "too-large" | "too-many" | "busy" | "fault" | "not-kept" | "not-yours" | "hidden" | "bad-game" | "bad-clock" | "banned" | "hidden-by-operator" | "needs-account" | "no-accounts" | "bad-name" | "name-taken" | "bad-passphrase" | "wrong-passphrase" | "signed-in" | "no-invitation" | "invitation-taken" | "invitation-withdrawn" | "invitation-expired" | "own-invitation" | "illegal-move" | "not-your-turn" | "late" | "not-allowed" | "over" | "not-over" | "too-late-to-abort" | "nothing-to-claim" | "nothing-there" | "again";
