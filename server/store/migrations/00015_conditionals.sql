-- +goose Up
-- What the service plays for a player of a correspondence game. The lines begin after ply moves and entry seq of the
-- game; seen is the newest entry against which they were checked, made the time when they were set.
CREATE TABLE conditionals (
  game    TEXT NOT NULL,
  account TEXT NOT NULL,
  ply     BIGINT NOT NULL,
  seq     BIGINT NOT NULL,
  seen    BIGINT NOT NULL,
  made    BIGINT NOT NULL,
  lines   TEXT NOT NULL,
  PRIMARY KEY (game, account)
);
CREATE INDEX conditionals_account ON conditionals(account);

-- +goose Down
DROP TABLE conditionals;
