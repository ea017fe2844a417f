-- +goose Up
CREATE TABLE vacations (
  account TEXT NOT NULL REFERENCES accounts(id),
  begun   BIGINT NOT NULL,
  ends    BIGINT NOT NULL,
  PRIMARY KEY (account, begun)
);
CREATE INDEX vacations_ends ON vacations(ends);

-- +goose Down
DROP TABLE vacations;
