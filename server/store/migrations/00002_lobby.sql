-- +goose Up
CREATE TABLE seeks (
  id      TEXT PRIMARY KEY,
  kind    TEXT NOT NULL,
  account TEXT NOT NULL REFERENCES accounts(id),
  target  TEXT NOT NULL DEFAULT '',
  body    TEXT NOT NULL,
  opened  BIGINT NOT NULL,
  ends    BIGINT NOT NULL
);
CREATE INDEX seeks_kind ON seeks(kind, opened);
CREATE INDEX seeks_account ON seeks(account);
CREATE INDEX seeks_target ON seeks(target);
CREATE TABLE blocks (
  account TEXT NOT NULL,
  other   TEXT NOT NULL,
  PRIMARY KEY (account, other)
);
CREATE TABLE reports (
  id      TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  other   TEXT NOT NULL,
  game    TEXT NOT NULL,
  text    TEXT NOT NULL,
  at      BIGINT NOT NULL
);
CREATE TABLE leases (
  name   TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  ends   BIGINT NOT NULL
);

-- +goose Down
DROP TABLE leases;
DROP TABLE reports;
DROP TABLE blocks;
DROP TABLE seeks;
