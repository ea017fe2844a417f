package library

import (
	"context"
	"slices"

	"strconv"
	"strings"
	"tafl3d/app/board"
	"tafl3d/app/rulebook"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/record"
	"tafl3d/game/tree"
	"tafl3d/library/ask"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// TextLibrary is the label of buttons that open the library.
const TextLibrary = "Library"

// pageRows is the number of games per page, longestWords the largest length of a search.
const (
	pageRows     = 12
	longestWords = 60
)

// Enter opens the list of games with its last search, filter and selection.
func (r *Manager) Enter() {
	if r.newest == nil || r.open == nil {
		r.list(ask.Query{}, "")
		return
	}
	r.newest.start = true
	r.newest.load()
	r.shell.Open(r.newest)
}

// list opens a list of the games of a query with a heading.
func (r *Manager) list(q ask.Query, head string) {
	if r.open == nil {
		r.shell.Refuse("The library is not available")
		return
	}
	p := &listPage{
		r: r, about: q, head: head, search: shell.NewEntry("", longestWords), filter: newFilter(),
		cancel: func() {}, first: true, start: true,
	}
	p.load()
	r.shell.Open(p)
	r.newest = p
}

// listPage lists games in pages.
type listPage struct {
	r       *Manager
	about   ask.Query // fixed part of the query
	head    string    // heading; empty: all games
	search  *shell.Entry
	filter  filter
	kinds   [2][]string // variants and collections
	variant string
	result  int
	source  string
	at      int // index of the selected row
	rows    []ask.Entry
	from    int                // index of the first of rows
	of      int                // total number of games
	first   bool               // nothing loaded yet
	start   bool               // move the focus to the rows
	cancel  context.CancelFunc // cancels the latest query
}

// results are the options for the result of a game.
var results = []struct {
	label string
	set   func(*ask.Query)
}{
	{"any result", func(*ask.Query) {}},
	{"I won", func(q *ask.Query) { q.Own, q.Won = true, true }},
	{"I lost", func(q *ask.Query) { q.Own, q.Lost = true, true }},
	{"Attackers won", func(q *ask.Query) { q.Result = game.Attackers.String() }},
	{"Defenders won", func(q *ask.Query) { q.Result = game.Defenders.String() }},
	{"a draw", func(q *ask.Query) { q.Result = "draw" }},
}

// query returns the current query.
func (p *listPage) query() ask.Query {
	q := p.about
	q.Words = p.search.String()
	if p.variant != "" {
		q.Variant = p.variant
	}
	if p.source != "" {
		q.Collection = p.source
	}
	p.filter.set(&q)
	results[p.result].set(&q)
	return q
}

// load loads the page of the selected row.
func (p *listPage) load() {
	p.cancel()
	ctx, cancel := context.WithCancel(p.r.shell.Ctx())
	p.cancel = cancel
	q := p.query()
	from := p.at / pageRows * pageRows
	p.r.inBackground(ctx, func(ctx context.Context, l Library) (func(), error) {
		of, err := l.Count(ctx, q)
		if err != nil {
			return nil, err
		}
		from = min(from, max(of-1, 0)/pageRows*pageRows)
		q.Limit, q.Offset = pageRows, from
		rows, err := l.Find(ctx, q)
		if err != nil {
			return nil, err
		}
		variants, collections, err := l.Kinds(ctx)
		return func() {
			cancel()
			p.r.asked()
			p.rows, p.from, p.of, p.first = rows, from, of, false
			p.kinds = [2][]string{variants, unnamed(collections)}
			p.at = max(min(p.at, of-1), 0)
			if p.start && of > 0 && p.r.shell.Front() == shell.Page(p) && p.r.shell.Focused() == 0 {
				p.r.shell.Focus(len(p.Show().Fields) - 1) // Enter opens the newest game
			}
			p.start = false
		}, err
	})
}

func (p *listPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "library", Kind: panel.Wide, Height: panel.Steady, Title: TextLibrary, Cancel: "close"}
	d.Lines = append([]string{p.line()}, p.r.standing()...)
	if p.first && p.r.fault != "" {
		d.Lines = p.r.standing()
	}
	search := p.search.Field("search", "Search", "")
	search.Search, search.Pick, search.Open = true, "found", func(int) { p.game(p.at) }
	search.Typed = func() {
		p.start = false
		p.again()
	}
	variants, collections := p.choices(0, "all games", p.variant), p.choices(1, "all collections", p.source)
	labels := []string{}
	for _, x := range results {
		labels = append(labels, x.label)
	}
	d.Fields = []panel.Field{search,
		{ID: "variant", Label: words.Variant, Options: variants, Chosen: max(slices.Index(p.kinds[0], p.variant)+1, 0),
			Set: p.narrow(&p.variant, p.kinds[0]), Beside: true},
		{ID: "source", Label: "Source", Options: collections, Chosen: max(slices.Index(p.kinds[1], p.source)+1, 0),
			Set: p.narrow(&p.source, p.kinds[1])},
		{ID: "result", Label: "Result", Options: labels, Chosen: p.result, Set: panel.Into(&p.result, p.again),
			Beside: true}}
	if p.of > 0 {
		d.Fields = append(d.Fields, panel.Field{ID: "row", Set: p.to, Chosen: p.at, Rows: p.table(), Pick: "game",
			Open: func(row int) {
				p.to(row)
				p.game(row)
			}})
	}
	d.Actions = []panel.Action{p.sorting()}
	last := p.from+pageRows >= p.of
	d.Buttons = []panel.Button{
		{ID: "newer", Label: "Newer", Icon: "left", Press: func() { p.to(p.from - pageRows) }, Disabled: p.from == 0},
		{ID: "older", Label: "Older", Icon: "right", Press: func() { p.to(p.from + pageRows) }, Disabled: last},
		{ID: "filter", Label: "Filter", Press: func() { p.r.shell.Open(filterPage{p}) }},
		{ID: "all", Label: "All games", Press: p.askAll, Disabled: p.asksAll()},
		{ID: "record", Label: "My record", Press: p.r.openRecord},
		{ID: "import", Label: "Import", Press: func() { p.r.OpenImport(p) }},
		{ID: "export", Label: "Export", Press: func() { p.r.openExport(p) }, Disabled: p.of == 0},
		{ID: "close", Label: words.Done, Primary: p.of == 0},
	}
	return d
}

// narrow returns the setter of a field for one of a list, or the first option for all.
func (p *listPage) narrow(to *string, list []string) func(int) {
	return func(n int) {
		*to = append([]string{""}, list...)[n]
		p.again()
	}
}

// line returns the number of games as text.
func (p *listPage) line() string {
	switch {
	case p.first:
		return p.r.reading()
	case p.of == 0 && p.asksAll():
		return "Finished games appear here automatically."
	case p.of == 0:
		return "No games found."
	}
	text := tongue.Textf("Games %d to %d of %d. Press Enter to open one.", p.from+1, p.from+len(p.rows), p.of)
	for _, what := range []string{p.filter.line(), p.head} {
		if what != "" {
			text = what + " · " + text
		}
	}
	return text
}

// asksAll reports whether the list has no filter.
func (p *listPage) asksAll() bool {
	q := p.query()
	q.Order, q.Reverse = ask.ByDate, false
	return q == (ask.Query{})
}

// askAll clears all filters.
func (p *listPage) askAll() {
	p.about, p.head, p.variant, p.source, p.result = ask.Query{}, "", "", "", 0
	p.search, p.filter = shell.NewEntry("", longestWords), newFilter()
	p.again()
}

// choices returns the variants or collections to choose from.
func (p *listPage) choices(kind int, all, now string) []string {
	list := []string{all}
	for _, id := range p.kinds[kind] {
		if kind == 0 {
			list = append(list, p.r.variantName(id))
		} else {
			list = append(list, textCollection(id))
		}
	}
	return list
}

// textCollection returns the name of a collection.
func textCollection(id string) string {
	switch id {
	case "", ask.Unnamed:
		return tongue.Text("unnamed")
	case ask.Mine:
		return tongue.Text("my games")
	case ask.Watched:
		return tongue.Text("computer against computer")
	case ask.Studies:
		return tongue.Text("studies")
	}
	return id
}

// variantName returns the name of a variant, or its id if unknown.
func (r *Manager) variantName(id string) string {
	v, err := r.board.Lib.Get(id)
	if err != nil {
		return id
	}
	return r.board.Lib.Name(v)
}

// table returns the current page.
func (p *listPage) table() *panel.Rows {
	t := &panel.Rows{First: p.from, Of: p.of, Table: panel.Table{Marked: -1, Columns: p.columns()}}
	for i := range p.rows {
		t.Rows = append(t.Rows, p.r.cells(&p.rows[i]))
	}
	return t
}

// cells returns the row of a game.
func (r *Manager) cells(e *ask.Entry) []panel.Cell {
	won := panel.Cell{Text: tongue.Text(map[string]string{"attackers": "Attackers", "defenders": "Defenders",
		"draw": "Draw", "": "–"}[e.Result])}
	switch {
	case e.Result == "" || e.Own == "" || e.Own == "both":
	case e.Result == "draw":
		won.Shade = panel.EvenShade
	case e.Result == e.Own:
		won.Shade = panel.GoodShade
	default:
		won.Shade = panel.BadShade
	}
	return []panel.Cell{{Text: e.Date}, {Text: who(e, game.Attackers), Strong: e.Own == "attackers"},
		{Text: who(e, game.Defenders), Strong: e.Own == "defenders"},
		{Text: r.variantName(e.Variant)}, won, {Text: r.cause(e)}, {Text: strconv.Itoa(e.Turns)}}
}

// unknown replaces an unknown name.
const unknown = "–"

// who returns the name of a player.
func who(e *ask.Entry, side game.Side) string {
	name := [game.Sides]string{e.Attackers, e.Defenders}[side]
	level, err := strconv.Atoi(e.Levels[side])
	switch {
	case e.Own == side.String() && name == "":
		return tongue.Text(words.You)
	case err == nil && name == "":
		return tongue.Textf("Level %d", level)
	case err == nil:
		return name + ", " + tongue.Textf("level %d", level)
	case name == "":
		return unknown
	}
	return name
}

// cause describes how a game ended.
func (r *Manager) cause(e *ask.Entry) string {
	o, ok := game.ParseOutcome(e.Result, e.Cause)
	v, err := r.board.Lib.Get(e.Variant)
	switch {
	case !ok || err != nil || !o.Over():
		return e.Cause
	case o.Cause == game.NoMoves:
		return tongue.Text("No legal moves left")
	}
	text := tongue.Text(board.TextCause(&board.Game{Variant: v, State: match.State{Position: v.Rules.Start()}}, o))
	text, _, _ = strings.Cut(text, ":") // the rest addresses the players
	return strings.TrimSuffix(text, ".")
}

// again queries again from the newest game.
func (p *listPage) again() {
	p.at = 0
	p.load()
}

// to selects a row and loads its page if necessary.
func (p *listPage) to(row int) {
	p.at = max(min(row, p.of-1), 0)
	if p.at < p.from || p.at >= p.from+pageRows {
		p.load()
	}
}

// game opens a game of the list.
func (p *listPage) game(row int) {
	if row < p.from || row >= p.from+len(p.rows) {
		return
	}
	p.r.entry(p.rows[row-p.from], p.query(), p.load, p)
}

// entry opens the page of a game found by a query, over another page, which deleted notifies.
func (r *Manager) entry(e ask.Entry, q ask.Query, deleted func(), over shell.Page) {
	r.inBackground(r.shell.Ctx(), func(_ context.Context, l Library) (func(), error) {
		g, err := l.Game(e.ID)
		if err != nil {
			return nil, err
		}
		ply := l.Reached(g, q)
		return func() {
			if r.shell.Front() == over {
				r.shell.Open(&gamePage{r, deleted, e, g, ended(g, ply), ply})
			}
		}, nil
	})
}

// ended returns a diagram of a game after ply moves; 0: of its end.
func ended(g *tree.Game, ply int) *panel.Diagram {
	at := g.Root.Last()
	for n := range g.Root.Line() {
		if n.Ply() == ply {
			at = n
		}
	}
	c := g.Cursor()
	c.To(at)
	d := rulebook.Diagram(g.Rules(), c.Line().Setup().Pieces)
	if m := at.Turn; len(m) > 0 && m[0].Op != game.Drop {
		d.Arrow = [2]game.Square{m[0].From, m[len(m)-1].To}
	}
	return d
}

// gamePage shows a game of the library.
type gamePage struct {
	r       *Manager
	deleted func() // called after deletion on this page
	e       ask.Entry
	g       *tree.Game
	board   *panel.Diagram
	ply     int // move with the searched position; 0: the start or none
}

func (p *gamePage) Show() panel.Dialog {
	var lines []string
	for _, x := range []string{p.e.Date, p.e.Event, p.g.Tag(tree.TagSite), textCollection(p.e.Collection)} {
		if x != "" {
			lines = append(lines, x)
		}
	}
	row := p.r.cells(&p.e)
	names := row[1].Text + " – " + row[2].Text
	if row[1].Text+row[2].Text == "––" {
		names = ""
	}
	end := words.Moves(p.e.Turns)
	if p.e.Result != "" {
		end = row[5].Text + ". " + end
	}
	return panel.Dialog{ID: "library-game", Kind: panel.Chooser, Title: p.r.variantName(p.e.Variant), Cancel: "close",
		Parts: []panel.Part{{Head: names, Text: end}, {Text: strings.Join(lines, " · ")}},
		Aside: []panel.Part{{Board: p.board}},
		Buttons: []panel.Button{{ID: "study", Label: "Study", Icon: "study", Primary: true, Press: func() {
			p.r.study, p.r.id = p.g, p.e.ID
			p.r.host.Study(p.g, p.ply)
		}},
			{ID: "copy", Label: "Copy", Icon: "save", Press: p.copy},
			{ID: "delete", Label: "Delete", Icon: "no", Press: p.askDelete}, {ID: "close", Label: words.Cancel}}}
}

// copy copies the game.
func (p *gamePage) copy() {
	if !p.r.host.Copy(record.Text(p.g)) {
		p.r.shell.Refuse("The clipboard is not available")
		return
	}
	p.r.shell.Say("Game copied", panel.Good)
}

// askDelete deletes the game after asking.
func (p *gamePage) askDelete() {
	r := p.r
	r.shell.Ask("Delete this game?", "This cannot be undone.", "Delete", func() {
		r.shell.CloseTop()
		r.inBackground(r.shell.Ctx(), func(_ context.Context, l Library) (func(), error) {
			return p.deleted, l.Delete(p.e.ID)
		})
	})
}
