-- +goose Up
-- What is asked for often, or by anybody, is found without going through whole tables.
CREATE INDEX accounts_owner ON accounts(owner);
CREATE INDEX sessions_account ON sessions(account);
CREATE INDEX sessions_ends ON sessions(ends);
CREATE INDEX spent_ends ON spent(ends);
CREATE INDEX reports_account ON reports(account);
CREATE INDEX reports_at ON reports(at);
CREATE INDEX live_opened ON live(opened);
CREATE INDEX games_attackers_pool ON games(attackers, pool);
CREATE INDEX games_defenders_pool ON games(defenders, pool);
CREATE INDEX rating_steps_pool ON rating_steps(account, pool, at);

-- +goose Down
DROP INDEX rating_steps_pool;
DROP INDEX games_defenders_pool;
DROP INDEX games_attackers_pool;
DROP INDEX live_opened;
DROP INDEX reports_at;
DROP INDEX reports_account;
DROP INDEX spent_ends;
DROP INDEX sessions_ends;
DROP INDEX sessions_account;
DROP INDEX accounts_owner;
