package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Kind is the kind of an account.
type Kind string

// The kinds of accounts.
const (
	Person Kind = "person"
	Guest  Kind = "guest"
	Bot    Kind = "bot"
)

// Account is an account of the service.
type Account struct {
	ID      string
	Name    string
	Key     string // of the name: names that differ in case or width only have the same key
	Kind    Kind
	Owner   string // id of the person who owns the bot
	Created int64
	Gone    int64 // when it was deleted, in microseconds; 0 if it exists
}

// Device is a key that signs an account in.
type Device struct {
	Key     string // of Ed25519, in base64
	Account string
	Label   string
	Created int64
	Revoked int64
}

const accountColumns = `id, name, name_key, kind, owner, created, gone`

func (a *Account) fields() []any {
	return []any{&a.ID, &a.Name, &a.Key, &a.Kind, &a.Owner, &a.Created, &a.Gone}
}

// Accounts are the accounts with their devices and the looks of their names.
type Accounts struct{ db *database }

// Create adds an account with its first device. The error is ErrTaken if the name, the key or one of the name's
// looks is taken.
func (s Accounts) Create(ctx context.Context, a Account, d Device, looks ...string) error {
	return s.db.inTransaction(ctx, func(ctx context.Context,
		tx *sql.Tx) error {
		return createAccount(ctx, tx, a, d, looks)
	})
}

func createAccount(ctx context.Context, tx *sql.Tx, a Account, d Device, looks []string) error {
	insert := `INSERT INTO accounts(` + accountColumns + `) VALUES ($1, $2, $3, $4, $5, $6, 0) ON CONFLICT DO NOTHING`
	err := changed(tx.ExecContext(ctx, insert, a.ID, a.Name, a.Key, a.Kind, a.Owner, a.Created))
	if errors.Is(err, ErrNone) {
		return fmt.Errorf("name %q: %w", a.Name, ErrTaken)
	}
	if err != nil {
		return err
	}
	if err := claim(ctx, tx, a.ID, looks); err != nil {
		return err
	}
	return addDevice(ctx, tx, d)
}

// claim assigns looks to an account. The error is ErrTaken if another account has one of them.
func claim(ctx context.Context, tx *sql.Tx, account string, looks []string) error {
	for _, look := range looks {
		err := changed(tx.ExecContext(ctx, `INSERT INTO looks(look, account) VALUES ($1, $2)
			ON CONFLICT (look) DO UPDATE SET account = excluded.account WHERE looks.account = excluded.account`,
			look, account))
		if errors.Is(err, ErrNone) {
			return fmt.Errorf("the name looks like another one: %w", ErrTaken)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// FillLooks assigns free looks to accounts that have none: accounts older than looks, and bots of the service.
func (s Accounts) FillLooks(ctx context.Context, looks func(name string) []string) error {
	rows, err := s.db.pool.QueryContext(ctx, `SELECT `+accountColumns+` FROM accounts WHERE gone = 0 AND kind <> $1
		AND NOT EXISTS (SELECT 1 FROM looks WHERE looks.account = accounts.id) ORDER BY created, id`, Guest)
	all, err := list(rows, err, (*Account).fields)
	for _, a := range all {
		for _, look := range looks(a.Name) {
			_, failed := s.db.exec(ctx, `INSERT INTO looks(look, account) VALUES ($1, $2) ON CONFLICT DO NOTHING`, look,
				a.ID)
			err = errors.Join(err, failed)
		}
	}
	return err
}

func addDevice(ctx context.Context, tx *sql.Tx, d Device) error {
	err := changed(tx.ExecContext(ctx,
		`INSERT INTO devices(key, account, label, created) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
		d.Key, d.Account, d.Label, d.Created))
	if errors.Is(err, ErrNone) {
		return fmt.Errorf("device: %w", ErrTaken)
	}
	return err
}

// AddDevice adds a device to an account.
func (s Accounts) AddDevice(ctx context.Context, d Device) error {
	return s.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error { return addDevice(ctx, tx, d) })
}

// Get returns the account with an id, even if it is deleted.
func (s Accounts) Get(ctx context.Context, id string) (a Account, err error) {
	err = s.db.pool.QueryRowContext(ctx, `SELECT `+accountColumns+` FROM accounts WHERE id = $1`,
		id).Scan(a.fields()...)
	return a, none(err)
}

// Named returns the account whose name has this key.
func (s Accounts) Named(ctx context.Context, key string) (a Account, err error) {
	err = s.db.pool.QueryRowContext(ctx, `SELECT `+accountColumns+` FROM accounts WHERE name_key = $1 AND gone = 0`,
		key).Scan(a.fields()...)
	return a, none(err)
}

// Bots returns the bots of a person, by name.
func (s Accounts) Bots(ctx context.Context, owner string) ([]Account, error) {
	rows, err := s.db.pool.QueryContext(ctx, botsOf, owner)
	return list(rows, err, (*Account).fields)
}

const botsOf = `SELECT ` + accountColumns + ` FROM accounts WHERE owner = $1 AND gone = 0 ORDER BY name_key`

// Rename renames an account and makes a guest a person. The error is ErrTaken if the name or one of its looks is taken.
func (s Accounts) Rename(ctx context.Context, id, name, key string, looks ...string) error {
	return s.db.notify(Change{Renamed: id}, s.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var other string
		err := tx.QueryRowContext(ctx, `SELECT id FROM accounts WHERE name_key = $1 AND id <> $2`, key, id).Scan(&other)
		if err == nil {
			return fmt.Errorf("name %q: %w", name, ErrTaken)
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM looks WHERE account = $1`, id); err != nil {
			return err
		}
		if err := claim(ctx, tx, id, looks); err != nil {
			return err
		}
		return changed(tx.ExecContext(ctx, `UPDATE accounts SET name = $1, name_key = $2,
			kind = CASE kind WHEN $3 THEN $4 ELSE kind END WHERE id = $5 AND gone = 0`, name, key, Guest, Person, id))
	}))
}

// Delete deletes the personal data of an account and of its bots: name, devices, sessions, codes, and blocks. Their
// games remain, with a nameless player.
func (s Accounts) Delete(ctx context.Context, id string, now time.Time) error {
	var gone []string
	err := s.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, `SELECT id FROM accounts WHERE owner = $1 AND gone = 0`, id)
		bots, err := list(rows, err, func(bot *string) []any { return []any{bot} })
		if err != nil {
			return err
		}
		gone = append(bots, id)
		for _, one := range gone {
			if err := forget(ctx, tx, one, now); err != nil {
				return err
			}
		}
		return nil
	})
	return s.db.notify(Change{Deleted: gone}, err)
}

// forget deletes the personal data of an account.
func forget(ctx context.Context, tx *sql.Tx, id string, now time.Time) error {
	for _, statement := range append([]string{
		`DELETE FROM sessions WHERE account = $1`, `DELETE FROM codes WHERE account = $1`,
		`DELETE FROM seeks WHERE account = $1 OR target = $1`,
		`DELETE FROM devices WHERE account = $1`, `DELETE FROM blocks WHERE account = $1 OR other = $1`,
		`DELETE FROM vacations WHERE account = $1`, `DELETE FROM pushes WHERE account = $1`,
		`DELETE FROM looks WHERE account = $1`, `DELETE FROM conditionals WHERE account = $1`,
	}, deleteFriends...) {
		if _, err := tx.ExecContext(ctx, statement, id); err != nil {
			return err
		}
	}
	if err := forgetMarks(ctx, tx, id, now); err != nil {
		return err
	}
	nameless := "gone-" + id
	return changed(tx.ExecContext(ctx,
		`UPDATE accounts SET name = $1, name_key = $2, owner = '', gone = $3 WHERE id = $4 AND gone = 0`,
		nameless, nameless, micros(now), id))
}

// Devices returns the devices of an account, the oldest first.
func (s Accounts) Devices(ctx context.Context, account string) ([]Device, error) {
	rows, err := s.db.pool.QueryContext(ctx,
		`SELECT key, account, label, created, revoked FROM devices WHERE account = $1 ORDER BY created, key`, account)
	return list(rows, err, (*Device).fields)
}

func (d *Device) fields() []any { return []any{&d.Key, &d.Account, &d.Label, &d.Created, &d.Revoked} }

// Device returns the device of a key if it is not revoked.
func (s Accounts) Device(ctx context.Context, key string) (d Device, err error) {
	err = s.db.pool.QueryRowContext(ctx,
		`SELECT key, account, label, created, revoked FROM devices WHERE key = $1 AND revoked = 0`,
		key).Scan(d.fields()...)
	return d, none(err)
}

// Revoke revokes a device of an account and deletes its sessions, codes and subscription.
func (s Accounts) Revoke(ctx context.Context, account, key string, now time.Time) error {
	return s.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, statement := range []string{`DELETE FROM sessions WHERE device = $1 AND account = $2`,
			`DELETE FROM codes WHERE device = $1 AND account = $2`,
			`DELETE FROM pushes WHERE device = $1 AND account = $2`} {
			if _, err := tx.ExecContext(ctx, statement, key, account); err != nil {
				return none(err)
			}
		}
		return changed(tx.ExecContext(ctx,
			`UPDATE devices SET revoked = $1 WHERE key = $2 AND account = $3 AND revoked = 0`, micros(now),
			key, account))
	})
}

// Sessions are the sessions of devices, the codes that sign in, and the signatures that were used.
type Sessions struct{ db *database }

// Open stores a session by the hash of its token. A device has at most most sessions: older ones are deleted,
// and pushed says that one was.
func (s Sessions) Open(
	ctx context.Context, hash, account, device string, ends time.Time, most int,
) (pushed bool, err error) {
	err = s.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := lockNames(ctx, s.db, tx, device); err != nil {
			return err
		}
		err := changed(tx.ExecContext(ctx, `DELETE FROM sessions WHERE device = $1 AND hash NOT IN (SELECT hash FROM `+
			`sessions WHERE device = $1 ORDER BY ends DESC LIMIT $2)`,
			device, most-1))
		if pushed = err == nil; !pushed && !errors.Is(err, ErrNone) {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO sessions(hash, account, device, ends) VALUES ($1, $2, $3, $4)`, hash,
			account, device, micros(ends))
		return err
	})
	return pushed, err
}

// Get returns the account and the device of a session that has not ended.
func (s Sessions) Get(ctx context.Context, hash string, now time.Time) (a Account, device string, err error) {
	err = s.db.pool.QueryRowContext(ctx, `SELECT a.id, a.name, a.name_key, a.kind, a.owner, a.created, a.gone, s.device
		FROM sessions s JOIN accounts a ON a.id = s.account JOIN devices d ON d.key = s.device
		WHERE s.hash = $1 AND s.ends > $2 AND d.revoked = 0 AND a.gone = 0`, hash,
		micros(now)).Scan(append(a.fields(), &device)...)
	return a, device, none(err)
}

// Close deletes a session.
func (s Sessions) Close(ctx context.Context, hash string) error {
	_, err := s.db.exec(ctx, `DELETE FROM sessions WHERE hash = $1`, hash)
	return err
}

// AddCodes stores codes for one use each, by their hashes, with the device that requested them. They replace older
// codes for the same purpose.
func (s Sessions) AddCodes(
	ctx context.Context, account, device, purpose string, hashes []string, ends time.Time,
) error {
	return s.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := lockNames(ctx, s.db, tx, account); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM codes WHERE account = $1 AND purpose = $2`, account,
			purpose); err != nil {
			return err
		}
		for _, hash := range hashes {
			if _, err := tx.ExecContext(ctx,
				`INSERT INTO codes(hash, purpose, account, device, ends) VALUES ($1, $2, $3, $4, $5)`, hash, purpose,
				account, device, micros(ends)); err != nil {
				return err
			}
		}
		return nil
	})
}

// UseCode uses up a code, adds device d to its account and returns the account. The error is ErrFull, and the code
// remains valid, if the account has most devices.
func (s Sessions) UseCode(
	ctx context.Context, hash, purpose string, d Device, most int, now time.Time,
) (account string, err error) {
	err = s.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx,
			`DELETE FROM codes WHERE hash = $1 AND purpose = $2 AND ends > $3 RETURNING account`, hash, purpose,
			micros(now)).Scan(&account)
		if err != nil {
			return none(err)
		}
		if err := lockNames(ctx, s.db, tx, account); err != nil {
			return err
		}
		used := `SELECT COUNT(*) FROM devices WHERE account = $1 AND revoked = 0`
		if err := checkLimit(ctx, tx, most, used, account); err != nil {
			return err
		}
		d.Account = account
		return addDevice(ctx, tx, d)
	})
	return account, err
}

// Spend records that something was used that may be used only once, until ends. The error is ErrTaken if it was used
// before.
func (s Sessions) Spend(ctx context.Context, hash string, ends time.Time) error {
	err := changed(s.db.exec(ctx, `INSERT INTO spent(hash, ends) VALUES ($1, $2) ON CONFLICT DO NOTHING`, hash,
		micros(ends)))
	if errors.Is(err, ErrNone) {
		return ErrTaken
	}
	return err
}

// remembered is how long an invitation is kept after its end.
const remembered = 30 * 24 * time.Hour

// Sweep deletes what has expired.
func (s Sessions) Sweep(ctx context.Context, now time.Time) error {
	for _, statement := range []string{`DELETE FROM sessions WHERE ends <= $1`, `DELETE FROM codes WHERE ends <= $1`,
		`DELETE FROM spent WHERE ends <= $1`,
		`DELETE FROM seeks WHERE ends <= $1 AND kind NOT IN ('invite', 'taken')`} {
		if _, err := s.db.exec(ctx, statement, micros(now)); err != nil {
			return err
		}
	}
	_, err := s.db.exec(ctx, `DELETE FROM seeks WHERE ends <= $1`, micros(now.Add(-remembered)))
	return err
}
