-- +goose Up
-- An event is its log: seq counts from 1, and version is how many lines there are.
CREATE TABLE events (
  id       TEXT PRIMARY KEY,
  spec     TEXT NOT NULL,
  seed     BIGINT NOT NULL,
  rules    INTEGER NOT NULL,
  director TEXT NOT NULL REFERENCES accounts(id),
  phase    TEXT NOT NULL,
  version  BIGINT NOT NULL DEFAULT 0,
  opened   BIGINT NOT NULL,
  starts   BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX events_phase ON events(phase, opened);
CREATE INDEX events_director ON events(director);
CREATE TABLE event_log (
  event TEXT NOT NULL REFERENCES events(id),
  seq   BIGINT NOT NULL,
  line  TEXT NOT NULL,
  PRIMARY KEY (event, seq)
);
ALTER TABLE live ADD COLUMN event TEXT NOT NULL DEFAULT '';
CREATE INDEX live_event ON live(event);
ALTER TABLE games ADD COLUMN event TEXT NOT NULL DEFAULT '';
CREATE INDEX games_event ON games(event);

-- +goose Down
DROP INDEX games_event;
ALTER TABLE games DROP COLUMN event;
DROP INDEX live_event;
ALTER TABLE live DROP COLUMN event;
DROP TABLE event_log;
DROP TABLE events;
