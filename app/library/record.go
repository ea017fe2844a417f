package library

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/library/ask"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Views of a record.
const (
	byVariant = iota
	bySide
	byOpponent
	byLevel
	byClock
	byMonth
	byDefeat
	byRating
	byOpening
)

// textViews are the names of the views.
var textViews = []string{"Variants", "Sides", "Opponents", "Levels", "Clocks", "Months", "Losses", "Ratings",
	TextExplorer}

// recordRows is the number of visible rows, alone and next to a curve.
const (
	recordRows = 11
	curveRows  = 7
)

// openRecord opens the record of the local player.
func (r *Manager) openRecord() {
	p := &recordPage{r: r, name: shell.NewEntry("", words.LongestName), cancel: func() {}}
	p.load()
	r.shell.Open(p)
}

// recordPage shows statistics of a player. Each figure opens its games.
type recordPage struct {
	r      *Manager
	name   *shell.Entry // name of the player; empty: the local player
	view   int
	at     int
	stats  ask.Stats
	read   bool
	lines  []recordLine // rows of the view
	cancel context.CancelFunc
}

// recordLine is a row of a record.
type recordLine struct {
	name  string
	score ask.Score
	ask   func(*ask.Query)
	curve *ask.Curve // of a rating
}

// load loads the record.
func (p *recordPage) load() {
	p.cancel()
	ctx, cancel := context.WithCancel(p.r.shell.Ctx())
	p.cancel = cancel
	q := ask.Query{Player: p.name.String()}
	p.r.inBackground(ctx, func(ctx context.Context, l Library) (func(), error) {
		stats, err := l.Record(ctx, q)
		return func() {
			cancel()
			p.r.asked()
			p.stats, p.read = stats, true
			p.list()
		}, err
	})
}

// list makes the rows of the view.
func (p *recordPage) list() {
	p.at, p.lines = 0, nil
	add := func(in map[string]ask.Score, name func(string) string, set func(*ask.Query, string)) {
		for key, s := range in {
			p.lines = append(p.lines, recordLine{name: name(key), score: s, ask: func(q *ask.Query) { set(q, key) }})
		}
	}
	switch p.view {
	case byVariant:
		add(p.stats.Variants, p.r.variantName, func(q *ask.Query, k string) { q.Variant = k })
	case bySide:
		add(p.stats.Sides, func(k string) string {
			return tongue.Text(map[string]string{game.Attackers.String(): "Attackers",
				game.Defenders.String(): "Defenders"}[k])
		}, func(q *ask.Query, k string) { q.Side = k })
	case byOpponent:
		add(p.stats.Opponents, func(k string) string { return cmp.Or(k, tongue.Text("unnamed")) },
			func(q *ask.Query, k string) { q.Against = cmp.Or(k, ask.None) })
	case byLevel:
		add(p.stats.Levels, textLevel, func(q *ask.Query, k string) { q.Level = cmp.Or(k, ask.None) })
	case byClock:
		add(p.stats.Clocks, func(k string) string { return words.Controls([]string{cmp.Or(k, "none")})[0] },
			func(q *ask.Query, k string) { q.Clock = cmp.Or(k, ask.None) })
	case byMonth:
		add(p.stats.Months, func(k string) string { return cmp.Or(k, tongue.Text("undated")) },
			func(q *ask.Query, k string) { q.From, q.To = k, k })
	case byRating:
		p.ratings()
		return
	case byOpening:
		for _, o := range p.stats.Openings {
			name := p.r.variantName(o.Variant) + ", " + tongue.Text(map[game.Side]string{game.Attackers: "Attackers",
				game.Defenders: "Defenders"}[o.Side]) + ": " + strings.Join(o.Turns, " ")
			p.lines = append(p.lines, recordLine{name: name, score: o.Score,
				ask: func(q *ask.Query) { q.Variant, q.Position, q.Side = o.Variant, &o.Position, o.Side.String() }})
		}
	case byDefeat:
		for d, n := range p.stats.LostBy {
			e := ask.Entry{Result: d.Winner, Cause: d.Cause, Variant: firstOf(p.stats.Variants)}
			p.lines = append(p.lines, recordLine{name: p.r.cause(&e), score: ask.Score{Lost: n},
				ask: func(q *ask.Query) { q.Result, q.Cause, q.Lost = d.Winner, d.Cause, true }})
		}
	}
	slices.SortFunc(p.lines, func(a, b recordLine) int {
		if p.view == byMonth {
			return cmp.Compare(b.name, a.name)
		}
		return cmp.Or(cmp.Compare(b.score.Games(), a.score.Games()), cmp.Compare(a.name, b.name))
	})
}

// firstOf returns the first key; empty if there is none.
func firstOf(of map[string]ask.Score) string {
	for _, k := range slices.Sorted(maps.Keys(of)) {
		return k
	}
	return ""
}

// textLevel returns the name of a level; humans have none.
func textLevel(level string) string {
	n, err := strconv.Atoi(level)
	switch {
	case level == "":
		return tongue.Text("people")
	case err != nil:
		return level
	}
	return tongue.Textf("Level %d", n)
}

func (p *recordPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "library-record", Kind: panel.Wide, Height: panel.Tabbed, Title: "My record", Cancel: "close",
		Lines: []string{p.sum()}}
	if name := p.name.String(); name != "" {
		d.Title = tongue.Textf("Record of %s", tongue.Name(name))
	}
	d.Fields = []panel.Field{{ID: "view", Label: "By", Options: textViews, Chosen: p.view,
		Set: panel.Into(&p.view, p.list), Tabs: true},
		p.name.Field("player", "Other player", "")}
	d.Fields[1].Typed = p.load
	if len(p.lines) > 0 {
		open := p.opening()
		d.Fields = append(d.Fields, panel.Field{ID: "line", Chosen: p.at, Rows: p.table(),
			Set: func(n int) { p.at = max(min(n, len(p.lines)-1), 0) }, Pick: open.ID, Open: open.Run})
	}
	d.Actions = p.ends()
	if p.view == byRating && len(p.lines) > 0 {
		d.Charts = []panel.Chart{p.lines[p.at].chart()}
	}
	if c := p.curve(); len(c) > 1 && p.view == byMonth {
		d.Charts = []panel.Chart{{Head: tongue.Text("Score in percent by month"), Curve: c}}
	}
	d.Buttons = []panel.Button{{ID: "all", Label: "All these games", Icon: "open",
		Press: func() { p.r.list(p.query(), p.name.String()) }, Disabled: p.stats.All.Games() == 0},
		{ID: "close", Label: words.Done, Primary: true}}
	return d
}

// sum returns the totals as a line.
func (p *recordPage) sum() string {
	s := p.stats.All
	switch {
	case !p.read:
		return p.r.reading()
	case s.Games() == 0 && p.name.String() == "":
		return "Your finished games are counted here."
	case s.Games() == 0:
		return "No games by this player."
	}
	return tongue.Textf("Games: %d. Won: %d. Drawn: %d. Lost: %d. Points: %s", s.Games(), s.Won, s.Drawn,
		s.Lost, points(s))
}

// percent returns the score as a share of the maximum; false without finished games.
func percent(s ask.Score) (float64, bool) {
	over := s.Won + s.Drawn + s.Lost
	return (float64(s.Won) + float64(s.Drawn)/2) / float64(max(over, 1)) * 100, over > 0
}

func points(s ask.Score) string {
	if part, ok := percent(s); ok {
		return fmt.Sprintf("%.0f %%", part)
	}
	return "–"
}

// curve returns the score per month, the oldest first.
func (p *recordPage) curve() (curve []float64) {
	for _, month := range slices.Sorted(maps.Keys(p.stats.Months)) {
		if part, ok := percent(p.stats.Months[month]); ok && month != "" {
			curve = append(curve, part)
		}
	}
	return curve
}

// table returns the rows around the selected one.
func (p *recordPage) table() *panel.Rows {
	if p.view == byRating {
		return p.ratingTable()
	}
	room := recordRows
	if p.view == byMonth {
		room = curveRows
	}
	from := max(min(p.at-room/2, len(p.lines)-room), 0)
	here := p.lines[from:min(from+room, len(p.lines))]
	t := &panel.Rows{First: from, Of: len(p.lines),
		Table: panel.Table{Marked: -1,
			Columns: []panel.Column{{Head: textViews[p.view]}, {Head: "Games", Width: 90, Right: true},
				{Head: "Won", Width: 80, Right: true}, {Head: "Drawn", Width: 80, Right: true},
				{Head: "Lost", Width: 80, Right: true}, {Head: "Points", Width: 90, Right: true}, {Width: 170}}}}
	if p.view == byDefeat {
		t.Columns = []panel.Column{{Head: textViews[p.view]}, {Width: 420}, {Head: "Lost", Width: 110, Right: true}}
		for i, l := range here {
			t.Rows = append(t.Rows, []panel.Cell{{Text: l.name, Strong: true},
				{Bar: []float64{0, 0, part(l.score.Lost, p.stats.All.Lost)}},
				{Text: fmt.Sprint(l.score.Lost), Do: panel.Command{ID: "lost", Arg: from + i}}})
		}
		return t
	}
	for i, l := range here {
		row := []panel.Cell{{Text: l.name, Strong: true}, {Text: fmt.Sprint(l.score.Games())}}
		for end, n := range []int{l.score.Won, l.score.Drawn, l.score.Lost} {
			c := panel.Cell{Text: fmt.Sprint(n)}
			if n > 0 {
				c.Do = p.ends()[end].At(from + i)
			}
			row = append(row, c)
		}
		sum := panel.Cell{Text: points(l.score)}
		if score, ok := percent(l.score); ok && score >= 60 {
			sum.Shade = panel.GoodShade
		} else if ok && score <= 40 {
			sum.Shade = panel.BadShade
		}
		t.Rows = append(t.Rows, append(row, sum, panel.Cell{Bar: bar(l.score)}))
	}
	return t
}

// bar returns the shares of won, drawn and lost games.
func bar(s ask.Score) []float64 {
	over := s.Won + s.Drawn + s.Lost
	return []float64{part(s.Won, over), part(s.Drawn, over), part(s.Lost, over)}
}

func part(n, of int) float64 { return float64(n) / float64(max(of, 1)) }

// ends are the actions of the figures of a row: they list its games with a result.
func (p *recordPage) ends() []panel.Action {
	return []panel.Action{
		{ID: "won", Run: func(i int) { p.games(i, func(q *ask.Query) { q.Won = true }) }},
		{ID: "drawn", Run: func(i int) { p.games(i, func(q *ask.Query) { q.Drawn = true }) }},
		{ID: "lost", Run: func(i int) { p.games(i, func(q *ask.Query) { q.Lost = true }) }},
	}
}

// opening is the action of a row: it lists its games.
func (p *recordPage) opening() panel.Action {
	return panel.Action{ID: "games", Run: func(i int) { p.games(i, func(*ask.Query) {}) }}
}

// query returns a query for all games of the record.
func (p *recordPage) query() ask.Query {
	return ask.Query{Player: p.name.String(), Own: p.name.String() == ""}
}

// games lists the games of a row.
func (p *recordPage) games(i int, also func(*ask.Query)) {
	if i < 0 || i >= len(p.lines) {
		return
	}
	p.at = i
	q := p.query()
	p.lines[i].ask(&q)
	also(&q)
	p.r.list(q, p.lines[i].name)
}

// ratings makes a row for each rating of the local player.
func (p *recordPage) ratings() {
	for i := range p.stats.Curves {
		c := &p.stats.Curves[i]
		name, set := c.Site+": "+p.r.host.Pool(c.Pool), func(q *ask.Query) { q.Site, q.Pool = c.Site, c.Pool }
		if c.Site == "" {
			name = tongue.Textf("Against the computer: %s", p.r.host.Pool(c.Pool))
			set = func(q *ask.Query) { q.Family, q.Level = c.Pool, ask.Any }
		}
		p.lines = append(p.lines, recordLine{name: name, ask: set, curve: c})
	}
}

// ratingTable returns the ratings around the selected one; each figure opens its games.
func (p *recordPage) ratingTable() *panel.Rows {
	from := max(min(p.at-curveRows/2, len(p.lines)-curveRows), 0)
	t := &panel.Rows{First: from, Of: len(p.lines),
		Table: panel.Table{Marked: -1,
			Columns: []panel.Column{{Head: textViews[byRating]}, {Head: "Games", Width: 110, Right: true},
				{Head: "Lowest", Width: 110, Right: true}, {Head: "Highest", Width: 110, Right: true},
				{Head: "Now", Width: 110, Right: true}}}}
	for i, l := range p.lines[from:min(from+curveRows, len(p.lines))] {
		row := []panel.Cell{{Text: l.name, Strong: true}}
		least, most := l.curve.Points[0].Points, l.curve.Points[0].Points
		for _, x := range l.curve.Points {
			least, most = min(least, x.Points), max(most, x.Points)
		}
		for _, n := range []int{len(l.curve.Points), least, most, l.curve.Points[len(l.curve.Points)-1].Points} {
			row = append(row, panel.Cell{Text: fmt.Sprint(n), Do: p.opening().At(from + i)})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// curvePoints is the number of points of a curve.
const curvePoints = 60

// chart returns a rating over time as a step function.
func (l *recordLine) chart() panel.Chart {
	list := l.curve.Points
	first, last := list[0].Day, list[len(list)-1].Day
	day := func(n int) string { return time.Unix(int64(n)*24*60*60, 0).UTC().Format(time.DateOnly) }
	c := panel.Chart{Head: tongue.Textf("From %s to %s", day(first), day(last))}
	if first == last { // all on one day: game by game
		for _, x := range list {
			c.Curve = append(c.Curve, float64(x.Points))
		}
		return c
	}
	at := 0
	for i := range curvePoints {
		now := first + (last-first)*i/(curvePoints-1)
		for at+1 < len(list) && list[at+1].Day <= now {
			at++
		}
		c.Curve = append(c.Curve, float64(list[at].Points))
	}
	return c
}
