package main

import (
	"bytes"
	"net"
	"os"
	"strings"
	"testing"

	"tafl3d/server"
)

// TestCommandLine gives the program command lines that make no sense: it says why and ends
// with 2, before it has done anything.
func TestCommandLine(t *testing.T) {
	t.Chdir(t.TempDir())
	for line, want := range map[string]string{
		"serve now -shard 3":             `unexpected word "now"`,
		"version 3":                      `unexpected word "3"`,
		"help danse":                     `no command "danse"`,
		"admin dance -data x":            "admin wants",
		"":                               "no command; use one of serve",
		"dance":                          `there is no command "dance"; there are serve, bots`,
		"serv":                           "did you mean serve?",
		"serve -shard 3":                 "no flag -shard; did you mean -shards?",
		"serve -listen x":                "no flag -listen (see: taflmatch help serve)",
		"serve -shards x":                `-shards needs a whole number, not "x"`,
		"serve -addr":                    "-addr needs a value",
		"serve -addr 0.0.0.0:7350":       "-plain-text-on-the-network",
		"serve -addr :7350":              "-plain-text-on-the-network",
		"serve -addr nonsense":           "missing port",
		"serve -announce":                "TLS",
		"serve -cert a":                  "give -cert and -key together",
		"serve -acme":                    "-acme needs -host",
		"serve -copies 3":                "-copies needs -nats",
		"serve -copies 2 -nats nats://a": "1, 3 or 5",
		"serve -shards 0":                "1 to 256",
		"serve -db mysql://a":            "postgres://",
		"serve now":                      `unexpected word "now"`,
		"bots -copies 4 -nats nats://a":  "1, 3 or 5",
		"bots -levels 11":                "not a level",
		"worker":                         "-nats",
		"broker -name a":                 "-peers",
		"serve -operator 0.0.0.0:7351":   "ssh -L",
		"admin dance":                    "admin wants",
		"admin show":                     "admin wants",
		"backup":                         "name of a file",
		"restore":                        "name of a backup",
	} {
		var out, errs bytes.Buffer
		if code := run(strings.Fields(line), &out, &errs); code != 2 || !strings.Contains(errs.String(), want) {
			t.Errorf("taflmatch %s: %d\n%s%s", line, code, &out, &errs)
		}
	}
}

// TestHelpAndVersion: both are printed on the standard output, and both end with 0. Flags may stand behind words.
func TestHelpAndVersion(t *testing.T) {
	t.Chdir(t.TempDir())
	for line, want := range map[string]string{
		"help": "run the service", "-h": "run the service", "--help": "run the service",
		"serve -h": "-acme-email", "help moderate": "shadow NAME",
		"help secret": "taflmatch secret FILE",
		"version":     "taflmatch " + release, "-version": "taflmatch " + release,
	} {
		var out, errs bytes.Buffer
		code := run(strings.Fields(line), &out, &errs)
		if code != 0 || !strings.Contains(out.String(), want) || errs.Len() > 0 {
			t.Errorf("taflmatch %s: %d\n%s%s", line, code, &out, &errs)
		}
	}
	var out, errs bytes.Buffer
	code := run(strings.Fields("admin reports -data elsewhere"), &out, &errs)
	if code != 1 || !strings.Contains(errs.String(), "no service is running on elsewhere") {
		t.Errorf("%d\n%s%s", code, &out, &errs)
	}
}

// TestPortIsTaken: who starts a second program at a port reads so, and what to do.
func TestPortIsTaken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	taken, data := l.Addr().String(), t.TempDir()
	for flag, line := range map[string]string{
		"-addr":     "serve -data " + data + " -addr " + taken,
		"-metrics":  "serve -data " + data + " -addr 127.0.0.1:0 -metrics " + taken,
		"-operator": "serve -data " + data + " -addr 127.0.0.1:0 -operator " + taken,
	} {
		var out, errs bytes.Buffer
		want := "taflmatch: " + flag + ": " + taken +
			": another program uses this port; stop it, or choose another port\n"
		if code := run(strings.Fields(line), &out, &errs); code != 1 || !strings.HasSuffix(errs.String(), want) {
			t.Errorf("%s: %d\n%s%s", line, code, &out, &errs)
		}
	}
}

// TestBackupReplacesNothing: a backup that is there already stays, unless -force says otherwise.
func TestBackupReplacesNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("old.tar", []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"backup -data none old.tar":        "old.tar already exists: add -force to replace it",
		"backup old.tar -data none -force": "no service is running on none",
		"backup -data none -":              "no service is running on none",
	} {
		var out, errs bytes.Buffer
		if code := run(strings.Fields(line), &out, &errs); code != 1 || !strings.Contains(errs.String(), want) {
			t.Errorf("%s: %d\n%s%s", line, code, &out, &errs)
		}
		if text, err := os.ReadFile("old.tar"); err != nil || string(text) != "old" {
			t.Errorf("%s: %q, %v", line, text, err)
		}
	}
}

// TestShownAddresses writes addresses for the log: without users, passwords and parameters.
func TestShownAddresses(t *testing.T) {
	for _, c := range []struct{ database, brokers, wantDatabase, wantBrokers string }{
		{"", "", "sqlite", "built-in"},
		{"postgres://tafl:secret@10.0.0.9/tafl?password=secret", "nats://u:secret@10.0.0.1:4222, tls://b:4222,c:4222",
			"postgres://10.0.0.9/tafl", "nats://10.0.0.1:4222,tls://b:4222,nats://c:4222"},
		{"postgres://tafl:sec?ret@h/tafl", "nats://u:s%zzret@a", "(unreadable address)", "(unreadable address)"},
	} {
		o := options{Options: server.Options{Database: c.database, NATS: c.brokers}}
		if d, b := o.shownDatabase(), o.shownBrokers(); d != c.wantDatabase || b != c.wantBrokers {
			t.Errorf("%s, %s: %s, %s", c.database, c.brokers, d, b)
		}
	}
}
