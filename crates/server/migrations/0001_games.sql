-- Files that games are played by, each set once, by its hash.
CREATE TABLE rules (
    hash TEXT PRIMARY KEY,
    files TEXT NOT NULL, -- JSON: [{"name", "text"}], the game's own first
    program TEXT NOT NULL -- the version of the program that first kept it
) STRICT, WITHOUT ROWID;

-- A guest has no name.
CREATE TABLE person (
    id INTEGER PRIMARY KEY,
    name TEXT,
    created INTEGER NOT NULL
) STRICT;

-- Browsers, by the SHA-256 of the secret in their cookie.
CREATE TABLE session (
    token BLOB PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE invitation (
    secret TEXT PRIMARY KEY,
    game TEXT NOT NULL UNIQUE,
    inviter INTEGER NOT NULL REFERENCES person (id),
    color TEXT, -- the inviter's; NULL: by chance
    terms TEXT NOT NULL, -- JSON
    rules TEXT NOT NULL REFERENCES rules (hash),
    state TEXT NOT NULL DEFAULT 'open',
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What can be known of a game without its events. What changes here follows from them and is written with them.
CREATE TABLE game (
    id TEXT PRIMARY KEY,
    terms TEXT NOT NULL, -- JSON
    rules TEXT NOT NULL REFERENCES rules (hash),
    title TEXT NOT NULL,
    white INTEGER NOT NULL REFERENCES person (id),
    black INTEGER NOT NULL REFERENCES person (id),
    watch_key TEXT NOT NULL,
    created INTEGER NOT NULL,
    served INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    turn TEXT,
    result TEXT NOT NULL,
    due INTEGER, -- when the running time is over, in served milliseconds
    updated INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX game_white ON game (white, updated);
CREATE INDEX game_black ON game (black, updated);
CREATE INDEX game_due ON game (due) WHERE due IS NOT NULL;

-- Events are only ever added.
CREATE TABLE event (
    game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    served INTEGER NOT NULL,
    body TEXT NOT NULL, -- JSON, as pages are told
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

-- How long the server has run, in milliseconds: clocks stand still while it does not.
CREATE TABLE clockwork (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    served INTEGER NOT NULL
) STRICT;
INSERT INTO clockwork (one, served) VALUES (1, 0);
