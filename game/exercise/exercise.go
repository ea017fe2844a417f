// Package exercise is the collection of exercises: positions with one solution, proved by
// the rules alone (lab/mine), as games in our format.
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

// What is asked.
const (
	Win  = "win"  // win within Length turns, those of both sides counted
	Hold = "hold" // find the one turn that does not lose, or loses last; see Lasts
)

// The names of tags of exercises.
const (
	TagTask       = "Task"
	TagTheme      = "Theme"
	TagLength     = "Length"
	TagDifficulty = "Difficulty"
	TagSource     = "Source"
	TagLasts      = "Lasts"
)

// Exercise is a position with its solution. The main line of the game is the solution with
// the longest defence; where a later turn of the solver has others that win as soon, they
// stand as variations beside it. Its first turn has none.
type Exercise struct {
	ID         string // made of the variant and the position
	Game       *tree.Game
	Task       string
	Themes     []string // how it ends first: "escape", "catch-king"; see Themes
	Length     int      // turns of both sides
	Difficulty int      // a rating that finds the solution every second time: a guess to begin with
	Source     string   // where it was found
	// Lasts is set for a Hold in a lost position. It counts the moves of both sides, the solution and the last one
	// included, until the other side has won against the best defence. All other moves lose within Length, which is
	// less. 0: the solution does not lose.
	Lasts int
}

// Of reads the tags of a game that is an exercise.
func Of(g *tree.Game) (*Exercise, error) {
	x := &Exercise{Game: g, Task: g.Tag(TagTask), Themes: strings.Fields(g.Tag(TagTheme)), Source: g.Tag(TagSource)}
	var err error
	if x.Length, err = strconv.Atoi(g.Tag(TagLength)); err != nil || x.Length < 1 {
		return nil, fmt.Errorf("exercise: %s %q is no number of turns", TagLength, g.Tag(TagLength))
	}
	if x.Difficulty, err = strconv.Atoi(g.Tag(TagDifficulty)); err != nil {
		return nil, fmt.Errorf("exercise: %s %q is no number", TagDifficulty, g.Tag(TagDifficulty))
	}
	if x.Task != Win && x.Task != Hold {
		return nil, fmt.Errorf("exercise: %s %q is neither %s nor %s", TagTask, x.Task, Win, Hold)
	}
	if text := g.Tag(TagLasts); text != "" {
		x.Lasts, err = strconv.Atoi(text)
		if err != nil || x.Task != Hold || x.Lasts <= x.Length || x.Lasts%2 != 0 {
			const wrong = "exercise: %s %q: want an even number above %s, and task %q"
			return nil, fmt.Errorf(wrong, TagLasts, text, TagLength, Hold)
		}
	}
	if g.Root.Main() == nil || len(x.Themes) == 0 {
		return nil, fmt.Errorf("exercise: there is no solution, or no %s", TagTheme)
	}
	h := fnv.New32a()
	io.WriteString(h, notation.Position(&g.Start))
	x.ID = fmt.Sprintf("%s-%08x", g.Variant, h.Sum32())
	return x, nil
}

// Read reads all exercises of a text, and the errors of the others joined.
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

// Words say what is asked, and within how many of the solver's moves; 0 where one move alone is looked for. In a lost
// position it is for how many the best defence lasts.
func (x *Exercise) Words() (task string, turns int) {
	switch {
	case x.Lasts > 0:
		return "Every move loses. Hold out longest.", x.Lasts / 2
	case x.Task == Hold:
		return "Find the only move that does not lose.", 0
	}
	task = map[string]string{
		"escape":      "Bring the king to safety.",
		"catch-king":  "Catch the king.",
		"smother":     "Leave the other side no legal move.",
		"too-few":     "Take until too few of them are left.",
		"exit-fort":   "Build a fort on the edge for the king.",
		"ring":        "Close the ring around the king and his men.",
		"reach-goal":  "Reach the goal.",
		"fill-goal":   "Fill the goal with your men.",
		"clear-board": "Take everything that the other side has.",
	}[x.Themes[0]]
	if task == "" {
		task = "Win."
	}
	return task, (x.Length + 1) / 2
}

// All returns the collection that comes with the program, the easy ones of each variant
// first. The slice and the games are shared: copy what is changed.
var All = sync.OnceValue(func() (list []*Exercise) {
	files, _ := fs.Glob(data, "data/*.tafl") // the pattern is one
	for _, name := range files {
		text, err := data.ReadFile(name)
		var some []*Exercise
		if err == nil {
			some, err = Read(string(text), record.Options{})
		}
		if err != nil {
			panic("exercise: " + name + ": " + err.Error()) // a test reads all of it
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

// Themes returns the themes of some exercises, those of most of them first.
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

// Variants returns the variants of some exercises, in their order.
func Variants(list []*Exercise) (ids []string) {
	for _, x := range list {
		if !slices.Contains(ids, x.Game.Variant) {
			ids = append(ids, x.Game.Variant)
		}
	}
	return ids
}
