// Package conditional prepares conditional moves ("if they play this, I play that") for a correspondence game of a
// service: the player plays them on the board as variations, and the service plays the replies.
package conditional

import (
	"context"
	"slices"
	"strings"

	"tafl3d/app/board"
	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/app/study"
	"tafl3d/app/words"
	"tafl3d/game/match"
	"tafl3d/game/tree"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Games returns to network games.
type Games interface {
	GoTo(h remote.Host, id string)
}

// Planner prepares the conditional moves of one game at a time. Use it on the main thread.
type Planner struct {
	shell *shell.Shell
	board *board.Board
	study *study.Room
	games Games
	plan  *plan // nil: none yet
	busy  bool  // a request is running
}

// plan holds the conditional moves of a game while the player edits them.
type plan struct {
	at    remote.Service
	game  string
	ply   int // moves played where the lines begin
	draft *study.Draft
	saved int // version of the draft that the service has
	row   int // selected line
}

// New returns a Planner for network games at the board.
func New(b *board.Board, r *study.Room, g Games) *Planner {
	return &Planner{shell: b.Shell(), board: b, study: r, games: g}
}

// TextTitle is the name of the page and of the buttons that open it.
const TextTitle = "Conditional moves"

// May reports whether the game at the board can have conditional moves: the player's correspondence game at a service,
// or the draft of its moves.
func (p *Planner) May() bool {
	if p.editing() {
		return true
	}
	g := p.board.Game()
	if g == nil || g.Remote == nil || g.Setup.Watched() || !p.board.Going() {
		return false
	}
	_, is := g.Remote.Host.(remote.Service)
	c, err := match.ParseControl(g.Remote.Status.Spec.Clock)
	return is && err == nil && ledger.Speed(c) == "correspondence"
}

// editing reports whether the draft is on the board.
func (p *Planner) editing() bool { return p.plan != nil && p.plan.draft.On() }

// Open requests the player's conditional moves and opens them next to the board, or opens them again.
func (p *Planner) Open() {
	if p.editing() {
		p.shell.Open(&page{p, p.plan})
		return
	}
	g := p.board.Game()
	if !p.May() || p.busy {
		return
	}
	side, alone := g.Setup.Alone()
	if alone && g.State.Position.Turn() == side {
		p.shell.Refuse("It is your turn: make your move first. Conditional moves reply to your opponent's next moves.")
		return
	}
	at, id := g.Remote.Host.(remote.Service), g.Remote.ID
	p.request(func(ctx context.Context) (wire.Conditional, error) {
		return wire.GetConditional.Ask(ctx, at, wire.None{}, id)
	}, func(q wire.Conditional) {
		now := p.board.Game()
		if now != g || q.Ply != g.State.Record.Ply() {
			return // the player went elsewhere, or the game has gone on
		}
		p.edit(&plan{at: at, game: id, ply: q.Ply}, q.Lines)
	})
}

// request sends a request in the background. Errors are shown.
func (p *Planner) request(ask func(context.Context) (wire.Conditional, error), then func(wire.Conditional)) {
	p.busy = true
	p.shell.Touch()
	ctx := p.shell.Ctx()
	p.shell.Go(func() {
		q, err := ask(ctx)
		p.shell.Report(ctx, func() {
			p.busy = false
			p.shell.Touch()
			if err != nil {
				p.shell.Refuse(words.Error(err))
				return
			}
			then(q)
		})
	})
}

// edit puts the draft on the board, with the lines that the service has.
func (p *Planner) edit(n *plan, lines []string) {
	g := p.board.Game()
	n.draft = p.study.Prepare(g, func(c *tree.Cursor) {
		present := c.Node()
		for _, line := range lines {
			c.To(present)
			for _, word := range strings.Fields(line) {
				if _, err := c.Text(ledger.MoveOf(g.Variant.Rules, word)); err != nil {
					break // the rules of the service differ: the player sees what is left
				}
			}
		}
	})
	n.saved = n.draft.Version()
	p.plan = n
	p.shell.Open(&page{p, n})
	p.shell.Focus(shell.OnBoard)
}

// lines returns the prepared lines in the format of wire.Conditional.
func (n *plan) lines() (lines []string) {
	for _, l := range n.draft.Lines() {
		text := make([]string, len(l))
		for i, move := range l {
			text[i] = ledger.Word(move.Text)
		}
		lines = append(lines, strings.Join(text, " "))
	}
	return lines
}

// save sends the lines to the service and returns to the game.
func (p *Planner) save() {
	n := p.plan
	lines, version := n.lines(), n.draft.Version()
	p.request(func(ctx context.Context) (wire.Conditional, error) {
		return wire.PostConditional.Ask(ctx, n.at, wire.Conditional{Ply: n.ply, Lines: lines}, n.game)
	}, func(q wire.Conditional) {
		n.saved = version
		text := "Saved. The service plays these moves for you."
		if len(q.Lines) == 0 {
			text = "No conditional moves are set."
		}
		p.shell.Say(text, panel.Good)
		if p.editing() && p.plan == n && n.draft.Version() == version {
			p.games.GoTo(n.at, n.game)
		}
	})
}

// leave returns to the game; if there are unsaved changes, it asks first.
func (p *Planner) leave() {
	n := p.plan
	if n.draft.Version() == n.saved {
		p.games.GoTo(n.at, n.game)
		return
	}
	p.shell.Ask("Discard changes?", "The service keeps the conditional moves that you saved before.", "Discard",
		func() { p.games.GoTo(n.at, n.game) })
}

// page lists the conditional moves next to the board, which stays active.
type page struct {
	p *Planner
	n *plan
}

// Alongside implements shell.Alongside.
func (w *page) Alongside() {}

func (w *page) Show() panel.Dialog {
	d := panel.Dialog{ID: "conditional", Kind: panel.Beside, Title: TextTitle, Cancel: "leave",
		Lines: []string{"Play their move on the board, then your reply. If they play it, the service replies at " +
			"once. Only you see the lines."}}
	lines := w.n.draft.Lines()
	if len(lines) > 0 {
		w.n.row = w.n.draft.At(min(w.n.row, len(lines)-1))
		show := func(i int) {
			w.n.row = min(max(i, 0), len(lines)-1)
			w.n.draft.Show(lines[w.n.row])
		}
		d.Fields = []panel.Field{{ID: "lines", Chosen: w.n.row, Rows: table(lines, w.n.row), Set: show, Pick: "show",
			Open: show}}
	}
	open := slices.ContainsFunc(lines, func(l []*tree.Node) bool { return len(l)%2 != 0 }) // a reply is missing
	d.Buttons = []panel.Button{
		{ID: "save", Label: "Save", Icon: "save", Primary: true, Press: w.p.save,
			Disabled: open || w.p.busy || w.n.draft.Version() == w.n.saved},
		{ID: "present", Label: "New line", Icon: "new", Press: func() { w.n.draft.Show(nil) }},
		{ID: "remove", Label: "Remove line", Icon: "cancel", Disabled: len(lines) == 0,
			Press: func() { w.n.draft.Remove(lines[w.n.row]) }},
		{ID: "undo", Label: words.Undo, Icon: "undo", Press: w.p.board.Undo,
			Disabled: !w.p.editing() || !w.p.board.Game().Studied.MayUndo()},
		{ID: "leave", Label: "Back to the game", Icon: "play", Press: w.p.leave},
	}
	return d
}

// rowsShown is the number of lines shown at once.
const rowsShown = 6

// table lists lines around the selected one.
func table(lines [][]*tree.Node, at int) *panel.Rows {
	from := max(min(at-rowsShown/2, len(lines)-rowsShown), 0)
	t := &panel.Rows{First: from, Of: len(lines), Table: panel.Table{Marked: -1, Columns: []panel.Column{
		{Head: "If they play"}, {Head: "You play"}}}}
	for _, l := range lines[from:min(from+rowsShown, len(lines))] {
		t.Rows = append(t.Rows, []panel.Cell{{Text: every(l, 0), Strong: true}, {Text: every(l, 1)}})
	}
	return t
}

// every returns the moves of one side in a line; side 0 is the opponent.
func every(line []*tree.Node, side int) string {
	var list []string
	for i := side; i < len(line); i += 2 {
		list = append(list, line[i].Text)
	}
	if len(list) == 0 {
		return tongue.Text("add your reply")
	}
	return strings.Join(list, ", ")
}
