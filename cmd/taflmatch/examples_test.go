package main

import (
	"bytes"
	"errors"
	"flag"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/internal/flags"
)

const examples = "../../docs/examples"

func example(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(examples, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// understood reads a command line as the program does and returns the addresses in it.
func understood(t *testing.T, line string) (hosts []string) {
	t.Helper()
	words := strings.Fields(line)
	lists := ""
	switch words[0] {
	case "serve":
		o, err := parse(words[1:]...)
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		lists = o.NATS + "," + o.Database
	case "broker":
		set := flag.NewFlagSet("", flag.ContinueOnError)
		o := brokerFlags(set)
		if _, err := flags.Words(set, words[1:]); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		lists = o.Peers
	case "bots":
		o, err := parseBots(words[1:]...)
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		lists = o.nats
	case "worker":
		set := flag.NewFlagSet("", flag.ContinueOnError)
		o := workerFlags(set)
		if _, err := flags.Words(set, words[1:]); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		lists = o.nats
	default:
		t.Errorf("the program has no command %q", words[0])
	}
	for text := range strings.SplitSeq(lists, ",") {
		if u, err := url.Parse(strings.ReplaceAll(text, "${SECRET}", "secret")); err != nil {
			t.Errorf("%s: %v", text, err)
		} else if u.Hostname() != "" {
			hosts = append(hosts, u.Hostname())
		}
	}
	return hosts
}

// TestExamples reads the units and the compose file of the operator's page: every
// command is one that the program understands, every part that one names is there, and
// systemd, where it is installed, finds no fault.
func TestExamples(t *testing.T) {
	const program = "/usr/local/bin/taflmatch "
	for _, name := range []string{"taflmatch.service", "taflmatch-broker.service", "taflmatch-bots.service",
		"taflmatch-worker.service"} {
		text := example(t, name)
		_, rest, ok := strings.Cut(text, "ExecStart="+program)
		if !ok {
			t.Fatalf("%s starts no %s", name, program)
		}
		line, _, _ := strings.Cut(rest, "\n")
		understood(t, line)
		lasts(t, name, text)
		verify(t, name, strings.ReplaceAll(text, program, "/bin/true "))
	}
	backup := strings.ReplaceAll(example(t, "taflmatch-backup.service"), "/usr/local/bin/taflmatch-backup.sh",
		"/bin/true")
	verify(t, "taflmatch-backup.timer", example(t, "taflmatch-backup.timer"), "taflmatch-backup.service", backup)
	text := example(t, "compose.yaml")
	parts, hosts := []string{}, []string{}
	for _, m := range regexp.MustCompile(`(?m)^  (\w+):`).FindAllStringSubmatch(text, -1) {
		parts = append(parts, m[1])
	}
	for _, m := range regexp.MustCompile(`(?m)^    command: (.*)$`).FindAllStringSubmatch(text, -1) {
		hosts = append(hosts, understood(t, m[1])...)
	}
	if len(parts) != 7 || len(hosts) != 6*3+1 {
		t.Errorf("parts %v, addresses %v", parts, hosts)
	}
	for _, h := range hosts {
		if !slices.Contains(parts, h) {
			t.Errorf("no part is called %s: %v", h, parts)
		}
	}
}

// lasts reads whether systemd starts a unit again as often as it takes, not five times and
// then never, and whether it may open the ports that it names.
func lasts(t *testing.T, name, text string) {
	t.Helper()
	if !strings.Contains(text, "\nRestart=always\nRestartSec=") ||
		!strings.Contains(text, "\nStartLimitIntervalSec=0\n\n[Service]") {
		t.Errorf("%s is given up when it fails a few times", name)
	}
	if regexp.MustCompile(`(?m)^ExecStart=.*:(80|443)( |$)`).MatchString(text) &&
		!strings.Contains(text, "\nAmbientCapabilities=CAP_NET_BIND_SERVICE\n") {
		t.Errorf("%s may not open its port", name)
	}
}

// verify has systemd check a unit; more are the names and texts of units that it needs. Complaints about other things
// concern the machine.
func verify(t *testing.T, name, text string, more ...string) {
	t.Helper()
	tool, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Logf("%s is not checked by systemd: %v", name, err)
		return
	}
	dir := t.TempDir()
	file := filepath.Join(dir, name)
	for i, unit := 0, append([]string{name, text}, more...); i < len(unit); i += 2 {
		if err := os.WriteFile(filepath.Join(dir, unit[i]), []byte(unit[i+1]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command(tool, "verify", file).CombinedOutput()
	switch {
	case bytes.Contains(out, []byte(name)):
		t.Errorf("%s: %v\n%s", name, err, out)
	case err != nil || len(out) > 0:
		t.Logf("%s is not checked: systemd says %v\n%s", name, err, out)
	}
}

// TestBackupScript runs the script of the backup timer with a program that makes backups of a few bytes: it keeps the
// new backup and the keys, removes only old backups, and removes none when the check of the new one fails.
func TestBackupScript(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("no shell here")
	}
	script, err := filepath.Abs(filepath.Join(examples, "taflmatch-backup.sh"))
	if err != nil {
		t.Fatal(err)
	}
	dir, old := t.TempDir(), time.Now().Add(-15*24*time.Hour)
	backups, data, bin := filepath.Join(dir, "backups"), filepath.Join(dir, "data"), filepath.Join(dir, "bin")
	for _, folder := range []string{backups, filepath.Join(data, "bots"), bin} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, at := range map[string]time.Time{"old": old, "new": time.Now()} {
		file := filepath.Join(backups, "taflmatch-"+name+".backup")
		if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Chtimes(file, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	for _, whole := range []bool{false, true} {
		program := "#!/bin/sh\ncase $2 in -verify) exit 1;; *) echo x >\"$4\";; esac\n"
		if whole {
			program = strings.Replace(program, "exit 1", "exit 0", 1)
		}
		if err := os.WriteFile(filepath.Join(bin, "taflmatch"), []byte(program), 0o700); err != nil {
			t.Fatal(err)
		}
		c := exec.Command(shell, script)
		c.Env = append(os.Environ(), "TAFL_DATA="+data, "TAFL_BACKUPS="+backups,
			"PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, err := c.CombinedOutput()
		if (err == nil) != whole {
			t.Fatalf("the script ends with %v: %s", err, out)
		}
		for name, want := range map[string]int{"taflmatch-old.backup": 1, "taflmatch-new.backup": 1, "*.keys.tar": 0} {
			if whole {
				want = 1
			}
			if whole && name == "taflmatch-old.backup" {
				want = 0
			}
			if found, _ := filepath.Glob(filepath.Join(backups, name)); len(found) != want {
				t.Errorf("check passed %t: %v for %s, want %d", whole, found, name, want)
			}
		}
	}
}

// TestCopiedTables: the script that copies SQLite into PostgreSQL names every table, those that it leaves out too.
func TestCopiedTables(t *testing.T) {
	script := example(t, "sqlite-to-postgres.sh")
	files, err := filepath.Glob("../../server/store/migrations/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^CREATE TABLE (\w+)`).FindAllSubmatch(text, -1) {
			table := string(m[1])
			named := regexp.MustCompile(`\b` + table + `\b`).MatchString(script)
			if !named && !strings.HasPrefix(table, "game_entries") { // of PostgreSQL alone
				t.Errorf("the script does not name the table %s", table)
			}
		}
	}
}
