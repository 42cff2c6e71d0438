-- Browsers that were signed in to an account, by the SHA-256 of a secret that outlives the session.
CREATE TABLE device (
    token BLOB NOT NULL,
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    used INTEGER NOT NULL, -- milliseconds since 1970
    PRIMARY KEY (token, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX device_person ON device (person, used);

-- Who may not take part; `until` is NULL where that is for good.
CREATE TABLE ban (
    person INTEGER PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
    until INTEGER,
    reason TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT;
CREATE TABLE network_ban (
    network TEXT PRIMARY KEY, -- such as 203.0.113.0/24
    until INTEGER NOT NULL,
    reason TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What the operator has hidden of a person's inventions: published anew it is the same.
CREATE TABLE hidden (
    person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    rules TEXT NOT NULL, -- the hash of the files
    name TEXT NOT NULL,
    title TEXT NOT NULL,
    created INTEGER NOT NULL,
    PRIMARY KEY (person, rules)
) STRICT, WITHOUT ROWID;
CREATE INDEX hidden_rules ON hidden (rules);
ALTER TABLE published ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;

-- A clock that waited for its player after a start of the server: so long, in served milliseconds, since the event after which it runs.
CREATE TABLE waited (
    game TEXT PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    since INTEGER NOT NULL,
    waited INTEGER NOT NULL,
    start INTEGER NOT NULL -- the served time of the start
) STRICT, WITHOUT ROWID;

-- Searches of the archive go by one of these. They hold games that are over, so moves cost nothing here.
DROP INDEX game_archive;
DROP INDEX game_archive_name;
CREATE INDEX game_over ON game (audience, updated, id) WHERE turn IS NULL AND plies > 1;
CREATE INDEX game_over_name ON game (audience, name, updated, id) WHERE turn IS NULL AND plies > 1;
CREATE INDEX game_over_result ON game (audience, result, updated, id) WHERE turn IS NULL AND plies > 1;
CREATE INDEX game_over_rated ON game (audience, updated, id)
    WHERE turn IS NULL AND plies > 1 AND json_extract(terms, '$.rated') = 1;
CREATE INDEX game_over_white ON game (white, updated, id) WHERE turn IS NULL AND plies > 1;
CREATE INDEX game_over_black ON game (black, updated, id) WHERE turn IS NULL AND plies > 1;
-- Games that go on, without those in which nobody has moved.
DROP INDEX game_live;
CREATE INDEX game_live ON game (updated) WHERE turn IS NOT NULL AND audience = 'public' AND plies > 0;
CREATE INDEX game_running_white ON game (white) WHERE turn IS NOT NULL;
CREATE INDEX game_running_black ON game (black) WHERE turn IS NOT NULL;
-- Rated games without a clock, which older versions let people agree on.
CREATE INDEX game_unclocked ON game (updated)
    WHERE turn IS NOT NULL AND json_extract(terms, '$.rated') = 1 AND json_extract(terms, '$.clock') IS NULL;
-- Games that counted between two people.
CREATE INDEX game_counted ON game (white, black, updated) WHERE white_gained IS NOT NULL;
-- Games by the same files, the latest first.
DROP INDEX game_rules;
CREATE INDEX game_rules ON game (rules, created);
-- What still needs files.
CREATE INDEX invitation_rules ON invitation (rules);
CREATE INDEX published_rules ON published (rules);
