package main

import (
	"bytes"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
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
		o, err := parse(words[1:], t.Output())
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		lists = o.NATS + "," + o.Database
	case "broker":
		o, err := parseBroker(words[1:], t.Output())
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		lists = o.Peers
	case "bots":
		o, err := parseBots(words[1:], t.Output())
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		lists = o.nats
	case "worker":
		o, err := parseWorker(words[1:], t.Output())
		if err != nil {
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

// verify has systemd check a unit. What it says of other things is the machine's affair.
func verify(t *testing.T, name, text string) {
	t.Helper()
	tool, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Logf("%s is not checked by systemd: %v", name, err)
		return
	}
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(tool, "verify", file).CombinedOutput()
	switch {
	case bytes.Contains(out, []byte(name)):
		t.Errorf("%s: %v\n%s", name, err, out)
	case err != nil || len(out) > 0:
		t.Logf("%s is not checked: systemd says %v\n%s", name, err, out)
	}
}
