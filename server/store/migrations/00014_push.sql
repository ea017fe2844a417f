-- +goose Up
-- Browsers that are told when it is the player's move: one of each device. failed counts messages in a row that could
-- not be sent.
CREATE TABLE pushes (
  device   TEXT PRIMARY KEY,
  account  TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  p256dh   TEXT NOT NULL,
  auth     TEXT NOT NULL,
  language TEXT NOT NULL,
  created  BIGINT NOT NULL,
  failed   BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX pushes_account ON pushes(account);
CREATE INDEX pushes_endpoint ON pushes(endpoint);

-- +goose Down
DROP TABLE pushes;
