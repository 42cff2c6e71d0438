-- What the operator did on the listener of --admin.
CREATE TABLE audit (
    id INTEGER PRIMARY KEY, -- microseconds since 1970, or one more than the last
    at INTEGER NOT NULL, -- milliseconds since 1970
    operator TEXT,
    action TEXT NOT NULL,
    target TEXT NOT NULL,
    detail TEXT NOT NULL,
    outcome TEXT -- NULL: the server ended before that was known
) STRICT;
