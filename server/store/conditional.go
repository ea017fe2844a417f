package store

import "context"

// Conditionals are the conditional moves of players in games in progress.
type Conditionals struct{ db *database }

// Conditional is what the service plays for a player of a game.
type Conditional struct {
	Game, Account string
	Ply           int
	Seq           int64  // newest entry of the game when the lines were set
	Seen          int64  // newest entry against which they were checked
	Made          int64  // when they were set, in microseconds
	Lines         string // one line of moves each, separated by newlines
}

func (c *Conditional) fields() []any {
	return []any{&c.Game, &c.Account, &c.Ply, &c.Seq, &c.Seen, &c.Made, &c.Lines}
}

const conditionalColumns = `game, account, ply, seq, seen, made, lines`

// Put stores the conditional moves of a player in a game instead of older ones.
func (s Conditionals) Put(ctx context.Context, c Conditional) error {
	_, err := s.db.exec(ctx, `INSERT INTO conditionals(`+conditionalColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (game, account) DO UPDATE SET ply = excluded.ply, seq = excluded.seq, seen = excluded.seen,
		made = excluded.made, lines = excluded.lines`, c.Game, c.Account, c.Ply, c.Seq, c.Seen, c.Made, c.Lines)
	return err
}

const conditionalsOf = `SELECT ` + conditionalColumns + ` FROM conditionals WHERE game = $1 ORDER BY account`

// Of returns the conditional moves of both players of a game.
func (s Conditionals) Of(ctx context.Context, game string) ([]Conditional, error) {
	rows, err := s.db.pool.QueryContext(ctx, conditionalsOf, game)
	return list(rows, err, (*Conditional).fields)
}

const conditionalsOfAccount = `SELECT ` + conditionalColumns + ` FROM conditionals WHERE account = $1 ORDER BY game`

// OfAccount returns the conditional moves of an account in all games.
func (s Conditionals) OfAccount(ctx context.Context, account string) ([]Conditional, error) {
	rows, err := s.db.pool.QueryContext(ctx, conditionalsOfAccount, account)
	return list(rows, err, (*Conditional).fields)
}

// Get returns the conditional moves of a player in a game. The error is ErrNone if there are none.
func (s Conditionals) Get(ctx context.Context, game, account string) (c Conditional, err error) {
	err = s.db.pool.QueryRowContext(ctx, `SELECT `+conditionalColumns+` FROM conditionals
		WHERE game = $1 AND account = $2`, game, account).Scan(c.fields()...)
	return c, none(err)
}

// Unseen returns the ids of the games with conditional moves; unless all is set, only games that have entries against
// which these were not checked.
func (s Conditionals) Unseen(ctx context.Context, all bool) ([]string, error) {
	rows, err := s.db.pool.QueryContext(ctx, `SELECT DISTINCT c.game FROM conditionals c JOIN live l ON l.id = c.game
		WHERE $1 = 1 OR l.seq > c.seen`, boolean(all))
	return list(rows, err, func(id *string) []any { return []any{id} })
}

// Check stores that conditional moves were checked against the game up to an entry. It does nothing if they have been
// set again meanwhile.
func (s Conditionals) Check(ctx context.Context, c Conditional, seen uint64) error {
	_, err := s.db.exec(ctx, `UPDATE conditionals SET seen = $1
		WHERE game = $2 AND account = $3 AND made = $4 AND seen < $1`, int64(seen), c.Game, c.Account, c.Made)
	return err
}

// Drop removes conditional moves, unless they have been set again meanwhile.
func (s Conditionals) Drop(ctx context.Context, c Conditional) error {
	_, err := s.db.exec(ctx, `DELETE FROM conditionals WHERE game = $1 AND account = $2 AND made = $3`, c.Game,
		c.Account, c.Made)
	return err
}

// Remove removes the conditional moves of a player in a game, if there are any.
func (s Conditionals) Remove(ctx context.Context, game, account string) error {
	_, err := s.db.exec(ctx, `DELETE FROM conditionals WHERE game = $1 AND account = $2`, game, account)
	return err
}

// DropEnded removes the conditional moves of games that are no longer in progress.
func (s Conditionals) DropEnded(ctx context.Context) error {
	const ended = ` FROM conditionals WHERE game NOT IN (SELECT id FROM live)`
	var n int // most often there is nothing to write
	if err := s.db.pool.QueryRowContext(ctx, `SELECT COUNT(*)`+ended).Scan(&n); err != nil || n == 0 {
		return err
	}
	_, err := s.db.exec(ctx, `DELETE`+ended)
	return err
}
