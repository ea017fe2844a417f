-- +goose Up
-- The players whom an account has marked as friends, and from whom it accepts challenges: 'all' without a row.
CREATE TABLE friends (
  account TEXT NOT NULL REFERENCES accounts(id),
  other   TEXT NOT NULL REFERENCES accounts(id),
  since   BIGINT NOT NULL,
  PRIMARY KEY (account, other)
);
CREATE INDEX friends_other ON friends(other);
CREATE TABLE accepts (
  account    TEXT PRIMARY KEY REFERENCES accounts(id),
  challenges TEXT NOT NULL
);

-- +goose Down
DROP TABLE accepts;
DROP TABLE friends;
