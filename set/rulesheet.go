package set

import (
	"io"
	"slices"
	"strings"

	"tafl3d/app/rulebook"
	"tafl3d/game"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// The columns of a rules sheet, and how high its title is.
const (
	columnGap  = 9.0
	titleHigh  = 24.0
	bodyLead   = 1.24 // height of a line of text, in sizes of its letters
	pointsToMM = 25.4 / 72
)

// mostPages is how many pages a rules sheet has at most.
const mostPages = 2

// WriteRules writes the rules of a variant in the player's language as a PDF of one or two pages.
func WriteRules(out io.Writer, v *variant.Variant, o Options) error {
	o, err := o.complete(v)
	if err != nil {
		return err
	}
	s := newSheet(title(v), o)
	l := column{s: s, v: v, blocks: blocksOf(v)}
	l.size = l.fitting()
	l.flow(true)
	return s.write(out)
}

// block is a part of the rules: a heading, a paragraph or a small board.
type block struct {
	head, text string
	board      *panel.Diagram
	note       string // below the board
}

// blocksOf returns the rules of a variant.
func blocksOf(v *variant.Variant) (list []block) {
	parts := rulebook.Sentences(v.Rules)
	boards := 0
	for _, p := range parts {
		if p.Head != "" {
			list = append(list, block{head: tongue.Text(p.Head)})
		}
		if p.Text != "" {
			list = append(list, block{text: tongue.Text(p.Text)})
		}
		if p.Board != nil {
			boards++
			list = append(list, block{board: p.Board})
		}
	}
	if boards < 2 {
		list = append(list, examplesOf(v)...)
	}
	if about := tongue.Text(strings.Join(strings.Fields(v.Description), " ")); about != "" {
		list = append(list, block{head: tongue.Text("About this game")}, block{text: about})
	}
	return list
}

// unset are the values of rules that are off. Their examples would show something else.
var unset = []string{"none", "off", "no", "0", "false"}

// mostExamples is how many examples a sheet shows of a game whose rules have no pictures between them.
const mostExamples = 6

// examplesOf draws rules of a game on lines, each example once.
func examplesOf(v *variant.Variant) (list []block) {
	set := v.Rules.Ruleset()
	for _, t := range ruleset.TogglesFor(&set) {
		if strings.HasPrefix(t.Key, "setup.") || slices.Contains(unset, t.Get(&set)) || noLeap(t.Key, &set) {
			continue
		}
		d := rulebook.Example(v.Rules, t.Key)
		if d == nil || len(list) > mostExamples ||
			!slices.ContainsFunc(d.Pieces, func(p game.Piece) bool { return p != game.Empty }) ||
			slices.ContainsFunc(list, func(b block) bool { return b.board != nil && alike(b.board, d) }) {
			continue
		}
		if len(list) == 0 {
			list = append(list, block{head: tongue.Text("Examples")})
		}
		list = append(list, block{board: d, note: noteOf(t, &set)})
	}
	return list
}

// noLeap reports whether a key is about the leaps of a kind that does not leap.
func noLeap(key string, set *ruleset.Ruleset) bool {
	letter, _, of := strings.Cut(key, ".leap.")
	for _, t := range ruleset.TogglesFor(set) {
		if of && t.Key == letter+".leap" {
			return slices.Contains(unset, t.Get(set))
		}
	}
	return false
}

// noteOf says what an example shows: "Fox: leaps over any enemy".
func noteOf(t *ruleset.Toggle, set *ruleset.Ruleset) string {
	note := rulebook.Difference(t, t.Get(set), set)
	letter, _, of := strings.Cut(t.Key, ".")
	if !of || len(letter) != 1 {
		return note
	}
	name := tongue.UpperFirst(rulebook.KindOf(set, letter))
	if strings.HasPrefix(strings.ToLower(note), strings.ToLower(name)) {
		return note
	}
	return name + ": " + tongue.LowerFirst(note)
}

// alike reports whether two diagrams show the same.
func alike(a, b *panel.Diagram) bool {
	return slices.Equal(a.Pieces, b.Pieces) && a.Arrow == b.Arrow && slices.Equal(a.Good, b.Good) &&
		slices.Equal(a.Bad, b.Bad)
}

// column lays blocks into two columns a page.
type column struct {
	s      *sheet
	v      *variant.Variant
	blocks []block
	size   float64 // of the letters, in points
	draw   bool    // false: it only measures

	pages, at int // how many pages there are, and which column of the last is filled
	y         float64
}

// fitting returns the largest size of letters with which all fits: on one page if they stay easy to read, else on
// two.
func (l *column) fitting() float64 {
	for _, try := range []struct {
		from, to float64
		pages    int
	}{{11, 9.5, 1}, {11, 6, mostPages}} {
		for l.size = try.from; l.size >= try.to; l.size -= 0.5 {
			if l.flow(false) <= try.pages {
				return l.size
			}
		}
	}
	return l.size
}

// width is that of a column, bottom where it ends.
func (l *column) width() float64 { return (l.s.paper.Width - 2*margin - columnGap) / 2 }

func (l *column) bottom() float64 { return l.s.paper.Height - margin - 3 }

// left is where the column begins that is filled.
func (l *column) left() float64 { return margin + float64(l.at)*(l.width()+columnGap) }

// top is where the columns of a page begin.
func (l *column) top() float64 {
	if l.pages == 1 {
		return margin + titleHigh
	}
	return margin + 2
}

// flow lays all blocks and returns how many pages they take.
func (l *column) flow(draw bool) int {
	l.draw, l.pages = draw, 0
	l.page()
	for i := range l.blocks {
		l.block(&l.blocks[i])
	}
	return l.pages
}

// page begins a page.
func (l *column) page() {
	l.pages++
	l.at, l.y = 0, l.top()
	if !l.draw {
		return
	}
	s := l.s
	s.page(false)
	if l.pages == 1 {
		l.title()
	}
	middle := s.paper.Width / 2
	s.pen(s.c.faint, 0.15)
	s.line(middle, l.top()-2, middle, l.bottom())
}

// title writes the name of the game over both columns.
func (l *column) title() {
	s := l.s
	s.font("B", 25, s.c.text)
	if w := s.f.GetStringWidth(title(l.v)); w > s.paper.Width-2*margin {
		s.font("B", 25*(s.paper.Width-2*margin)/w, s.c.text)
	}
	s.text(s.paper.Width/2, margin+7.5, title(l.v), "C")
	s.font("I", 11, s.c.faint)
	summary := tongue.Text(l.v.Summary)
	if w := s.f.GetStringWidth(summary); w > s.paper.Width-2*margin {
		s.font("I", 11*(s.paper.Width-2*margin)/w, s.c.faint)
	}
	s.text(s.paper.Width/2, margin+13.5, summary, "C")
	y, half := margin+18.2, 36.0
	s.braid(straightCourse(point{s.paper.Width/2 - half, y}, point{s.paper.Width/2 + half, y}), 16, 1.1, 0.95)
	s.pen(s.c.faint, 0.2)
	s.line(margin, y, s.paper.Width/2-half-2, y)
	s.line(s.paper.Width/2+half+2, y, s.paper.Width-margin, y)
}

// room goes on to the next column unless the next of a height fits.
func (l *column) room(height float64) {
	if l.y+height <= l.bottom() {
		return
	}
	if l.at == 0 {
		l.at, l.y = 1, l.top()
		return
	}
	l.page()
}

func (l *column) block(b *block) {
	switch line := l.size * pointsToMM * bodyLead; {
	case b.head != "":
		l.heading(b.head, line)
	case b.text != "":
		l.paragraph(b.text, line)
	default:
		l.board(b, line)
	}
}

func (l *column) heading(text string, line float64) {
	high := 1.35 * line
	if l.y > l.top() {
		high += 0.7 * line
	}
	l.room(high + 3*line)
	if l.y > l.top() {
		l.y += 0.7 * line
	}
	l.y += 1.35 * line
	if l.draw {
		l.s.font("B", 1.2*l.size, l.s.c.text)
		l.s.text(l.left(), l.y-0.42*line, text, "L")
	}
}

func (l *column) paragraph(text string, line float64) {
	l.s.font("", l.size, l.s.c.text)
	for _, row := range l.s.f.SplitText(text, l.width()) {
		l.room(line)
		l.y += line
		if l.draw {
			l.s.font("", l.size, l.s.c.text)
			l.s.text(l.left(), l.y-0.25*line, row, "L")
		}
	}
	l.y += 0.35 * line
}

// board lays a small board in the middle of the column, its note below it.
func (l *column) board(b *block, line float64) {
	p := diagramPlan(b.board, 1)
	w, h := p.size()
	across := 4.4 * l.size // of the larger side
	if b.board.Board.Squares() > 30 {
		across = 6.2 * l.size
	}
	p = diagramPlan(b.board, min(across/max(w, h), l.width()/w))
	w, h = p.size()
	var note []string
	if b.note != "" {
		l.s.font("I", 0.9*l.size, l.s.c.text)
		note = l.s.f.SplitText(b.note, l.width())
	}
	l.room(h + line*(0.8+float64(len(note))))
	l.y += 0.3 * line
	if l.draw {
		l.s.diagram(b.board, p, l.left()+(l.width()-w)/2, l.y)
	}
	l.y += h + 0.5*line
	for _, row := range note {
		l.y += line
		if l.draw {
			l.s.font("I", 0.9*l.size, l.s.c.text)
			l.s.text(l.left()+l.width()/2, l.y-0.3*line, row, "C")
		}
	}
	l.y += 0.3 * line
}
