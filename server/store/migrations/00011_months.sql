-- +goose Up
-- Of PostgreSQL alone (sqliteNever): what was played in the games of the archive lies by the month in which they ended, so
-- that an operator can move a month away or drop it. games is a view now, read and written as the table was: services of
-- an older version go on. A column that games gets belongs into game_rows, into the view and into add_game. What ended
-- before stays in game_rows.entries until somebody moves it (docs/operation.md). Why so: docs/adr/0014.
ALTER TABLE games RENAME TO game_rows;
ALTER TABLE game_rows ALTER COLUMN entries SET DEFAULT '';
CREATE TABLE game_entries (
  id      TEXT NOT NULL,
  ended   BIGINT NOT NULL,
  entries TEXT NOT NULL,
  PRIMARY KEY (ended, id)
) PARTITION BY RANGE (ended);
-- For what ends in a month that nobody has made.
CREATE TABLE game_entries_rest PARTITION OF game_entries DEFAULT;
CREATE VIEW games AS
  SELECT id, variant, pool, rated, attackers, defenders, result, cause, plies, opened, ended,
    COALESCE((SELECT e.entries FROM game_entries e WHERE e.ended = g.ended AND e.id = g.id), g.entries) AS entries,
    event, called_off
  FROM game_rows g;
-- +goose StatementBegin
CREATE FUNCTION add_game() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO game_rows(id, variant, pool, rated, attackers, defenders, result, cause, plies, opened, ended, event, called_off)
    VALUES (NEW.id, NEW.variant, NEW.pool, NEW.rated, NEW.attackers, NEW.defenders, NEW.result, NEW.cause, NEW.plies,
      NEW.opened, NEW.ended, NEW.event, NEW.called_off)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN -- it is in the archive already
    RETURN NULL;
  END IF;
  INSERT INTO game_entries(id, ended, entries) VALUES (NEW.id, NEW.ended, NEW.entries);
  RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER add_game INSTEAD OF INSERT ON games FOR EACH ROW EXECUTE FUNCTION add_game();
-- Makes the month that a moment is in, by UTC, unless it is there: game_entries_2026_01. What is in game_entries_rest
-- of it goes there. Nobody who reads waits behind it for longer than three seconds.
-- +goose StatementBegin
CREATE FUNCTION make_month(at TIMESTAMPTZ) RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
  first TIMESTAMP := date_trunc('month', at AT TIME ZONE 'UTC');
  part  TEXT := 'game_entries_' || to_char(first, 'YYYY_MM');
  since BIGINT := EXTRACT(EPOCH FROM first) * 1000000;
  until BIGINT := EXTRACT(EPOCH FROM first + INTERVAL '1 month') * 1000000;
BEGIN
  PERFORM set_config('lock_timeout', '3s', TRUE);
  PERFORM pg_advisory_xact_lock(hashtext('make_month')); -- one service at a time
  IF to_regclass(part) IS NOT NULL THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE game_entries INCLUDING ALL)', part);
  EXECUTE format('WITH moved AS (DELETE FROM game_entries_rest WHERE ended >= %s AND ended < %s RETURNING *)
    INSERT INTO %I(id, ended, entries) SELECT id, ended, entries FROM moved', since, until, part);
  EXECUTE format('ALTER TABLE game_entries ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', part, since, until);
END
$$;
-- +goose StatementEnd

-- +goose Down
UPDATE game_rows g SET entries = e.entries FROM game_entries e WHERE e.ended = g.ended AND e.id = g.id;
DROP VIEW games;
DROP FUNCTION add_game;
DROP FUNCTION make_month;
DROP TABLE game_entries;
ALTER TABLE game_rows ALTER COLUMN entries DROP DEFAULT;
ALTER TABLE game_rows RENAME TO games;
