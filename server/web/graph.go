package web

import (
	"fmt"
	"html/template"
	"math"
	"strings"
	"time"

	"tafl3d/tongue"
)

// Dimensions of a graph.
const (
	graphWidth  = 760.0
	graphHeight = 260.0
	graphLeft   = 76.0
	graphFoot   = 34.0
	graphTop    = 14.0
)

// drawGraph returns an SVG of a rating's history, game by game.
func drawGraph(say *tongue.Speaker, points []Point) template.HTML {
	if len(points) == 0 {
		return ""
	}
	low, high := points[0].Rating, points[0].Rating
	for _, p := range points {
		low, high = math.Min(low, p.Rating), math.Max(high, p.Rating)
	}
	low, high = math.Floor(low/50-.2)*50, math.Ceil(high/50+.2)*50
	x := func(i int) float64 {
		return graphLeft + (graphWidth-graphLeft-16)*float64(i)/math.Max(float64(len(points)-1), 1)
	}
	y := func(r float64) float64 {
		return graphTop + (graphHeight-graphTop-graphFoot)*(high-r)/(high-low)
	}
	var b strings.Builder
	last := points[len(points)-1]
	fmt.Fprintf(&b, `<svg class="chart" viewBox="0 0 %.0f %.0f" role="img" aria-label="%s">`, graphWidth, graphHeight,
		template.HTMLEscapeString(say.Textf("Rating after %d games: %.0f, between %.0f and %.0f", len(points),
			last.Rating, low, high)))
	step := 50.0
	for (high-low)/step > 6 {
		step *= 2
	}
	for r := math.Ceil(low/step) * step; r <= high; r += step {
		fmt.Fprintf(&b, `<path class="grid" d="M%.0f %.1fH%.0f"/><text class="tick" x="%.0f" y="%.1f">%.0f</text>`,
			graphLeft, y(r), graphWidth-16, graphLeft-10, y(r)+5, r)
	}
	var path strings.Builder
	for i, p := range points {
		fmt.Fprintf(&path, "%c%.1f %.1f", "LM"[bit(i == 0)], x(i), y(p.Rating))
	}
	foot := graphHeight - graphFoot
	fmt.Fprintf(&b, `<path class="under" d="%sL%.1f %.0fL%.1f %.0fZ"/><path class="curve" d="%s"/>`, path.String(),
		x(len(points)-1), foot, x(0), foot, path.String())
	for i, p := range points {
		if len(points) <= 60 || i == len(points)-1 {
			fmt.Fprintf(&b, `<circle class="dot" cx="%.1f" cy="%.1f" r="4"><title>%.0f, %s</title></circle>`, x(i),
				y(p.Rating), p.Rating, day(p.At))
		}
	}
	fmt.Fprintf(&b, `<text class="day" data-day="%[3]s" x="%.0[1]f" y="%.0[2]f">%[3]s</text><text class="day end" `+
		`data-day="%[5]s" x="%.0[4]f" y="%.0[2]f">%[5]s</text></svg>`, graphLeft, graphHeight-8, day(points[0].At),
		graphWidth-16, day(last.At))
	return template.HTML(b.String())
}

func day(unix int64) string { return time.Unix(unix, 0).UTC().Format("2006-01-02") }

func bit(on bool) int {
	if on {
		return 1
	}
	return 0
}
