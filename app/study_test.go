package app_test

import (
	"context"
	"strings"
	"testing"

	"tafl3d/app"
	"tafl3d/app/study"
	"tafl3d/game"
	"tafl3d/game/tree"
	"tafl3d/panel"
	"tafl3d/scene"
	"tafl3d/tongue"
)

// studied is a game with a variation for pasting.
const studied = `[Variant "brandubh-gorrion"]
[Attackers "Astrid"]

1. d6-f6 d5-f5 {Too bold.} ( 1... d5-e5 [arrow red e5 e7] 2. d7-e7 ) 2. d7-e7
`

// list returns the move list as text: rows separated by strokes, the shown move in brackets.
func (p *person) list() string {
	p.Helper()
	s := p.sheet()
	var rows []string
	for _, r := range s.Rows {
		var row []string
		for i, text := range r.Text {
			if r.Ply[i] == s.Current && s.Current != 0 {
				text = "[" + text + "]"
			}
			row = append(row, text)
		}
		rows = append(rows, strings.Repeat(">", r.Depth)+strings.TrimSpace(r.Said+" "+strings.Join(row, " ")))
	}
	return strings.Join(rows, "/")
}

func (p *person) lists(want string) {
	p.Helper()
	p.frame()
	if got := p.list(); got != want {
		p.Errorf("the list is\n%s, want\n%s", got, want)
	}
}

// TestStudyByKeys pastes a game, works on it by keys alone, and finds it after a restart.
func TestStudyByKeys(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, nil)
	p.Paste(studied)
	p.lists("d6-f6 d5-f5/Too bold./>d5-e5/>d7-e7/d7-e7")
	if s := p.sheet(); s.Seats[1].Name != "Unnamed" || s.Seats[1].Army != "Defenders" {
		t.Errorf("one without a name: %+v", s.Seats[1])
	}
	if s := p.sheet(); !s.Tree || s.Seats[0].Name != "Astrid" {
		t.Errorf("%+v", s.Seats[0])
	}
	p.keys("PageDown", "PageDown", "PageDown")
	p.lists("d6-f6 d5-f5/Too bold./>d5-e5/>d7-e7/[d7-e7]")
	p.keys("PageUp", "Ctrl-PageDown")
	p.lists("d6-f6 d5-f5/Too bold./>[d5-e5]/>d7-e7/d7-e7")
	if got := p.view.marks.Drawn; len(got) != 1 ||
		got[0] != (scene.Drawn{Colour: 1, From: p.square("e5"), To: p.square("e7")}) {
		t.Errorf("drawn are %v", got)
	}
	p.keys("3")
	p.lists("d6-f6 d5-f5/Too bold./>[d5-e5!!]/>d7-e7/d7-e7")
	p.keys("w")
	p.wants("comment")
	p.write("Better.")
	p.keys("Enter")
	p.lists("d6-f6 d5-f5/Too bold./>[d5-e5!!]/>Better./>d7-e7/d7-e7")
	p.keys("Home", "Delete")
	p.says("Go to a move first")
	p.keys("End", "Delete", "Ctrl-z", "Ctrl-z")
	p.lists("d6-f6 d5-f5/Too bold./>[d5-e5!!]/>d7-e7/d7-e7")
	p.keys("o")
	p.wants("study-menu")
	p.Do(panel.Command{ID: "promote"})
	p.lists("d6-f6 [d5-e5!!]/>d5-f5/>Too bold./>d7-e7/d7-e7")
	p.Close()

	q := open(t, dir, nil)
	q.Do(panel.Command{ID: "study"})
	q.wants("study")
	q.Do(panel.Command{ID: "kept"})
	q.lists("d6-f6 d5-e5!!/>d5-f5/>Too bold./>d7-e7/d7-e7")
}

// TestMenuOfAMove: a right click on a move of the list shows that move with the menu of the study, which keys open for
// the shown move. Esc closes it; a second Esc opens nothing.
func TestMenuOfAMove(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	p.Paste(studied)
	p.Do(panel.Command{ID: "move-menu", Arg: 2})
	p.frame()
	p.wants("study-menu")
	p.keys("Esc")
	p.lists("d6-f6 [d5-f5]/Too bold./>d5-e5/>d7-e7/d7-e7")
	p.keys("Esc")
	if id := p.dialogID(); id != "" {
		t.Errorf("a second Esc opens %q", id)
	}
	p.App.Key(panel.Key{Name: "F10", Shift: true})
	p.wants("study-menu")
	p.keys("Esc")
	p.lists("d6-f6 [d5-f5]/Too bold./>d5-e5/>d7-e7/d7-e7")
	p.keys("Menu")
	p.wants("study-menu")
}

// TestStudyByMouse plays another move in the middle of a game, which starts a variation, and draws with the
// right button.
func TestStudyByMouse(t *testing.T) {
	p := open(t, t.TempDir(), nil)
	p.Paste(studied)
	p.Do(panel.Command{ID: "goto", Arg: 1})
	p.lists("[d6-f6] d5-f5/Too bold./>d5-e5/>d7-e7/d7-e7")
	p.click("c4", "c6")
	p.lists("d6-f6 d5-f5/Too bold./>d5-e5/>d7-e7/>[c4-c6]/d7-e7")
	p.Draw(p.square("a4"), true, true, 2)
	p.Draw(p.square("a7"), true, false, 2)
	p.frame()
	if got := p.view.marks.Drawn; len(got) != 1 ||
		got[0] != (scene.Drawn{Colour: 2, From: p.square("a4"), To: p.square("a7")}) {
		t.Errorf("drawn are %v", got)
	}
	p.Do(panel.Command{ID: p.button("study").ID})
	p.press("Change the drawing colour")
	p.says("Drawing in red")
	p.Draw(p.square("g4"), true, true, 0)
	p.Draw(p.square("g4"), true, false, 0)
	p.frame()
	if got := p.view.marks.Drawn; len(got) != 2 ||
		got[1] != (scene.Drawn{Colour: 1, From: p.square("g4"), To: p.square("g4")}) {
		t.Errorf("drawn are %v", got)
	}
	p.click("a4", "a1")
	p.says("may not")
	p.lists("d6-f6 d5-f5/Too bold./>d5-e5/>d7-e7/>[c4-c6]/d7-e7")
}

// TestStudyOfAGame studies the game at the board, including undone moves, and resumes the game afterwards.
func TestStudyOfAGame(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.click("d6", "f6")
	p.untilMoves(1)
	p.click("d5", "f5")
	p.untilMoves(2)
	p.keys("Ctrl-z")
	p.untilMoves(1)
	p.click("d5", "e5")
	p.untilMoves(2)
	p.keys("o")
	p.lists("d6-f6 [d5-e5]/>d5-f5")
	p.Do(panel.Command{ID: "title"})
	p.Do(panel.Command{ID: "continue"})
	p.until("the game goes on", func() bool { return !p.sheet().Tree })
	p.lists("d6-f6 [d5-e5]")
}

// TestPasteNonsense shows what is wrong with a text that is no game, and changes nothing.
func TestPasteNonsense(t *testing.T) {
	p := open(t, t.TempDir(), two())
	p.Paste("[Variant \"brandubh-gorrion\"]\n1. d6-d5")
	p.says("line 2, column 4")
	p.Paste("hello there")
	p.says("Cannot read this game")
	if p.sheet().Tree {
		t.Error("a study has begun")
	}
}

// reviewer considers the second move of every game a mistake.
type reviewer struct{}

func (reviewer) Retell(comment string) string {
	return tongue.NewReteller("Loses %d %% winning chance.").Text(comment)
}

func (reviewer) Prepare(*tree.Game) func(context.Context, func(done, of int)) (study.Reviewed, error) {
	return func(_ context.Context, told func(done, of int)) (study.Reviewed, error) {
		told(1, 2)
		return study.Reviewed{Accuracy: [game.Sides]float64{90, 55}, Chances: []float64{0.5, 0.5, 0.8, 0.8},
			Annotate: func(s *tree.Study) error {
				s.Sign(s.Game().Root.Main().Main(), tree.Mistake)
				return nil
			}}, nil
	}
}

// TestReview reviews a game and goes to the first mistake.
func TestReview(t *testing.T) {
	p := openWith(t, t.TempDir(), nil, func(o *app.Options) { o.Reviewer = reviewer{} })
	p.Paste(studied)
	p.keys("o")
	p.Do(panel.Command{ID: "review"})
	p.until("the review is done", func() bool { d := p.Screen().Dialog; return d != nil && len(d.Charts) == 2 })
	if c := p.dialog().Charts[0].Curve; len(c) != 4 || c[2] != 80 {
		t.Errorf("the curve is %v", c)
	}
	p.Do(panel.Command{ID: "first"})
	p.lists("d6-f6 [d5-f5?]/Too bold./>d5-e5/>d7-e7/d7-e7")
}

// TestCommentsFollowTheLanguage reads comments of a review in another language, keeps them when nothing is changed, and
// prints them in that language.
func TestCommentsFollowTheLanguage(t *testing.T) {
	t.Cleanup(func() { _ = tongue.Use(tongue.English) })
	p := openWith(t, t.TempDir(), nil, func(o *app.Options) { o.Reviewer = reviewer{} })
	const de = "Verliert 12 % Gewinnchance."
	p.Paste("[Variant \"brandubh-gorrion\"]\n\n1. d6-f6 d5-f5 {Loses 12 % winning chance. Oh!} 2. d7-e7\n")
	p.keys("Home", "End", "Left")
	p.lists("d6-f6 [d5-f5]/Loses 12 % winning chance. Oh!/d7-e7")
	if err := tongue.Use("de"); err != nil {
		t.Fatal(err)
	}
	p.keys("Right", "Left")
	p.lists("d6-f6 [d5-f5]/" + de + " Oh!/d7-e7")
	p.keys("w")
	if d := p.dialog(); d.Fields[0].Text != de+" Oh!" {
		t.Errorf("%+v", d.Fields)
	}
	p.Do(panel.Command{ID: "keep"})
	if err := tongue.Use(tongue.English); err != nil {
		t.Fatal(err)
	}
	p.keys("Right", "Left")
	p.lists("d6-f6 [d5-f5]/Loses 12 % winning chance. Oh!/d7-e7")
	p.keys("w", "Shift-Enter")
	for _, letter := range "Two lines" {
		p.Type(letter)
	}
	p.keys("Enter")
	p.lists("d6-f6 [d5-f5]/Loses 12 % winning chance. Oh!/Two lines/d7-e7")
}

// TestChartOfAReview browses by clicks on the chart, which stays without another review while the main line
// is unchanged.
func TestChartOfAReview(t *testing.T) {
	p := openWith(t, t.TempDir(), nil, func(o *app.Options) { o.Reviewer = reviewer{} })
	p.Paste(studied)
	chart := func() panel.Chart {
		t.Helper()
		p.keys("o")
		p.Do(panel.Command{ID: "review"})
		p.until("the chart", func() bool { d := p.Screen().Dialog; return d != nil && len(d.Charts) == 2 })
		return p.dialog().Charts[0]
	}
	c := chart()
	if len(c.Faults) != 1 || c.Faults[0] != 2 || len(c.Tips) != 4 || c.Tips[0] != "50 %" ||
		c.Tips[2] != "1. d5-f5?: 80 %" {
		t.Errorf("pointed out is %v, told %q", c.Faults, c.Tips)
	}
	p.Do(panel.Command{ID: c.Pick, Arg: 3})
	p.lists("d6-f6 d5-f5?/Too bold./>d5-e5/>d7-e7/[d7-e7]")
	c = chart()
	p.Do(panel.Command{ID: c.Pick, Arg: 2})
	p.lists("d6-f6 [d5-f5?]/Too bold./>d5-e5/>d7-e7/d7-e7")
	c = chart()
	p.Do(panel.Command{ID: c.Pick, Arg: 0})
	p.lists("d6-f6 d5-f5?/Too bold./>d5-e5/>d7-e7/d7-e7")
	p.keys("Ctrl-z") // the review
	p.lists("d6-f6 [d5-f5]/Too bold./>d5-e5/>d7-e7/d7-e7")
}

// TestStudyOfEveryEnd studies games with all kinds of results, which the move list shows.
func TestStudyOfEveryEnd(t *testing.T) {
	for cause := game.KingCaptured; cause <= game.Adjudicated; cause++ {
		for _, result := range []string{"attackers", "defenders", "draw"} {
			p := open(t, t.TempDir(), nil)
			p.Paste("[Variant \"copenhagen-2015\"]\n[Result \"" + result + "\"]\n[End \"" + cause.String() +
				"\"]\n\n1. d1-d3\n")
			p.frame()
			if rows := p.sheet().Rows; len(rows) < 2 || rows[1].Said == "" {
				t.Errorf("%s by %s: %s", result, cause, p.list())
			}
			p.Close()
		}
	}
}
