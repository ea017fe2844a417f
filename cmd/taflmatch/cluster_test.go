//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"tafl3d/internal/await"
	"tafl3d/internal/longtest"
)

// TestLongCluster runs three brokers, a PostgreSQL and three services on this machine, has
// games played on all of them through a balancer, and kills each of the seven in
// turn.
func TestLongCluster(t *testing.T) {
	longtest.Only(t, "kills each of seven processes")
	brokers, db, services := newCluster(t)
	e := gather(t, balance(t, services), setting("TAFLMATCH_GAMES", 30))
	e.limit = 5 * time.Minute
	err := e.play(slow(14), func() {
		for i, b := range brokers {
			e.harm(fmt.Sprint("broker ", i), b.kill, b.start)
		}
		e.harm("postgres", db.kill, db.start)
		for i, s := range services {
			e.harm(fmt.Sprint("service ", i), s.kill, s.start)
		}
	})
	if err != nil {
		t.Error(err)
	}
	if t.Failed() {
		for i, b := range brokers {
			b.kill()
			t.Logf("broker %d:\n%s", i, troubles(&b.log))
		}
		for i, s := range services {
			s.kill()
			t.Logf("service %d:\n%s", i, troubles(&s.log))
		}
	}
}

// newCluster starts three brokers, a PostgreSQL and three services.
func newCluster(t *testing.T) (brokers []*part, db *database, services []*daemon) {
	t.Helper()
	return clusterOf(t, 3)
}

// clusterOf starts three brokers, a PostgreSQL and some services.
func clusterOf(t *testing.T, n int) (brokers []*part, db *database, services []*daemon) {
	t.Helper()
	dir := t.TempDir()
	db = newDatabase(t, filepath.Join(dir, "postgres"), "-c", "log_statement=all", "-c", "log_line_prefix=%a ")
	brokers = newBrokers(t, dir)
	var hosts []string
	for _, b := range brokers {
		hosts = append(hosts, "nats://"+b.addr)
	}
	for i := range n {
		services = append(services, serving(t, filepath.Join(dir, fmt.Sprint("service", i)), "-nats",
			strings.Join(hosts, ","), "-copies", "3", "-db", db.url+"&application_name="+serviceName(i)))
	}
	return brokers, db, services
}

// serviceName is what a service is called in the log of the database.
func serviceName(i int) string { return fmt.Sprintf("service%d", i) }

// troubles returns the lines of a log that tell of more than the usual course of
// things: warnings, errors, and which broker leads.
func troubles(log *bytes.Buffer) string {
	var b strings.Builder
	for line := range strings.Lines(log.String()) {
		if !strings.Contains(line, `"level":"INFO"`) || strings.Contains(line, "leader") ||
			strings.Contains(line, "mended") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// harm kills something and starts it again. How long the others need to go on without
// it, and it to come back, belongs to the outage.
func (e *crowd) harm(name string, kill, start func()) {
	const recovers = 10 * time.Second // a new leader for each log is found within 4 to 9
	time.Sleep(time.Second)           // real time: the games go on before, meanwhile and afterwards
	began := time.Now()
	kill()
	time.Sleep(time.Second)
	start()
	e.t.Logf("%s was down for %v", name, time.Since(began).Round(time.Millisecond))
	e.outages = e.outages.and(span{began, time.Now().Add(recovers)})
	time.Sleep(3 * time.Second)
}

// part is a program of the cluster that is no service.
type part struct {
	t     *testing.T
	name  string
	args  []string
	addr  string
	cmd   *exec.Cmd
	log   bytes.Buffer
	owner *syscall.Credential
}

func (p *part) start() {
	p.t.Helper()
	await.Poll{Interval: 100 * time.Millisecond, State: p.log.String}.Until(p.t, p.name+" does not start", func() bool {
		p.cmd = exec.Command(p.name, p.args...)
		p.cmd.Stdout, p.cmd.Stderr = &p.log, &p.log
		p.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: p.owner}
		if err := p.cmd.Start(); err != nil {
			p.t.Fatal(err)
		}
		if p.reached() {
			return true
		}
		p.kill()
		return false
	})
}

// reached reports whether the program opens its door within a while.
func (p *part) reached() bool {
	is := false
	await.Until(p.t, p.name+" neither listens nor ends", func() bool {
		c, err := net.Dial("tcp", p.addr)
		if is = err == nil; is {
			_ = c.Close()
		}
		return is || errors.Is(p.cmd.Process.Signal(syscall.Signal(0)), os.ErrProcessDone)
	})
	return is
}

func (p *part) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// newBrokers starts three.
func newBrokers(t *testing.T, dir string) (list []*part) {
	t.Helper()
	var routes, names []string
	for i := range 3 {
		names, routes = append(names, fmt.Sprint("n", i)), append(routes, free(t))
	}
	peers := "nats://" + strings.Join(routes, ",nats://")
	for i := range 3 {
		addr := free(t)
		list = append(list, &part{t: t, name: binary(t), addr: addr, args: []string{"broker", "-name", names[i],
			"-data", filepath.Join(dir, names[i]), "-addr", addr, "-cluster", routes[i], "-peers", peers}})
	}
	for _, b := range list {
		b.start()
		t.Cleanup(b.kill)
	}
	return list
}

// database is a PostgreSQL of our own.
type database struct {
	part
	url string
}

// newDatabase starts one in an empty folder, as a user who may: not as root.
func newDatabase(t *testing.T, dir string, options ...string) *database {
	t.Helper()
	tool := func(name string) string {
		path, err := exec.LookPath(name)
		if list, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name); err != nil && len(list) > 0 {
			path, err = list[len(list)-1], nil
		}
		if err != nil {
			t.Skipf("the programs of PostgreSQL are not here: %v", err)
		}
		return path
	}
	addr := free(t)
	_, port, _ := net.SplitHostPort(addr)
	d := &database{url: "postgres://tafl@" + addr + "/postgres?sslmode=disable"}
	d.part = part{t: t, name: tool("postgres"), addr: addr,
		args: append([]string{"-D", dir, "-p", port, "-k", dir, "-h", "127.0.0.1"}, options...), owner: servant(t, dir)}
	init := exec.Command(tool("initdb"), "-D", dir, "-U", "tafl", "-A", "trust")
	init.SysProcAttr = &syscall.SysProcAttr{Credential: d.owner}
	if out, err := init.CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	d.start()
	t.Cleanup(d.kill)
	await.Until(t, "the database accepts no one", func() bool { // it listens before
		return exec.Command(tool("pg_isready"), "-q", "-h", "127.0.0.1", "-p", port).Run() == nil
	})
	return d
}

// servant gives a folder to the user under whom PostgreSQL runs when we are root.
func servant(t *testing.T, dir string) *syscall.Credential {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() != 0 {
		return nil
	}
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

// balance opens one door before several services and returns its address. Every
// connection goes to the next one that takes it.
func balance(t *testing.T, services []*daemon) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	var turn atomic.Int64
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = c.Close() }()
				for range services {
					s, err := net.Dial("tcp", services[int(turn.Add(1))%len(services)].addr)
					if err == nil {
						pipe(c, s)
						return
					}
				}
			}()
		}
	}()
	return l.Addr().String()
}

// pipe joins two connections until either ends.
func pipe(a, b net.Conn) {
	end := sync.OnceFunc(func() { _, _ = a.Close(), b.Close() })
	var work sync.WaitGroup
	for _, way := range [][2]net.Conn{{a, b}, {b, a}} {
		work.Go(func() { defer end(); _, _ = io.Copy(way[0], way[1]) })
	}
	work.Wait()
}
