package library

import (
	"context"
	"fmt"
	"slices"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/library/ask"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// TextExplorer is the label of buttons that open the opening explorer.
const TextExplorer = "Openings"

// mostMoves is the largest number of listed moves, mostRows of moves and newest games together: at 1280 by
// 720 the buttons fit below them.
const (
	mostMoves = 6
	mostRows  = 8
)

// Explore opens or closes the opening explorer.
func (r *Manager) Explore() {
	if r.open == nil {
		r.shell.Refuse("The library is not available")
		return
	}
	r.shell.Open(&explorer{r: r, cancel: func() {}})
}

// explorer shows, next to the board, the moves played at the position of the current study. The board stays
// active, and the explorer follows it.
type explorer struct {
	r           *Manager
	source      string // collection; empty: all
	collections []string
	game        *tree.Game
	at          rules.Position
	asked       bool
	source0     string // source of the last query
	loading     bool
	moves       []ask.Move
	chosen      int
	cancel      context.CancelFunc
}

// Alongside implements shell.Alongside.
func (p *explorer) Alongside() {}

// follow queries again when the board shows another position.
func (p *explorer) follow() {
	g, at, ok := p.r.host.Studied()
	if !ok || p.asked && p.source == p.source0 && g == p.game && at.Hash() == p.at.Hash() {
		return
	}
	p.cancel()
	ctx, cancel := context.WithCancel(p.r.shell.Ctx())
	p.cancel, p.game, p.at, p.asked, p.source0, p.loading = cancel, g, at, true, p.source, true
	id, source := g.Variant, p.source
	if g.Own != "" {
		id += "\n" + g.Own
	}
	p.r.inBackground(ctx, func(ctx context.Context, l Library) (func(), error) {
		moves, err := l.Explore(ctx, id, &at, source)
		if err != nil {
			return nil, err
		}
		_, collections, err := l.Kinds(ctx)
		return func() {
			cancel()
			if p.collections == nil && len(moves) > 0 && p.r.shell.Front() == shell.Page(p) {
				p.r.shell.Focus(1) // on the moves
			}
			p.moves, p.collections, p.loading, p.chosen = moves, unnamed(collections), false, 0
		}, err
	})
}

func (p *explorer) Show() panel.Dialog {
	p.follow()
	d := panel.Dialog{ID: "explorer", Kind: panel.Beside, Width: panel.SideTable, Height: panel.Steady,
		Title: TextExplorer, Cancel: "close"}
	sources := []string{"all collections"}
	for _, c := range p.collections {
		sources = append(sources, textCollection(c))
	}
	d.Fields = []panel.Field{{ID: "source", Label: "Source", Options: sources,
		Chosen: max(slices.Index(p.collections, p.source)+1, 0),
		Set:    func(n int) { p.source = append([]string{""}, p.collections...)[n] }}}
	switch {
	case p.loading && len(p.moves) == 0:
		d.Lines = []string{p.r.reading()}
	case len(p.moves) == 0:
		d.Lines = []string{"No game in the library continues from here."}
	default:
		d.Lines = []string{tongue.Textf("Games continuing from here: %d", p.games())}
		d.Fields = append(d.Fields, panel.Field{ID: "move", Chosen: p.chosen, Rows: p.table(),
			Set: func(n int) { p.chosen = max(min(n, len(p.moves)-1), 0) }, Pick: "play", Open: p.play})
		newest := panel.Action{ID: "newest", Run: p.openNewest}
		d.Charts, d.Actions = []panel.Chart{{Table: p.newest(newest)}}, []panel.Action{newest}
	}
	d.Buttons = []panel.Button{
		{ID: "back", Label: "Back", Icon: "left", Press: func() { p.r.board.Browse(-1) },
			Disabled: p.game == nil || p.r.board.Game().Shown.Ply == 0},
		{ID: "on", Label: "Forward", Icon: "right", Press: func() { p.r.board.Browse(1) }},
		{ID: "games", Label: "Games", Icon: "open", Press: p.listGames, Disabled: len(p.moves) == 0},
		{ID: "squares", Label: "Find pattern", Icon: "info", Press: p.squares},
		{ID: "close", Label: words.Done, Icon: "yes"}}
	return d
}

// games counts the continued games.
func (p *explorer) games() (n int) {
	for i := range p.moves {
		n += p.moves[i].Games
	}
	return n
}

// table lists the moves around the selected one.
func (p *explorer) table() *panel.Rows {
	from := max(min(p.chosen-mostMoves/2, len(p.moves)-mostMoves), 0)
	t := &panel.Rows{First: from, Of: len(p.moves), Table: panel.Table{Marked: -1, Columns: []panel.Column{
		{Head: "Move"}, {Head: "Games", Width: 62, Right: true},
		{Head: "A %", Tip: "Won by the attackers, in percent", Width: 50, Right: true},
		{Head: "D %", Tip: "Won by the defenders, in percent", Width: 50, Right: true},
		{Head: "= %", Tip: "Drawn, in percent", Width: 50, Right: true}}}}
	for _, m := range p.moves[from:min(from+mostMoves, len(p.moves))] {
		row := []panel.Cell{{Text: m.Turn, Strong: true}, {Text: fmt.Sprint(m.Games)}}
		for _, n := range []int{m.Attackers, m.Defenders, m.Draws} {
			c := panel.Cell{Text: "–"}
			if all := m.Attackers + m.Defenders + m.Draws; all > 0 {
				c.Text = fmt.Sprintf("%.0f", 100*float64(n)/float64(all))
			}
			row = append(row, c)
		}
		better := m.Attackers - m.Defenders
		if p.at.Turn() == game.Defenders {
			better = -better
		}
		switch {
		case 3*better > m.Games:
			row[2+int(p.at.Turn())].Shade = panel.GoodShade
		case -3*better > m.Games:
			row[2+int(p.at.Turn())].Shade = panel.BadShade
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// newest lists the newest games with the selected move, which open opens.
func (p *explorer) newest(open panel.Action) *panel.Table {
	t := &panel.Table{Marked: -1, Columns: []panel.Column{{Head: "Newest games"}, {Width: 92, Right: true}}}
	m := &p.moves[min(p.chosen, len(p.moves)-1)]
	for i := range m.Newest[:min(len(m.Newest), mostRows-min(len(p.moves), mostMoves))] {
		e := &m.Newest[i]
		a, d := who(e, game.Attackers), who(e, game.Defenders)
		names := a + " – " + d
		switch {
		case a == unknown && d == unknown:
			names = textCollection(e.Collection)
		case a == unknown:
			names = "? – " + d
		case d == unknown:
			names = a + " – ?"
		}
		when := e.Date
		if when == "" {
			when = tongue.Text(map[string]string{"attackers": "Attackers", "defenders": "Defenders",
				"draw": "Draw"}[e.Result])
		}
		t.Rows = append(t.Rows, []panel.Cell{{Text: short(names), Tip: p.r.cause(e),
			Do: open.At(i)}, {Text: when}})
	}
	return t
}

// shortNames is the largest number of letters of names in a narrow list.
const shortNames = 26

func short(text string) string {
	if r := []rune(text); len(r) > shortNames {
		return string(r[:shortNames-2]) + " …"
	}
	return text
}

// openNewest opens one of the newest games with the selected move.
func (p *explorer) openNewest(i int) {
	if m := p.moves[min(p.chosen, len(p.moves)-1)]; i >= 0 && i < len(m.Newest) {
		p.r.entry(m.Newest[i], p.here(), func() {}, p)
	}
}

// listGames lists the games with the position.
func (p *explorer) listGames() {
	if p.game.Own == "" {
		p.r.list(p.here(), tongue.Text("With this position"))
		return
	}
	p.r.shell.Refuse("Games with your own rules are in the list of all games.")
}

// here returns a query for the games with the position.
func (p *explorer) here() ask.Query {
	at := p.at
	return ask.Query{Variant: p.game.Variant, Position: &at, Collection: p.source}
}

// squares lists the games in which the coloured squares occurred with the same content, for any content of
// the other squares.
func (p *explorer) squares() {
	marked := p.r.host.Marked()
	switch {
	case len(marked) == 0:
		p.r.shell.Refuse("First mark the squares of the pattern: right-click them, or press X on the board")
		return
	case p.game.Own != "":
		p.r.shell.Refuse("Games with your own rules are in the list of all games.")
		return
	}
	text := ""
	for _, s := range marked {
		letter := "."
		if piece := p.at.At(s); piece != game.Empty {
			letter = string(p.at.Rules().Kinds()[piece].Letter)
		}
		text += p.at.Rules().Board().Name(s) + "=" + letter + " "
	}
	p.r.list(ask.Query{Variant: p.game.Variant, Pattern: text}, tongue.Text("With this pattern"))
}

// play plays a listed move on the board.
func (p *explorer) play(i int) {
	if i < 0 || i >= len(p.moves) || p.loading {
		return
	}
	for _, m := range p.moves[i].Steps {
		p.r.board.Send(p.at.Turn(), match.Play{Ply: p.r.board.Game().State.Record.Ply(), Move: m})
	}
}
