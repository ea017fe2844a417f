package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafl3d/game/record"
	"tafl3d/internal/command"
)

const blundered = `[Variant "brandubh-gorrion"]
[Attackers "Astrid"]

b4-b3 d5-b5 f4-f5 c4-c2 d6-d5 e4-e2xd2
`

func TestReview(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.tafl"), filepath.Join(dir, "out.tafl")
	if err := os.WriteFile(in, []byte(blundered), 0o600); err != nil {
		t.Fatal(err)
	}
	html := filepath.Join(dir, "out.html")
	code, text, _ := tafl(t, "", "review", in, "-nodes", "3000", "-o", out, "-html", html)
	if page, err := os.ReadFile(html); err != nil || !strings.Contains(string(page), "5. d6-d5??") ||
		!strings.Contains(string(page), "Brandubh 7x7") {
		t.Errorf("the page: %v\n%s", err, page)
	}
	for _, want := range []string{
		"Astrid against defenders", "d6-d5", "??", "Can now be captured: d2.", "attackers  accuracy", "1 blunder",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if code != command.OK {
		t.Errorf("code %d", code)
	}
	written, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	games, err := record.Read(string(written), record.Options{})
	if err != nil || len(games) != 1 || games[0].Root.Eval == nil || !strings.Contains(string(written), "d6-d5??") {
		t.Errorf("%v\n%s", err, written)
	}
	code, text, _ = tafl(t, blundered, "review", "-json", "-nodes", "3000", "-")
	var r reviewOut
	if err := json.Unmarshal([]byte(text), &r); err != nil || code != command.OK {
		t.Fatalf("code %d, %v: %s", code, err, text)
	}
	if len(r.Turns) != 6 || r.Attackers.Player != "Astrid" || r.Attackers.Blunders != 1 ||
		r.Turns[4].Reason != "left-piece" || len(r.Turns[4].Better) == 0 {
		t.Errorf("%s", text)
	}
}

// TestReport writes all games of a file as a page, and none where there is none.
func TestReport(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.html")
	code, text, note := tafl(t, blundered+"\n"+blundered, "report", "-o", out, "-")
	page, err := os.ReadFile(out)
	if code != command.OK || err != nil || strings.Count(string(page), "Astrid against defenders</h1>") != 2 ||
		!strings.Contains(text, "2 games written") {
		t.Errorf("%d %s %s %v\n%.2000s", code, text, note, err, page)
	}
}

func TestReviewComplaints(t *testing.T) {
	for args, want := range map[string]string{
		"report -":                   "with -o FILE",
		"report -o x.html":           "name the file",
		"report -o x.html -":         "no game found",
		"review":                     "name the file",
		"review -nodes -1 -":         "must be at least 1",
		"review -variant nonsense -": "unknown variant",
		"review no-such-file":        "no such file",
		"review -":                   "no game found",
		"review - -dept 3":           "no flag -dept",
	} {
		if code, _, note := tafl(t, "nonsense", strings.Fields(args)...); code == command.OK ||
			!strings.Contains(note, want) {
			t.Errorf("tafl %s: code %d, %q; want %q", args, code, note, want)
		}
	}
}

func TestPicture(t *testing.T) {
	dir := t.TempDir()
	for name, begin := range map[string]string{"b.svg": "<svg ", "b.png": "\x89PNG", "B.GIF": "GIF89a"} {
		out := filepath.Join(dir, name)
		code, text, note := tafl(t, blundered, "picture", "-", "-ply", "3", "-size", "120", "-o", out)
		written, err := os.ReadFile(out)
		if code != command.OK || text != "" || err != nil || !strings.HasPrefix(string(written), begin) {
			t.Errorf("%s: code %d, %s%s, %v", name, code, text, note, err)
		}
	}
	for args, want := range map[string]string{
		"picture -":                     "use a name that ends in",
		"picture - -o b.bmp":            "use a name that ends in",
		"picture - -o b.png -size 9999": "-size must be",
		"picture - -o b.png -game 2":    "the file has 1 game\n",
		"picture - -o b.png -ply 7":     "the game has 6 moves",
		"picture - -o b.gif -delay 1ms": "-delay must be",
		"picture -o b.png":              "name the file",
	} {
		if code, _, note := tafl(t, blundered, strings.Fields(args)...); code != command.Usage ||
			!strings.Contains(note, want) {
			t.Errorf("tafl %s: code %d, %q; want %q", args, code, note, want)
		}
	}
}
