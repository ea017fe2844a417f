package hud

import (
	"image"
	"image/color"
	"strconv"
	"strings"

	"tafl3d/emblem"
	"tafl3d/game"
)

// icons are paths on a grid of 24 by 24: M moves, L draws a line, C a curve, Z closes, O is a circle (centre,
// radius).
var icons = map[string]string{
	"undo": "M 8.5 5 L 4 9.5 L 8.5 14 M 4 9.5 L 14 9.5 C 17.5 9.5 20 11.9 20 14.7 C 20 17.6 17.5 20 14 20 L 9 20",
	"redo": "M 15.5 5 L 20 9.5 L 15.5 14 M 20 9.5 L 10 9.5 C 6.5 9.5 4 11.9 4 14.7 C 4 17.6 6.5 20 10 20 L 15 20",
	"hint": "M 9.5 17.5 C 9.5 14.8 6 13.4 6 9.5 C 6 6 8.7 3.5 12 3.5 C 15.3 3.5 18 6 18 9.5 C 18 13.4 14.5 " +
		"14.8 14.5 17.5 Z M 10.3 20.7 L 13.7 20.7",
	"draw":   "O 12 12 8.6 M 8.6 10.1 L 15.4 10.1 M 8.6 13.9 L 15.4 13.9",
	"chat":   "M 4 5 L 20 5 L 20 15.6 L 12.6 15.6 L 8 20.2 L 8 15.6 L 4 15.6 Z M 7.6 8.8 L 16.4 8.8 M 7.6 12 L 13.6 12",
	"answer": "M 4 5 L 20 5 L 20 15.6 L 12.6 15.6 L 8 20.2 L 8 15.6 L 4 15.6 Z M 8.2 10.3 L 11.1 13.2 L 16 7.6",
	"claim":  "M 4 5 L 20 5 L 20 15.6 L 12.6 15.6 L 8 20.2 L 8 15.6 L 4 15.6 Z M 12 7.7 L 12 10.9 M 12 13 L 12 13.1",
	"resign": "M 5.5 21 L 5.5 3.5 M 5.5 4.8 C 9 2.8 11.5 7 18.8 4.6 L 18.8 13.2 C 11.5 15.6 9 11.4 5.5 13.4",
	"pause":  "M 8.8 5 L 8.8 19 M 15.2 5 L 15.2 19",
	"play":   "M 7.5 4.8 L 18.8 12 L 7.5 19.2 Z",
	"flip": "M 7.8 19.5 L 7.8 4.5 M 4 8.3 L 7.8 4.5 L 11.6 8.3 M 16.2 4.5 L 16.2 19.5 M 12.4 15.7 L " +
		"16.2 19.5 L 20 15.7",
	"flat": "M 4.2 4.2 L 19.8 4.2 L 19.8 19.8 L 4.2 19.8 Z M 9.4 4.2 L 9.4 19.8 M 14.6 4.2 L 14.6 19.8 M 4.2 " +
		"9.4 L 19.8 9.4 M 4.2 14.6 L 19.8 14.6",
	"new":  "M 12 4.5 L 12 19.5 M 4.5 12 L 19.5 12",
	"menu": "M 4.5 6.5 L 19.5 6.5 M 4.5 12 L 19.5 12 M 4.5 17.5 L 19.5 17.5",
	"help": "M 7.8 8.6 C 7.8 6 9.6 4.2 12.1 4.2 C 14.6 4.2 16.3 5.8 16.3 8 C 16.3 11.2 12.1 11.4 12.1 15 M " +
		"12.1 19.6 L 12.1 19.7",
	"fullscreen": "M 9 4.2 L 4.2 4.2 L 4.2 9 M 15 4.2 L 19.8 4.2 L 19.8 9 M 19.8 15 L 19.8 19.8 L 15 19.8 M 9 19.8 L " +
		"4.2 19.8 L 4.2 15",
	"sound": "M 3.8 9.4 L 7.4 9.4 L 12 5.2 L 12 18.8 L 7.4 14.6 L 3.8 14.6 Z M 15.4 9 C 17.2 10.6 17.2 13.4 " +
		"15.4 15 M 18 6.3 C 21.4 9.4 21.4 14.6 18 17.7",
	"mute": "M 3.8 9.4 L 7.4 9.4 L 12 5.2 L 12 18.8 L 7.4 14.6 L 3.8 14.6 Z M 15.8 9.6 L 20.6 14.4 M " +
		"20.6 9.6 L 15.8 14.4",
	"settings": "M 3.8 7.4 L 11.4 7.4 O 13.8 7.4 2.4 M 16.2 7.4 L 20.2 7.4 M 3.8 16.6 L 6.8 16.6 O 9.2 16.6 2.4 M " +
		"11.6 16.6 L 20.2 16.6",
	"close": "M 6 6 L 18 18 M 18 6 L 6 18",
	"left":  "M 14.8 5.5 L 8.3 12 L 14.8 18.5",
	"right": "M 9.2 5.5 L 15.7 12 L 9.2 18.5",
	"first": "M 17 5.5 L 10.5 12 L 17 18.5 M 6.5 5.5 L 6.5 18.5",
	"last":  "M 7 5.5 L 13.5 12 L 7 18.5 M 17.5 5.5 L 17.5 18.5",
	"quit":  "M 12.5 4.2 L 4.6 4.2 L 4.6 19.8 L 12.5 19.8 M 9.6 12 L 20.2 12 M 16.2 8 L 20.2 12 L 16.2 16",
	"restart": "M 5.5 4 L 5.5 8.6 L 10.1 8.6 M 5.5 8.6 C 7.2 6 9.4 4.6 12.2 4.6 C 16.4 4.6 19.6 7.9 19.6 12 C " +
		"19.6 16.1 16.4 19.4 12.2 19.4 C 8.8 19.4 6 17.3 5 14.2",
	"reset":   "O 12 12 6.2 M 12 2.8 L 12 7.4 M 12 16.6 L 12 21.2 M 2.8 12 L 7.4 12 M 16.6 12 L 21.2 12",
	"save":    "M 12 3.8 L 12 15 M 7.3 10.3 L 12 15 L 16.7 10.3 M 4.6 15.6 L 4.6 19.8 L 19.4 19.8 L 19.4 15.6",
	"star":    "M 12 3.4 L 14.6 9 L 20.8 9.8 L 16.3 14 L 17.4 20.2 L 12 17.2 L 6.6 20.2 L 7.7 14 L 3.2 9.8 L 9.4 9 Z",
	"open":    "M 3.8 19 L 3.8 5 L 9.6 5 L 11.8 7.6 L 20.2 7.6 L 20.2 19 Z",
	"analyse": "O 10.4 10.4 6.2 M 15 15 L 20.2 20.2",
	"explorer": "M 6 4.5 L 6 19.5 M 6 12 L 11 12 C 15 12 13 6 18 6 M 11 12 C 15 12 13 18 18 18 O 19.6 " +
		"6 1.6 O 19.6 18 1.6",
	"study": "M 12 6.4 C 9.6 4.8 6.8 4.6 4 5 L 4 18.6 C 6.8 18.2 9.6 18.4 12 20 C 14.4 18.4 17.2 18.2 20 18.6 L " +
		"20 5 C 17.2 4.6 14.4 4.8 12 6.4 Z M 12 6.4 L 12 20",
	"comment": "M 4 5 L 20 5 L 20 15.4 L 12.4 15.4 L 8 19.6 L 8 15.4 L 4 15.4 Z M 7.6 8.8 L 16.4 8.8 M " +
		"7.6 11.8 L 13.6 11.8",
	"review": "O 12 12 8.6 M 12 6.8 L 12 12 L 15.6 14",
	"up":     "M 12 19.5 L 12 4.5 M 6 10.5 L 12 4.5 L 18 10.5",
	"down":   "M 12 4.5 L 12 19.5 M 6 13.5 L 12 19.5 L 18 13.5",
	"faster": "M 5 5.5 L 11.5 12 L 5 18.5 M 12.5 5.5 L 19 12 L 12.5 18.5",
	"check":  "M 4.8 12.6 L 9.8 17.6 L 19.4 6.6",
	"warn":   "M 12 4 L 21 19.6 L 3 19.6 Z M 12 10 L 12 14 M 12 16.9 L 12 17",
	"info":   "O 12 12 8.6 M 12 11 L 12 16.4 M 12 7.7 L 12 7.8",
	"events": "M 7 4 L 17 4 L 17 9.5 C 17 13 14.8 15 12 15 C 9.2 15 7 13 7 9.5 Z M 7 6 L 3.8 6 C 3.8 9.6 5 11.2 " +
		"7.4 11.6 M 17 6 L 20.2 6 C 20.2 9.6 19 11.2 16.6 11.6 M 12 15 L 12 19.4 M 8 19.8 L 16 19.8",
	"bad": "O 12 12 8.6 M 9 9 L 15 15 M 15 9 L 9 15",
	"":    "O 12 12 3.2",
}

// aliases maps further names to icons.
var aliases = map[string]string{
	"resume": "play", "continue": "play", "unpause": "play", "next": "right", "back": "left", "prev": "left",
	"handshake": "draw", "offer-draw": "draw", "flag": "resign", "2d": "flat", "view": "flat", "again": "restart",
	"rematch": "restart",
	"camera":  "reset", "home": "reset", "title": "quit", "exit": "quit", "load": "open", "bulb": "hint",
	"cancel": "close", "conditional": "explorer",
	"start": "first", "end": "last", "yes": "check", "ok": "check", "accept": "check", "no": "close",
	"decline": "close",
	"keys":    "help", "hall": "events", "abort": "close", "full": "fullscreen", "options": "settings",
}

// trace adds the path of an icon, scaled to r.
func (c *canvas) trace(path string, r image.Rectangle) {
	k := float64(r.Dx()) / 24
	x := func(s string) float64 { return float64(r.Min.X) + k*number(s) }
	y := func(s string) float64 { return float64(r.Min.Y) + k*number(s) }
	f := strings.Fields(path)
	for len(f) > 0 {
		switch f[0] {
		case "M":
			c.dc.NewSubPath()
			c.dc.MoveTo(x(f[1]), y(f[2]))
			f = f[3:]
		case "L":
			c.dc.LineTo(x(f[1]), y(f[2]))
			f = f[3:]
		case "C":
			c.dc.CubicTo(x(f[1]), y(f[2]), x(f[3]), y(f[4]), x(f[5]), y(f[6]))
			f = f[7:]
		case "O":
			c.dc.NewSubPath()
			c.dc.DrawCircle(x(f[1]), y(f[2]), k*number(f[3]))
			f = f[4:]
		default: // "Z"
			c.dc.ClosePath()
			f = f[1:]
		}
	}
}

func number(s string) float64 {
	v, _ := strconv.ParseFloat(s, 64)
	return v
}

// strokes returns the path of an icon; a ring if the name is unknown.
func strokes(name string) string {
	if a, ok := aliases[name]; ok {
		name = a
	}
	if p, ok := icons[name]; ok {
		return p
	}
	if e, ok := emblem.Named(name); ok {
		return e.Body
	}
	return icons[""]
}

// icon draws an icon in r with a uniform line width.
func (c *canvas) icon(r image.Rectangle, name string, col color.Color) {
	c.trace(strokes(name), r)
	c.pen(col)
	c.dc.SetLineWidth(stroke * float64(r.Dx()) / 24)
	c.dc.Stroke()
}

// man draws the emblem of a piece in r.
func (c *canvas) man(r image.Rectangle, kind game.Kind) {
	body, edge := ivory, pitch
	if kind.Side == game.Attackers {
		body, edge = bog, bogRim
	}
	if kind.Royal && kind.Side == game.Defenders {
		body = amber
	}
	e := emblem.Of(kind)
	c.trace(e.Body, r)
	c.pen(body)
	c.dc.FillPreserve()
	c.pen(edge)
	c.dc.SetLineWidth(max(1.1*float64(r.Dx())/24, 1))
	c.dc.Stroke()
	c.trace(e.Ink, r)
	c.dc.Fill()
}
