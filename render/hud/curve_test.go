package hud

import (
	"fmt"
	"image"
	"testing"

	"tafl3d/panel"
)

// TestClickACurve: each point of a curve can be clicked from the upper edge of the drawing to the
// lower one, in its own place, and tells what it is.
func TestClickACurve(t *testing.T) {
	h := newHUD(t)
	d := &panel.Dialog{ID: "review", Kind: panel.Article, Title: "Review",
		Charts: []panel.Chart{{Head: "chances", Curve: []float64{50, 60, 100, 0}, Even: true, Pick: "turn",
			Tips: []string{"a", "b", "c", "d"}, Faults: []int{2}}},
		Buttons: []panel.Button{{ID: "close", Label: "Done"}}}
	s := &panel.Screen{Dialog: d}
	show(h, s)
	checkLayout(t, h, "a chart")
	var met [4]image.Rectangle
	for y := range 720 {
		for x := range 1280 {
			if c, _, hit := h.At(x, y); hit && c.ID == "turn" {
				met[c.Arg] = met[c.Arg].Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	for i, r := range met {
		if r.Dx() < 40 || r.Dy() < 60 || i > 0 && r.Min.X != met[i-1].Max.X {
			t.Errorf("point %d is clicked in %v, behind %v", i, r, met[max(i-1, 0)])
		}
	}
	h.Hover(met[2].Min.X+3, met[2].Min.Y+3)
	show(h, s)
	keepPicture(t, h, "chart")
	d.Charts[0].Pick = ""
	s.Version++
	show(h, s)
	if c, _, hit := h.At(met[2].Min.X+3, met[2].Min.Y+3); hit {
		t.Errorf("a curve that means nothing gives %+v", c)
	}
}

// TestCurve draws a profile with curves of one, many and equal points: everything stays within its bounds.
func TestCurve(t *testing.T) {
	h := newHUD(t)
	var up []float64
	for i := range 60 {
		up = append(up, 1500+float64(i*i%97)+float64(3*i))
	}
	rows := [][]panel.Cell{{{Text: "Brandubh"}, {Text: "Astrid"}, {Text: "Dag"}, {Text: "attackers"}}}
	d := &panel.Dialog{ID: "player", Kind: panel.Article, Title: "Astrid", Charts: []panel.Chart{
		{Head: "hnefatafl blitz: 1677 after 60 games", Curve: up},
		{Head: "brandubh rapid: about 1500 after 1 games", Curve: []float64{1500}},
		{Head: "alike", Curve: []float64{1500, 1500, 1500}},
		{Head: "chances", Curve: []float64{50, 60, 100, 0}, Even: true},
		{Head: "Recent games", Table: &panel.Table{Marked: -1, Columns: []panel.Column{{Head: "Game"},
			{Head: "Attackers"}, {Head: "Defenders"}, {Head: "Result"}}, Rows: rows}},
	}, Buttons: []panel.Button{{ID: "challenge", Label: "Challenge", Primary: true}, {ID: "block", Label: "Block"},
		{ID: "report", Label: "Report"}, {ID: "games", Label: "Games"}, {ID: "close", Label: "Done"}}}
	show(h, &panel.Screen{Dialog: d})
	checkLayout(t, h, "a profile")
	keepPicture(t, h, "profile")
}

// TestChances draws a review at two sizes of window: its chart is tall enough to be read, with its
// scale at the left and turns below it.
func TestChances(t *testing.T) {
	chances := []float64{50, 52, 48, 55, 60, 41, 44, 70, 62, 64, 30, 35, 28, 45, 60, 58, 71, 80, 77, 82, 90, 60, 65, 88,
		93, 97, 96, 99, 100}
	d := &panel.Dialog{ID: "review", Kind: panel.Article, Title: "Review",
		Lines: []string{"Annotations and better moves are in the move list."}, Charts: []panel.Chart{
			{Head: "Attackers' winning chance, in percent", Curve: chances, Even: true, Faults: []int{5, 7, 10, 21}},
			{Table: &panel.Table{Marked: -1, Columns: []panel.Column{{}, {Head: "Accuracy", Width: 90, Right: true},
				{Head: "?!", Width: 50, Right: true}},
				Rows: [][]panel.Cell{{{Text: "Astrid"}, {Text: "71 %"}, {Text: "2"}},
					{{Text: "Dag"}, {Text: "64 %"}, {Text: "3"}}}}},
		}, Buttons: []panel.Button{{ID: "first", Label: "First mistake", Icon: "right", Primary: true},
			{ID: "learn", Label: "Learn from mistakes", Icon: "hint"}, {ID: "close", Label: "Done", Icon: "yes"}}}
	for _, size := range [][2]int{{800, 600}, {1280, 720}, {1920, 1080}} {
		h := newHUD(t)
		where := fmt.Sprintf("a review at %dx%d", size[0], size[1])
		h.Layout(&panel.Screen{Dialog: d, Version: 1}, size[0], size[1], 1)
		checkLayout(t, h, where)
		keepPicture(t, h, fmt.Sprintf("review-%d", size[1]))
		block := h.composer.chancesBlock(&d.Charts[0])
		if share := float64(block.height) / float64(size[1]); share < 0.2 {
			t.Errorf("%s: the chart takes %.2f of the height", where, share)
		}
		if share := h.m.k * dialogWidth(d) / float64(size[0]); share < 0.4 {
			t.Errorf("%s: the page takes %.2f of the width", where, share)
		}
	}
}
