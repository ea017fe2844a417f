package picture

import (
	"fmt"
	"strings"
)

// look is the fill and stroke of a shape. Colours are "#rrggbb", or for a fill the name of a
// gradient.
type look struct {
	fill, stroke         string
	opacity, strokeAlpha float64 // of fill and stroke; 0 means 1
	width                float64
	round                bool    // round line ends
	font                 float64 // font size of texts
	bold, middle         bool
}

// class is a named look.
type class struct {
	name string
	look
}

// classes are the looks of all drawings.
var classes = append([]class{
	{"ground", look{fill: "#1f1710"}},
	{"plank", look{fill: "#3a2816", stroke: "#7b5a34", width: 4}},
	{"inlay", look{stroke: "#c9a062", strokeAlpha: .35, width: 2.5}},
	{"field", look{fill: "#6d5336"}},
	{"camp", look{fill: "#96543f", opacity: .42}},
	{"throne", look{fill: "#f0d096", opacity: .16}},
	{"corner", look{fill: "#f0d096", opacity: .16}},
	{"knot", look{stroke: "#d9b46f", strokeAlpha: .75, width: 4}},
	{"line", look{stroke: "#24180d", width: 4}},
	{"way", look{stroke: "#c9a062", strokeAlpha: .8, width: 5, round: true}},
	{"point", look{fill: "#24180d", stroke: "#c9a062", width: 3}},
	{"mark", look{fill: "#f0c880", opacity: .22, stroke: "#f0c880", width: 5}},
	{"shadow", look{fill: "#000000", opacity: .42}},
	{"coord", look{fill: "#c9b795", font: 27, bold: true, middle: true}},
	{"sign", look{fill: "#ffffff", font: 30, bold: true, middle: true}},
	{"count", look{fill: "#e4d6b6", font: 38}},
	{"caption", look{fill: "#e4d6b6", font: 34, middle: true}},
	{"sign-good", look{fill: "#4c8a3a", stroke: "#1f1710", width: 3}},
	{"sign-dubious", look{fill: "#a87d12", stroke: "#1f1710", width: 3}},
	{"sign-mistake", look{fill: "#cc6a1c", stroke: "#1f1710", width: 3}},
	{"sign-blunder", look{fill: "#c02a2a", stroke: "#1f1710", width: 3}},
}, marks()...)

// marks returns the looks of arrows and coloured squares.
func marks() (list []class) {
	for _, c := range [][2]string{{"green", "#6fb148"}, {"red", "#dd4a34"}, {"blue", "#4f9be0"},
		{"yellow", "#f2cb45"}} {
		list = append(list, class{"arrow-" + c[0], look{fill: c[1], opacity: .88, stroke: "#1f1710", strokeAlpha: .7,
			width: 2.5}},
			class{"square-" + c[0], look{fill: c[1], opacity: .45, stroke: c[1], width: 5}})
	}
	return list
}

// byName maps names to classes.
var byName = func() map[string]look {
	m := map[string]look{}
	for _, c := range classes {
		m[c.name] = c.look
	}
	return m
}()

// css returns the CSS rule of a class on one line.
func (c *class) css() string { return "." + c.name + "{" + c.declare(":", ";") + "}\n" }

// declare formats a look as declarations, for CSS with ":" and ";".
func (l *look) declare(is, then string) string {
	var list []string
	say := func(name string, value any) {
		list = append(list, name+is+strings.TrimPrefix(fmt.Sprint(value), "0"))
	}
	if l.fill == "" {
		say("fill", "none")
	} else {
		say("fill", l.fill)
	}
	if l.opacity > 0 {
		say("fill-opacity", l.opacity)
	}
	if l.stroke != "" {
		say("stroke", l.stroke)
		if l.strokeAlpha > 0 {
			say("stroke-opacity", l.strokeAlpha)
		}
		say("stroke-width", l.width)
	}
	if l.round {
		say("stroke-linecap", "round")
	}
	if l.font > 0 {
		weight := ""
		if l.bold {
			weight = "600 "
		}
		say("font", fmt.Sprintf("%s%vpx Liberation Sans,Arial,sans-serif", weight, l.font))
		if l.middle {
			say("text-anchor", "middle")
		}
	}
	return strings.Join(list, then)
}

// shape is a part of a figure: a disc around (0, y), or a path.
type shape struct {
	class string // used instead of the look
	look
	y, r float64
	path []point
	join bool // round corners
}

// gradient is a radial gradient on a disc, lit from the upper left.
type gradient struct {
	name  string
	stops [3]string
	mid   float64
}

var gradients = []gradient{
	{"bog", [3]string{"#7d4c33", "#56321f", "#2f1a10"}, .55},
	{"ivory", [3]string{"#fbf3de", "#e4d6b6", "#b9a67e"}, .6},
	{"amber", [3]string{"#ffdc8c", "#e6a93f", "#a26c1c"}, .55},
}

// figure is the drawing of a kind of piece.
type figure struct {
	name   string
	shapes []shape
}

// figures lists all figures; the last is the sign of special squares.
var figures = []figure{
	{"attackers", disc(36, "bog", "#d6a074", 3.5,
		shape{path: trace("M-15 -15L15 15M15 -15L-15 15"), look: look{stroke: "#d6a074", width: 6, round: true}})},
	{"defenders", disc(36, "ivory", "#3a2816", 3.5, shape{r: 15, look: look{stroke: "#8a7549", width: 5}})},
	{"king", disc(41, "amber", "#3a2410", 4, shape{path: trace("M-22 14L-26 -14L-11 -2L0 -22L11 -2L26 -14L22 14Z"),
		look: look{fill: "#4a2e0e", stroke: "#4a2e0e", width: 4}, join: true})},
	{"attackers-chief", disc(36, "bog", "#f0c880", 5,
		shape{path: trace("M0 -20L20 0L0 20L-20 0Z"), look: look{fill: "#f0c880"}})},
	{"defenders-chief", disc(36, "ivory", "#8a5a1e", 5,
		shape{path: trace("M0 -20L20 0L0 20L-20 0Z"), look: look{fill: "#8a5a1e"}})},
	{"attackers-knight", disc(36, "bog", "#f0c880", 5,
		shape{path: trace("M0 -22L0 22M-14 -8L14 -8"), look: look{stroke: "#f0c880", width: 7, round: true}})},
	{"defenders-knight", disc(36, "ivory", "#8a5a1e", 5,
		shape{path: trace("M0 -22L0 22M-14 -8L14 -8"), look: look{stroke: "#8a5a1e", width: 7, round: true}})},
	{"knot", []shape{{class: "knot", path: trace("M-30 0L0 -30L30 0L0 30Z M-18 -18L18 -18L18 18L-18 18Z"),
		join: true}}},
}

// disc returns the shapes of a disc with a shadow and a sign on it.
func disc(r float64, light, rim string, width float64, sign shape) []shape {
	return []shape{{class: "shadow", y: 6, r: r + 1},
		{r: r, look: look{fill: "url(#" + light + ")", stroke: rim, width: width}}, sign}
}

// trace parses a path of lines. Z returns to the start of its part.
func trace(text string) (list []point) {
	begin := point{}
	for len(text) > 0 {
		op := text[0]
		text = text[1:]
		switch op {
		case ' ':
		case 'Z':
			list = append(list, point{begin.x, begin.y, false})
		default:
			end := strings.IndexAny(text, "MLZ")
			if end < 0 {
				end = len(text)
			}
			p := point{begin: op == 'M'}
			fmt.Sscan(text[:end], &p.x, &p.y)
			if p.begin {
				begin = p
			}
			list, text = append(list, p), text[end:]
		}
	}
	return list
}
