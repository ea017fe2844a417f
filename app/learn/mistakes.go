package learn

import (
	"context"
	"slices"
	"strings"

	"tafl3d/app/shell"
	"tafl3d/app/study"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/record"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/scene"
	"tafl3d/tongue"
)

// mistake is a move marked as a mistake, with better moves.
type mistake struct {
	line   *rules.Line // before the move
	number int         // number in the move list
	played *tree.Node
	better []*tree.Node
}

// mistakesOf returns the marked mistakes of the main line, in order; in games against a computer, only those
// of the human.
func mistakesOf(g *tree.Game) (list []mistake) {
	c := g.Cursor()
	computer := computers(g)
	for n := range g.Root.Line() {
		beside := n.Parent().Next()[1:]
		beside = slices.DeleteFunc(slices.Clone(beside), faulty)
		// Dubious moves make no exercises: the better move is too similar to be found.
		if n.Mistaken() && len(beside) > 0 && !computer[c.Line().Turn()] {
			list = append(list, mistake{line: c.Line().Clone(), number: (n.Ply() + 1) / game.Sides, played: n,
				better: beside})
		}
		c.To(n)
	}
	return list
}

// computers returns the sides that a computer played against a human.
func computers(g *tree.Game) (list [game.Sides]bool) {
	for side, tag := range [game.Sides]string{tree.TagAttackersLevel, tree.TagDefendersLevel} {
		list[side] = g.Tag(tag) != ""
	}
	if list[0] && list[1] {
		return [game.Sides]bool{}
	}
	return list
}

// faulty reports whether a move is marked as worse than the best.
func faulty(n *tree.Node) bool { return n.Mistaken() || slices.Contains(n.Signs, tree.Dubious) }

// textNoMistakes is shown for games without exercises.
const textNoMistakes = "You have no marked mistakes"

// Mistakes opens the marked mistakes of a game, given in our format, as exercises.
func (r *Trainer) Mistakes(text string) {
	games, err := record.Read(text, record.Options{Find: r.board.Lib.Get})
	if err != nil || len(games) == 0 {
		r.shell.Refuse(words.BadGame)
		return
	}
	list := mistakesOf(games[0])
	if len(list) == 0 {
		r.shell.Refuse(textNoMistakes)
		return
	}
	v := r.variant(games[0])
	if v == nil {
		return
	}
	p := &mend{r: r, of: games[0], game: v, list: list, mended: make([]bool, len(list))}
	p.trial = trial{r: r, line: list[0].line, played: p.try}
	r.begin(p)
	p.turn(0)
}

// mend shows a mistake as an exercise next to the board.
type mend struct {
	trial
	r        *Trainer
	of       *tree.Game
	game     *variant.Variant
	list     []mistake
	at       int
	said     string // set once it is solved or given up
	thinking bool   // the computer is judging a move without annotation
	mended   []bool // found without help, per exercise
	helped   bool
}

// turn shows an exercise.
func (p *mend) turn(at int) {
	p.at, p.said, p.thinking, p.still, p.helped = at, "", false, false, false
	p.stand(p.game, p.list[at].line)
	p.r.shell.Focus(shell.OnBoard)
}

// Mark implements shell.Beside: a red arrow shows the played move.
func (p *mend) Mark(m *scene.Marks) {
	p.trial.Mark(m)
	if turn := p.list[p.at].played.Turn; p.said == "" && turn[0].From != game.NoSquare {
		m.Drawn = append(m.Drawn, scene.Drawn{Colour: int(tree.Red), From: turn[0].From, To: turn[len(turn)-1].To})
	}
}

// try judges a move: correct are moves annotated as better, and moves that the computer considers good.
func (p *mend) try(turn []game.Move) {
	turn = slices.Clone(turn)
	m := p.list[p.at]
	for _, n := range m.better {
		if slices.Equal(n.Turn, turn) {
			p.right(tongue.Textf("That is better: %s", way(n)))
			return
		}
	}
	end := p.line.Judge()
	switch {
	case end.Over() && !end.Draw && end.Winner == m.line.Turn():
		p.right(tongue.Text("That wins at once."))
	case slices.Equal(m.played.Turn, turn):
		p.wrong("That move was played. Find a better one.")
	case p.r.reviewer == nil:
		p.wrong(textNotBetter)
	default:
		p.ask(turn)
	}
}

const textNotBetter = "That loses chances too. Try again."

// ask lets the computer judge a move in the background.
func (p *mend) ask(turn []game.Move) {
	m := p.list[p.at]
	g := tree.New(p.of.Variant, m.line.Position)
	g.Own = p.of.Own
	if _, err := g.Cursor().Play(turn); err != nil {
		p.wrong(textNotBetter)
		return
	}
	p.thinking, p.still = true, true
	at := p.at
	ctx, cancel := context.WithCancel(p.r.shell.Ctx())
	run := p.r.reviewer.Prepare(g)
	waits := func() bool { return p.r.shell.Front() == shell.Page(p) && p.at == at && p.thinking }
	p.r.shell.Go(func() {
		found, err := run(ctx, func(int, int) {
			p.r.shell.Later(func() {
				if !waits() {
					cancel()
				}
			})
		})
		p.r.shell.Later(func() {
			cancel()
			if !waits() {
				return
			}
			p.thinking, p.still = false, false
			if err == nil && p.good(m, &found) {
				p.right(tongue.Text("That is good too."))
				return
			}
			p.wrong(textNotBetter)
		})
	})
}

// good reports whether a reviewed move is nearly as good as the annotated better move, and better than the
// played one.
func (p *mend) good(m mistake, found *study.Reviewed) bool {
	const near = 0.05
	side := m.line.Turn()
	played, known := p.chance(m.played, side)
	better, marked := p.chance(m.better[0], side)
	if !known || !marked || len(found.Chances) < 2 {
		return found.Faults[side] == [3]int{}
	}
	tried := of(found.Chances[1], side)
	return tried > played && tried >= better-near
}

// chance returns the winning chance of a side after a reviewed move.
func (p *mend) chance(n *tree.Node, side game.Side) (float64, bool) {
	if n.Eval == nil {
		return 0, false
	}
	c, known := p.r.client.Chance(p.of.Variant, n.Eval.Score)
	return of(c, side), known
}

// of returns the winning chance of a side from that of the attackers.
func of(attackers float64, side game.Side) float64 {
	if side == game.Defenders {
		return 1 - attackers
	}
	return attackers
}

// right ends an exercise.
func (p *mend) right(said string) {
	p.said = said
	p.mended[p.at] = p.mended[p.at] || !p.helped
	p.still, p.selected, p.hint = true, game.NoSquare, none
	p.r.shell.Focus(shell.OnBoard) // Enter continues there
	p.r.board.Voice.Say(said)
	p.r.shell.Touch()
}

// found counts the mistakes found without help.
func (p *mend) found() (n int) {
	for _, ok := range p.mended {
		if ok {
			n++
		}
	}
	return n
}

// wrong takes back a move.
func (p *mend) wrong(why string) {
	p.refute(p)
	p.r.shell.Refuse(why)
}

// reveal plays the better move.
func (p *mend) reveal() {
	if p.said != "" {
		return
	}
	p.helped, p.thinking = true, false
	p.back()
	n := p.list[p.at].better[0]
	p.show(n.Turn)
	p.right(tongue.Textf("Better: %s", way(n)))
}

// way returns a move and its expected continuation.
func way(n *tree.Node) string {
	texts := []string{n.Text}
	for n := range n.Line() {
		if len(texts) == 4 {
			break
		}
		texts = append(texts, n.Text)
	}
	return strings.Join(texts, ", ") + "."
}

func (p *mend) Show() panel.Dialog {
	m := p.list[p.at]
	d := panel.Dialog{ID: "mistake", Kind: panel.Beside, Height: panel.Successive, Cancel: "close",
		Title: words.ToMove(words.Side(m.line.Rules(), m.line.Turn())), Lines: []string{p.game.Name}}
	d.Parts = []panel.Part{{Head: tongue.Textf("Mistake %d of %d", p.at+1, len(p.list)),
		Text: tongue.Textf("Move %d: %s was played. Find a better move.", m.number, m.played.Text)}}
	last := p.at+1 == len(p.list)
	done := p.said != ""
	switch {
	case p.thinking:
		d.Parts = append(d.Parts, panel.Part{Text: "Checking your move…"})
	case done && last:
		d.Parts = append(d.Parts, panel.Part{Text: p.said},
			panel.Part{Text: tongue.Textf("Done: %d of %d found.", p.found(), len(p.list))})
	case done:
		d.Parts = append(d.Parts, panel.Part{Text: p.said})
	}
	if done && m.played.Comment != "" {
		d.Parts = append(d.Parts, panel.Part{Head: m.played.Text, Text: m.played.Comment})
	}
	next := panel.Button{ID: "next", Label: "Skip", Icon: "right", Press: func() { p.turn(p.at + 1) }, Disabled: last}
	if done {
		next.Label, next.Primary = "Next", !last
	}
	d.Buttons = []panel.Button{next,
		{ID: "back", Label: "Back", Icon: "left", Press: func() { p.turn(p.at - 1) }, Disabled: p.at == 0},
		{ID: "hint", Label: "Hint", Icon: "hint", Press: p.help, Disabled: done},
		{ID: "reveal", Label: "Show the solution", Icon: "review", Press: p.reveal, Disabled: done},
		{ID: "again", Label: "Repeat", Icon: "again", Press: func() { p.turn(p.at) }, Disabled: !done}}
	d.Buttons = append(append(d.Buttons, p.endButton()...), panel.Button{ID: "close", Label: "Leave", Icon: "close",
		Primary: done && last})
	p.wrongly(&d)
	return d
}

// help gives a hint.
func (p *mend) help() {
	p.retry()
	if p.said == "" && !p.thinking {
		p.helped = true
		p.point(p.list[p.at].better[0].Turn)
	}
}

// Key implements shell.Beside.
func (p *mend) Key(k panel.Key) bool {
	switch {
	case k == panel.Key{Name: "Enter"} && p.said != "" && p.r.shell.Focused() == shell.OnBoard:
		if p.at+1 == len(p.list) {
			p.r.shell.CloseTop()
			return true
		}
		p.turn(p.at + 1)
	case k == panel.Key{Name: "h"}:
		p.help()
	case k == panel.Key{Name: "e"} && p.mayEnd():
		p.trial.end()
	default:
		return false
	}
	return true
}
