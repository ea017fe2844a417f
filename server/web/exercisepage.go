package web

import (
	"encoding/json"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"tafl3d/game"
	"tafl3d/game/exercise"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/tongue"
)

// exercisePage is the page of a variant's exercises, which are solved in the browser.
type exercisePage struct {
	Say      *tongue.Speaker
	Variant  *variant.Variant
	Variants []*variant.Variant // with exercises
	Board    template.HTML
	Rules    string
	Words    string
	About    string
	Built    bool
}

// task is an exercise as the script reads it.
type task struct {
	ID     string   `json:"id"`
	At     string   `json:"at"` // the position, in the format of cmd/taflwasm
	Side   string   `json:"side"`
	Task   string   `json:"task"`
	Wrong  string   `json:"wrong"` // shown after a wrong move
	Rating string   `json:"rating"`
	Next   []answer `json:"next"`
}

// answer is a move of the solution and the possible continuations, as in exercise.Attempt.
type answer struct {
	Turn []wire.Move `json:"turn"`
	Next []answer    `json:"next,omitempty"`
}

func answers(r *rules.Rules, nodes []*tree.Node) (list []answer) {
	for _, n := range nodes {
		a := answer{Next: answers(r, n.Next())}
		for _, m := range n.Turn {
			a.Turn = append(a.Turn, ledger.Move(r, m))
		}
		list = append(list, a)
	}
	return list
}

// placement writes a position in the format of cmd/taflwasm.
func placement(v *variant.Variant, s game.Setup) string {
	words := []string{frameOf(s, 0, s.Turn, v).Pieces, s.Turn.String()}
	for _, n := range s.Hand {
		words = append(words, strconv.Itoa(n))
	}
	return strings.Join(words, " ")
}

// exercisesOf returns the exercises of a variant that cmd/taflwasm can show, the easy ones first.
func exercisesOf(v *variant.Variant) (list []*exercise.Exercise) {
	for _, x := range exercise.All() {
		if x.Game.Variant == v.ID && placeable(x.Game.Start.Setup()) {
			list = append(list, x)
		}
	}
	return list
}

// withExercises returns the variant of a request with its exercises, or ErrNone.
func withExercises(r *http.Request) (*variant.Variant, []*exercise.Exercise, error) {
	v, err := variant.Get(r.PathValue("id"))
	if err != nil {
		return nil, nil, ErrNone
	}
	list := exercisesOf(v)
	if len(list) == 0 {
		return nil, nil, ErrNone
	}
	return v, list, nil
}

// exercises shows the page of exercises.
func (s *Site) exercises(w http.ResponseWriter, r *http.Request) {
	v, list, err := withExercises(r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	say := printerFor(w, r)
	first := list[0].Game.Start.Setup()
	p := exercisePage{
		Say: say, Variant: v, About: aboutGame(say, v), Board: drawBoard(say, v.Rules, frameOf(first, 0, first.Turn, v),
			say.Text(v.Name), false),
		Rules: rulesText(v.Rules), Words: wordsFor(say, reasons(v.Rules)...), Built: HasEngine(),
	}
	for _, id := range exercise.Variants(exercise.All()) {
		if v, err := variant.Get(id); err == nil && len(exercisesOf(v)) > 0 {
			p.Variants = append(p.Variants, v)
		}
	}
	title := say.Text("Exercises")
	s.show(w, r, "exercises", http.StatusOK, page{Title: say.Text(v.Name) + ": " + title, About: title, At: "computer",
		Scripts: boardScripts, Body: p})
}

// exerciseList sends the exercises of a variant to the script.
func (s *Site) exerciseList(w http.ResponseWriter, r *http.Request) {
	v, list, err := withExercises(r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	say := printerFor(w, r)
	told := make([]task, len(list))
	for i, x := range list {
		what, turns := x.Words()
		text, wrong := say.Text(what), say.Text("That loses. Try again.")
		if x.Task == exercise.Win {
			wrong = say.Text("That does not win, or not soon enough. Try again.")
		}
		switch {
		case x.Lasts > 0:
			text += " " + say.Textf("Your best defence lasts %d moves.", turns)
			wrong = say.Text("That loses sooner. Try again.")
		case turns == 1:
			text += " " + say.Text("In one move.")
		case turns > 1:
			text += " " + say.Textf("In %d moves.", turns)
		}
		start := x.Game.Start.Setup()
		told[i] = task{ID: x.ID, At: placement(v, start), Side: start.Turn.String(), Task: text, Wrong: wrong,
			Rating: say.Textf("Difficulty %d", x.Difficulty), Next: answers(v.Rules, x.Game.Root.Next())}
	}
	body, _ := json.Marshal(told) // it can always be encoded
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	send(w, r, http.StatusOK, body, "no-cache")
}

// HasExercises reports whether the variant of the page has exercises.
func (p computerPage) HasExercises() bool {
	return slices.Contains(exercise.Variants(exercise.All()), p.Variant.ID)
}
