package learn

import (
	"strconv"

	"tafl3d/game"
	"tafl3d/game/exercise"
	"tafl3d/panel"
	"tafl3d/tongue"
)

const textSolved = "Solved"

// textThemes are the names of themes.
var textThemes = map[string]string{
	"escape":      "Escape",
	"catch-king":  "King captured",
	"smother":     "No legal moves",
	"too-few":     "Too few pieces",
	"exit-fort":   "Fort on the edge",
	"ring":        "Ring",
	"reach-goal":  "Goal reached",
	"fill-goal":   "Goal filled",
	"clear-board": "All captured",
	"hold":        "Defence",
	"capture":     "Capture",
	"mill":        "Mill",
	"sacrifice":   "Sacrifice",
	"shieldwall":  "Shield wall",
}

// theme returns the name of a theme, or its id if unknown.
func theme(id string) string {
	if text := textThemes[id]; text != "" {
		return tongue.Text(text)
	}
	return id
}

var textTurnsLeft = [...]string{"In one move.", "In two moves.", "In three moves.", "In four moves."}

// textTask returns the task: "Catch the king.", "In two turns."
func textTask(x *exercise.Exercise) panel.Part {
	task, turns := x.Words()
	if turns == 0 {
		return panel.Part{Text: task}
	}
	if x.Lasts > 0 {
		return panel.Part{Head: task, Text: tongue.Textf("Your best defence lasts %d moves.", turns)}
	}
	return panel.Part{Head: task, Text: textLimit(turns)}
}

// textLimit returns the largest number of moves.
func textLimit(n int) string {
	if n <= len(textTurnsLeft) {
		return tongue.Text(textTurnsLeft[n-1])
	}
	return tongue.Textf("In %d moves.", n)
}

// textKind returns the difficulty. The task gives the goal; further themes would give the solution away.
func textKind(x *exercise.Exercise) string {
	switch {
	case x.Puzzle && x.Source != "":
		return tongue.Textf("Puzzle by %s", tongue.Name(x.Source))
	case x.Puzzle:
		return tongue.Text("Puzzle of another program")
	}
	return tongue.Textf("Difficulty %d", x.Difficulty)
}

// textWrong returns the response to a wrong move.
func textWrong(x *exercise.Exercise) string {
	switch {
	case x.Puzzle:
		return "The puzzle has another solution. Try again."
	case x.Lasts > 0:
		return "That loses sooner. Try again."
	case x.Task == exercise.Hold:
		return "That loses. Try again."
	}
	return "That does not win, or not soon enough. Try again."
}

// textQuarter names a quarter of the board by two of its corners: "Look between a1 and d4."
func textQuarter(b *game.Board, at game.Square) string {
	place := func(s game.Square) (file, rank int) {
		name := b.Name(s)
		rank, _ = strconv.Atoi(name[1:])
		return int(name[0]-'a') + 1, rank
	}
	files, ranks := 0, 0
	for s := range game.Square(b.Squares()) {
		f, r := place(s)
		files, ranks = max(files, f), max(ranks, r)
	}
	half := func(n, of int) (from, to int) {
		if middle := (of + 1) / 2; n <= middle {
			return 1, middle
		}
		return (of+1)/2 + 1, of
	}
	f, r := place(at)
	left, right := half(f, files)
	low, high := half(r, ranks)
	name := func(file, rank int) string { return string(rune('a'+file-1)) + strconv.Itoa(rank) }
	return tongue.Textf("Look between %s and %s.", name(left, low), name(right, high))
}

// textRight returns the share of solved exercises.
func textRight(solved, tried int) panel.Cell {
	if tried == 0 {
		return panel.Cell{Text: "–"}
	}
	return panel.Cell{Text: tongue.Textf("%d %%", (100*solved+tried/2)/tried)}
}

func textRepeat(due int) string {
	if due == 0 {
		return tongue.Text("Nothing to repeat today")
	}
	return tongue.Textf("Repeat failed: %d", due)
}

const textResults = "Results"
