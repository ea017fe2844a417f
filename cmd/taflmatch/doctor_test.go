//go:build unix

package main

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// doctorSays runs the doctor and looks for what it must say.
func doctorSays(t *testing.T, unfit bool, flags []string, want ...string) {
	t.Helper()
	var out strings.Builder
	err := do(t.Context(), &out, append([]string{"doctor"}, flags...)...)
	if errors.Is(err, errUnfit) != unfit || err != nil && !unfit {
		t.Errorf("%v: %v\n%s", flags, err, out.String())
	}
	plain := strings.Join(strings.Fields(out.String()), " ")
	for _, w := range want {
		if !strings.Contains(plain, w) {
			t.Errorf("%v: no %q in\n%s", flags, w, out.String())
		}
	}
}

// TestPrivateData starts a service and bots in folders that were made by hand, and in which old files may be read by
// everyone: afterwards files are 600 and folders 700, and the doctor finds one that was opened again.
func TestPrivateData(t *testing.T) {
	share(t)
	dir := t.TempDir()
	old := syscall.Umask(0) // whatever a shell has
	defer syscall.Umask(old)
	d := &daemon{t: t, bin: binary(t), dir: filepath.Join(dir, "data"), addr: free(t)}
	keys := filepath.Join(dir, "keys")
	for _, folder := range []string{d.dir, keys} {
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(d.dir, "tafl.db"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	d.start()
	t.Cleanup(d.kill)
	beside(t, "bots", "-data", d.dir, "-service", "http://"+d.addr, "-keys", keys, "-levels", "1")
	seatBot(t, signUp(t, d.addr, "Astrid"), "Tafl3d-1") // games and the key of the bot are written
	for _, folder := range []string{d.dir, keys} {
		err := filepath.WalkDir(folder, func(path string, f fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if info, err := f.Info(); err == nil && info.Mode().Perm()&0o077 != 0 {
				t.Errorf("%s: %v", path, info.Mode().Perm())
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	flags := []string{"-data", d.dir, "-addr", d.addr, "-host", "127.0.0.1"}
	doctorSays(t, false, flags, "ok rights only the owner")
	if err := os.Chmod(filepath.Join(d.dir, "tafl.db"), 0o644); err != nil {
		t.Fatal(err)
	}
	doctorSays(t, false, flags, "LOOK rights other users may read")
	if err := os.Chmod(d.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	doctorSays(t, true, flags, "FAULT rights", "chmod -R go=")
}

// TestDoctorAtHome: a service of one machine, before it starts, while it runs, and with what
// may be wrong about its port, name, folder and certificate.
func TestDoctorAtHome(t *testing.T) {
	share(t)
	dir := t.TempDir()
	d := &daemon{t: t, bin: binary(t), dir: filepath.Join(dir, "data"), addr: free(t)}
	flags := []string{"-data", d.dir, "-addr", d.addr, "-host", "127.0.0.1"}
	doctorSays(t, false, flags, "LOOK name", "ok port "+d.addr+" is free", "does not exist yet",
		"disk a synced write takes ", "ok space")
	d.start()
	t.Cleanup(d.kill)
	doctorSays(t, false, flags, "ok port a service runs on "+d.addr+" and is ready")
	doctorSays(t, true, append(flags, "-data", dir), "FAULT port", "none has -data "+dir)
	stranger, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stranger.Close() }()
	go func() {
		for c, err := stranger.Accept(); err == nil; c, err = stranger.Accept() {
			_ = c.Close()
		}
	}()
	doctorSays(t, true, append(flags, "-addr", stranger.Addr().String()), "FAULT port", "no service answers there")
	doctorSays(t, true, append(flags, "-host", "nowhere.invalid"), "FAULT name", "make an A or AAAA record")
	doctorSays(t, true, append(flags, "-data", "doctor_test.go"), "FAULT folder doctor_test.go is a file")
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	doctorSays(t, true, append(flags, "-cert", cert, "-key", key), "FAULT certificate", "-cert and -key name a pair")
	writePair(t, "tafl.example", cert, key)
	doctorSays(t, true, append(flags, "-addr", free(t), "-cert", cert, "-key", key, "-host", "other.example"),
		"FAULT certificate", "it is not for other.example")
	doctorSays(t, false, append(flags, "-addr", free(t), "-cert", cert, "-key", key), "LOOK certificate",
		"for tafl.example", "it ends soon")
}

// TestDoctorOfACluster: brokers that agree, another number of streams than there are, one and
// two brokers that do not run, and a database that does not answer. What the cluster keeps is whole.
func TestDoctorOfACluster(t *testing.T) {
	share(t)
	brokers, db, services := newCluster(t)
	var hosts []string
	for _, b := range brokers {
		hosts = append(hosts, "nats://"+b.addr)
	}
	d := services[0]
	flags := []string{"-data", d.dir, "-addr", d.addr, "-host", "127.0.0.1", "-nats", strings.Join(hosts, ","),
		"-copies", "3", "-db", db.url}
	doctorSays(t, false, flags, "ok brokers they agree; 4 streams of games in progress",
		"ok broker nats://"+brokers[2].addr+" is n2", "ok database PostgreSQL")
	var said strings.Builder
	if err := do(t.Context(), &said, "check", "-nats", strings.Join(hosts, ","), "-db", db.url); err != nil ||
		!strings.Contains(said.String(), "live games: 0 whole, 0 damaged") {
		t.Errorf("check: %v\n%s", err, said.String())
	}
	doctorSays(t, true, append(flags, "-shards", "7"), "FAULT brokers games in progress use 4 streams, not 7")
	brokers[0].kill()
	db.kill()
	doctorSays(t, true, flags, "LOOK broker nats://"+brokers[0].addr, "FAULT database", "pg_hba.conf")
	brokers[1].kill()
	doctorSays(t, true, flags, "FAULT brokers 1 of 3 can be reached")
}
