//go:build unix

package store_test

import (
	"database/sql"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver of PostgreSQL

	"tafl3d/internal/await"
	"tafl3d/internal/longtest"
	"tafl3d/server/store"
)

// postgres is a process of PostgreSQL over a folder of its own.
type postgres struct {
	t              *testing.T
	bin, dir, port string
	url            string
	owner          *syscall.Credential
	cmd            *exec.Cmd
}

// newPostgres starts one whose folder a program fills.
func newPostgres(t *testing.T, fill string, args ...string) *postgres {
	t.Helper()
	list, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	if len(list) == 0 {
		t.Skip("the programs of PostgreSQL are not here")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	_ = l.Close()
	p := &postgres{t: t, bin: list[len(list)-1], dir: t.TempDir(), port: port,
		url: "postgres://tafl@127.0.0.1:" + port + "/postgres?sslmode=disable"}
	if os.Getuid() == 0 { // as which it does not run
		p.owner = servant(t, p.dir)
	}
	p.dir = filepath.Join(p.dir, "data")
	if out, err := p.command(fill, append([]string{"-D", p.dir, "-U", "tafl"}, args...)...).CombinedOutput(); err !=
		nil {
		t.Fatalf("%s: %v\n%s", fill, err, out)
	}
	p.start()
	t.Cleanup(p.kill)
	return p
}

// servant gives a folder, and the way to it, to the user of PostgreSQL.
func servant(t *testing.T, dir string) *syscall.Credential {
	t.Helper()
	u, err := user.Lookup("postgres")
	if err != nil {
		t.Skipf("PostgreSQL does not run as root: %v", err)
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	for up := filepath.Dir(dir); up != os.TempDir() && up != "/"; up = filepath.Dir(up) {
		if err := os.Chmod(up, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chown(dir, uid, gid); err != nil {
		t.Fatal(err)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

func (p *postgres) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(p.bin, name), args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: p.owner}
	return cmd
}

// start runs it, and waits until it lets somebody in.
func (p *postgres) start() {
	p.t.Helper()
	p.cmd = p.command("postgres", "-D", p.dir, "-p", p.port, "-k", p.dir, "-h", "127.0.0.1")
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	var why error
	await.Poll{Timeout: time.Minute, State: func() string { return why.Error() }}.Until(p.t,
		"the database lets no one in", func() bool { _, why = store.Look(p.t.Context(), p.url); return why == nil })
}

func (p *postgres) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// TestLongStandby reads the archive of a PostgreSQL that has a standby: from that, and from the primary
// while the standby falls behind or is away; and from the standby while the primary is away.
func TestLongStandby(t *testing.T) {
	longtest.Only(t, "starts two databases")
	main := newPostgres(t, "initdb", "-A", "trust")
	copied := newPostgres(t, "pg_basebackup", "-R", "-c", "fast", "-h", "127.0.0.1", "-p", main.port)
	s, err := store.Open(t.Context(), main.url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	read := make(chan error, 64)
	if err := s.Follow(copied.url, func(why error) { read <- why }); err != nil {
		t.Fatal(err)
	}
	n := 0
	archive := func() {
		n++
		g := store.Game{ID: fmt.Sprint("g", n), Variant: "brandubh-gorrion", Attackers: "a", Defenders: "d",
			Result: "attackers", Cause: "resigned", Ended: int64(n)}
		if _, err := s.Archive.Add(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	games := func(want int) {
		t.Helper()
		var list []store.Game
		var err error
		await.Poll{Timeout: time.Minute, State: func() string { return fmt.Sprintf("%d games, %v", len(list), err) }}.
			Until(t, fmt.Sprintf("the list has not %d games", want), func() bool {
				list, err = s.Archive.Of(t.Context(), "", time.Now().UnixMicro(), 100)
				return err == nil && len(list) == want
			})
	}
	says := func(well bool) {
		t.Helper()
		if why := await.Next(t, read, "nobody says how the standby is"); (why == nil) != well {
			t.Fatalf("of the standby is said: %v", why)
		}
	}
	db, err := sql.Open("pgx", copied.url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	tell := func(statement string) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	archive()
	says(true)
	games(1)
	tell(`SELECT pg_wal_replay_pause()`)
	await.Until(t, "the standby goes on", func() (paused bool) {
		row := db.QueryRowContext(t.Context(), `SELECT pg_get_wal_replay_pause_state() = 'paused'`)
		return row.Scan(&paused) == nil && paused
	})
	archive()
	if list, err := s.Archive.Of(t.Context(), "", time.Now().UnixMicro(), 100); err != nil || len(list) != 1 {
		t.Errorf("%d games, %v: that is not what the standby has", len(list), err)
	}
	says(false) // behind
	games(2)
	tell(`SELECT pg_wal_replay_resume()`)
	says(true)
	games(2)
	copied.kill()
	games(2)
	says(false) // away
	archive()
	games(3)
	copied.start()
	says(true)
	games(3)
	for where, follows := range map[string]bool{main.url: false, copied.url: true} {
		if a, err := store.Look(t.Context(), where); err != nil || a.Follows != follows {
			t.Errorf("%s says of itself %+v, %v", where, a, err)
		}
	}
	main.kill()
	games(3)
}
