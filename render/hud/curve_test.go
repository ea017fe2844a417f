package hud

import (
	"testing"

	"tafl3d/panel"
)

// TestCurve draws a profile with curves of one point, of many, and of many that are
// alike: nothing leaves its place.
func TestCurve(t *testing.T) {
	h := newHUD(t)
	var up []float64
	for i := range 60 {
		up = append(up, 1500+float64(i*i%97)+float64(3*i))
	}
	rows := [][]panel.Cell{{{Text: "Brandubh"}, {Text: "Astrid"}, {Text: "Dag"}, {Text: "attackers"}}}
	d := &panel.Dialog{ID: "player", Title: "Astrid", Charts: []panel.Chart{
		{Head: "hnefatafl blitz: 1677 after 60 games", Curve: up},
		{Head: "brandubh rapid: about 1500 after 1 games", Curve: []float64{1500}},
		{Head: "alike", Curve: []float64{1500, 1500, 1500}},
		{Head: "chances", Curve: []float64{50, 60, 100, 0}, Even: true},
		{Head: "Last games", Table: &panel.Table{Marked: -1, Columns: []panel.Column{{Head: "Game"}, {Head: "Attackers"}, {Head: "Defenders"}, {Head: "Result"}}, Rows: rows}},
	}, Buttons: []panel.Button{{ID: "challenge", Label: "Challenge", Primary: true}, {ID: "block", Label: "Block"}, {ID: "report", Label: "Report"}, {ID: "games", Label: "Games"}, {ID: "close", Label: "Done"}}}
	show(h, &panel.Screen{Dialog: d})
	checkLayout(t, h, "a profile")
	keepPicture(t, h, "profile")
}
