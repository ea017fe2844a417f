//go:build unix

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/ai/protocol"
	"tafl3d/internal/command"
)

// A test program that is told so is an engine of a third party: one of ours that names a game,
// and one that resigns or ends instead of answering.
func init() {
	kind := os.Getenv("TAFLMATCH_TEST_ENGINE")
	if kind == "" {
		return
	}
	answer, ask := io.Pipe()
	e := protocol.Engine{Name: "Old Rook", Variant: "brandubh-gorrion", Find: command.Rules}
	go func() { _ = e.ServeUCI(context.Background(), answer, os.Stdout); os.Exit(0) }()
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		switch text := lines.Text(); {
		case text == "uci":
			fmt.Print("id name Old Rook\noption name Variant type combo default chess var chess var " +
				"brandubh-gorrion\nuciok\n")
		case strings.HasPrefix(text, "go") && kind == "resigns":
			fmt.Println("bestmove resign")
		case strings.HasPrefix(text, "go") && kind == "fails":
			os.Exit(3)
		case strings.HasPrefix(text, "go"):
			_, _ = fmt.Fprintln(ask, "go depth 1")
		default:
			_, _ = fmt.Fprintln(ask, text)
		}
	}
	os.Exit(0)
}

// thirdParty writes a program that is an engine of a kind.
func thirdParty(t *testing.T, dir, kind string) string {
	t.Helper()
	file := filepath.Join(dir, kind)
	text := fmt.Sprintf("#!/bin/sh\nTAFLMATCH_TEST_ENGINE=%s exec '%s'\n", kind, os.Args[0])
	if err := os.WriteFile(file, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestEngineOfOthers seats engines that are other programs: one plays a game to its end, one
// resigns, and one fails whenever it is asked and gives the game up.
func TestEngineOfOthers(t *testing.T) {
	share(t)
	dir := t.TempDir()
	d := serving(t, filepath.Join(dir, "data"))
	for kind, name := range map[string]string{"plays": "Rook", "resigns": "Pawn", "fails": "Fish"} {
		_, log := beside(t, "bots", "-data", d.dir, "-service", "http://"+d.addr, "-keys",
			filepath.Join(dir, "keys-"+kind),
			"-engine", thirdParty(t, dir, kind), "-engine-name", name, "-engine-level", "2", "-engine-time", "500ms")
		a := signUp(t, d.addr, "Eva-"+name)
		id := seatBot(t, a, name)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := a.play(ctx, id, 5, time.Millisecond); err != nil {
			t.Fatalf("%s: %v\n%s", kind, err, log)
		}
		full := fetch(t, a, id)
		t.Logf("%s: %d turns, %s by %s", kind, full.Plies, full.Result, full.Cause)
		if gives := kind != "plays"; gives != (full.Cause == "resigned") || gives == (full.Plies > 2) {
			t.Errorf("%s: %d turns, %s by %s\n%s", kind, full.Plies, full.Result, full.Cause, log)
		}
	}
}

// TestEngineOptions: what an engine plays, and what does not fit together.
func TestEngineOptions(t *testing.T) {
	o := engineOptions{command: "x", name: "X"}
	known := protocol.About{Variants: []string{"chess", "brandubh-gorrion"}}
	if ids, err := o.plays(known); err != nil || !slices.Equal(ids, []string{"brandubh-gorrion"}) {
		t.Errorf("%v, %v", ids, err)
	}
	if ids, err := o.plays(protocol.About{Any: true}); err != nil || len(ids) != len(catalogue()) {
		t.Errorf("%d, %v", len(ids), err)
	}
	if _, err := o.plays(protocol.About{}); err == nil || !strings.Contains(err.Error(), "-variants") {
		t.Errorf("an engine that names no game: %v", err)
	}
	o.command = `"C:\Program Files\e.exe" -x "a b"`
	if got := o.program("").Argv; !slices.Equal(got, []string{`C:\Program Files\e.exe`, "-x", "a b"}) {
		t.Errorf("%q", got)
	}
	for args, want := range map[string]string{
		`-engine "x -engine-name X`:                 "a quotation mark is never closed",
		"-engine-name X":                            "need -engine",
		"-engine x":                                 "-engine-name",
		"-engine x -engine-name X -levels 11":       "not a level",
		"-engine x -engine-name X -engine-level 11": "-engine-level",
		"-engine x -engine-name X -engine-time 0s":  "-engine-time",
	} {
		if _, err := parseBots(strings.Fields(args)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
	err := do(t.Context(), io.Discard, "bots", "-keys", t.TempDir(), "-engine", "/nonexistent/engine",
		"-engine-name", "X")
	if err == nil || !strings.Contains(err.Error(), "cannot be started") {
		t.Errorf("a program that is not there: %v", err)
	}
	if o, err := parseBots("-engine", "x", "-engine-name", "X"); err != nil ||
		len(o.levels) != 0 {
		t.Errorf("%+v, %v", o, err)
	}
}
