-- +goose Up
-- Times are microseconds since 1970. The same text serves SQLite and PostgreSQL.
CREATE TABLE accounts (
  id       TEXT PRIMARY KEY,
  name     TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  kind     TEXT NOT NULL,
  owner    TEXT NOT NULL DEFAULT '',
  created  BIGINT NOT NULL,
  gone     BIGINT NOT NULL DEFAULT 0
);
CREATE TABLE devices (
  key     TEXT PRIMARY KEY,
  account TEXT NOT NULL REFERENCES accounts(id),
  label   TEXT NOT NULL,
  created BIGINT NOT NULL,
  revoked BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX devices_account ON devices(account);
CREATE TABLE sessions (
  hash    TEXT PRIMARY KEY,
  account TEXT NOT NULL REFERENCES accounts(id),
  device  TEXT NOT NULL REFERENCES devices(key),
  ends    BIGINT NOT NULL
);
CREATE INDEX sessions_device ON sessions(device);
CREATE TABLE codes (
  hash    TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,
  account TEXT NOT NULL REFERENCES accounts(id),
  ends    BIGINT NOT NULL
);
CREATE TABLE spent (
  hash TEXT PRIMARY KEY,
  ends BIGINT NOT NULL
);
CREATE TABLE live (
  id        TEXT PRIMARY KEY,
  spec      TEXT NOT NULL,
  attackers TEXT NOT NULL,
  defenders TEXT NOT NULL,
  opened    BIGINT NOT NULL
);
CREATE INDEX live_attackers ON live(attackers);
CREATE INDEX live_defenders ON live(defenders);
CREATE TABLE games (
  id        TEXT PRIMARY KEY,
  variant   TEXT NOT NULL,
  pool      TEXT NOT NULL,
  rated     INTEGER NOT NULL,
  attackers TEXT NOT NULL,
  defenders TEXT NOT NULL,
  result    TEXT NOT NULL,
  cause     TEXT NOT NULL,
  plies     INTEGER NOT NULL,
  opened    BIGINT NOT NULL,
  ended     BIGINT NOT NULL,
  entries   TEXT NOT NULL
);
CREATE INDEX games_attackers ON games(attackers, ended);
CREATE INDEX games_defenders ON games(defenders, ended);
CREATE INDEX games_ended ON games(ended);
CREATE TABLE ratings (
  account    TEXT NOT NULL REFERENCES accounts(id),
  pool       TEXT NOT NULL,
  points     DOUBLE PRECISION NOT NULL,
  deviation  DOUBLE PRECISION NOT NULL,
  volatility DOUBLE PRECISION NOT NULL,
  games      INTEGER NOT NULL,
  played     BIGINT NOT NULL,
  PRIMARY KEY (account, pool)
);
CREATE INDEX ratings_ladder ON ratings(pool, points);
CREATE TABLE rating_steps (
  account   TEXT NOT NULL,
  pool      TEXT NOT NULL,
  game      TEXT NOT NULL,
  points    DOUBLE PRECISION NOT NULL,
  deviation DOUBLE PRECISION NOT NULL,
  at        BIGINT NOT NULL,
  PRIMARY KEY (account, game)
);
CREATE TABLE advantages (
  variant   TEXT PRIMARY KEY,
  points    DOUBLE PRECISION NOT NULL,
  deviation DOUBLE PRECISION NOT NULL,
  games     INTEGER NOT NULL
);

-- +goose Down
DROP TABLE advantages;
DROP TABLE rating_steps;
DROP TABLE ratings;
DROP TABLE games;
DROP TABLE live;
DROP TABLE spent;
DROP TABLE codes;
DROP TABLE sessions;
DROP TABLE devices;
DROP TABLE accounts;
