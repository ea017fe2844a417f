package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"tafl3d/game/played"
	"tafl3d/game/record"
	"tafl3d/internal/command"
)

// TestLibrary imports, lists, explores and exports as a script does.
func TestLibrary(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "games")
	const games = "brandubh-gorrion: d6-f6 d5-f5\nbrandubh-gorrion: d6-b6 d5-b5 resigned\nbrandubh-gorrion: d6-z6\n"
	code, out, note := tafl(t, games, "import", "-library", dir, "-collection", "c", "-")
	if code != command.Fault || !strings.Contains(out, "2 games imported") || !strings.Contains(note, "line 3") {
		t.Fatal(code, out, note)
	}
	code, out, note = tafl(t, "", "explore", "-library", dir, "-variant", "brandubh-gorrion", "-json")
	if code != 0 || !strings.HasPrefix(out, `{"moves":[{"move":"`) ||
		!strings.Contains(out, `"games":2,"attackers":0,"defenders":1,"draws":0}]}`) {
		t.Error(code, out, note)
	}
	if code, out, note = tafl(t, "", "games", "-library", dir, "-json"); code != 0 || strings.Count(out, `"id":`) != 2 {
		t.Error(code, out, note)
	}
	if code, out, note = tafl(t, "", "games", "-library", dir, "-player", "nobody", "-json"); code != 0 ||
		out != "[]\n" {
		t.Error(code, out, note)
	}
	for pattern, want := range map[string]int{"f6=t d6=. d7=t": 2, "d4=K": 2, "d4=.": 0} { // turned and mirrored, too
		if code, out, note = tafl(t, "", "games", "-library", dir, "-variant", "brandubh-gorrion", "-pattern", pattern,
			"-json"); code != 0 || strings.Count(out, `"id":`) != want {
			t.Error(pattern, code, out, note)
		}
	}
	file := filepath.Join(dir, "out.tafl")
	if code, out, note = tafl(t, "", "export", "-library", dir, "-o", file); code != 0 {
		t.Error(code, out, note)
	}
	if b, err := os.ReadFile(file); err != nil || strings.Count(string(b), "[Variant ") != 2 {
		t.Errorf("%s %v", b, err)
	}
	if code, out, note = tafl(t, "", "import", "-library", dir, file); code != 0 ||
		!strings.Contains(out, "0 games imported, 2 already in the library") {
		t.Error(code, out, note)
	}
}

func TestLibraryComplaints(t *testing.T) {
	dir := t.TempDir()
	for args, want := range map[string]string{
		"games":                  "give the folder of the library",
		"games -library nowhere": "no folder nowhere",
		"import -library " + dir: "name the files",
		"import -variant x -library " + dir + " -":                       "unknown variant",
		"explore -library " + dir:                                        "give the variant",
		"explore -variant brandubh-gorrion -moves z9-z8 -library " + dir: "-moves",
		"games -pattern d4=x -variant brandubh-gorrion -library " + dir:  "no piece",
		"games -pattern z4=K -variant brandubh-gorrion -library " + dir:  "square",
		"games -pattern d4=K -library " + dir:                            "give the variant",
		"export -library " + dir:                                         "-o FILE",
		"games -side king -library " + dir:                               "attackers, defenders",
		"games -result won -library " + dir:                              "attackers, defenders, draw",
		"games -from yesterday -library " + dir:                          "2026-11-23",
		"games -family chess -library " + dir:                            "tafl, fox",
		"games -tag Event -library " + dir:                               "NAME=VALUE",
		"games -from 2026-13 -library " + dir:                            `"2026-13": write a date`,
		"games -from 2026-02-30 -library " + dir:                         `"2026-02-30": write a date`,
		"games -from 2026-11 -to 2026-10 -library " + dir:                "-from 2026-11 is after -to 2026-10",
		"games -cause nonsense -library " + dir:                          "unknown; there are king-captured",
		"games -cause king-captive -library " + dir:                      "did you mean king-captured?",
		"games -side attackers -library " + dir:                          "-side needs -player",
		"export -o x -side attackers -library " + dir:                    "-side needs -player",
		"export -o - -json -library " + dir:                              "-json",
		"export -o - -format library -library " + dir:                    "writes a new file",
		"games -min-turns 9 -max-turns 3 -library " + dir:                "no game has",
	} {
		if code, _, note := tafl(t, "", strings.Fields(args)...); code != command.Usage ||
			!strings.Contains(note, want) {
			t.Errorf("tafl %s: %d, %q; want %q", args, code, note, want)
		}
	}
}

// TestFilesInWords: what the system says of files is said in our words, and nothing moves about
// where no terminal is.
func TestFilesInWords(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "game.tafl")
	if err := os.WriteFile(file, []byte("[Variant \"brandubh-gorrion\"]\n\n1. d6-f6\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"review " + dir + "/none.tafl":                    dir + "/none.tafl: there is no such file or folder\n",
		"review " + dir:                                   dir + ": this is a folder; a file is needed\n",
		"import -library " + dir + "/lib none.tafl":       "none.tafl: there is no such file or folder\n",
		"import -library " + file + " " + file:            file + ": this is a file; a folder is needed\n",
		"picture -o " + dir + "/a.gif " + dir + "/none":   dir + "/none: there is no such file or folder\n",
		"export -library " + dir + " -o " + dir + "/no/x": "there is no folder " + dir + "/no\n",
	} {
		if code, _, note := tafl(t, "", strings.Fields(args)...); code != command.Fault ||
			!strings.HasSuffix(note, want) {
			t.Errorf("tafl %s: %d, %q; want %q", args, code, note, want)
		}
	}
	for _, args := range []string{"picture -o " + dir + "/a.gif " + file, "review -nodes 100 " + file} {
		if code, _, note := tafl(t, "", strings.Fields(args)...); code != command.OK || note != "" {
			t.Errorf("tafl %s: %d, %q", args, code, note)
		}
	}
}

// TestBackup writes a library as one file, which is a library again; it replaces no file.
func TestBackup(t *testing.T) {
	dir := t.TempDir()
	from, file, to := filepath.Join(dir, "from"), filepath.Join(dir, "backup.sqlite"), filepath.Join(dir, "to")
	if code, _, note := tafl(t, "d6-f6 d5-f5\nd6-e6 d5-e5\n", "import", "-library", from, "-variant",
		"brandubh-gorrion", "-"); code != 0 {
		t.Fatal(note)
	}
	if code, out, note := tafl(t, "", "export", "-library", from, "-o", file, "-format", "library"); code != 0 ||
		!strings.HasPrefix(out, "2 games") {
		t.Fatalf("%d, %q, %q", code, out, note)
	}
	if code, _, note := tafl(t, "", "export", "-library", from, "-o", file, "-format", "library"); code != 1 ||
		!strings.Contains(note, "exists already") {
		t.Errorf("%d, %q", code, note)
	}
	if code, _, note := tafl(t, "", "export", "-library", from, "-o", file, "-format", "library", "-player",
		"x"); code != command.Usage || !strings.Contains(note, "filters") {
		t.Errorf("%d, %q", code, note)
	}
	if err := os.Mkdir(to, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(file, filepath.Join(to, "library.sqlite")); err != nil {
		t.Fatal(err)
	}
	_, want, _ := tafl(t, "", "games", "-library", from)
	if code, out, note := tafl(t, "", "games", "-library", to); code != 0 || out != want || want == "" {
		t.Errorf("%d, %q, %q; want %q", code, out, note, want)
	}
}

// TestImportAFolder: a folder in the place of a file is told as one.
func TestImportAFolder(t *testing.T) {
	dir := t.TempDir()
	if code, _, note := tafl(t, "", "import", "-library", filepath.Join(dir, "l"), dir); code != 1 ||
		!strings.Contains(note, "is a folder") {
		t.Errorf("%d, %q", code, note)
	}
}

// TestImportFaults tells of what is no file in a line, and of a fault that many games have once.
func TestImportFaults(t *testing.T) {
	dir := t.TempDir()
	if code, out, note := tafl(t, "", "import", "-library", dir, "nowhere"); code != command.Fault || out != "" ||
		!strings.Contains(note, "nowhere") {
		t.Error(code, out, note)
	}
	code, out, note := tafl(t, strings.Repeat("h1-h3 f8-i8\n", 9), "import", "-library", dir, "-")
	if code != command.Fault || !strings.Contains(out, "9 bad") ||
		strings.Count(note, "does not name its variant") != 1 ||
		!strings.Contains(note, "8 more games") || !strings.Contains(note, "with -variant copenhagen-11x11-tdiamond ") {
		t.Error(code, out, note)
	}
	if code, _, note := tafl(t, "", "export", "-library", dir, "-o", filepath.Join(dir, "no", "x.tafl")); code !=
		command.Fault || strings.Contains(note, ".x.tafl") || !strings.Contains(note, "folder") {
		t.Error(code, note)
	}
}

// importVar names the library into which a test process of its own imports.
const importVar = "TAFL_TEST_IMPORT"

// TestImportChild is no test: TestImportStopped runs it as another process.
func TestImportChild(t *testing.T) {
	dir := os.Getenv(importVar)
	if dir == "" {
		t.Skip("only as the child of TestImportStopped")
	}
	os.Exit(program.Run([]string{"import", "-library", dir, "-"}, os.Stdin, os.Stdout, os.Stderr))
}

// TestImportStopped: an import tells how far it is, and Ctrl-C stops it though it waits for
// more to read. What it has kept is there.
func TestImportStopped(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no process can send Ctrl-C to one of its own here")
	}
	dir := filepath.Join(t.TempDir(), "games")
	child := exec.Command(os.Args[0], "-test.run=^TestImportChild$")
	child.Env = append(os.Environ(), importVar+"="+dir)
	in, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	note, err := child.StderrPipe()
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	told := make(chan struct{})
	go func() { // writes games until the first report, and then nothing more
		for games := strings.Repeat("brandubh-gorrion: d6-f6 d5-f5\n", 500); ; {
			select {
			case <-told:
				return
			default:
			}
			if _, err := io.WriteString(in, games); err != nil {
				return
			}
		}
	}()
	lines := bufio.NewReader(note)
	line, err := lines.ReadString('\n')
	close(told)
	var reported, kept int
	if _, scan := fmt.Sscanf(line, "-: %d games", &reported); err != nil || scan != nil || reported < 500 {
		t.Fatalf("%q, %v, %v", line, err, scan)
	}
	if err := child.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	rest, _ := io.ReadAll(lines)
	err = child.Wait()
	if m := regexp.MustCompile(`the (\d+) games read so far are kept`).FindSubmatch(rest); m != nil {
		kept, _ = strconv.Atoi(string(m[1]))
	}
	if child.ProcessState.ExitCode() != command.Fault || kept < reported {
		t.Errorf("%v: %d games reported, then: %s", err, reported, rest)
	}
	if code, out, _ := tafl(t, "", "games", "-library", dir, "-json", "-limit", "0"); code != 0 ||
		strings.Count(out, `"id":`) != kept {
		t.Errorf("%d, %d games, want %d", code, strings.Count(out, `"id":`), kept)
	}
}

// TestOutputs: "-" is standard output, and a file that is there is replaced with -force only.
func TestOutputs(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	code, out, note := tafl(t, "brandubh-gorrion: d6-f6 d5-f5\n", "import", "-library", "lib", "-")
	if code != 0 || out != "-: 1 game imported, 0 already in the library, 0 bad\n" {
		t.Fatal(code, out, note)
	}
	const game = "[Variant \"brandubh-gorrion\"]"
	for args, want := range map[string]string{
		"export -library lib -o -":             game,
		"report -o - out.tafl":                 "<!DOCTYPE html>",
		"review -nodes 50 -o - out.tafl":       game,
		"review -nodes 50 -html - out.tafl":    "<!DOCTYPE html>",
		"review -time 1ms -o - out.tafl":       game,
		"export -library lib -o out.tafl":      "1 game written to out.tafl\n",
		"report -o out.html out.tafl":          "1 game written to out.html\n",
		"picture -o out.svg out.tafl":          "",
		"review -nodes 50 -o r.tafl out.tafl":  "brandubh-gorrion: ",
		"explore -library lib -variant " + vid: "1 game   attackers 0",
	} {
		if strings.HasSuffix(args, "out.tafl") && !strings.Contains(args, "-o out.tafl") {
			if err := os.WriteFile("out.tafl", []byte(game+"\n\n1. d6-f6 d5-f5\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		} else {
			_ = os.Remove("out.tafl")
		}
		if code, out, note := tafl(t, "", strings.Fields(args)...); code != 0 || !strings.Contains(out, want) {
			t.Errorf("tafl %s: %d, %q, %q", args, code, out, note)
		}
	}
	if _, err := os.Stat("-"); err == nil {
		t.Error("a file is named -")
	}
	_ = os.Remove("out.tafl") // its mode may be another one
	if err := os.WriteFile("out.tafl", []byte(game+"\n\n1. d6-f6 d5-f5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"export -library lib -o out.tafl", "report -o out.tafl out.tafl",
		"picture -o out.svg out.tafl", "review -nodes 50 -o out.tafl out.tafl",
		"review -nodes 50 -html out.tafl out.tafl"} {
		before, err := os.ReadFile("out.tafl")
		if err != nil {
			t.Fatal(err)
		}
		code, out, note := tafl(t, "", strings.Fields(args)...)
		after, _ := os.ReadFile("out.tafl")
		if code != command.Fault || !strings.Contains(note, "-force") || string(after) != string(before) {
			t.Errorf("tafl %s: %d, %q, %q", args, code, out, note)
		}
		if code, out, note := tafl(t, "", append(strings.Fields(args), "-force")...); code != 0 {
			t.Errorf("tafl %s -force: %d, %q, %q", args, code, out, note)
		}
		if info, err := os.Stat("out.tafl"); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("tafl %s -force: %v, %v", args, info, err)
		}
		if err := os.WriteFile("out.tafl", before, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

const vid = "brandubh-gorrion"

// TestPacked reads files of games that gzip has packed, and names what else is packed.
func TestPacked(t *testing.T) {
	t.Chdir(t.TempDir())
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := io.WriteString(w, "[Variant \"brandubh-gorrion\"]\n\n1. d6-f6 d5-f5\n")
	err = errors.Join(err, w.Close(), os.WriteFile("a.tafl.gz", packed.Bytes(), 0o600),
		os.WriteFile("a.zip", []byte("PK\x03\x04zip"), 0o600), os.WriteFile("half.gz", packed.Bytes()[:30], 0o600))
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{
		"import -library lib a.tafl.gz", "report -o - a.tafl.gz", "picture -o a.svg a.tafl.gz",
	} {
		if code, _, note := tafl(t, "", strings.Fields(args)...); code != 0 {
			t.Errorf("tafl %s: %d, %q", args, code, note)
		}
	}
	code, out, note := tafl(t, packed.String(), "report", "-o", "-", "-")
	if code != 0 || !strings.Contains(out, "<html") {
		t.Errorf("standard input: %d, %q, %q", code, out, note)
	}
	for args, want := range map[string]string{
		"import -library lib a.zip":   "it is compressed (zip): decompress it first",
		"report -o - a.zip":           "a.zip: it is compressed (zip): decompress it first",
		"import -library lib half.gz": "the compressed file is damaged",
		"report -o - half.gz":         "half.gz: the compressed file is damaged",
	} {
		code, _, note := tafl(t, "", strings.Fields(args)...)
		if code != command.Fault || !strings.Contains(note, want) {
			t.Errorf("tafl %s: %d, %q; want %q", args, code, note, want)
		}
	}
}

// TestGamesCountMoves: games lists as many moves of a game as both sides have made.
func TestGamesCountMoves(t *testing.T) {
	for _, g := range played.Games(t) {
		dir, made := t.TempDir(), g.Root.Last().Ply()
		if code, out, note := tafl(t, record.Text(g), "import", "-library", dir, "-"); code != 0 {
			t.Fatal(code, out, note)
		}
		code, out, note := tafl(t, "", "games", "-library", dir, "-json")
		if code != 0 || !strings.Contains(out, fmt.Sprintf(`"turns":%d,`, made)) {
			t.Errorf("%s of %d moves: %d %s %s", g.Variant, made, code, out, note)
		}
	}
}
