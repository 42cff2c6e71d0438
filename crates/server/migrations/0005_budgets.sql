-- What expires is found by its age, and what nobody needs any more by who could need it.
CREATE INDEX invitation_created ON invitation (created);
CREATE INDEX report_person ON report (person);
