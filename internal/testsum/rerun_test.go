package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRerun: a script in place of go test prints one output for the whole run and another for a rerun, which has -run.
func TestRerun(t *testing.T) {
	const (
		passes = `{"Action":"pass","Package":"tafl3d/a","Test":"One"}` + "\n"
		ends   = `{"Action":"fail","Package":"tafl3d/a"}` + "\n"
		fails  = `{"Action":"output","Package":"tafl3d/a","Test":"Two","Output":"--- FAIL: Two\n"}` + "\n" +
			`{"Action":"fail","Package":"tafl3d/a","Test":"Two/sub"}` + "\n" +
			`{"Action":"fail","Package":"tafl3d/a","Test":"Two"}` + "\n" + ends
		race = `{"Action":"output","Package":"tafl3d/a","Test":"Two","Output":"WARNING: DATA RACE\n"}` + "\n"
		good = `{"Action":"pass","Package":"tafl3d/a","Test":"Two"}` + "\n" + `{"Action":"pass","Package":"tafl3d/a"}` + "\n"
		skip = `{"Action":"skip","Package":"tafl3d/a","Test":"Two"}` + "\n" + `{"Action":"pass","Package":"tafl3d/a"}` + "\n"
	)
	const again = "once more, alone: a: Two\n"
	tests := []struct {
		name          string
		reruns        int
		first, second string
		good          bool
		want, not     string
	}{
		{"unreliable", 1, passes + fails, good, true,
			"alone (see their output above):\n      a.Two\n\n3 passed, 0 failed", ""},
		{"fails twice", 1, passes + fails, fails, false, again, "unreliable"},
		{"skipped the second time", 1, passes + fails, skip, false, again, "unreliable"},
		{"not asked for", 0, passes + fails, good, false, "1 passed, 2 failed", "once more"},
		{"a data race", 1, passes + race + fails, good, false, "1 passed, 2 failed", "once more"},
		{"no test failed", 1, passes + ends, good, false, "1 passed, 0 failed", "once more"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range map[string]string{"first": tt.first, "second": tt.second, "script": `
cd "$(dirname "$0")"
case "$*" in
"-count 1 -run ^(Two)$ tafl3d/a") cat second; ! grep -q '"fail"' second;;
"./b ./a") cat first; ! grep -q '"fail"' first;;
*) echo "called with $*"; exit 2;;
esac`} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var out bytes.Buffer
			r := newReport(&out, true)
			r.reruns = tt.reruns
			r.runAll([]string{"sh", filepath.Join(dir, "script"), "./b", "./a"})
			if good := r.summary(); good != tt.good {
				t.Errorf("good: %v", good)
			}
			text := out.String()
			if !strings.Contains(text, tt.want) || tt.not != "" && strings.Contains(text, tt.not) {
				t.Errorf("printed\n%s", text)
			}
		})
	}
}
