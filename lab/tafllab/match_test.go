package main

import (
	"fmt"
	"strings"
	"testing"

	"tafl3d/internal/command"
)

// TestLadder: each level meets the next two.
func TestLadder(t *testing.T) {
	code, out, note := lab(t, "", strings.Fields("ladder -variant brandubh-gorrion -to 3 -games 4 -jobs 2")...)
	if code != 0 || strings.Count(out, " over ") != 4 || !strings.Contains(out, "level:3        over level:1") {
		t.Errorf("code %d: %s%s", code, out, note)
	}
	if code, _, note := lab(t, "", strings.Fields("ladder -variant brandubh-gorrion -from 4 -to 3")...); code !=
		command.Usage {
		t.Errorf("code %d: %s", code, note)
	}
}

// TestSelfplay: the games differ, the same seed gives the same ones, and they
// can be played through to their last turn.
func TestSelfplay(t *testing.T) {
	for _, variant := range []string{"brandubh-gorrion", "bagh-chal"} {
		args := strings.Fields("selfplay -engine nodes:200 -games 4 -opening 4 -seed 3 -max 60 -variant " + variant)
		code, games, _ := lab(t, "", args...)
		_, again, _ := lab(t, "", args...)
		lines := strings.Split(strings.TrimSpace(games), "\n")
		if code != 0 || games != again || len(lines) != 4 || lines[0] == lines[1] {
			t.Errorf("code %d\n%s\n%s", code, games, again)
		}
		n := 0
		err := lineGames(strings.NewReader(games), "games", func(_ int, g tuneGame) error {
			n++
			return playsThrough(g)
		})
		if err != nil || n != 4 {
			t.Errorf("%d games, %v", n, err)
		}
	}
	if code, _, note := lab(t, "", "selfplay", "-variant", "brandubh-gorrion", "-engine",
		"cmd:depth=1:/nonexistent"); code != command.Fault || !strings.Contains(note, "cannot be started") {
		t.Errorf("code %d, %q", code, note)
	}
}

// playsThrough says what is wrong with the turns of a game.
func playsThrough(g tuneGame) error {
	v, err := command.Variant(g.Variant)
	if err != nil {
		return err
	}
	course, end, err := g.course(v.Rules)
	if played := len(course); err == nil &&
		(len(g.Moves) == 0 || played != len(g.Moves) && !(played == len(g.Moves)+1 && !end.Over())) {
		err = fmt.Errorf("%d positions of %d turns", played, len(g.Moves))
	}
	return err
}
