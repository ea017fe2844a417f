-- +goose Up
-- Who does not want to meet an account, for each look at the lobby.
CREATE INDEX blocks_other ON blocks(other);

-- +goose Down
DROP INDEX blocks_other;
