package main

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// events are the lines that "go test -json" prints: package, test, action and output, split by "|".
func events(r *report, lines ...string) {
	for _, l := range lines {
		f := strings.SplitN(l, "|", 4)
		e := `{"Action":"` + f[2] + `","Package":"tafl3d/` + f[0] + `","Test":"` + f[1] + `"`
		if len(f) > 3 {
			e += `,"Output":"` + f[3] + `\n"`
		}
		r.line([]byte(e + "}\n"))
	}
}

func TestReport(t *testing.T) {
	passes := []string{
		"a|One|output|=== RUN   One", "a|One|output|    a_test.go:1: a log", "a|One|pass",
	}
	two := func(lines ...string) []string {
		return append(slices.Clone(passes), lines...)
	}
	const closing = "a||output|FAIL\\ttafl3d/a\\t0.1s"
	tests := []struct {
		name  string
		lines []string
		good  bool
		want  []string // in what is printed
		not   []string
	}{
		{
			"passes", two("a||output|PASS", "a||output|ok  \\ttafl3d/a\\t0.1s", "a||pass"), true,
			[]string{"ok  \ttafl3d/a\t0.1s\n", "\n1 passed, 0 failed, 0 skipped\n"},
			[]string{"a log", "PASS"},
		}, {
			"fails", two("a|Two|output|=== RUN   Two", "a|Two|output|    a_test.go:7: wrong",
				"a|Two|output|--- FAIL: Two (0.00s)", "a|Two|fail", closing, "a||fail"), false,
			[]string{
				"--- FAIL: Two (0.00s)\n    a_test.go:7: wrong\nFAIL\ttafl3d/a\t0.1s\n",
				"\n1 passed, 1 failed, 0 skipped\n", "\nFAIL: a\n",
			},
			[]string{"a log", "=== RUN"},
		}, {
			"unfinished", two("a|Two|output|panic: test timed out", closing, "a||fail"), false,
			[]string{"panic: test timed out\n"}, nil,
		}, {
			"build", []string{"a||build-output|a.go:1: syntax error", closing, "a||fail"}, false,
			[]string{"a.go:1: syntax error\nFAIL\ttafl3d/a\t0.1s\n"}, nil,
		}, {
			"allowed skip", two("a|Two|output|    x_test.go:3: something logged",
				"a|Two|output|    x_test.go:4: no multicast here: refused", "a|Two|output|--- SKIP: Two (0.00s)",
				"a|Two|skip", "a||pass"), true,
			[]string{"  no multicast here: refused\n      a.Two\n", "\n1 passed, 0 failed, 1 skipped\n"}, nil,
		}, {
			"refused skip", two("a|Two|output|    x_test.go:4: no Chromium", "a|Two|skip", "a||pass"), false,
			[]string{"! no Chromium\n      a.Two\n", "FAIL: 1 skips"}, nil,
		}, {
			"skip without a reason", two("a|Two|output|--- SKIP: Two (0.00s)", "a|Two|skip", "a||pass"), false,
			[]string{"! no reason given\n      a.Two\n"}, nil,
		}, {
			"passes in another run", two("a||pass", "a|Two|output|    x_test.go:4: SQLite has no months",
				"a|Two|skip", "a||pass", "a|Two|pass", "a|One|output|    x_test.go:4: short", "a|One|skip"), true,
			[]string{"\n2 passed, 0 failed, 0 skipped\n"}, []string{"skipped:"},
		}, {
			"fails in another run", two("a||pass", "a|One|fail", "a||fail", "a|One|pass", "a||pass"), false,
			[]string{"\n0 passed, 1 failed, 0 skipped\n"}, nil,
		}, {
			"no test", []string{"a||skip"}, false, []string{"\n0 passed, 0 failed, 0 skipped\n"}, nil,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			r := newReport(&out, true)
			events(r, tt.lines...)
			if good := r.summary(); good != tt.good {
				t.Errorf("good: %v", good)
			}
			for _, w := range tt.want {
				if !strings.Contains(out.String(), w) {
					t.Errorf("%q is missing in\n%s", w, out.String())
				}
			}
			for _, w := range tt.not {
				if strings.Contains(out.String(), w) {
					t.Errorf("%q is in\n%s", w, out.String())
				}
			}
		})
	}
}

// TestAllowedElsewhere: where scripts/setup installs nothing, programs may be missing.
func TestAllowedElsewhere(t *testing.T) {
	const reason = "no Chromium on this machine (Debian: chromium)"
	if (&report{debian: true}).allowed(reason) || !(&report{}).allowed(reason) {
		t.Error("a missing browser is allowed on Debian, or not allowed elsewhere")
	}
}

func TestSplit(t *testing.T) {
	want := [][]string{{"go", "test"}, {"sh", "-c", "go test"}}
	if got := split([]string{"go", "test", "+", "sh", "-c", "go test"}); !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
}

// TestRun: a command that fails, one that prints no events, and one that does not exist.
func TestRun(t *testing.T) {
	var out bytes.Buffer
	r := newReport(&out, true)
	if err := run(r, []string{"go", "version"}); err != nil || !strings.Contains(out.String(), "go version") {
		t.Errorf("%v: %s", err, out.String())
	}
	if err := run(r, []string{"go", "no-such-command"}); err == nil {
		t.Error("a command that fails is taken for a good one")
	}
	if err := run(r, []string{"no-such-command"}); err == nil {
		t.Error("a command that does not exist is taken for a good one")
	}
}
