package app_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/app"
	"tafl3d/app/study"
	"tafl3d/game"
	"tafl3d/game/exercise"
	"tafl3d/game/lesson"
	"tafl3d/game/record"
	"tafl3d/game/tree"
	"tafl3d/panel"
	"tafl3d/scene"
)

// aTask is an exercise of two moves for pasting.
const aTask = `[Variant "brandubh-gorrion"]
[Start "7/7/5T1/7/1t1t3/1t5/1T1Kt2 d"]
[Task "win"]
[Theme "escape capture"]
[Length "5"]
[Difficulty "1375"]

1. f5-f1xe1 b2-e2 2. b1-b2 e2-f2 3. Kd1-a1
`

// given returns the exercise on the board.
func (p *person) given() *exercise.Exercise {
	p.Helper()
	for _, x := range exercise.All() {
		if now := x.Game.Start.Setup(); slices.Equal(now.Pieces, p.view.setup.Pieces) &&
			x.Game.Rules().Board() == p.view.stage.Board {
			return x
		}
	}
	p.Fatal("no exercise of the collection is on the board")
	return nil
}

// solve clicks the solution of the exercise on the board.
func (p *person) solve(x *exercise.Exercise) {
	p.Helper()
	for a, answer := x.Begin(), exercise.Right; answer == exercise.Right; {
		turn := a.Hint()
		p.clickTurn(turn)
		answer, _ = a.Play(turn)
	}
}

// option selects an option of a field by its text.
func (p *person) option(field, option string) {
	p.Helper()
	for i, o := range p.field(field).Options {
		if o == option {
			p.does(field, i)
			return
		}
	}
	p.Fatalf("%s: no %q in %q", field, option, p.field(field).Options)
}

// TestExercises selects exercises, solves one, fails one, and checks the results after a restart; the failed
// one is repeated on the next day.
func TestExercises(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, nil)
	p.press("Exercises and lessons")
	p.wants("learn")
	p.press("Exercises")
	p.wants("exercises")
	p.option("variant", "Brandubh 7x7")
	p.option("theme", "Escape")
	p.press("Begin")
	p.wants("exercise")
	x := p.given()
	if d := p.dialog(); d.Title != "Defenders to move" || d.Parts[0].Head != "Help the king escape." ||
		!strings.HasPrefix(d.Parts[0].Text, "In ") {
		t.Errorf("%q, %+v", d.Title, d.Parts[0])
	}
	p.solve(x)
	if d := p.dialog(); d.Title != "Solved" || !strings.Contains(d.Parts[1].Text, "Your rating: ") ||
		strings.Contains(d.Parts[1].Text, "(-") {
		t.Fatalf("%q, %+v", d.Title, d.Parts)
	}
	p.keys("Enter")
	y := p.given()
	if y == x {
		t.Error("the same again")
	}
	p.press("Show the solution")
	if d := p.dialog(); d.Title != "Solution" || !strings.Contains(d.Parts[1].Text, "(-") ||
		!strings.Contains(d.Parts[1].Text, "tomorrow") {
		t.Errorf("%q, %+v", d.Title, d.Parts)
	}
	p.press("Leave")
	p.wants("exercises")
	p.keys("Esc")
	p.wants("learn")
	p.Close()

	q := open(t, dir, nil)
	q.press("Exercises and lessons")
	if b := q.dialog().Buttons[2]; !b.Disabled || b.Label != "Nothing to repeat today" {
		t.Errorf("%+v", b)
	}
	q.clock.forward(25 * time.Hour)
	q.press("Results")
	if d := q.dialog(); len(d.Charts) != 3 || len(d.Charts[0].Curve) != 2 || d.Charts[1].Table.Rows[0][1].Text != "2" ||
		d.Charts[1].Table.Rows[0][2].Text != "50 %" {
		t.Errorf("%+v", d.Charts)
	}
	cell := q.dialog().Charts[1].Table.Rows[0][0]
	q.does(cell.Do.ID, cell.Do.Arg)
	if f := q.field("theme"); q.dialogID() != "exercises" || f.Options[f.Chosen] != cell.Text {
		t.Errorf("the theme %s leads to %s", cell.Text, q.dialogID())
	}
	q.keys("Esc")
	q.press("Repeat failed: 1")
	if q.given() != y {
		t.Error("another one comes back")
	}
	q.solve(y)
	q.press("Next")
	q.says("All done")
	q.wants("learn")
}

// TestExerciseByKeys pastes an exercise, makes a wrong move and solves it, without the mouse.
func TestExerciseByKeys(t *testing.T) {
	text := ""
	p := openWith(t, t.TempDir(), nil, func(o *app.Options) { o.Copy = func(s string) { text = s } })
	p.Paste(aTask)
	p.wants("exercise")
	p.keys("h")
	if h := p.view.marks.Hint; h[0] != p.square("f5") || h[1] != p.square("f5") {
		t.Errorf("the first hint is %v", h)
	}
	p.keys("h")
	if h := p.view.marks.Hint; h[1] != p.square("f5") {
		t.Errorf("a second hint gives the answer away: %v", h)
	}
	to := func(name string) {
		p.Helper()
		for range 60 {
			if p.Board().Hand.Cursor() == p.square(name) {
				break
			}
			at := name
			if p.Board().Hand.Cursor() != game.NoSquare {
				at = p.view.stage.Board.Name(p.Board().Hand.Cursor())
			}
			switch {
			case name[0] > at[0]:
				p.keys("Right")
			case name[0] < at[0]:
				p.keys("Left")
			case name[1] > at[1]:
				p.keys("Up")
			default:
				p.keys("Down")
			}
		}
		p.keys("Enter")
	}
	to("f5")
	to("e5")
	p.says("Try again")
	p.until("the answer",
		func() bool { p.frame(); return strings.Contains(p.dialog().Parts[1].Text, "Attackers would reply ") })
	m := p.view.marks.Last
	answers := func(e game.Event) bool {
		moved, ok := e.(game.Moved)
		return ok && moved.From == m[0] && moved.To == m[1]
	}
	if m[0] == p.square("f5") || !slices.ContainsFunc(p.view.events, answers) || p.Board().Game() != nil {
		t.Errorf("the answer is not on the board: %v", m)
	}
	if d := p.dialog(); d.Buttons[0].ID != "retry" || !d.Buttons[0].Primary {
		t.Errorf("%+v", d.Buttons)
	}
	to("f5")
	to("g4")
	p.says("straight line")
	to("f5")
	to("f1")
	to("b1")
	to("b2")
	to("d1")
	to("a1")
	if d := p.dialog(); d.Title != "Solved" {
		t.Fatalf("%+v", d)
	}
	p.keys("Ctrl-c")
	p.says("copied")
	if list, err := exercise.Read(text, record.Options{}); err != nil || len(list) != 1 || list[0].Length != 5 {
		t.Errorf("%q: %v", text, err)
	}
	if p.file("exercises.json") != "" {
		t.Error("what was pasted counts")
	}
}

// TestExerciseOfPlaces solves an exercise of each variant with the mouse, including moves of several steps.
func TestExerciseOfPlaces(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	p.press("Exercises and lessons")
	p.press("Exercises")
	for i := range p.field("variant").Options {
		if i == 0 {
			continue
		}
		p.does("variant", i)
		p.press("Begin")
		x := p.given()
		p.solve(x)
		if p.offers("end") {
			p.does("end", 0)
		}
		if d := p.dialog(); d.Title != "Solved" {
			t.Errorf("%s: %s: %+v", x.ID, d.Title, p.Screen().Toasts)
		}
		p.press("Leave")
	}
}

// offers reports whether the open dialog has a button.
func (p *person) offers(id string) bool {
	for _, b := range p.dialog().Buttons {
		if b.ID == id {
			return true
		}
	}
	return false
}

// TestDamagedResults starts with empty results if the file is unreadable, and keeps the old file.
func TestDamagedResults(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "exercises.json"), []byte(`{"seen":{"a":null}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	p := open(t, dir, nil)
	p.Do(panel.Command{ID: "learn"})
	p.frame()
	p.says("exercises.damaged-1.json")
}

// TestHintsOfLessons: the hint of a lesson marks a piece with a choice, or says where to look. The solution
// is another button, which plays the correct move.
func TestHintsOfLessons(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	p.press("Exercises and lessons")
	p.press("Lessons")
	for i, c := range lesson.All() {
		p.Do(panel.Command{ID: "open", Arg: i})
		p.frame()
		for k := range c.Steps {
			p.keys("h")
			h, said := p.view.marks.Hint, fmt.Sprint(p.Screen().Toasts)
			if h[0] != h[1] || h[0] == game.NoSquare && !strings.Contains(said, "Look between") {
				t.Errorf("%s %d: the hint is %v, %s", c.ID, k+1, h, said)
			}
			p.press("Show the solution")
			if b := p.dialog().Buttons; b[0].ID != "next" || !b[0].Primary {
				t.Errorf("%s %d is not done: %+v", c.ID, k+1, p.dialog().Parts)
			}
			p.press("Next")
		}
		p.press("Leave")
	}
}

// TestLessons resumes a course and pastes another one.
func TestLessons(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, nil)
	p.press("Exercises and lessons")
	p.press("Lessons")
	p.press("Begin")
	p.click("d1", "c1")
	p.press("Next")
	p.keys("h")
	if h := p.view.marks.Hint; h != [2]game.Square{p.square("e1"), p.square("e1")} {
		t.Errorf("the hint is %v", h)
	}
	p.press("Leave")
	if d := p.dialog(); d.ID != "lessons" || d.Fields[0].Cards[0].Lines[0] != "Steps done: 1 of 8" {
		t.Errorf("%s: %+v", d.ID, d.Fields)
	}
	p.press("Continue")
	if at := p.dialog().Parts[0].Head; at != "Step 2 of 8" {
		t.Error(at)
	}
	p.Paste(aTask) // a separate page that replaces the lesson
	p.frame()
	p.wants("exercise")
	p.press("Leave")
	p.wants("lessons")
	const own = "id = \"own\"\nname = \"Mine\"\nvariant = \"brandubh-gorrion\"\n[[step]]\ntitle = \"Go\"\ntext = " +
		"\"To the corner.\"\nposition = \"7/2t4/7/K6/2t4/7/4t2 d\"\nwant = [\"Ka4-a7\"]\ndone = \"Won.\"\nhint = " +
		"\"Not there.\"\n"
	p.Paste(strings.Replace(own, "a7", "b7", 1))
	p.frame()
	p.says("step 1, Go: \"Ka4-b7\" matches no legal move")
	p.Paste(own)
	p.frame()
	p.wants("lesson")
	p.click("a4", "a5")
	p.says("Not there.")
	p.click("a4", "a7")
	p.keys("Enter")
	p.press("Leave")
	p.Close()

	q := open(t, dir, nil)
	q.press("Exercises and lessons")
	q.press("Lessons")
	cards := q.field("course").Cards
	if c := cards[len(cards)-1]; c.Head != "Mine" || c.Lines[0] != "Steps done: 1 of 1" || c.Sign != "yes" {
		t.Errorf("%+v", c)
	}
	q.keys("End", "Enter") // a card by keyboard
	q.wants("lesson")
	if d := q.dialog(); d.Title != "Go" {
		t.Errorf("%q", d.Title)
	}
}

func (judge) Retell(comment string) string { return comment }

// judge considers the second move of every game a mistake, and every single move except to d5.
type judge struct{}

func (judge) Prepare(g *tree.Game) func(context.Context, func(done, of int)) (study.Reviewed, error) {
	alone := g.Root.Main().Main() == nil
	text := g.Root.Main().Text
	return func(_ context.Context, told func(done, of int)) (study.Reviewed, error) {
		told(1, 2)
		found := study.Reviewed{Chances: []float64{0.5, 0.5, 0.8, 0.8}}
		if !alone || text != "c4-c5" {
			found.Faults[game.Defenders][1] = 1
		}
		found.Annotate = func(s *tree.Study) error {
			s.Sign(s.Game().Root.Main().Main(), tree.Mistake)
			s.Comment(s.Game().Root.Main().Main(), "Gives away 30 percent.")
			return nil
		}
		return found, nil
	}
}

// TestMistakes reviews a game and finds better moves than its mistake: the annotated one, and one that the
// computer finds as good. It returns to the study.
func TestMistakes(t *testing.T) {
	p := openWith(t, t.TempDir(), nil, func(o *app.Options) { o.Reviewer = judge{} })
	p.Paste(studied)
	p.keys("o")
	p.does("review", 0)
	p.until("the review is done", func() bool { d := p.Screen().Dialog; return d != nil && len(d.Charts) == 2 })
	if c := p.dialog().Charts[0]; !c.Even || !slices.Equal(c.Faults, []int{2}) {
		t.Errorf("the mistake is not shown on the curve: %+v", c)
	}
	p.press("Learn from mistakes")
	p.wants("mistake")
	if d := p.dialog(); d.Title != "Defenders to move" ||
		d.Parts[0].Text != "Move 1: d5-f5 was played. Find a better move." {
		t.Errorf("%q, %+v", d.Title, d.Parts)
	}
	if p.view.setup.Pieces[p.square("f6")] == game.Empty {
		t.Error("the board does not show the position before it")
	}
	if got := p.view.marks.Drawn; len(got) != 1 ||
		got[0] != (scene.Drawn{Colour: 1, From: p.square("d5"), To: p.square("f5")}) {
		t.Errorf("drawn are %v", got)
	}
	p.click("d5", "f5")
	p.says("That move was played")
	p.click("c4", "c6")
	p.until("an answer", func() bool { return len(p.Screen().Toasts) > 1 })
	p.says("loses chances too")
	p.click("c4", "c5")
	p.until("an answer", func() bool { return len(p.dialog().Parts) == 4 })
	if d := p.dialog(); d.Parts[1].Text != "That is good too." || d.Parts[2].Text != "Done: 1 of 1 found." ||
		d.Parts[3] != (panel.Part{Head: "d5-f5", Text: "Gives away 30 percent."}) {
		t.Errorf("%+v", d.Parts)
	}
	p.press("Repeat")
	p.keys("h")
	if h := p.view.marks.Hint; h[0] != p.square("d5") {
		t.Errorf("the hint is %v", h)
	}
	p.click("d5", "e5")
	if d := p.dialog(); d.Parts[1].Text != "That is better: d5-e5, d7-e7." {
		t.Errorf("%+v", d.Parts)
	}
	p.keys("Enter")
	p.noDialog()
	if !p.sheet().Tree || p.view.setup.Pieces[p.square("d5")] == game.Empty {
		t.Error("the study is not back")
	}
}

// TestOnlyMistakesAreTasks makes exercises of mistakes and blunders, but not of dubious moves and of better
// moves.
func TestOnlyMistakesAreTasks(t *testing.T) {
	const game = `[Variant "brandubh-gorrion"]

1. d6-f6?! ( 1. d6-e6 ) 1... d5-f5 ( 1... d5-g5 ) 2. d7-e7?? ( 2. d7-c7 ) 2... f5-c5? ( 2... f5-g5?! )
`
	p := openWith(t, t.TempDir(), nil, func(o *app.Options) { o.Reviewer = judge{} })
	p.Paste(game)
	p.keys("o")
	p.press("Learn from mistakes")
	p.wants("mistake")
	if d := p.dialog(); d.Parts[0].Head != "Mistake 1 of 1" ||
		d.Parts[0].Text != "Move 2: d7-e7 was played. Find a better move." {
		t.Errorf("%+v", d.Parts)
	}
}

// weak finds no fault in any move, with a chance of 0.57 for the attackers.
type weak struct{}

func (weak) Retell(comment string) string { return comment }

func (weak) Prepare(*tree.Game) func(context.Context, func(done, of int)) (study.Reviewed, error) {
	return func(context.Context, func(done, of int)) (study.Reviewed, error) {
		return study.Reviewed{Chances: []float64{0.57, 0.57}}, nil
	}
}

// TestAWorseMoveIsNotPraised: a move instead of a mistake is good only if it is better than the mistake, even
// if a review of that move alone finds no fault.
func TestAWorseMoveIsNotPraised(t *testing.T) {
	const game = `[Variant "brandubh-gorrion"]

1. d6-f6 d5-f5? [eval 53 9] ( 1... d5-e5 [eval 20 9] ) 2. d7-e7
`
	p := openWith(t, t.TempDir(), nil, func(o *app.Options) {
		o.Reviewer = weak{}
		o.Chance = func(_ string, score int) float64 { return float64(score) / 100 }
	})
	p.Paste(game)
	p.keys("o")
	p.press("Learn from mistakes")
	p.wants("mistake")
	p.click("c4", "c5")
	p.until("an answer", func() bool { return len(p.Screen().Toasts) > 0 })
	p.says("loses chances too")
}

// TestOnlyOwnMistakes: the computer's mistakes are no exercises.
func TestOnlyOwnMistakes(t *testing.T) {
	const game = `[Variant "brandubh-gorrion"]
[AttackersLevel "4"]

1. d6-f6?? ( 1. d6-e6 ) 1... d5-f5? ( 1... d5-g5 ) 2. d7-e7?? ( 2. d7-c7 )
`
	p := openWith(t, t.TempDir(), nil, func(o *app.Options) { o.Reviewer = judge{} })
	p.Paste(game)
	p.keys("o")
	p.press("Learn from mistakes")
	p.wants("mistake")
	if d := p.dialog(); d.Parts[0].Head != "Mistake 1 of 1" || d.Title != "Defenders to move" {
		t.Errorf("%q, %+v", d.Title, d.Parts)
	}
}

// TestEveryCourse completes all steps of all courses with the mouse: first a wrong move, if there is one,
// then the correct one.
func TestEveryCourse(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	p.press("Exercises and lessons")
	p.press("Lessons")
	for i, c := range lesson.All() {
		p.does("course", i)
		p.press("Begin")
		for j := range c.Steps {
			s := &c.Steps[j]
			at := fmt.Sprintf("%s, step %d", c.ID, j+1)
			if got := p.dialog(); got.Title != s.Title {
				t.Fatalf("%s: %q is shown", at, got.Title)
			}
			for _, a := range s.Answers() {
				if !a.Right && len(a.Turn) == 1 {
					p.clickTurn(a.Turn)
					if p.toast() != a.Say || p.dialogButton("next") != "Skip" {
						t.Errorf("%s: of %s is said %q", at, a.Text, p.toast())
					}
					break
				}
			}
			p.clickTurn(s.Solution().Turn)
			if p.dialogButton("next") != "Next" {
				t.Fatalf("%s: %s is not taken: %v", at, s.Solution().Text, p.Screen().Toasts)
			}
			p.press("Next")
		}
		if d := p.dialog(); d.Title != "End of the course" || d.Parts[0].Text != c.After {
			t.Errorf("%s: %+v", c.ID, d)
		}
		p.press("Leave")
	}
}

// clickTurn clicks a complete move.
func (p *person) clickTurn(turn []game.Move) {
	for i, m := range turn {
		if i == 0 && m.From >= 0 && m.From != m.To {
			p.Board().Hand.Press(m.From, true)
			p.Board().Hand.Release(m.From, true)
		}
		p.Board().Hand.Press(m.To, true)
		p.Board().Hand.Release(m.To, true)
	}
	p.frame()
}

// TestTeach makes a lesson of a study by keys; another player learns from the file dropped on the window.
func TestTeach(t *testing.T) {
	text := ""
	p := openWith(t, t.TempDir(), nil, func(o *app.Options) { o.Copy = func(s string) { text = s } })
	p.Paste("[Variant \"brandubh-gorrion\"]\n[Name \"Corners\"]\n[Start \"7/2t4/7/K6/2t4/7/4t2 d\"]\n\n1. Ka4-a7 " +
		"{Home.} ( 1. Ka4-a1! ) ( 1. Ka4-a5 {Farther!} )\n")
	p.keys("o")
	p.press("Turn into a lesson")
	p.says("comment on a position")
	p.keys("w")
	p.wants("comment")
	p.write("Bring him home.")
	p.keys("Enter", "o")
	p.press("Turn into a lesson")
	p.says("Corners was added to your lessons")
	p.Close()

	q := withDisk(t, disk{"corners.toml": text, "tasks.tafl": aTask + "\n" + aTask, "bad.toml": "x"})
	q.Shell().Dropped([]string{"bad.toml"})
	q.until("a word", func() bool { return q.toast() != "" })
	q.says("bad.toml:1: invalid line")
	q.Shell().Dropped([]string{"corners.toml"})
	q.until("the course", func() bool { return q.dialogID() == "lesson" })
	if d := q.dialog(); d.Parts[0].Text != "Bring him home." {
		t.Errorf("%+v", d)
	}
	q.click("a4", "a5")
	q.says("Farther!")
	q.click("a4", "a6")
	q.says("not the right move")
	q.click("a4", "a1")
	if d := q.dialog(); d.Parts[1].Text != "Home." {
		t.Errorf("%+v", d.Parts)
	}
	q.press("Leave")
	q.Shell().Dropped([]string{"tasks.tafl"})
	q.until("the exercises", func() bool { return q.dialogID() == "exercise" })
	q.press("Skip")
	q.press("Skip")
	q.says("All done")
}

// aPuzzle is a puzzle of OpenTafl in which the solver begins after the moves of row 1.
const aPuzzle = `[annotator:Jay]
[puzzle-mode:loose]
[puzzle-start:1b]
[rules:dim:7 name:Brandub surf:n atkf:n ks:w nj:n cj:n cenh: cenhe: starti:/7/7/5T1/7/1t1t3/1t5/1T1Kt2/]

1. f5-f1xe1 b2-e2
[|Lead him home.

(Hint: Look at b1.)]

2. b1-b2 e2-f2
[|Now!]

2a.1.1a. f1-e1
[That wastes a move.]

3. Kd1-a1
[]
`

// TestPuzzleOfOpenTafl drops a puzzle of OpenTafl on the window, reads its comments and its hint, and solves it.
func TestPuzzleOfOpenTafl(t *testing.T) {
	q := withDisk(t, disk{"puzzle.otg": aPuzzle})
	q.Shell().Dropped([]string{"puzzle.otg"})
	q.until("the exercise", func() bool { return q.dialogID() == "exercise" })
	shown := func(text string) {
		t.Helper()
		for _, p := range q.dialog().Parts {
			if p.Text == text {
				return
			}
		}
		t.Errorf("%q is not in %+v", text, q.dialog().Parts)
	}
	if d := q.dialog(); d.Lines[1] != "Puzzle by Jay" || d.Parts[0].Head != "Help the king escape." {
		t.Errorf("%+v", d)
	}
	shown("Lead him home.")
	q.press("Hint")
	shown("Look at b1.")
	q.click("f1", "e1")
	q.says("another solution")
	shown("That wastes a move.")
	q.press("Try again")
	q.click("b1", "b2")
	shown("Now!")
	q.click("d1", "a1")
	if d := q.dialog(); d.Title != "Solved" {
		t.Errorf("%+v", d)
	}
	if q.file("exercises.json") != "" {
		t.Error("a puzzle of a file counts")
	}
}

// TestNameALesson: turning an unnamed study into a lesson asks for its name, which may not be blank.
func TestNameALesson(t *testing.T) {
	text := ""
	p := openWith(t, t.TempDir(), nil, func(o *app.Options) { o.Copy = func(s string) { text = s } })
	p.Paste("[Variant \"brandubh-gorrion\"]\n[Start \"7/2t4/7/K6/2t4/7/4t2 d\"]\n\n" +
		"{Bring him home.} 1. Ka4-a7\n")
	p.keys("o")
	p.press("Turn into a lesson")
	p.wants("course-name")
	p.keys("Enter")
	p.wants("course-name")
	p.write("The way north")
	p.keys("Enter")
	p.says("The way north was added to your lessons")
	if !strings.Contains(text, "The way north") {
		t.Errorf("the copied course has another name:\n%s", text)
	}
}

// TestMixed shows some exercises of all games: several variants, no repetition, and difficulties for a
// beginner.
func TestMixed(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	p.press("Exercises and lessons")
	p.press("Exercises")
	p.press("Begin")
	games, ids := map[string]bool{}, map[string]bool{}
	for n := range 30 {
		x := p.given()
		if ids[x.ID] || len(ids) == 0 && (x.Difficulty < 925 || x.Difficulty > 1075) {
			t.Errorf("%s of %d, the %dth", x.ID, x.Difficulty, len(ids)+1)
		}
		games[x.Game.Variant], ids[x.ID] = true, true
		if n%2 > 0 { // a player who solves all of them soon comes to the hardest, of which there are few
			p.press("Show the solution")
			p.until("the solution", func() bool { return p.offers("next") })
			p.does("next", 0)
			continue
		}
		p.solve(x)
		if p.offers("end") {
			p.does("end", 0)
		}
		p.press("Next")
	}
	if len(games) < 8 {
		t.Errorf("30 exercises of %d games", len(games))
	}
}

// TestRefutationInTheWay makes a wrong move and continues before the computer has replied: with another move,
// and by leaving. The late reply is not shown.
func TestRefutationInTheWay(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	p.engines.hold = make(chan struct{})
	p.Paste(aTask)
	p.click("f5", "e5")
	if d := p.dialog(); !strings.Contains(d.Parts[1].Text, "Looking for the reply") {
		t.Errorf("%+v", d.Parts)
	}
	p.click("f5", "f1") // the right one
	if d := p.dialog(); len(d.Parts) != 1 || p.offers("retry") {
		t.Errorf("%+v", d)
	}
	p.does("again", 0)
	p.click("f5", "e5")
	events := len(p.view.events)
	p.keys("Esc")
	close(p.engines.hold)
	p.Close() // which waits for the computer
	if len(p.view.events) != events {
		t.Error("an answer is shown to nobody")
	}
}
