package library

import (
	"fmt"
	"time"

	"tafl3d/library/ask"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// ratings makes a row for each rating of whoever sits here.
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

// ratingTable shows the ratings around the chosen one; each figure leads to the games.
func (p *recordPage) ratingTable() *panel.Rows {
	from := max(min(p.at-curveRows/2, len(p.lines)-curveRows), 0)
	t := &panel.Rows{First: from, Of: len(p.lines), Table: panel.Table{Marked: -1, Columns: []panel.Column{{Head: textViews[byRating]}, {Head: "Games", Width: 110, Right: true},
		{Head: "Lowest", Width: 110, Right: true}, {Head: "Highest", Width: 110, Right: true}, {Head: "Now", Width: 110, Right: true}}}}
	for i, l := range p.lines[from:min(from+curveRows, len(p.lines))] {
		row := []panel.Cell{{Text: l.name, Strong: true}}
		least, most := l.curve.Points[0].Points, l.curve.Points[0].Points
		for _, x := range l.curve.Points {
			least, most = min(least, x.Points), max(most, x.Points)
		}
		for _, n := range []int{len(l.curve.Points), least, most, l.curve.Points[len(l.curve.Points)-1].Points} {
			row = append(row, panel.Cell{Text: fmt.Sprint(n), Do: panel.Command{ID: "games", Arg: from + i}})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// curvePoints is how many points a curve is drawn with.
const curvePoints = 60

// chart draws a rating by time: between two games it stays what it was.
func (l *recordLine) chart() panel.Chart {
	list := l.curve.Points
	first, last := list[0].Day, list[len(list)-1].Day
	day := func(n int) string { return time.Unix(int64(n)*24*60*60, 0).UTC().Format(time.DateOnly) }
	c := panel.Chart{Head: tongue.Textf("From %s to %s", day(first), day(last))}
	if first == last { // all on a day: game by game
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
