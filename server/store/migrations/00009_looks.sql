-- +goose Up
-- What names look like: no other account is called so any more. Of older accounts that look
-- alike the first has it, and all keep their names.
CREATE TABLE looks (
  look    TEXT PRIMARY KEY,
  account TEXT NOT NULL REFERENCES accounts(id)
);
CREATE INDEX looks_account ON looks(account);

-- +goose Down
DROP TABLE looks;
