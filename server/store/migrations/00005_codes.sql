-- +goose Up
-- The device that was told a code: a code ends with it. Older codes are told to nobody known.
ALTER TABLE codes ADD COLUMN device TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE codes DROP COLUMN device;
