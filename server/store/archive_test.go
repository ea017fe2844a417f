package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/stdlib"

	"tafl3d/internal/cpu"
)

const people = 6

// ends makes games of a few players over some weeks, in the order of their ends: settled players and newcomers, pairs
// that
// meet again and again, ends that count and such that do not.
func ends(n int) (games []Game) {
	r := rand.New(rand.NewPCG(20, 11))
	at := micros(noon)
	for i := range n {
		at += r.Int64N(10) * 60e6 // some at the same moment
		if i%100 == 99 {
			at += 3 * dayTime.Microseconds()
		}
		a := r.IntN(people)
		d := (a + 1 + r.IntN(3)) % people
		g := Game{
			ID: fmt.Sprintf("g%03d", r.IntN(1000)*1000+i), Variant: fmt.Sprint("v", r.IntN(2)),
			Pool: fmt.Sprint("tafl ", []string{"blitz", "rapid", "blitz", "blitz"}[r.IntN(4)]), Rated: r.IntN(8) > 0,
			Attackers: fmt.Sprint("p", a), Defenders: fmt.Sprint("p", d),
			Result: []string{"attackers", "defenders", "draw", "attackers", ""}[r.IntN(5)],
			Cause:  []string{"king-captured", "resigned", "time"}[r.IntN(3)], Plies: r.IntN(20), Opened: at - 7,
			Ended: at, Entries: fmt.Sprint("[", i, "]"),
		}
		if g.Result == "" {
			g.CalledOff, g.Event = g.Attackers, "e"
		}
		games = append(games, g)
	}
	return games
}

// played opens an empty database in which the players of ends are, some with a rating.
func played(t *testing.T, games []Game) *Store {
	t.Helper()
	s := open(t)
	for i := range people {
		person(t, s, fmt.Sprint("p", i))
		if i%4 == 0 {
			if _, err := s.db.exec(t.Context(),
				`INSERT INTO ratings(`+standingColumns+`) VALUES ($1, 'tafl blitz', 1600, 60, 0.06, 40, $2)`,
				fmt.Sprint("p", i), micros(noon.Add(-90*24*time.Hour))); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, g := range games {
		if err := s.Live.Open(t.Context(),
			Live{ID: g.ID, Spec: "{}", Attackers: g.Attackers, Defenders: g.Defenders}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// dump is all that the archive of games leaves in a database.
func dump(t *testing.T, s *Store) (lines []string) {
	t.Helper()
	for _, q := range []string{
		`SELECT id, variant, pool, rated, attackers, defenders, result, cause, plies, opened, ended, event, ` +
			`called_off, entries FROM games ORDER BY id`,
		`SELECT account, pool, points, deviation, volatility, games, played FROM ratings ORDER BY account, pool`,
		`SELECT account, pool, game, points, deviation, at FROM rating_steps ORDER BY account, game`,
		`SELECT variant, points, deviation, games FROM advantages ORDER BY variant`,
		`SELECT id FROM live`,
	} {
		rows, err := s.db.pool.QueryContext(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		names, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			cells, at := make([]any, len(names)), make([]any, len(names))
			for i := range cells {
				at[i] = &cells[i]
			}
			if err := rows.Scan(at...); err != nil {
				t.Fatal(err)
			}
			lines = append(lines, fmt.Sprint(cells...))
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return lines
}

// TestTogetherAsOneByOne archives the same games one by one in the order of their ends, and in batches of all sizes and
// in no
// order: archive, ratings, how these went, and the advantages of the variants are the same to the last bit.
func TestTogetherAsOneByOne(t *testing.T) {
	games := ends(300)
	s := played(t, games)
	for _, g := range slices.SortedFunc(slices.Values(games), byEnd) {
		if fresh, err := s.Archive.Add(t.Context(), g); err != nil || !fresh {
			t.Fatal(fresh, err)
		}
	}
	want := dump(t, s)
	unrated := 0
	for _, g := range games {
		if got, err := s.Archive.Get(t.Context(), g.ID); err != nil || got.Rated != g.Rated && ratable(g) {
			unrated++
		}
	}
	if unrated == 0 || len(want) < 300+2*people+300 {
		t.Fatalf("%d lines, %d games were one too many of newcomers: this shows nothing", len(want), unrated)
	}
	for _, most := range []int{2, 7, mostEnds} {
		s, r := played(t, games), rand.New(rand.NewPCG(1, uint64(most)))
		for rest := slices.SortedFunc(slices.Values(games), byEnd); len(rest) > 0; {
			n := min(1+r.IntN(most), len(rest))
			batch := slices.Clone(rest[:n])
			rest = rest[n:]
			r.Shuffle(n, func(i, j int) { batch[i], batch[j] = batch[j], batch[i] })
			again := games[r.IntN(len(games)-len(rest))] // perhaps one that is there already, or twice in this batch
			if !slices.ContainsFunc(rest, func(g Game) bool { return g.ID == again.ID }) {
				batch = append(batch, again)
			}
			if _, err := s.Archive.archivist.takeIn(t.Context(), batch); err != nil {
				t.Fatal(err)
			}
		}
		got := dump(t, s)
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				t.Fatalf("batches of up to %d: %d lines, want %d; line %d: %v, want %v", most, len(got), len(want), i,
					got[min(i, len(got)-1)], want[min(i, len(want)-1)])
			}
		}
	}
}

// TestOneOfABatch: a game that cannot be archived harms none that is archived with it.
func TestOneOfABatch(t *testing.T) {
	s, n := openCounted(t)
	s.Archive.Gather(300 * time.Millisecond)
	person(t, s, "astrid")
	person(t, s, "dag")
	if _, err := s.db.exec(t.Context(),
		`INSERT INTO ratings(`+standingColumns+`) VALUES ('astrid', 'tafl blitz', 1500, 60, 0.06, 40, 1)`); err != nil {
		t.Fatal(err)
	}
	archive := func(g Game) error {
		g.Variant, g.Pool, g.Rated, g.Result, g.Cause = "v", "tafl blitz", true, "attackers", "king-captured"
		_, err := s.Archive.Add(t.Context(), g)
		return err
	}
	if err := archive(Game{ID: "first", Attackers: "astrid", Defenders: "dag"}); err != nil {
		t.Fatal(err)
	}
	began, before := time.Now(), n.Load()
	var work sync.WaitGroup
	for i := range 20 {
		work.Go(func() {
			g := Game{ID: fmt.Sprint("g", i), Attackers: "astrid", Defenders: "dag", Ended: int64(i)}
			if i == 7 {
				g.Defenders = "nobody"
			}
			if err := archive(g); (err != nil) != (i == 7) {
				t.Errorf("game %d: %v", i, err)
			}
		})
	}
	work.Wait()
	if took := time.Since(began); took < s.Archive.archivist.gather/2 {
		t.Errorf("they were archived within %v of the first", took)
	}
	r, err := s.Ratings.Standings(t.Context(), "dag")
	if err != nil || len(r) != 1 || r[0].Games != 20 {
		t.Errorf("%+v, %v", r, err)
	}
	t.Logf("%d statements", n.Load()-before)
}

// counted is a database whose statements are counted, the beginnings and ends of transactions too.
type counted struct {
	driver.Connector
	n *atomic.Int64
}

// Connect implements driver.Connector.
func (c counted) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &countedConn{conn.(askedConn), c.n}, nil
}

// askedConn is what both drivers offer.
type askedConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
}

type countedConn struct {
	askedConn
	n *atomic.Int64
}

// BeginTx implements driver.ConnBeginTx.
func (c *countedConn) BeginTx(ctx context.Context, opt driver.TxOptions) (driver.Tx, error) {
	c.n.Add(1)
	tx, err := c.askedConn.BeginTx(ctx, opt)
	return countedTx{tx, c.n}, err
}

// ExecContext implements driver.ExecerContext. Savepoints of the scribe are not counted.
func (c *countedConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if !strings.HasSuffix(query, " one") {
		c.n.Add(1)
	}
	return c.askedConn.ExecContext(ctx, query, args)
}

// QueryContext implements driver.QueryerContext.
func (c *countedConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	c.n.Add(1)
	return c.askedConn.QueryContext(ctx, query, args)
}

// CheckNamedValue implements driver.NamedValueChecker.
func (c *countedConn) CheckNamedValue(v *driver.NamedValue) error {
	if own, is := c.askedConn.(driver.NamedValueChecker); is {
		return own.CheckNamedValue(v)
	}
	return driver.ErrSkip
}

type countedTx struct {
	driver.Tx
	n *atomic.Int64
}

// Commit implements driver.Tx.
func (t countedTx) Commit() error {
	t.n.Add(1)
	return t.Tx.Commit()
}

// openCounted opens an empty database and counts what is asked of it to change it.
func openCounted(t testing.TB) (*Store, *atomic.Int64) {
	t.Helper()
	n, s := &atomic.Int64{}, open(t)
	if s.db.writes == nil {
		c, err := stdlib.GetDefaultDriver().(driver.DriverContext).OpenConnector(os.Getenv("TAFL3D_POSTGRES"))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.db.pool.Close(); err != nil {
			t.Fatal(err)
		}
		s.db.pool = sql.OpenDB(counted{c, n})
		s.db.pool.SetMaxOpenConns(32)
		s.db.pool.SetMaxIdleConns(mostIdle)
		return s, n
	}
	var file string
	if err := s.db.pool.QueryRowContext(t.Context(), `SELECT file FROM pragma_database_list`).Scan(&file); err != nil {
		t.Fatal(err)
	}
	plain, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	s.db.writes.db = sql.OpenDB(counted{connector{plain.Driver(), liteName(filepath.ToSlash(file))}, n})
	s.db.writes.db.SetMaxOpenConns(1)
	return s, n
}

// connector opens connections of a driver.
type connector struct {
	driver driver.Driver
	dsn    string
}

// Driver implements driver.Connector.
func (c connector) Driver() driver.Driver { return c.driver }

// Connect implements driver.Connector.
func (c connector) Connect(context.Context) (driver.Conn, error) { return c.driver.Open(c.dsn) }

// TestFewStatements: an end asks less of the database than the 16 statements of before, or 18 between newcomers, and
// many that
// come together hardly more than one.
func TestFewStatements(t *testing.T) {
	s, n := openCounted(t)
	for i := range 80 {
		person(t, s, fmt.Sprint("p", i))
	}
	nr := 0
	game := func() Game {
		nr++
		return Game{ID: fmt.Sprint("g", nr), Variant: "v", Pool: "tafl blitz", Rated: true,
			Attackers: fmt.Sprint("p", 2*nr%80), Defenders: fmt.Sprint("p", 2*nr%80+1), Result: "attackers",
			Cause: "king-captured", Ended: int64(nr)}
	}
	asked := func(games ...Game) int64 {
		t.Helper()
		before := n.Load()
		if _, err := s.Archive.archivist.takeIn(t.Context(), games); err != nil {
			t.Fatal(err)
		}
		return n.Load() - before
	}
	locks := int64(0)
	if s.db.writes == nil {
		locks = 1
	}
	if got := asked(game()); got != 10+locks {
		t.Errorf("an end of newcomers: %d statements", got)
	}
	var many []Game
	for range 40 {
		many = append(many, game())
	}
	if got := asked(many...); got != 10+locks {
		t.Errorf("40 ends together: %d statements", got)
	}
	if _, err := s.db.exec(t.Context(), `UPDATE ratings SET deviation = 70`); err != nil {
		t.Fatal(err)
	}
	if got := asked(game()); got != 9+locks {
		t.Errorf("an end: %d statements", got)
	}
	if got := asked(many...); got != 4 {
		t.Errorf("40 ends that are in the archive: %d statements", got)
	}
}

// BenchmarkArchive: what an end costs, one after another and many at a time, with all its entries. One player of ten is
// new.
func BenchmarkArchive(b *testing.B) {
	for _, many := range []int{1, 5, 20, 60} {
		b.Run(fmt.Sprint(many), func(b *testing.B) {
			s, n := openCounted(b)
			const players = 200
			for i := range players {
				person(b, s, fmt.Sprint("p", i))
				if i%10 > 0 {
					if _, err := s.db.exec(b.Context(),
						`INSERT INTO ratings(`+standingColumns+`) VALUES ($1, 'tafl blitz', 1500, 70, 0.06, 30, 1)`,
						fmt.Sprint("p", i)); err != nil {
						b.Fatal(err)
					}
				}
			}
			text := strings.Repeat(`{"seq":1,"at":123456789,"by":"attackers","act":{"kind":"play","move":"a1-b1"}},`,
				60)
			nr := 0
			together := func() {
				var work sync.WaitGroup
				for range many {
					nr++
					a := nr * 7 % players
					g := Game{ID: fmt.Sprintf("g%09d", nr), Variant: fmt.Sprint("v", nr%3), Pool: "tafl blitz",
						Rated: true, Attackers: fmt.Sprint("p", a),
						Defenders: fmt.Sprint("p", (a+1+nr/players%50)%players), Result: "attackers",
						Cause: "king-captured", Plies: 60, Ended: int64(nr) * 1e6, Entries: text}
					work.Go(func() {
						if _, err := s.Archive.Add(b.Context(), g); err != nil {
							b.Error(err)
						}
					})
				}
				work.Wait()
			}
			together()
			n.Store(0)
			spent := cpu.Used()
			b.ResetTimer()
			for range b.N {
				together()
			}
			ends := float64(b.N * many)
			b.ReportMetric(float64(n.Load())/ends, "statements/end")
			b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/ends, "ms/end")
			b.ReportMetric(float64((cpu.Used()-spent).Microseconds())/1000/ends, "core-ms/end")
		})
	}
}
