// Package library keeps one's games in a file of SQLite: any number of
// collections, found by who played, how it ended and what stood on the board.
package library

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver

	"tafl3d/game"
	"tafl3d/game/record"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
)

// ErrNoGame is the error of an id that no game has.
var ErrNoGame = errors.New("there is no such game in the library")

// Library is an open library. It is safe for concurrent use, also by several processes.
type Library struct {
	Aside string // where a damaged file was put when the library was opened; empty: it was whole

	db     *sql.DB
	mu     sync.Mutex
	places map[string]*places // by variant and its own rules
}

const fileName = "library.sqlite"

// migrations are done in order; user_version counts those that are done.
var migrations = []string{`
CREATE TABLE games (
	id INTEGER PRIMARY KEY, same INTEGER NOT NULL UNIQUE, collection TEXT NOT NULL COLLATE NOCASE,
	variant TEXT NOT NULL, family TEXT NOT NULL, attackers TEXT NOT NULL, defenders TEXT NOT NULL,
	attackers_key TEXT NOT NULL, defenders_key TEXT NOT NULL, attackers_level TEXT NOT NULL, defenders_level TEXT NOT NULL,
	date TEXT NOT NULL, event TEXT NOT NULL, clock TEXT NOT NULL, result TEXT NOT NULL, cause TEXT NOT NULL,
	turns INTEGER NOT NULL, tags TEXT NOT NULL, text TEXT NOT NULL);
CREATE INDEX games_attackers ON games (attackers_key);
CREATE INDEX games_defenders ON games (defenders_key);
CREATE INDEX games_variant ON games (variant);
CREATE INDEX games_collection ON games (collection);
CREATE TABLE positions (
	position INTEGER NOT NULL, move INTEGER NOT NULL, game INTEGER NOT NULL, result INTEGER NOT NULL,
	PRIMARY KEY (position, move, game)) WITHOUT ROWID;
`}

// Open opens the library in a folder, and makes it where there is none. A
// damaged file is put aside (Library.Aside) and a new one begun.
func Open(dir string) (*Library, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("the folder of the library: %w", err)
	}
	path := filepath.Join(dir, fileName)
	l, err := open(path)
	if err == nil || !damaged(err) {
		return l, err
	}
	aside := filepath.Join(dir, "library.damaged-"+time.Now().Format("20060102-150405")+".sqlite")
	if err := os.Rename(path, aside); err != nil {
		return nil, fmt.Errorf("the library is damaged and cannot be put aside: %w", err)
	}
	for _, end := range []string{"-wal", "-shm"} {
		if err := os.Rename(path+end, aside+end); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("the library is damaged and cannot be put aside: %w", err)
		}
	}
	if l, err = open(path); err != nil {
		return nil, err
	}
	l.Aside = aside
	return l, nil
}

// errDamaged says that the check of a file found a fault.
var errDamaged = errors.New("the file of the library is damaged")

func damaged(err error) bool {
	text := err.Error()
	return errors.Is(err, errDamaged) || strings.Contains(text, "malformed") || strings.Contains(text, "not a database")
}

// checkedBytes is the greatest size of a file that is checked as a whole when it is opened.
const checkedBytes = 64 << 20

func open(path string) (*Library, error) {
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: filepath.ToSlash(path)}).EscapedPath()+
		"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_pragma=cache_size(-65536)&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	l := &Library{db: db, places: map[string]*places{}}
	if err := errors.Join(check(db, path), l.migrate()); err != nil {
		return nil, errors.Join(fmt.Errorf("the library %s: %w", path, err), db.Close())
	}
	return l, nil
}

func check(db *sql.DB, path string) error {
	if info, err := os.Stat(path); err != nil || info.Size() > checkedBytes {
		return nil
	}
	var said string
	if err := db.QueryRow("PRAGMA quick_check(1)").Scan(&said); err != nil {
		return err
	}
	if said != "ok" {
		return fmt.Errorf("%w: %s", errDamaged, said)
	}
	return nil
}

func (l *Library) migrate() error {
	tx, err := l.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing behind Commit
	var done int
	if err := tx.QueryRow("PRAGMA user_version").Scan(&done); err != nil {
		return err
	}
	if done > len(migrations) {
		return errors.New("it was written by a newer version of the program")
	}
	for _, m := range migrations[done:] {
		if _, err := tx.Exec(m); err != nil {
			return err
		}
	}
	if _, err := tx.Exec(fmt.Sprintf("PRAGMA user_version = %d", len(migrations))); err != nil {
		return err
	}
	return tx.Commit()
}

// Close closes the library.
func (l *Library) Close() error { return l.db.Close() }

// Backup writes the whole library as one file, which must not be there yet.
func (l *Library) Backup(path string) error {
	_, err := l.db.Exec("VACUUM INTO ?", path)
	return words(err)
}

// words says what a person can do about an error of the database.
func words(err error) error {
	switch {
	case err == nil:
		return nil
	case strings.Contains(err.Error(), "is full"):
		return fmt.Errorf("the disk is full; nothing was changed: %w", err)
	case strings.Contains(err.Error(), "SQLITE_BUSY"):
		return fmt.Errorf("another program is writing to the library; try again: %w", err)
	case damaged(err):
		return fmt.Errorf("%w; a copy (Backup) may be whole: %w", errDamaged, err)
	}
	return err
}

func (l *Library) placesOf(id, own string, r *rules.Rules) *places {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := id
	if own != "" {
		key += "\n" + own
	}
	p := l.places[key]
	if p == nil {
		p = newPlaces(key, r)
		l.places[key] = p
	}
	return p
}

// row is a game made ready to be written.
type row struct {
	same      int64
	columns   []any
	result    int
	positions [][2]int64 // each position with the one that followed, 0 at the end
}

func (l *Library) row(g *tree.Game, collection string) (*row, error) {
	p := l.placesOf(g.Variant, g.Own, g.Rules())
	r := &row{result: number(g.Outcome)}
	c := g.Cursor()
	before := p.hash(&c.Line().Position)
	h := fnv.New64a()
	if id := g.Tag(tree.TagID); id != "" {
		fmt.Fprintf(h, "%s\n%s", g.Tag(tree.TagSite), id)
	} else {
		fmt.Fprintf(h, "%s\n%s\n%d\n%s\n%s\n%s\n", g.Variant, g.Own, before,
			fold(g.Tag(tree.TagAttackers)), fold(g.Tag(tree.TagDefenders)), g.Tag(tree.TagDate))
	}
	turns := 0
	for n := range g.Root.Line() {
		if _, err := c.Play(n.Turn); err != nil {
			return nil, err
		}
		if g.Tag(tree.TagID) == "" {
			fmt.Fprintf(h, "%s ", n.Text)
		}
		after := p.hash(&c.Line().Position)
		r.positions = append(r.positions, [2]int64{before, after})
		before = after
		turns++
	}
	r.positions = append(r.positions, [2]int64{before, 0})
	r.same = int64(h.Sum64())
	family := ""
	if v, err := variant.Get(g.Variant); err == nil {
		family = v.Family
	}
	var tags strings.Builder
	for _, t := range g.Tags {
		fmt.Fprintf(&tags, "\n%s=%s", t.Name, fold(t.Value))
	}
	tags.WriteByte('\n')
	a, d := g.Tag(tree.TagAttackers), g.Tag(tree.TagDefenders)
	r.columns = []any{r.same, collection, g.Variant, family, a, d, fold(a), fold(d),
		g.Tag(tree.TagAttackersLevel), g.Tag(tree.TagDefendersLevel), g.Tag(tree.TagDate), g.Tag(tree.TagEvent),
		g.Tag(tree.TagClock), g.Outcome.Result(), g.Outcome.Cause.String(), turns, tags.String(), record.Text(g)}
	return r, nil
}

// fold makes names that differ in their case alone the same.
func fold(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// number is an outcome in the table of positions.
func number(o game.Outcome) int {
	switch {
	case !o.Over():
		return 0
	case o.Draw:
		return 3
	}
	return 1 + int(o.Winner)
}

const columns = `same, collection, variant, family, attackers, defenders, attackers_key, defenders_key, attackers_level,
	defenders_level, date, event, clock, result, cause, turns, tags, text`

// insert writes a game; false: it is there already.
func insert(tx *sql.Tx, r *row) (id int64, fresh bool, err error) {
	res, err := tx.Exec("INSERT OR IGNORE INTO games ("+columns+") VALUES (?"+strings.Repeat(",?", len(r.columns)-1)+")", r.columns...)
	if err != nil {
		return 0, false, err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		if err == nil {
			err = tx.QueryRow("SELECT id FROM games WHERE same = ?", r.same).Scan(&id)
		}
		return id, false, err
	}
	if id, err = res.LastInsertId(); err != nil {
		return 0, false, err
	}
	return id, true, r.place(tx, id)
}

// place writes the positions of a game.
func (r *row) place(tx *sql.Tx, id int64) error {
	for list := r.positions; len(list) > 0; {
		n := min(len(list), 100)
		args := make([]any, 0, 4*n)
		for _, p := range list[:n] {
			args = append(args, p[0], p[1], id, r.result)
		}
		list = list[n:]
		if _, err := tx.Exec("INSERT OR IGNORE INTO positions VALUES (?,?,?,?)"+strings.Repeat(",(?,?,?,?)", n-1), args...); err != nil {
			return err
		}
	}
	return nil
}

// write does f in a transaction.
func (l *Library) write(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return words(err)
	}
	defer tx.Rollback() // does nothing behind Commit
	if err := f(tx); err != nil {
		return words(err)
	}
	return words(tx.Commit())
}

// Add puts a game into a collection and returns its id; that of the one that is
// there if it is a duplicate.
func (l *Library) Add(g *tree.Game, collection string) (id int64, err error) {
	r, err := l.row(g, collection)
	if err != nil {
		return 0, err
	}
	err = l.write(context.Background(), func(tx *sql.Tx) error {
		id, _, err = insert(tx, r)
		return err
	})
	return id, err
}

// Update puts g in the place of a game. It stays in its collection.
func (l *Library) Update(id int64, g *tree.Game) error {
	return l.write(context.Background(), func(tx *sql.Tx) error {
		var collection string
		if err := tx.QueryRow("SELECT collection FROM games WHERE id = ?", id).Scan(&collection); err != nil {
			return missing(err)
		}
		r, err := l.row(g, collection)
		if err != nil {
			return err
		}
		if err := l.unplace(tx, id); err != nil {
			return err
		}
		set := strings.ReplaceAll(columns, ",", " = ?,") + " = ?"
		if _, err := tx.Exec("UPDATE games SET "+set+" WHERE id = ?", append(r.columns, id)...); err != nil {
			return err
		}
		return r.place(tx, id)
	})
}

// unplace takes the positions of a game away.
func (l *Library) unplace(tx *sql.Tx, id int64) error {
	g, err := read(tx.QueryRow("SELECT text FROM games WHERE id = ?", id))
	if err != nil {
		return err
	}
	old, err := l.row(g, "")
	if err != nil {
		return err
	}
	for _, p := range old.positions {
		if _, err := tx.Exec("DELETE FROM positions WHERE position = ? AND move = ? AND game = ?", p[0], p[1], id); err != nil {
			return err
		}
	}
	return nil
}

// Delete takes a game away.
func (l *Library) Delete(id int64) error {
	return l.write(context.Background(), func(tx *sql.Tx) error {
		if err := l.unplace(tx, id); err != nil {
			return err
		}
		_, err := tx.Exec("DELETE FROM games WHERE id = ?", id)
		return err
	})
}

// Game returns a game with all that is said of it.
func (l *Library) Game(id int64) (*tree.Game, error) {
	g, err := read(l.db.QueryRow("SELECT text FROM games WHERE id = ?", id))
	return g, words(err)
}

func read(r *sql.Row) (*tree.Game, error) {
	var text string
	if err := r.Scan(&text); err != nil {
		return nil, missing(err)
	}
	games, err := record.Read(text, record.Options{})
	if err != nil || len(games) != 1 {
		return nil, fmt.Errorf("a game of the library cannot be read: %w", err)
	}
	return games[0], nil
}

func missing(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNoGame
	}
	return err
}
