-- +goose Up
-- The account that has to answer for breaking a game off. Nobody answers for older ones.
ALTER TABLE games ADD COLUMN called_off TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE games DROP COLUMN called_off;
