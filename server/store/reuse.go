package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
)

// openLite opens a SQLite database whose connections keep prepared statements: compiling one takes as long as running
// it.
func openLite(dsn string) (*sql.DB, error) {
	plain, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(lite{plain.Driver(), dsn}), plain.Close()
}

// lite is a driver.Connector for SQLite.
type lite struct {
	driver driver.Driver
	dsn    string
}

// Driver implements driver.Connector.
func (l lite) Driver() driver.Driver { return l.driver }

// Connect implements driver.Connector.
func (l lite) Connect(context.Context) (driver.Conn, error) {
	c, err := l.driver.Open(l.dsn)
	if err != nil {
		return nil, err
	}
	whole, ok := c.(wholeConn)
	if !ok {
		return nil, errors.Join(errors.New("unexpected type of the SQLite driver"), c.Close())
	}
	return &reusing{wholeConn: whole, ready: map[string]wholeStmt{}}, nil
}

// wholeConn and wholeStmt are the interfaces that the SQLite driver implements.
type (
	wholeConn interface {
		driver.Conn
		driver.ConnBeginTx
		driver.Pinger
		driver.SessionResetter
		driver.Validator
	}
	wholeStmt interface {
		driver.Stmt
		driver.StmtExecContext
		driver.StmtQueryContext
	}
)

// reusing is a connection that keeps prepared statements. Its user must read the rows of a statement to the end before
// running the same statement again.
type reusing struct {
	wholeConn
	ready map[string]wholeStmt
}

// mostReady is more than this package has statements. Statements with lists of placeholders differ by length.
const mostReady = 256

// prepared returns a statement, compiled once.
func (r *reusing) prepared(query string) (wholeStmt, error) {
	if s, ok := r.ready[query]; ok {
		return s, nil
	}
	s, err := r.Prepare(query)
	if err != nil {
		return nil, err
	}
	whole, ok := s.(wholeStmt)
	if !ok || len(r.ready) >= mostReady {
		if err := s.Close(); err != nil {
			return nil, err
		}
		return nil, driver.ErrSkip // database/sql then runs it the usual way
	}
	r.ready[query] = whole
	return whole, nil
}

// ExecContext implements driver.ExecerContext.
func (r *reusing) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	s, err := r.prepared(query)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, args)
}

// QueryContext implements driver.QueryerContext.
func (r *reusing) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	s, err := r.prepared(query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args)
}

// Close implements driver.Conn.
func (r *reusing) Close() (err error) {
	for _, s := range r.ready {
		err = errors.Join(err, s.Close())
	}
	return errors.Join(err, r.wholeConn.Close())
}
