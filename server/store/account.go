package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Kind is what an account is.
type Kind string

// The kinds of accounts.
const (
	Person Kind = "person"
	Guest  Kind = "guest"
	Bot    Kind = "bot"
)

// Account is somebody whom the service knows.
type Account struct {
	ID      string
	Name    string
	Key     string // of the name: two names that look alike have the same
	Kind    Kind
	Owner   string // id of the person whose bot it is
	Created int64
	Gone    int64 // when it was deleted; 0 if it is there
}

// Device is a key with which somebody signs in.
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

// CreateAccount adds an account with its first device. It is ErrTaken if the name or
// the key is, or one of the looks of the name.
func (s *Store) CreateAccount(ctx context.Context, a Account, d Device, looks ...string) error {
	return s.inside(ctx, func(ctx context.Context, tx *sql.Tx) error { return createAccount(ctx, tx, a, d, looks) })
}

func createAccount(ctx context.Context, tx *sql.Tx, a Account, d Device, looks []string) error {
	insert := `INSERT INTO accounts(` + accountColumns + `) VALUES ($1, $2, $3, $4, $5, $6, 0) ON CONFLICT DO NOTHING`
	err := changed(tx.ExecContext(ctx, insert, a.ID, a.Name, a.Key, a.Kind, a.Owner, a.Created))
	if errors.Is(err, ErrNone) {
		return fmt.Errorf("the name %q: %w", a.Name, ErrTaken)
	}
	if err != nil {
		return err
	}
	if err := claim(ctx, tx, a.ID, looks); err != nil {
		return err
	}
	return addDevice(ctx, tx, d)
}

// claim makes looks those of an account, and of no other.
func claim(ctx context.Context, tx *sql.Tx, account string, looks []string) error {
	for _, look := range looks {
		err := changed(tx.ExecContext(ctx, `INSERT INTO looks(look, account) VALUES ($1, $2)
			ON CONFLICT (look) DO UPDATE SET account = excluded.account WHERE looks.account = excluded.account`,
			look, account))
		if errors.Is(err, ErrNone) {
			return fmt.Errorf("the name looks like another one, which: %w", ErrTaken)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// FillLooks claims the looks of accounts that have none, where they are free: of those that are
// older than looks, and of bots of the service.
func (s *Store) FillLooks(ctx context.Context, looks func(name string) []string) error {
	rows, err := s.db.QueryContext(ctx, `SELECT `+accountColumns+` FROM accounts WHERE gone = 0 AND kind <> $1
		AND NOT EXISTS (SELECT 1 FROM looks WHERE looks.account = accounts.id) ORDER BY created, id`, Guest)
	all, err := list(rows, err, (*Account).fields)
	for _, a := range all {
		for _, look := range looks(a.Name) {
			_, failed := s.exec(ctx, `INSERT INTO looks(look, account) VALUES ($1, $2) ON CONFLICT DO NOTHING`, look,
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
		return fmt.Errorf("the device: %w", ErrTaken)
	}
	return err
}

// AddDevice gives an account another device.
func (s *Store) AddDevice(ctx context.Context, d Device) error {
	return s.inside(ctx, func(ctx context.Context, tx *sql.Tx) error { return addDevice(ctx, tx, d) })
}

// Account returns the account of an id, deleted ones too.
func (s *Store) Account(ctx context.Context, id string) (a Account, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT `+accountColumns+` FROM accounts WHERE id = $1`, id).Scan(a.fields()...)
	return a, none(err)
}

// AccountNamed returns the account whose name has a key.
func (s *Store) AccountNamed(ctx context.Context, key string) (a Account, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT `+accountColumns+` FROM accounts WHERE name_key = $1 AND gone = 0`,
		key).Scan(a.fields()...)
	return a, none(err)
}

// Bots returns the bots of a person.
func (s *Store) Bots(ctx context.Context, owner string) ([]Account, error) {
	rows, err := s.db.QueryContext(ctx, botsOf, owner)
	return list(rows, err, (*Account).fields)
}

const botsOf = `SELECT ` + accountColumns + ` FROM accounts WHERE owner = $1 AND gone = 0 ORDER BY name_key`

// Rename gives an account another name, by which a guest becomes a person. It is ErrTaken if the name is, or one of its
// looks.
func (s *Store) Rename(ctx context.Context, id, name, key string, looks ...string) error {
	return s.told(Change{Renamed: id}, s.inside(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var other string
		err := tx.QueryRowContext(ctx, `SELECT id FROM accounts WHERE name_key = $1 AND id <> $2`, key, id).Scan(&other)
		if err == nil {
			return fmt.Errorf("the name %q: %w", name, ErrTaken)
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

// Delete forgets who an account was: its name, devices, sessions, codes, and whom it would
// not meet; so it does with its bots. Its games stay, as those of a nameless player.
func (s *Store) Delete(ctx context.Context, id string, now time.Time) error {
	var gone []string
	err := s.inside(ctx, func(ctx context.Context, tx *sql.Tx) error {
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
	return s.told(Change{Deleted: gone}, err)
}

// forget does it with one account.
func forget(ctx context.Context, tx *sql.Tx, id string, now time.Time) error {
	for _, statement := range []string{
		`DELETE FROM sessions WHERE account = $1`, `DELETE FROM codes WHERE account = $1`,
		`DELETE FROM seeks WHERE account = $1 OR target = $1`,
		`DELETE FROM devices WHERE account = $1`, `DELETE FROM blocks WHERE account = $1 OR other = $1`,
		`DELETE FROM vacations WHERE account = $1`,
		`DELETE FROM looks WHERE account = $1`,
	} {
		if _, err := tx.ExecContext(ctx, statement, id); err != nil {
			return err
		}
	}
	nameless := "gone-" + id
	return changed(tx.ExecContext(ctx,
		`UPDATE accounts SET name = $1, name_key = $2, owner = '', gone = $3 WHERE id = $4 AND gone = 0`,
		nameless, nameless, micros(now), id))
}

// Devices returns the devices of an account, the oldest first.
func (s *Store) Devices(ctx context.Context, account string) ([]Device, error) {
	rows, err := s.db.QueryContext(ctx,
		`SELECT key, account, label, created, revoked FROM devices WHERE account = $1 ORDER BY created, key`, account)
	return list(rows, err, (*Device).fields)
}

func (d *Device) fields() []any { return []any{&d.Key, &d.Account, &d.Label, &d.Created, &d.Revoked} }

// Device returns the device of a key, if it is not revoked.
func (s *Store) Device(ctx context.Context, key string) (d Device, err error) {
	err = s.db.QueryRowContext(ctx,
		`SELECT key, account, label, created, revoked FROM devices WHERE key = $1 AND revoked = 0`,
		key).Scan(d.fields()...)
	return d, none(err)
}

// Revoke ends a device of an account, every session that it has opened and the codes that
// it was told.
func (s *Store) Revoke(ctx context.Context, account, key string, now time.Time) error {
	return s.inside(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, statement := range []string{`DELETE FROM sessions WHERE device = $1 AND account = $2`,
			`DELETE FROM codes WHERE device = $1 AND account = $2`} {
			if _, err := tx.ExecContext(ctx, statement, key, account); err != nil {
				return none(err)
			}
		}
		return changed(tx.ExecContext(ctx,
			`UPDATE devices SET revoked = $1 WHERE key = $2 AND account = $3 AND revoked = 0`, micros(now),
			key, account))
	})
}

// OpenSession remembers a session by the hash of its token. Of each device there are as
// many as most: the oldest ones end, and pushed says that one did.
func (s *Store) OpenSession(
	ctx context.Context, hash, account, device string, ends time.Time, most int,
) (pushed bool, err error) {
	err = s.inside(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := hold(ctx, s, tx, device); err != nil {
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

// Session returns the account and the device of a session that has not ended.
func (s *Store) Session(ctx context.Context, hash string, now time.Time) (a Account, device string, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT a.id, a.name, a.name_key, a.kind, a.owner, a.created, a.gone, s.device
		FROM sessions s JOIN accounts a ON a.id = s.account JOIN devices d ON d.key = s.device
		WHERE s.hash = $1 AND s.ends > $2 AND d.revoked = 0 AND a.gone = 0`, hash,
		micros(now)).Scan(append(a.fields(), &device)...)
	return a, device, none(err)
}

// CloseSession forgets a session.
func (s *Store) CloseSession(ctx context.Context, hash string) error {
	_, err := s.exec(ctx, `DELETE FROM sessions WHERE hash = $1`, hash)
	return err
}

// AddCodes remembers codes that may each be used once, by their hashes, and the device
// that was told them.
func (s *Store) AddCodes(ctx context.Context, account, device, purpose string, hashes []string, ends time.Time) error {
	return s.inside(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := hold(ctx, s, tx, account); err != nil {
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

// UseCode uses a code up, gives its account the device d and returns the account. It is
// ErrFull, and the code is good still, if that has as many devices as most.
func (s *Store) UseCode(
	ctx context.Context, hash, purpose string, d Device, most int, now time.Time,
) (account string, err error) {
	err = s.inside(ctx, func(ctx context.Context, tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx,
			`DELETE FROM codes WHERE hash = $1 AND purpose = $2 AND ends > $3 RETURNING account`, hash, purpose,
			micros(now)).Scan(&account)
		if err != nil {
			return none(err)
		}
		if err := hold(ctx, s, tx, account); err != nil {
			return err
		}
		used := `SELECT COUNT(*) FROM devices WHERE account = $1 AND revoked = 0`
		if err := fewer(ctx, tx, most, used, account); err != nil {
			return err
		}
		d.Account = account
		return addDevice(ctx, tx, d)
	})
	return account, err
}

// Spend notes that something was used which may be used once only, until a time.
// It is ErrTaken if it was used before.
func (s *Store) Spend(ctx context.Context, hash string, ends time.Time) error {
	err := changed(s.exec(ctx, `INSERT INTO spent(hash, ends) VALUES ($1, $2) ON CONFLICT DO NOTHING`, hash,
		micros(ends)))
	if errors.Is(err, ErrNone) {
		return ErrTaken
	}
	return err
}

// remembered is how long an invitation is still known after its end.
const remembered = 30 * 24 * time.Hour

// Sweep removes what has ended.
func (s *Store) Sweep(ctx context.Context, now time.Time) error {
	for _, statement := range []string{`DELETE FROM sessions WHERE ends <= $1`, `DELETE FROM codes WHERE ends <= $1`,
		`DELETE FROM spent WHERE ends <= $1`,
		`DELETE FROM seeks WHERE ends <= $1 AND kind NOT IN ('invite', 'taken')`} {
		if _, err := s.exec(ctx, statement, micros(now)); err != nil {
			return err
		}
	}
	_, err := s.exec(ctx, `DELETE FROM seeks WHERE ends <= $1`, micros(now.Add(-remembered)))
	return err
}
