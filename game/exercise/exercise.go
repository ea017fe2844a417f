// Package exercise provides the collection of exercises: positions with a single solution, verified by search
// (lab/mine), stored as games in the program's format.
package exercise

import (
	"embed"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	"tafl3d/game/notation"
	"tafl3d/game/record"
	"tafl3d/game/tree"
)

//go:embed data
var data embed.FS

// The tasks.
const (
	Win  = "win"  // win within Length moves of both sides
	Hold = "hold" // find the only move that does not lose, or loses last; see Lasts
)

// The names of the tags of exercises.
const (
	TagTask       = "Task"
	TagTheme      = "Theme"
	TagLength     = "Length"
	TagDifficulty = "Difficulty"
	TagSource     = "Source"
	TagLasts      = "Lasts"
)

// Exercise is a position with its solution. The main line of the game is the solution against the longest defence.
// The solver's first move is unique; if later ones have alternatives that win in the same number of moves, these are
// variations.
type Exercise struct {
	ID         string // derived from the variant and the position
	Game       *tree.Game
	Task       string
	Themes     []string // how the solution ends, followed by other themes: "escape", "catch-king"; see Themes
	Length     int      // moves of both sides
	Difficulty int      // the rating at which half of the attempts succeed; an estimate at first
	Source     string   // where the position was found
	// Lasts is set for a Hold in a lost position: the number of moves of both sides, including the solution and the
	// last move, until the opponent has won against the best defence. All other moves lose within Length, which is
	// less. 0 means that the solution does not lose.
	Lasts int
	// Puzzle is set for a puzzle of another program. Its solution was not verified, and Difficulty is unknown.
	Puzzle bool
}

// Of returns the exercise that the tags of a game describe, or the puzzle of OpenTafl.
func Of(g *tree.Game) (*Exercise, error) {
	if g.Tag(TagTask) == "" && isPuzzle(g) {
		return ofPuzzle(g)
	}
	x := &Exercise{Game: g, Task: g.Tag(TagTask), Themes: strings.Fields(g.Tag(TagTheme)), Source: g.Tag(TagSource)}
	var err error
	if x.Length, err = strconv.Atoi(g.Tag(TagLength)); err != nil || x.Length < 1 {
		return nil, fmt.Errorf("exercise: tag %s: %q is not a number of moves", TagLength, g.Tag(TagLength))
	}
	if x.Difficulty, err = strconv.Atoi(g.Tag(TagDifficulty)); err != nil {
		return nil, fmt.Errorf("exercise: tag %s: %q is not a number", TagDifficulty, g.Tag(TagDifficulty))
	}
	if x.Task != Win && x.Task != Hold {
		return nil, fmt.Errorf("exercise: tag %s: %q is neither %s nor %s", TagTask, x.Task, Win, Hold)
	}
	if text := g.Tag(TagLasts); text != "" {
		x.Lasts, err = strconv.Atoi(text)
		if err != nil || x.Task != Hold || x.Lasts <= x.Length || x.Lasts%2 != 0 {
			const wrong = "exercise: %s %q: want an even number above %s, and task %q"
			return nil, fmt.Errorf(wrong, TagLasts, text, TagLength, Hold)
		}
	}
	if g.Root.Main() == nil || len(x.Themes) == 0 {
		return nil, fmt.Errorf("exercise: the solution or the tag %s is missing", TagTheme)
	}
	x.ID = idOf(g)
	return x, nil
}

// idOf returns the ID of the exercise of a game.
func idOf(g *tree.Game) string {
	h := fnv.New32a()
	io.WriteString(h, notation.Position(&g.Start))
	return fmt.Sprintf("%s-%08x", g.Variant, h.Sum32())
}

// Read reads all exercises in a text. It returns those without errors, and the joined errors of the others.
func Read(text string, opt record.Options) (list []*Exercise, err error) {
	games, err := record.Read(text, opt)
	for _, g := range games {
		x, bad := Of(g)
		if bad != nil {
			return list, bad
		}
		list = append(list, x)
	}
	return list, err
}

// Words describes the task. turns is the number of the solver's moves, 0 if only one move is asked for. In a lost
// position it is the number of moves the best defence lasts.
func (x *Exercise) Words() (task string, turns int) {
	switch {
	case x.Lasts > 0:
		return "Every move loses. Hold out as long as you can.", x.Lasts / 2
	case x.Task == Hold:
		return "Find the only move that does not lose.", 0
	case x.Task == Line:
		return "Find the best moves.", 0
	}
	task = map[string]string{
		"escape":      "Help the king escape.",
		"catch-king":  "Capture the king.",
		"smother":     "Leave your opponent no legal move.",
		"too-few":     "Capture until too few of them are left.",
		"exit-fort":   "Build a fort on the edge for the king.",
		"ring":        "Close the ring around the king and his men.",
		"reach-goal":  "Reach the goal.",
		"fill-goal":   "Fill the goal with your pieces.",
		"clear-board": "Capture all your opponent's pieces.",
	}[x.Themes[0]]
	if task == "" {
		task = "Win."
	}
	return task, (x.Length + 1) / 2
}

// All returns the built-in collection, sorted by variant and difficulty. The slice and the games are shared: do not
// modify them.
var All = sync.OnceValue(func() (list []*Exercise) {
	files, _ := fs.Glob(data, "data/*.tafl") // the pattern is valid
	for _, name := range files {
		text, err := data.ReadFile(name)
		var some []*Exercise
		if err == nil {
			some, err = Read(string(text), record.Options{})
		}
		if err != nil {
			panic("exercise: " + name + ": " + err.Error()) // a test reads the whole collection
		}
		list = append(list, some...)
	}
	slices.SortStableFunc(list, func(a, b *Exercise) int {
		if c := strings.Compare(a.Game.Variant, b.Game.Variant); c != 0 {
			return c
		}
		return a.Difficulty - b.Difficulty
	})
	return list
})

// Themes returns the themes of a list of exercises, the most frequent first.
func Themes(list []*Exercise) (themes []string) {
	count := map[string]int{}
	for _, x := range list {
		for _, t := range x.Themes {
			if count[t]++; count[t] == 1 {
				themes = append(themes, t)
			}
		}
	}
	slices.SortStableFunc(themes, func(a, b string) int { return count[b] - count[a] })
	return themes
}

// Variants returns the variants of a list of exercises, in the order of the list.
func Variants(list []*Exercise) (ids []string) {
	for _, x := range list {
		if !slices.Contains(ids, x.Game.Variant) {
			ids = append(ids, x.Game.Variant)
		}
	}
	return ids
}
