-- +goose Up
-- How many entries the journal has had of a game, at least: one that has fewer has lost some.
-- 0 is not known.
ALTER TABLE live ADD COLUMN seq BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE live DROP COLUMN seq;
