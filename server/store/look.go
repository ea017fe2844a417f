package store

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"
)

// About is the state of a database server.
type About struct {
	Version     string
	Now         time.Time     // by its clock
	Connections int           // largest number allowed
	Took        time.Duration // time to answer
	Follows     bool          // it is a standby of another database
}

// Look reads the state of a PostgreSQL database and changes nothing.
func Look(ctx context.Context, where string) (a About, err error) {
	s, _, err := connect(where)
	if err != nil {
		return a, err
	}
	defer func() { err = errors.Join(err, s.db.pool.Close()) }()
	if err = s.db.pool.PingContext(ctx); err != nil {
		return a, err
	}
	began := time.Now()
	var most string
	err = s.db.pool.QueryRowContext(ctx,
		"SELECT split_part(version(), ' on ', 1), now(), current_setting('max_connections'), pg_is_in_recovery()").Scan(
		&a.Version, &a.Now, &most, &a.Follows)
	a.Took = time.Since(began)
	if err == nil {
		a.Connections, err = strconv.Atoi(strings.TrimSpace(most))
	}
	return a, err
}
