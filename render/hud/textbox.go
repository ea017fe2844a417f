package hud

import (
	"image"

	"tafl3d/panel"
)

// textLine is the height of a line in a field to write in that has several.
const textLine = 22.0

// textRow is a row of a text as it is shown: the letters from..to, without the space or line break after them.
type textRow struct{ from, to int }

// textRows breaks a text at its line breaks, and between words where a line is wider than room, else within a word.
func textRows(text []rune, room int, width func(string) int) (rows []textRow) {
	from, blank := 0, -1 // where the row begins, and its last space
	for i, r := range text {
		switch {
		case r == '\n':
			rows = append(rows, textRow{from, i})
			from, blank = i+1, -1
			continue
		case r == ' ':
			blank = i
			continue
		case width(string(text[from:i+1])) <= room || i == from:
			continue
		}
		if blank >= from {
			rows = append(rows, textRow{from, blank})
			from = blank + 1
		} else {
			rows = append(rows, textRow{from, i})
			from = i
		}
		blank = -1
	}
	return append(rows, textRow{from, len(text)})
}

// rowAt returns the row with a place in the text: the last one that begins before or at it.
func rowAt(rows []textRow, at int) int {
	i := 0
	for i+1 < len(rows) && rows[i+1].from <= at {
		i++
	}
	return i
}

// drawTextBox draws a field with several lines, of a long text the lines around the caret. A click puts the caret
// before the letter under the pointer.
func drawTextBox(c *canvas, box image.Rectangle, f *panel.Field, focus bool) {
	in := image.Rect(box.Min.X+c.px(10), box.Min.Y+c.px(8), box.Max.X-c.px(10), box.Max.Y-c.px(8))
	text := []rune(f.Text)
	caret := min(max(f.Caret, 0), len(text))
	width := func(s string) int { return c.width(s, typeStrong) }
	rows := textRows(text, in.Dx()-c.px(4), width)
	shown := max(1, in.Dy()/c.px(textLine))
	here := rowAt(rows, caret)
	first := min(max(0, here-shown+1), max(0, len(rows)-shown))
	c.target(target{rect: box, cmd: panel.Command{ID: f.ID, Arg: len(text)}, live: true})
	for i := first; i < min(first+shown, len(rows)); i++ {
		var line image.Rectangle
		line, in = top(in, c.px(textLine))
		drawTextLine(c, line, f, text, rows[i])
		if focus && i == here {
			x := line.Min.X + width(string(text[rows[i].from:min(caret, rows[i].to)])) + c.px(1)
			c.bar(image.Rect(x, line.Min.Y+c.px(2), x+max(1, c.px(1.5)), line.Max.Y-c.px(2)), gilt)
		}
	}
}

// drawTextLine draws a row of a field with several lines, what is selected of it, and the places to click on.
func drawTextLine(c *canvas, line image.Rectangle, f *panel.Field, text []rune, row textRow) {
	at := func(i int) int { return line.Min.X + c.width(string(text[row.from:i]), typeStrong) }
	c.target(target{rect: line, cmd: panel.Command{ID: f.ID, Arg: row.to}, live: true})
	for i := row.from; i < row.to; i++ {
		c.target(target{rect: image.Rect(at(i), line.Min.Y, at(i+1), line.Max.Y),
			cmd: panel.Command{ID: f.ID, Arg: i}, live: true})
	}
	from, to := clamp(min(f.From, f.Caret), row.from, row.to), clamp(max(f.From, f.Caret), row.from, row.to)
	if from < to {
		c.fill(image.Rect(at(from), line.Min.Y+c.px(2), at(to), line.Max.Y-c.px(2)), 2*c.k, chosenInk)
	}
	c.text(line, string(text[row.from:row.to]), typeStrong, left)
}
