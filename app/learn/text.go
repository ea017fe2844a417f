package learn

import (
	"tafl3d/game/exercise"
	"tafl3d/panel"
	"tafl3d/tongue"
)

const textSolved = "Solved"

// textTasks say what is to be done, by the first theme.
var textTasks = map[string]string{
	"escape":      "Bring the king to safety.",
	"catch-king":  "Catch the king.",
	"smother":     "Leave the other side no legal move.",
	"too-few":     "Take until too few of them are left.",
	"exit-fort":   "Build a fort on the edge for the king.",
	"ring":        "Close the ring around the king and his men.",
	"reach-goal":  "Reach the goal.",
	"fill-goal":   "Fill the goal with your men.",
	"clear-board": "Take everything that the other side has.",
}

// textThemes are what the themes are called.
var textThemes = map[string]string{
	"escape":      "Escape",
	"catch-king":  "The king caught",
	"smother":     "No move left",
	"too-few":     "Too few left",
	"exit-fort":   "A fort on the edge",
	"ring":        "The ring",
	"reach-goal":  "The goal reached",
	"fill-goal":   "The goal filled",
	"clear-board": "Everything taken",
	"hold":        "Defence",
	"capture":     "Capture",
	"mill":        "Mill",
	"sacrifice":   "Sacrifice",
	"shieldwall":  "Shieldwall",
}

// theme returns what a theme is called; one that nobody knows keeps its name.
func theme(id string) string {
	if text := textThemes[id]; text != "" {
		return tongue.Text(text)
	}
	return id
}

var (
	textTurnsLeft = [...]string{"In one turn.", "In two turns.", "In three turns.", "In four turns."}
	textHold      = "Find the only turn that does not lose."
)

// textTask says what is asked: "Catch the king.", "In two turns."
func textTask(x *exercise.Exercise) panel.Part {
	if x.Task == exercise.Hold {
		return panel.Part{Text: textHold}
	}
	text := "Win."
	if t := textTasks[x.Themes[0]]; t != "" {
		text = t
	}
	return panel.Part{Head: text, Text: textLimit(x.Length)}
}

// textLimit says in how many turns of one's own, of so many of both sides.
func textLimit(length int) string {
	if n := (length + 1) / 2; n <= len(textTurnsLeft) {
		return tongue.Text(textTurnsLeft[n-1])
	}
	return tongue.Textf("In %d turns.", (length+1)/2)
}

// textKind tells how hard an exercise is. How it ends says the task, and what else it is
// about would give it away.
func textKind(x *exercise.Exercise) string { return tongue.Textf("Difficulty %d", x.Difficulty) }

// textWrong says that a turn does not solve an exercise.
func textWrong(x *exercise.Exercise) string {
	if x.Task == exercise.Hold {
		return "That loses. Try again."
	}
	return "That does not do it, or not soon enough. Try again."
}

// textRight says what share was solved.
func textRight(solved, tried int) panel.Cell {
	if tried == 0 {
		return panel.Cell{Text: "–"}
	}
	return panel.Cell{Text: tongue.Textf("%d %%", (100*solved+tried/2)/tried)}
}
