-- Names are ASCII, and differ in more than the case of letters.
CREATE UNIQUE INDEX person_name ON person (name COLLATE NOCASE) WHERE name IS NOT NULL;
CREATE INDEX session_person ON session (person);

CREATE TABLE account (
    person INTEGER PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
    passphrase TEXT NOT NULL, -- by argon2id, in PHC's format
    created INTEGER NOT NULL
) STRICT;

-- Codes that stand for a passphrase once, by their SHA-256.
CREATE TABLE recovery (
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    code BLOB NOT NULL,
    PRIMARY KEY (person, code)
) STRICT, WITHOUT ROWID;

-- Names of closed accounts, by their SHA-256 in small letters: nobody takes another's place.
CREATE TABLE closed_name (
    name BLOB PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Glicko-2.
CREATE TABLE rating (
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    family TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    updated INTEGER NOT NULL, -- milliseconds since 1970
    PRIMARY KEY (person, family)
) STRICT, WITHOUT ROWID;

-- The game without its options; `my:NAME` for one of somebody's own.
ALTER TABLE game ADD COLUMN name TEXT GENERATED ALWAYS AS (
    CASE
        WHEN json_extract(terms, '$.spec') LIKE 'my:%' THEN
            'my:' || substr(substr(json_extract(terms, '$.spec'), 4), 1, instr(substr(json_extract(terms, '$.spec'), 4) || ':', ':') - 1)
        ELSE substr(json_extract(terms, '$.spec'), 1, instr(json_extract(terms, '$.spec') || ':', ':') - 1)
    END
) VIRTUAL;
ALTER TABLE game ADD COLUMN audience TEXT GENERATED ALWAYS AS (json_extract(terms, '$.audience')) VIRTUAL;
-- Ratings when it began, and what it changed of them.
ALTER TABLE game ADD COLUMN white_rating INTEGER;
ALTER TABLE game ADD COLUMN black_rating INTEGER;
ALTER TABLE game ADD COLUMN white_gained INTEGER;
ALTER TABLE game ADD COLUMN black_gained INTEGER;
CREATE INDEX game_live ON game (updated) WHERE turn IS NOT NULL AND audience = 'public';
CREATE INDEX game_archive ON game (audience, updated, id) WHERE turn IS NULL;
CREATE INDEX game_archive_name ON game (audience, name, updated, id) WHERE turn IS NULL;
CREATE INDEX game_rules ON game (rules);

-- Whether anybody may join.
ALTER TABLE invitation ADD COLUMN open INTEGER NOT NULL DEFAULT 0;
ALTER TABLE invitation ADD COLUMN title TEXT NOT NULL DEFAULT '';
CREATE INDEX invitation_open ON invitation (created) WHERE open = 1 AND state = 'open';
CREATE INDEX invitation_inviter ON invitation (inviter, created);

-- Games that inventors show to others.
CREATE TABLE published (
    id TEXT PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    spec TEXT NOT NULL,
    rules TEXT NOT NULL REFERENCES rules (hash),
    title TEXT NOT NULL,
    about TEXT NOT NULL,
    audience TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX published_person ON published (person, created);
CREATE INDEX published_public ON published (created) WHERE audience = 'public';

-- What people tell the operator.
CREATE TABLE report (
    id INTEGER PRIMARY KEY,
    person INTEGER REFERENCES person (id) ON DELETE SET NULL,
    about TEXT NOT NULL,
    text TEXT NOT NULL,
    created INTEGER NOT NULL,
    done INTEGER NOT NULL DEFAULT 0
) STRICT;
