-- +goose Up
-- Reports that are handled: when (0 is open), by which moderator, and with what outcome.
ALTER TABLE reports ADD COLUMN handled BIGINT NOT NULL DEFAULT 0;
ALTER TABLE reports ADD COLUMN handled_by TEXT NOT NULL DEFAULT '';
ALTER TABLE reports ADD COLUMN outcome TEXT NOT NULL DEFAULT '';
CREATE INDEX reports_other ON reports(other);
CREATE INDEX reports_handled ON reports(handled, at);
-- Measures against accounts, at most one of each kind. ends is always in the future while it is in force.
CREATE TABLE sanctions (
  account   TEXT NOT NULL,
  kind      TEXT NOT NULL,
  since     BIGINT NOT NULL,
  ends      BIGINT NOT NULL,
  moderator TEXT NOT NULL,
  reason    TEXT NOT NULL,
  seen      BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (account, kind)
);
CREATE INDEX sanctions_ends ON sanctions(ends);
-- Hashes of addresses, programs and keys with which accounts signed in, to find accounts of one person.
CREATE TABLE marks (
  account TEXT NOT NULL,
  kind    TEXT NOT NULL,
  mark    TEXT NOT NULL,
  seen    BIGINT NOT NULL,
  PRIMARY KEY (account, kind, mark)
);
CREATE INDEX marks_mark ON marks(kind, mark);
CREATE INDEX marks_seen ON marks(seen);
-- What moderators did.
CREATE TABLE audit (
  id        TEXT PRIMARY KEY,
  at        BIGINT NOT NULL,
  moderator TEXT NOT NULL,
  action    TEXT NOT NULL,
  account   TEXT NOT NULL,
  name      TEXT NOT NULL,
  detail    TEXT NOT NULL
);
CREATE INDEX audit_at ON audit(at);
CREATE INDEX audit_account ON audit(account, at);
-- Tokens of operators, by hash, and the key with which marks are hashed.
CREATE TABLE operators (
  hash    TEXT PRIMARY KEY,
  name    TEXT NOT NULL UNIQUE,
  created BIGINT NOT NULL,
  ends    BIGINT NOT NULL
);
CREATE TABLE secrets (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
);
CREATE INDEX accounts_created ON accounts(created);

-- +goose Down
DROP INDEX accounts_created;
DROP TABLE secrets;
DROP TABLE operators;
DROP TABLE audit;
DROP TABLE marks;
DROP TABLE sanctions;
DROP INDEX reports_handled;
DROP INDEX reports_other;
ALTER TABLE reports DROP COLUMN outcome;
ALTER TABLE reports DROP COLUMN handled_by;
ALTER TABLE reports DROP COLUMN handled;
