// Package learn is where the games are learned: courses of lessons, and exercises that are
// rated and given again when they were failed; both come with the program or are pasted. It
// uses the board beside a sheet and plays no game. What is right is told by the lesson or
// the exercise, what is legal by the rules.
package learn

import (
	"time"

	"tafl3d/app/board"
	"tafl3d/app/shell"
	"tafl3d/app/study"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/exercise"
	"tafl3d/game/lesson"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Client is what the room asks of the rest of the client.
type Client interface {
	Now() time.Time
	// Copy puts a text on the clipboard; false: there is none.
	Copy(text string) bool
	// Taught is told that a course was followed to its end.
	Taught()
	// Play opens the page of a new game against the computer.
	Play(variant string)
	// Study opens a game, as text, in the study.
	Study(text string)
}

// Room is where the games are learned. It belongs to the main thread.
type Room struct {
	*board.Board
	client Client
	store  store
	set    func(game.Setup) // shows a position at once
	memory *memory          // nil until it is needed
	// reviewer judges turns that nobody marked; nil: there is none
	reviewer study.Reviewer
}

// store keeps files, as shell.Store.
type store interface {
	Load(name string) ([]byte, error)
	Names(folder string) ([]string, error)
}

// New returns the room; set shows a position on the board, and store and e may be nil.
func New(b *board.Board, s store, set func(game.Setup), e study.Reviewer, c Client) *Room {
	b.Go(func() { // so that no page waits for them
		exercise.All()
		lesson.All()
	})
	return &Room{Board: b, client: c, store: s, set: set, reviewer: e}
}

// TextLearn is what the room is called on buttons.
const TextLearn = "Exercises and lessons"

// Enter opens the page that everything here begins with.
func (r *Room) Enter() { r.Open(menu{r}) }

// menu is what can be learned.
type menu struct{ r *Room }

func (p menu) Show() panel.Dialog {
	due := len(p.r.due())
	return panel.Dialog{ID: "learn", Kind: panel.Menu, Title: TextLearn, Cancel: "close", Buttons: []panel.Button{
		{ID: "lessons", Label: "Lessons", Icon: "hint"},
		{ID: "exercises", Label: "Exercises", Icon: "new", Primary: true},
		{ID: "repeat", Label: textRepeat(due), Icon: "again", Disabled: due == 0},
		{ID: "results", Label: textResults, Icon: "review"},
		{ID: "close", Label: words.Done, Icon: "yes"},
	}}
}

func (p menu) Do(c panel.Command) {
	switch c.ID {
	case "lessons":
		p.r.OpenLessons()
	case "exercises":
		p.r.Open(&choose{r: p.r})
	case "repeat":
		p.r.Repeat()
	case "results":
		p.r.Open(results(p))
	}
}

// InFront reports whether a page of the room is in front.
func (r *Room) InFront() bool {
	switch r.Front().(type) {
	case menu, *choose, *solve, results, *list, *lessonPage:
		return true
	}
	return false
}

// begin has the game at the board wait, and shows a sheet beside the board.
func (r *Room) begin(p shell.Beside) {
	if g := r.Game; g != nil && g.Remote == nil && g.Studied == nil && g.Going() && !g.State.Paused {
		r.Pause()
	}
	r.Remove(uses) // two cannot share the board
	r.OpenBeside(p)
}

// uses reports whether a page is one of ours that uses the board.
func uses(p shell.Page) bool {
	switch p.(type) {
	case *solve, *lessonPage, *mend:
		return true
	}
	return false
}

// variant returns the variant of a game, nil and a word to the player if there is none.
func (r *Room) variant(g *tree.Game) *variant.Variant {
	v, err := r.Lib.Get(g.Variant)
	if g.Own != "" {
		v, err = variant.Parse(g.Variant+".toml", []byte(g.Own))
	}
	if err != nil {
		r.Refuse(words.Error(err))
		return nil
	}
	return v
}

const textResults = "Results"

func textRepeat(due int) string {
	if due == 0 {
		return tongue.Text("Nothing to repeat today")
	}
	return tongue.Textf("Repeat what you failed: %d", due)
}

// due returns the exercises that are to be done again today.
func (r *Room) due() (list []*exercise.Exercise) {
	m := r.results()
	today := day(r.client.Now())
	for _, x := range exercise.All() {
		if s := m.Seen[x.ID]; s != nil && s.Due != "" && s.Due <= today {
			list = append(list, x)
		}
	}
	return list
}

// Repeat gives the exercises that are due, one after the other.
func (r *Room) Repeat() {
	if r.due() == nil {
		r.Refuse("Nothing to repeat today")
		return
	}
	p := &solve{r: r, next: func(after *exercise.Exercise) *exercise.Exercise {
		list := r.due()
		for i, x := range list {
			if x == after { // which was skipped
				return list[(i+1)%len(list)]
			}
		}
		if len(list) == 0 {
			return nil
		}
		return list[0]
	}}
	p.open(p.next(nil))
}
