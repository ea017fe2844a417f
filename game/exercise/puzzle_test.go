package exercise

import (
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/record"
	"tafl3d/game/tree"
)

// escapes is a puzzle of OpenTafl. The solver begins after the moves of row 1.
const escapes = `[date:2016.09.25]
[compiler:OpenTafl]
[annotator:Jay]
[puzzle-mode:loose]
[puzzle-prestart:0a]
[puzzle-start:1b]
[rules:dim:7 name:Brandub surf:n atkf:n ks:w nj:n cj:n cenh: cenhe: starti:/7/7/5T1/7/1t1t3/1t5/1T1Kt2/]
[start-comment:How it came about.]

1. f5-f1xe1 b2-e2
[The man makes room.|Win.

(Hint: (Look) at b1.)]

2. b1-b2 e2-f2
[Well done.|And now?]

2a.1.1a. f1-e1 e2-f2
[That wastes a move.|]

3. Kd1-a1--
[]
`

// puzzle reads a puzzle in OpenTafl's format.
func puzzle(t *testing.T, text string) *Exercise {
	t.Helper()
	games, err := record.Read(text, record.Options{})
	if err != nil || len(games) != 1 || !Is(games[0]) {
		t.Fatalf("%d games, %v", len(games), err)
	}
	x, err := Of(games[0])
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// turn returns a move in the current position of an attempt.
func turn(t *testing.T, a *Attempt, text string) []game.Move {
	t.Helper()
	moves, err := notation.ParseTurn(&a.Line().Position, a.Line().History(), text)
	if err != nil {
		t.Fatal(err)
	}
	return moves
}

// TestPuzzle reads a puzzle of OpenTafl and solves it.
func TestPuzzle(t *testing.T) {
	x := puzzle(t, escapes)
	if x.Task != Win || x.Themes[0] != "escape" || x.Length != 3 || x.Source != "Jay" || !x.Puzzle || x.ID == "" {
		t.Errorf("%+v", x)
	}
	a := x.Begin()
	if a.Line().Turn() != game.Defenders || Remark(a.Node()) != "Win." || a.Clue() != "(Look) at b1." {
		t.Errorf("%v to move, %q, hint %q", a.Line().Turn(), Remark(a.Node()), a.Clue())
	}
	for _, text := range []string{"f1-e1", "f1-f2"} {
		if answer, _ := a.Play(turn(t, a, text)); answer != Wrong {
			t.Errorf("%s: %v", text, answer)
		}
	}
	if n := a.Known(turn(t, a, "f1-e1")); n == nil || Remark(n) != "That wastes a move." {
		t.Errorf("the comment on a wrong move: %+v", n)
	}
	if answer, reply := a.Play(turn(t, a, "b1-b2")); answer != Right || reply == nil || Remark(a.Node()) != "And now?" {
		t.Errorf("%v, %v, %q", answer, reply, a.Node().Comment)
	}
	if answer, _ := a.Play(a.Hint()); answer != Solved {
		t.Errorf("the last move: %v", answer)
	}
	again := puzzle(t, record.Text(x.Game))
	if again.ID != x.ID || again.Length != x.Length {
		t.Errorf("written and read again: %+v", again)
	}
}

// TestPuzzleVariations: a winning variation is right, and a move that wins at once solves a puzzle.
func TestPuzzleVariations(t *testing.T) {
	text := strings.NewReplacer("[puzzle-start:1b]", "[puzzle-start:0a]",
		"2a.1.1a. f1-e1 e2-f2\n[That wastes a move.|]\n",
		"2a.1.1a. Kd1-c1 e2-c2\n[|]\n2a.1.2a. Kc1-d1\n[]\n").Replace(escapes)
	a := puzzle(t, text).Begin()
	if answer, _ := a.Play(a.Hint()); answer != Right {
		t.Fatal(answer)
	}
	if answer, _ := a.Play(turn(t, a, "Kd1-c1")); answer != Wrong {
		t.Errorf("a variation that does not win: %v", answer)
	}
	if answer, _ := a.Play(a.Hint()); answer != Right {
		t.Fatal(answer)
	}
	a = puzzle(t, strings.Replace(text, "3. Kd1-a1--\n[]\n", "3. b2-a2 f2-e2\n[|]\n", 1)).Begin()
	for range 2 {
		if answer, _ := a.Play(a.Hint()); answer != Right {
			t.Fatal(answer)
		}
	}
	if answer, _ := a.Play(turn(t, a, "Kd1-a1")); answer != Solved || a.Node().Text != "Kd1-a1" {
		t.Errorf("a win at once: %v after %s", answer, a.Node().Text)
	}
}

// TestPuzzleLine: the task of a solution without a win on the board is to find it.
func TestPuzzleLine(t *testing.T) {
	x := puzzle(t, strings.Replace(escapes, "3. Kd1-a1--\n[]\n", "", 1))
	if task, turns := x.Words(); x.Task != Line || task != "Find the best moves." || turns != 0 {
		t.Errorf("%s: %q, %d", x.Task, task, turns)
	}
}

// TestPuzzleStart finds positions by their address.
func TestPuzzleStart(t *testing.T) {
	games, err := record.Read(escapes, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]string{"": "", "0a": "", "0": "", "1": "f5-f1xe1", "1a": "f5-f1xe1",
		"1b.": "b2-e2",
		"3a":  "Kd1-a1", "2a.1.1a": "f1-e1", "2a.1.1b": "e2-f2", "2a.2.1a": "-", "3b": "-", "9a": "-",
		"x": "-", "1c": "-",
		"-1a": "-", "1a..": "f5-f1xe1"} {
		n := addressed(games[0], address)
		if got := textOf(n); got != want {
			t.Errorf("%q is %q, want %q", address, got, want)
		}
	}
	for _, start := range []string{"9a", "3a"} {
		games[0].SetTag(tagStart, start)
		if x, err := Of(games[0]); err == nil {
			t.Errorf("a puzzle that starts at %s: %+v", start, x)
		}
	}
	games[0].SetTag(tagMode, "none")
	if Is(games[0]) {
		t.Error("a record without a puzzle is one")
	}
}

// textOf returns the move of a node; "-" if there is none.
func textOf(n *tree.Node) string {
	if n == nil {
		return "-"
	}
	return n.Text
}
