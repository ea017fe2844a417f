package study

import (
	"context"
	"fmt"
	"slices"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/tree"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Reviewer reviews whole games.
type Reviewer interface {
	// Prepare returns a function that reviews the main line of a game in the background. It reports progress
	// and returns soon after ctx ends.
	Prepare(g *tree.Game) func(ctx context.Context, told func(done, of int)) (Reviewed, error)
	// Retell returns a comment in the player's language, if a review wrote it in any.
	Retell(comment string) string
}

// Reviewed is the result of a review.
type Reviewed struct {
	Accuracy [game.Sides]float64 // of each side, up to 100
	Faults   [game.Sides][3]int  // numbers of inaccuracies, mistakes and blunders
	Chances  []float64           // of the attackers, from 0 to 1, at the start and after each move
	// Annotate writes annotations and better lines into the game.
	Annotate func(*tree.Study) error
}

// ReviewBoard studies the game at the board and reviews it, if there is a reviewer.
func (r *Room) ReviewBoard() {
	if r.OfBoard(); r.On() && r.reviewer != nil {
		r.Review()
	}
}

// Review reviews the current study, or shows the result of the last review.
func (r *Room) Review() {
	if r.reviewer == nil || r.table.Game().Root.Main() == nil {
		r.shell.Refuse("Nothing to review yet")
		return
	}
	if p := r.reviewed; p != nil && p.of == r.table && p.line[len(p.line)-1] == r.table.Game().Root.Last() {
		r.shell.Open(p)
		return
	}
	ctx, cancel := context.WithCancel(r.shell.Ctx())
	p := &reviewPage{r: r, of: r.table, cancel: cancel}
	r.shell.Open(p)
	run := r.reviewer.Prepare(r.table.Game())
	r.shell.Go(func() {
		found, err := run(ctx, func(done, of int) { r.shell.Later(func() { p.told(done, of) }) })
		r.shell.Later(func() { p.finish(found, err) })
	})
}

// reviewPage shows progress and result of a review.
type reviewPage struct {
	r        *Room
	of       *studyTable
	cancel   context.CancelFunc
	done, to int
	found    *Reviewed
	line     []*tree.Node // reviewed line, from the start
}

// open reports whether the page is still open.
func (p *reviewPage) open() bool {
	return p.r.shell.Front() == shell.Page(p)
}

// told reports progress; it cancels the review when the page was closed.
func (p *reviewPage) told(done, to int) {
	if p.done, p.to = done, to; !p.open() {
		p.cancel()
	}
	p.r.shell.Touch()
}

// finish handles the result.
func (p *reviewPage) finish(found Reviewed, err error) {
	defer p.cancel()
	if !p.open() || p.r.table != p.of {
		return
	}
	if err == nil {
		err = found.Annotate(p.of.Study)
	}
	if err != nil {
		p.r.shell.CloseTop()
		p.r.shell.Refuse(words.Error(err))
		return
	}
	root := p.of.Game().Root
	p.found, p.line = &found, append([]*tree.Node{root}, slices.Collect(root.Line())...)
	p.r.reviewed = p
	p.r.refresh()
}

func (p *reviewPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "review", Kind: panel.Article, Title: "Review", Cancel: "close"}
	if p.found == nil {
		d.Kind = panel.Question
		d.Lines = []string{tongue.Textf("Analysing the game: %d of %d positions", p.done, p.to)}
		d.Buttons = []panel.Button{{ID: "close", Label: words.Cancel, Icon: "cancel", Primary: true}}
		return d
	}
	f := p.found
	curve := make([]float64, len(f.Chances))
	for i, c := range f.Chances {
		curve[i] = 100 * c
	}
	turn := panel.Action{ID: "turn", Run: p.turn}
	d.Actions = []panel.Action{turn}
	d.Charts = []panel.Chart{{Head: tongue.Text("Attackers' winning chance, in percent"), Curve: curve, Even: true,
		Faults: p.marked(), Pick: turn.ID, Tips: p.tips()}, {Table: p.table()}}
	d.Lines = []string{"Annotations and better moves are in the move list.",
		"Click the chart to go to a move. Mistakes are marked."}
	d.Buttons = []panel.Button{{ID: "first", Label: "First mistake", Icon: "right", Primary: true, Press: p.first},
		{ID: "learn", Label: "Learn from mistakes", Icon: "hint", Disabled: !p.faults(), Press: func() {
			p.r.shell.CloseTop()
			p.r.client.Learn(p.r.Text())
		}},
		{ID: "close", Label: words.Done, Icon: "yes"}}
	return d
}

// marked returns the moves that are mistakes, for the chart.
func (p *reviewPage) marked() (list []int) {
	for ply, n := range p.line {
		if n.Mistaken() {
			list = append(list, ply)
		}
	}
	return list
}

// table returns the accuracy of each side.
func (p *reviewPage) table() *panel.Table {
	t := &panel.Table{Marked: -1, Columns: []panel.Column{{}, {Head: tongue.Text("Accuracy"), Width: 90, Right: true},
		{Head: "?!", Width: 50, Right: true}, {Head: "?", Width: 50, Right: true},
		{Head: "??", Width: 50, Right: true}}}
	for side, a := range p.found.Accuracy {
		name, _ := p.of.Who(game.Side(side))
		if name == "" {
			name = words.Side(p.of.Game().Rules(), game.Side(side))
		}
		row := []panel.Cell{{Text: name, Strong: true}, {Text: fmt.Sprintf("%.0f %%", a)}}
		for _, n := range p.found.Faults[side] {
			row = append(row, panel.Cell{Text: fmt.Sprint(n)})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// faults reports whether the review found a mistake or a blunder. Inaccuracies make no exercises.
func (p *reviewPage) faults() bool {
	return slices.ContainsFunc(p.found.Faults[:], func(n [3]int) bool { return n[1]+n[2] > 0 })
}

// tips returns the tooltips of the points of the chart.
func (p *reviewPage) tips() (list []string) {
	for i, chance := range p.found.Chances {
		n, tip := p.line[min(i, len(p.line)-1)], fmt.Sprintf("%.0f %%", 100*chance)
		if i > 0 {
			tip = fmt.Sprintf("%d. %s: %s", (i+1)/game.Sides, signed(n), tip)
		}
		list = append(list, tip)
	}
	return list
}

// turn shows a move of the chart.
func (p *reviewPage) turn(n int) {
	if n >= 0 && n < len(p.line) {
		p.r.shell.CloseTop()
		p.of.show(p.line[n])
	}
}

// first shows the first mistake.
func (p *reviewPage) first() {
	p.r.shell.CloseTop()
	for _, n := range p.line {
		if n.Mistaken() {
			p.of.show(n)
			return
		}
	}
	p.r.shell.Say("No mistakes found", panel.Good)
}
