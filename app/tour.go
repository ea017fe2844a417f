package app

import (
	"errors"
	"slices"
	"strings"

	"tafl3d/app/catalogue"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/scene"
	"tafl3d/tongue"
)

// lesson is a step of the tour: a position in which one thing is to be done.
type lesson struct {
	title, text string
	done        string   // said when it is done
	hint        string   // said of a legal move that is not meant
	rows        []string // letters of the pieces, the top rank first; none: as men says
	men         string   // pieces and where they stand: "tb3,Ke1"; empty: the start
	turn        game.Side
	goal        func(t *tourPage, d *rules.Delta) bool
}

// course is a tour: the game that it teaches, and its lessons in order. Each stands by itself.
type course struct {
	variant string
	lessons []lesson
}

// firstCourse teaches the small game, largeCourse what is different in the large one.
var firstCourse, largeCourse = course{catalogue.UsualVariant, lessons}, course{"copenhagen-11x11-tdiamond", largeLessons}

var lessons = []lesson{
	{"How pieces move", "The dark attackers stand around a king and his light men. Every piece moves along a rank or a file, as far as the way is free. Pick up one of the dark men and move him.", "Well moved. Now it would be the other side's turn.", "", nil, "", game.Attackers, func(*tourPage, *rules.Delta) bool { return true }},
	{"Taking a man", "A man is taken when an enemy moves beside him and another stands on his far side. Take the light man: move the dark man from the lowest row beside him.", "Taken between two. That is how nearly everything is taken here.", textTourTakeHint, []string{
		".......", "...t...", ".......", "...K...", "..tT...", ".......", "....t.."}, "", game.Attackers, takesMan},
	{"Going in between", "Whoever moves between two enemies himself is safe. Move the light man from the lowest row up between the two dark ones.", "Nothing happens to him: only the side that moves takes.", "Go between the two dark men, to c3", []string{
		".......", ".......", ".......", "...K...", ".t.t...", ".......", "..T...."}, "", game.Defenders, func(t *tourPage, d *rules.Delta) bool {
		return t.rules.Board().Name(d.Move().To) == "c3"
	}},
	{"The corners", "Only the king may stop on a corner, and a corner is hostile: it stands in for an enemy. Take the light man at the top against the corner beside him.", "The corner held him, your man struck.", textTourTakeHint, []string{
		".T.....", ".......", "..t....", "...K...", ".......", "....t..", "......."}, "", game.Attackers, takesMan},
	{"The throne", "Only the king may stop on the throne in the middle. While it is empty it is hostile, too. Take the light man beside it.", "Taken against the empty throne.", textTourTakeHint, []string{
		".......", "t......", "...T...", ".......", ".......", "..K....", "......."}, "", game.Attackers, takesMan},
	{"What the king wants", "The light side wins when its king stands on a corner. His way is open: go.", "The king has escaped: the defenders win.", "Bring the king to a corner", []string{
		".......", "..t....", ".......", "K......", "..t....", ".......", "....t.."}, "", game.Defenders, func(t *tourPage, d *rules.Delta) bool {
		return slices.Contains(t.rules.Corners(), d.Move().To)
	}},
	{"What the attackers want", "The dark side wins by taking the king. In this game two men in a line are enough, away from his throne; in larger ones it takes four. Take him.", "The king is taken: the attackers win.", textTourKingHint, []string{
		"...t...", ".......", ".tK....", ".......", ".......", "..T....", "......."}, "", game.Attackers, takesKing},
	{"The king on his throne", "On his throne he falls only when all four sides are shut. Close the last one.", "Surrounded and taken. Now you know enough to play.", textTourKingHint, []string{
		".......", ".......", "...t...", "..tKt..", "t......", ".....T.", "......."}, "", game.Attackers, takesKing},
}

func takesMan(_ *tourPage, d *rules.Delta) bool { return d.Captures() > 0 }

func takesKing(t *tourPage, d *rules.Delta) bool {
	for i := range d.Captures() {
		if _, piece, _ := d.Captured(i); t.rules.Kinds()[piece].Royal {
			return true
		}
	}
	return false
}

// tourPage teaches the game on the board: the sheet says what to do, the player
// does it.
type tourPage struct {
	a        *App
	of       *course
	game     *variant.Variant
	rules    *rules.Rules
	at       int // the lesson; behind the last one is the farewell
	position rules.Position
	selected game.Square
	solved   bool
	causes   []game.Square
}

// openTour begins a tour. A game on this machine waits meanwhile.
func (a *App) openTour(of *course) {
	v, err := variant.Get(of.variant)
	if err != nil {
		a.Refuse(words.Error(err))
		return
	}
	if g := a.Game; g != nil && g.Remote == nil && !g.State.Outcome.Over() && !g.State.Paused {
		a.Pause()
	}
	t := &tourPage{a: a, of: of, game: v, rules: v.Rules}
	a.OpenBeside(t)
	a.Set(v)
	t.turn(a, 0)
}

// toured notes that the tour need not be offered any more: it was walked to its
// end, or a game has begun.
func (a *App) toured() {
	if s := a.settings; !s.Toured {
		s.Toured = true
		a.change(s)
	}
}

// turn shows a lesson.
func (t *tourPage) turn(a *App, at int) {
	t.at = min(max(at, 0), len(t.of.lessons))
	t.selected, t.solved, t.causes = game.NoSquare, false, nil
	a.Hand.Reset()
	a.Focus(shell.OnBoard)
	a.Touch()
	if t.at == len(t.of.lessons) {
		a.toured()
		a.Focus(0)
		return
	}
	l := &t.of.lessons[t.at]
	t.position = t.rules.Start()
	if l.rows != nil || l.men != "" {
		p, err := t.rules.Position(placed(t.rules, l))
		if err != nil {
			a.Refuse(words.Error(err))
			return
		}
		t.position = p
	}
	a.opt.View.Set(t.position.Setup())
}

// placed returns the setup of a lesson.
func placed(r *rules.Rules, l *lesson) game.Setup {
	s := game.Setup{Pieces: make([]game.Piece, r.Board().Squares()), Turn: l.turn}
	put := func(at game.Square, letter byte) {
		for p, k := range r.Kinds() {
			if p > 0 && k.Letter == letter {
				s.Pieces[at] = game.Piece(p)
			}
		}
	}
	for i, row := range l.rows {
		for file := range len(row) {
			put(r.Board().Cell(file, len(l.rows)-1-i), row[file])
		}
	}
	for _, man := range strings.FieldsFunc(l.men, func(r rune) bool { return r == ',' }) {
		at, _ := r.Board().Named(man[1:])
		put(at, man[0])
	}
	return s
}

func (t *tourPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "tour", Kind: panel.Beside, Cancel: "close"}
	if t.at == len(t.of.lessons) {
		if t.of == &firstCourse {
			d.Title, d.Parts = "That is all", []panel.Part{{Text: "This was the small game. In the large one the king is harder to take, and there are forts and shieldwalls: the second tour shows them. Other games have rules of their own, which each tells under Rules. When a move is refused, the game says why."}}
			d.Buttons = []panel.Button{{ID: "large", Label: "The large game", Icon: "right"}, {ID: "play", Label: "Play a game", Icon: "play", Primary: true}, {ID: "back", Label: textTourBack, Icon: "left"}, {ID: "close", Label: textTourLeave, Icon: "close"}}
			return d
		}
		d.Title, d.Parts = "That is all", []panel.Part{{Text: "Other variants have other boards, and some rules of their own: each tells them under Rules. When a move is refused, the game says why; H shows what the computer would play."}}
		d.Buttons = []panel.Button{{ID: "play", Label: "Play a game", Icon: "play", Primary: true}, {ID: "back", Label: textTourBack, Icon: "left"}, {ID: "close", Label: textTourLeave, Icon: "close"}}
		return d
	}
	l := &t.of.lessons[t.at]
	d.Lines = []string{t.game.Name}
	d.Title, d.Parts = l.title, []panel.Part{{Head: textTourStep(t.at+1, len(t.of.lessons)), Text: l.text}}
	next := panel.Button{ID: "next", Label: "Skip this", Icon: "right"}
	if t.solved {
		d.Parts = append(d.Parts, panel.Part{Text: l.done})
		next.Label, next.Primary = "Next", true
	}
	d.Buttons = []panel.Button{next, {ID: "back", Label: textTourBack, Icon: "left", Disabled: t.at == 0}, {ID: "again", Label: "Do it again", Icon: "again"}, {ID: "close", Label: textTourLeave, Icon: "close"}}
	return d
}

func (t *tourPage) Do(c panel.Command) {
	switch c.ID {
	case "next":
		t.turn(t.a, t.at+1)
	case "back":
		t.turn(t.a, t.at-1)
	case "again":
		t.turn(t.a, t.at)
	case "large":
		t.a.CloseTop()
		t.a.openTour(&largeCourse)
	case "play":
		t.a.CloseTop()
		t.a.openNew(againstComputer)
	}
}

// press implements beside.
func (t *tourPage) Press(sq game.Square) {
	if sq != game.NoSquare {
		t.Strike(sq, false)
	}
}

// release implements beside: what was dragged is set down.
func (t *tourPage) Release(sq game.Square, on, dragged bool) {
	switch {
	case !dragged || t.selected == game.NoSquare || t.solved:
	case on:
		t.Strike(sq, false)
	default:
		t.a.opt.View.Set(t.position.Setup())
	}
}

// drags implements beside: one's own pieces can be dragged.
func (t *tourPage) Drags(sq game.Square) bool { return t.mine(sq) && !t.solved }

// key implements beside: Enter goes on when the lesson is done.
func (t *tourPage) Key(k panel.Key) bool {
	if !t.solved || k.Name != "Enter" || t.a.Focused() != shell.OnBoard {
		return false
	}
	t.turn(t.a, t.at+1)
	return true
}

// mine reports whether a piece of the side to move stands on sq.
func (t *tourPage) mine(sq game.Square) bool {
	p := t.position.At(sq)
	return t.at < len(t.of.lessons) && p != game.Empty && t.rules.Kinds()[p].Side == t.position.Turn()
}

// strike implements beside: it picks a piece up, or moves the one picked up.
func (t *tourPage) Strike(sq game.Square, _ bool) {
	t.a.Touch()
	t.causes = nil
	switch {
	case t.solved || t.at == len(t.of.lessons):
	case t.mine(sq):
		t.selected = sq
	case t.selected != game.NoSquare:
		t.move(t.a, game.Move{From: t.selected, To: sq})
	}
}

// move tries a move, and plays it if it is what the lesson wants.
func (t *tourPage) move(a *App, m game.Move) {
	t.selected = game.NoSquare
	next := t.position
	d, err := next.Try(m, nil)
	var why *rules.Illegal
	switch l := &t.of.lessons[t.at]; {
	case errors.As(err, &why):
		t.causes = []game.Square{m.To}
		if why.At != game.NoSquare {
			t.causes = []game.Square{why.At}
		}
		a.opt.View.Set(t.position.Setup())
		a.Refuse(words.Error(err))
	case !l.goal(t, &d):
		a.opt.View.Set(t.position.Setup())
		a.Refuse(l.hint)
	default:
		t.position, t.solved = next, true
		a.Perceive(d.Events())
		a.Voice.Say(l.done)
	}
}

// mark implements beside.
func (t *tourPage) Mark(m *scene.Marks) {
	m.Causes = t.causes
	if t.selected == game.NoSquare || t.at == len(t.of.lessons) {
		return
	}
	m.Selected = t.selected
	for _, l := range t.position.Legal(nil, nil) {
		if l.From == t.selected {
			m.Targets = append(m.Targets, l.To)
		}
	}
}

// Of the tour and the page about the program.
const (
	textTour      = "Learn to play"
	textTourBack  = "Back"
	textTourLeave = "Leave the tour"

	textTourTakeHint = "That takes nobody: he must stand between two enemies"
	textTourKingHint = "The king is still free: close in on him"

	textAboutProgram = "About the program"
)

func textTourStep(at, of int) string { return tongue.Textf("Step %d of %d", at, of) }

func textVersion(version string) string { return tongue.Textf("Version %s", version) }
