// Package library stores games in an SQLite file: in any number of collections, searchable by players, results and
// positions.
package library

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	_ "modernc.org/sqlite" // the driver

	"tafl3d/game"
	"tafl3d/game/record"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/internal/errno"
	"tafl3d/library/ask"
)

// ErrNoGame is returned for an id without a game, ErrSame if a game would become equal to another one, ErrLocked if
// the folder is not writable.
var (
	ErrNoGame = ask.ErrNoGame
	ErrSame   = ask.ErrSame
	ErrLocked = ask.ErrLocked
)

// Library is an open library. It is safe for concurrent use, also by several processes.
type Library struct {
	DamagedFile string // path to which a damaged file was moved when the library was opened; empty: it was not damaged
	Saved       int    // number of games recovered from the damaged file; they are in the library

	ReadOnly bool // the library cannot be written to

	db      *sql.DB
	path    string
	mu      sync.Mutex
	hashers map[string]*hasher // by variant and the game's own rules
	drawn   searchCache
}

const fileName = "library.sqlite"

// migrations run in order; user_version counts the ones done.
var migrations = []string{`
CREATE TABLE games (
	id INTEGER PRIMARY KEY, same INTEGER NOT NULL UNIQUE, collection TEXT NOT NULL COLLATE NOCASE,
	variant TEXT NOT NULL, family TEXT NOT NULL, attackers TEXT NOT NULL, defenders TEXT NOT NULL,
	attackers_key TEXT NOT NULL, defenders_key TEXT NOT NULL,
		attackers_level TEXT NOT NULL, defenders_level TEXT NOT NULL,
	date TEXT NOT NULL, event TEXT NOT NULL, clock TEXT NOT NULL, result TEXT NOT NULL, cause TEXT NOT NULL,
	turns INTEGER NOT NULL, tags TEXT NOT NULL, text TEXT NOT NULL);
CREATE INDEX games_attackers ON games (attackers_key);
CREATE INDEX games_defenders ON games (defenders_key);
CREATE INDEX games_variant ON games (variant);
CREATE INDEX games_collection ON games (collection);
CREATE TABLE positions (
	position INTEGER NOT NULL, move INTEGER NOT NULL, game INTEGER NOT NULL, result INTEGER NOT NULL,
	PRIMARY KEY (position, move, game)) WITHOUT ROWID;
`, `
ALTER TABLE games ADD COLUMN own TEXT NOT NULL DEFAULT '';
CREATE INDEX games_list ON games (date, id,
	attackers_key, defenders_key, attackers_level, defenders_level, variant, family,
	result, cause, turns, collection, own, clock, event);
CREATE TABLE deleted (same INTEGER PRIMARY KEY);
`, `
CREATE TABLE courses (variant TEXT NOT NULL, game INTEGER NOT NULL, course BLOB NOT NULL,
	PRIMARY KEY (variant, game)) WITHOUT ROWID;
`, `
CREATE TABLE services (address TEXT NOT NULL, player TEXT NOT NULL, next TEXT NOT NULL,
	PRIMARY KEY (address, player)) WITHOUT ROWID;
CREATE TABLE ratings (site TEXT NOT NULL,
	player TEXT NOT NULL, pool TEXT NOT NULL, at INTEGER NOT NULL, same INTEGER NOT NULL, points INTEGER NOT NULL,
	PRIMARY KEY (site, player, pool, at, same)) WITHOUT ROWID;
`, `
CREATE TABLE packs (variant TEXT NOT NULL, first INTEGER NOT NULL, n INTEGER NOT NULL, games BLOB NOT NULL,
	PRIMARY KEY (variant, first)) WITHOUT ROWID;
CREATE INDEX positions_game ON positions (game, position);
`, `
ALTER TABLE positions ADD COLUMN again INTEGER NOT NULL DEFAULT 0;
UPDATE positions SET again = 1 WHERE EXISTS (SELECT 1 FROM positions p
	WHERE p.game = positions.game AND p.position = positions.position AND p.move < positions.move);
ALTER TABLE games ADD COLUMN opening INTEGER NOT NULL DEFAULT 0;
`, `
ALTER TABLE games ADD COLUMN event_key TEXT NOT NULL DEFAULT '';
UPDATE games SET event_key = lower(event) WHERE event <> '';
DROP INDEX games_list;
CREATE INDEX games_list ON games (date, id, attackers_key, defenders_key, attackers_level, defenders_level, variant,
	family, result, cause, turns, collection, own, clock, event_key);
`}

// openingsFrom is the migration after which existing games get their openings. namesFrom is the migration after which
// their names are folded by Unicode.
const (
	openingsFrom = 6
	namesFrom    = 7
)

// Open opens the library in a folder and creates it if it does not exist. A damaged file is moved aside
// (Library.DamagedFile) and replaced by a new one. If the folder is not writable the library is ReadOnly, or the
// error is an ErrLocked if there is no library to read.
func Open(dir string) (*Library, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		if errors.Is(err, fs.ErrPermission) || errno.Is(err, syscall.EROFS) {
			err = &userError{ErrLocked, err}
		}
		return nil, fmt.Errorf("the folder of the library: %w", err)
	}
	path := filepath.Join(dir, fileName)
	l, err := open(path)
	if errors.Is(err, ErrLocked) {
		if l := openReadOnly(path); l != nil {
			return l, nil
		}
	}
	if err == nil || !damaged(err) {
		return l, err
	}
	aside := filepath.Join(dir, "library.damaged-"+time.Now().Format("20060102-150405")+".sqlite")
	if err := os.Rename(path, aside); err != nil {
		return nil, fmt.Errorf("the library is damaged and cannot be moved aside: %w", err)
	}
	for _, end := range []string{"-wal", "-shm"} {
		if err := os.Rename(path+end, aside+end); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("the library is damaged and cannot be moved aside: %w", err)
		}
	}
	if l, err = open(path); err != nil {
		return nil, err
	}
	l.DamagedFile = aside
	if l.Saved, err = l.salvage(aside); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

func damaged(err error) bool {
	code := resultOf(err)
	return errors.Is(err, ask.ErrDamaged) || code == resultCorrupt || code == resultNotDatabase
}

// checkedBytes is the maximum size of a file that is always checked completely when it is opened.
const checkedBytes = 64 << 20

func open(path string) (*Library, error) {
	db, err := sql.Open("sqlite", address(path)+
		"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)"+
		"&_pragma=cache_size(-65536)&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	l := &Library{db: db, path: path, hashers: map[string]*hasher{}}
	if err := errors.Join(check(db, path), l.migrate()); err != nil {
		return nil, errors.Join(fmt.Errorf("the library %s: %w", path, toUserError(err)), db.Close())
	}
	return l, nil
}

// openReadOnly opens a file of the current version without writing to it. It returns nil if the file cannot be read.
// Changes in another program's write-ahead log are not visible.
func openReadOnly(path string) *Library {
	db, err := sql.Open("sqlite", address(path)+"?mode=ro&immutable=1")
	if err != nil {
		return nil
	}
	var done int
	if err := db.QueryRow("PRAGMA user_version").Scan(&done); err != nil || done != len(migrations) {
		_ = db.Close()
		return nil
	}
	return &Library{ReadOnly: true, db: db, path: path, hashers: map[string]*hasher{}}
}

// address returns the driver's URI of a file.
func address(path string) string {
	return "file:" + (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath()
}

// checkMarker is the suffix of a marker file that requests a complete check of the library, regardless of its size.
const checkMarker = ".check"

// RequestIntegrityCheck requests a complete check of the file when it is next opened. If it is damaged, it is moved
// aside then.
func (l *Library) RequestIntegrityCheck() error { return os.WriteFile(l.path+checkMarker, nil, 0o644) }

// check returns an error if the file is damaged. It checks small files, and files for which a check was requested.
func check(db *sql.DB, path string) error {
	_, err := os.Stat(path + checkMarker)
	if info, there := os.Stat(path); there != nil || info.Size() > checkedBytes && err != nil {
		return nil
	}
	var found string
	if err := db.QueryRow("PRAGMA quick_check(1)").Scan(&found); err != nil {
		return err
	}
	if err == nil {
		_ = os.Remove(path + checkMarker) // if this fails, the file is checked once more
	}
	if found != "ok" {
		return fmt.Errorf("%w: %s", ask.ErrDamaged, found)
	}
	return nil
}

func (l *Library) migrate() error {
	tx, err := l.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() // no effect after Commit
	var done int
	if err := tx.QueryRow("PRAGMA user_version").Scan(&done); err != nil {
		return err
	}
	if done > len(migrations) {
		return ask.ErrNewer
	}
	for _, m := range migrations[done:] {
		if _, err := tx.Exec(m); err != nil {
			return err
		}
	}
	if done < openingsFrom {
		if err := l.fillOpenings(tx); err != nil {
			return err
		}
	}
	if done < namesFrom {
		if err := foldNames(tx); err != nil {
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

// Backup writes the whole library to one file, which must not exist.
func (l *Library) Backup(path string) error {
	_, err := l.db.Exec("VACUUM INTO ?", path)
	return toUserError(err)
}

// toUserError converts an error of the database into one that tells users what to do.
func toUserError(err error) error {
	switch {
	case err == nil:
		return nil
	case damaged(err):
		return &userError{ask.ErrDamaged, err}
	}
	switch resultOf(err) {
	case resultFull:
		return &userError{ask.ErrFull, err}
	case resultBusy:
		return &userError{ask.ErrBusy, err}
	case resultReadOnly, resultCannotOpen:
		return &userError{ask.ErrLocked, err}
	}
	return err
}

// Primary result codes of SQLite (sqlite.org/rescode.html).
const (
	resultBusy        = 5
	resultReadOnly    = 8
	resultCorrupt     = 11
	resultFull        = 13
	resultCannotOpen  = 14
	resultNotDatabase = 26
)

// resultOf returns the primary result code of an error of SQLite, 0 for other errors. The code of an error may be
// extended: the lower byte is the primary one.
func resultOf(err error) int {
	var coded interface {
		error
		Code() int
	}
	if !errors.As(err, &coded) {
		return 0
	}
	return coded.Code() & 0xff
}

// userError is an error of the database with a message for users.
type userError struct{ message, cause error }

func (e *userError) Error() string   { return e.message.Error() }
func (e *userError) Unwrap() []error { return []error{e.message, e.cause} }

func (l *Library) hasherOf(id, own string, r *rules.Rules) *hasher {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := id
	if own != "" {
		key += "\n" + own
	}
	p := l.hashers[key]
	if p == nil {
		p = newHasher(key, r)
		l.hashers[key] = p
	}
	return p
}

// row is a game prepared for writing.
type row struct {
	same      int64
	columns   []any
	result    int
	positions [][2]int64 // hash of each position with that of the next one, 0 at the end
	variant   string
	course    []byte
}

func (l *Library) row(g *tree.Game, collection string) (*row, error) {
	p := l.hasherOf(g.Variant, g.Own, g.Rules())
	r := &row{result: number(g.Outcome), variant: g.Variant, course: course(g)}
	c := g.Cursor()
	before := p.hash(&c.Line().Position)
	h := fnv.New64a()
	if id := g.Tag(tree.TagID); id != "" {
		r.same = sameBy(g.Tag(tree.TagSite), id)
	} else {
		fmt.Fprintf(h, "%s\n%s\n%d\n%s\n%s\n%s\n", g.Variant, g.Own, before,
			identity(g.Tag(tree.TagAttackers)), identity(g.Tag(tree.TagDefenders)), g.Tag(tree.TagDate))
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
	opening := int64(0)
	if g.Own == "" && turns >= openingTurns {
		opening = r.positions[openingTurns][0]
	}
	if g.Tag(tree.TagID) == "" {
		r.same = int64(h.Sum64())
	}
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
		g.Tag(tree.TagAttackersLevel), g.Tag(tree.TagDefendersLevel), record.Date(g.Tag(tree.TagDate)),
		g.Tag(tree.TagEvent),
		g.Tag(tree.TagClock), g.Outcome.Result(), g.Outcome.Cause.String(), turns, tags.String(), record.Text(g),
		g.Tag(tree.TagOwn), opening, fold(g.Tag(tree.TagEvent))}
	return r, nil
}

// sameBy returns the identity of a game with this site and ID.
func sameBy(site, id string) int64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\n%s", site, id)
	return int64(h.Sum64())
}

// number returns the code of an outcome in the table of positions.
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
	defenders_level, date, event, clock, result, cause, turns, tags, text, own, opening, event_key`

// insert writes a game. fresh is false if it already exists.
func insert(tx *sql.Tx, r *row) (id int64, fresh bool, err error) {
	res, err := tx.Exec("INSERT OR IGNORE INTO games ("+columns+") VALUES (?"+strings.Repeat(",?",
		len(r.columns)-1)+")", r.columns...)
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
	return id, true, r.insertPositions(tx, id)
}

// insertPositions writes the positions and the course of a game.
func (r *row) insertPositions(tx *sql.Tx, id int64) error {
	had := map[int64]bool{}
	for list := r.positions; len(list) > 0; {
		n := min(len(list), 100)
		args := make([]any, 0, 5*n)
		for _, p := range list[:n] {
			args = append(args, p[0], p[1], id, r.result, had[p[0]])
			had[p[0]] = true
		}
		list = list[n:]
		if _, err := tx.Exec("INSERT OR IGNORE INTO positions VALUES (?,?,?,?,?)"+strings.Repeat(",(?,?,?,?,?)", n-1),
			args...); err != nil {
			return err
		}
	}
	_, err := tx.Exec("INSERT OR REPLACE INTO courses VALUES (?,?,?)", r.variant, id, r.course)
	return err
}

// write runs f in a transaction.
func (l *Library) write(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return toUserError(err)
	}
	defer tx.Rollback() // no effect after Commit
	if err := f(tx); err != nil {
		return toUserError(err)
	}
	return toUserError(tx.Commit())
}

// Add adds a game to a collection and returns its id, or that of the existing game if it is a duplicate.
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

// AddAll adds games to a collection, all or none. Existing games are left unchanged.
func (l *Library) AddAll(ctx context.Context, games []*tree.Game, collection string) error {
	rows := make([]*row, len(games))
	for i, g := range games {
		var err error
		if rows[i], err = l.row(g, collection); err != nil {
			return err
		}
	}
	err := l.write(ctx, func(tx *sql.Tx) error {
		for _, r := range rows {
			if _, _, err := insert(tx, r); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return l.packed(ctx)
}

// Update replaces a game by g. The game stays in its collection. It returns ErrSame and changes nothing if g equals
// another game.
func (l *Library) Update(id int64, g *tree.Game) error {
	return l.write(context.Background(), func(tx *sql.Tx) error { return l.update(tx, id, g) })
}

func (l *Library) update(tx *sql.Tx, id int64, g *tree.Game) error {
	var collection string
	if err := tx.QueryRow("SELECT collection FROM games WHERE id = ?", id).Scan(&collection); err != nil {
		return missing(err)
	}
	r, err := l.row(g, collection)
	if err != nil {
		return err
	}
	var other int64
	if err := tx.QueryRow("SELECT id FROM games WHERE same = ? AND id <> ?", r.same, id).Scan(&other); err == nil {
		return ErrSame
	} else if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if err := l.deletePositions(tx, id); err != nil {
		return err
	}
	set := strings.ReplaceAll(columns, ",", " = ?,") + " = ?"
	if _, err := tx.Exec("UPDATE games SET "+set+" WHERE id = ?", append(r.columns, id)...); err != nil {
		return err
	}
	return r.insertPositions(tx, id)
}

// Keep stores a game played here, once: it replaces an existing game with other moves or another result, and does not
// restore a deleted game.
func (l *Library) Keep(ctx context.Context, g *tree.Game, collection string) error {
	r, err := l.row(g, collection)
	if err != nil {
		return err
	}
	return l.write(ctx, func(tx *sql.Tx) error {
		var gone int
		if err := tx.QueryRow("SELECT count(*) FROM deleted WHERE same = ?", r.same).Scan(&gone); err != nil ||
			gone > 0 {
			return err
		}
		id, fresh, err := insert(tx, r)
		if err != nil || fresh {
			return err
		}
		old, err := read(tx.QueryRow("SELECT text FROM games WHERE id = ?", id))
		if err != nil || old.Outcome == g.Outcome && sameTurns(old, g) {
			return err
		}
		return l.update(tx, id, g)
	})
}

// Put adds a game to a collection, or replaces the equal one, and returns its id.
func (l *Library) Put(ctx context.Context, g *tree.Game, collection string) (id int64, err error) {
	r, err := l.row(g, collection)
	if err != nil {
		return 0, err
	}
	return id, l.write(ctx, func(tx *sql.Tx) error {
		var fresh bool
		if id, fresh, err = insert(tx, r); err != nil || fresh {
			return err
		}
		return l.update(tx, id, g)
	})
}

// sameTurns reports whether two games have the same main line.
func sameTurns(a, b *tree.Game) bool {
	x, y := a.Root.Main(), b.Root.Main()
	for ; x != nil && y != nil && x.Text == y.Text; x, y = x.Main(), y.Main() {
	}
	return x == nil && y == nil
}

// Missing returns the IDs of games at a site ("" for local games) that were never in the library.
func (l *Library) Missing(ctx context.Context, site string, ids []string) (list []string, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	ask, err := l.db.PrepareContext(ctx,
		"SELECT (SELECT count(*) FROM games WHERE same = ?) + (SELECT count(*) FROM deleted WHERE same = ?)")
	if err != nil {
		return nil, toUserError(err)
	}
	defer func() { _ = ask.Close() }()
	for _, id := range ids {
		same, n := sameBy(site, id), 0
		if err := ask.QueryRowContext(ctx, same, same).Scan(&n); err != nil {
			return nil, toUserError(err)
		}
		if n == 0 {
			list = append(list, id)
		}
	}
	return list, nil
}

// deletePositions deletes the positions of a game.
func (l *Library) deletePositions(tx *sql.Tx, id int64) error {
	g, err := read(tx.QueryRow("SELECT text FROM games WHERE id = ?", id))
	if err != nil {
		return err
	}
	old, err := l.row(g, "")
	if err != nil {
		return err
	}
	for _, p := range old.positions {
		if _, err := tx.Exec("DELETE FROM positions WHERE position = ? AND move = ? AND game = ?", p[0], p[1],
			id); err != nil {
			return err
		}
	}
	return dropCourse(tx, old.variant, id)
}

// Delete deletes a game. Keep does not restore it; Add and Import do.
func (l *Library) Delete(id int64) error {
	return l.write(context.Background(), func(tx *sql.Tx) error {
		if err := l.deletePositions(tx, id); err != nil {
			return err
		}
		if _, err := tx.Exec("INSERT OR IGNORE INTO deleted SELECT same FROM games WHERE id = ?", id); err != nil {
			return err
		}
		_, err := tx.Exec("DELETE FROM games WHERE id = ?", id)
		return err
	})
}

// Game returns a game with all its tags, comments and variations.
func (l *Library) Game(id int64) (*tree.Game, error) {
	g, err := read(l.db.QueryRow("SELECT text FROM games WHERE id = ?", id))
	return g, toUserError(err)
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
