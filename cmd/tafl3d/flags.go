package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/scene"
)

// size is a picture's size as a flag, "1280x720".
type size struct{ w, h int }

// Smallest and largest picture size.
const (
	minWidth, minHeight = 320, 240
	maxEdge             = 8192
)

// String implements flag.Value.
func (s *size) String() string { return fmt.Sprintf("%dx%d", s.w, s.h) }

// Set implements flag.Value.
func (s *size) Set(text string) error {
	a, b, _ := strings.Cut(text, "x")
	w, err1 := strconv.Atoi(a)
	h, err2 := strconv.Atoi(b)
	switch {
	case err1 != nil || err2 != nil:
		return errors.New("write the size as 1280x720")
	case w < minWidth || h < minHeight || w > maxEdge || h > maxEdge:
		return fmt.Errorf("must be %dx%d to %dx%d", minWidth, minHeight, maxEdge, maxEdge)
	}
	s.w, s.h = w, h
	return nil
}

// clock is a time control as a flag: "none", "5+3" in minutes and seconds, "10+3x30" with byo-yomi
// periods, or with units, "90s+1s".
type clock struct{ match.Control }

// Set implements flag.Value.
func (c *clock) Set(text string) error {
	parsed, err := match.ParseControl(units(text))
	if err != nil {
		return errors.New(
			"write none, 5+3 (minutes, seconds per move) or 10+3x30 (minutes, 3 periods of 30 seconds)")
	}
	c.Control = parsed
	return nil
}

// units adds omitted units to a time control.
func units(text string) string {
	main, rest, plus := strings.Cut(text, "+")
	main = unit(main, "m")
	if !plus {
		return main
	}
	if n, period, byo := strings.Cut(rest, "x"); byo {
		return main + "+" + n + "x" + unit(period, "s")
	}
	return main + "+" + unit(rest, "s")
}

// unit adds a unit to a bare number.
func unit(text, unit string) string {
	if _, err := strconv.ParseFloat(text, 64); err != nil {
		return text
	}
	return text + unit
}

// seats is a flag with the sides that people play.
type seats struct{ human [game.Sides]bool }

// String implements flag.Value.
func (s *seats) String() string {
	for _, name := range []string{"attackers", "defenders", "both"} {
		var t seats
		if t.Set(name) == nil && t == *s {
			return name
		}
	}
	return "none"
}

// Set implements flag.Value.
func (s *seats) Set(text string) error {
	switch text {
	case "attackers":
		s.human = [game.Sides]bool{game.Attackers: true}
	case "defenders":
		s.human = [game.Sides]bool{game.Defenders: true}
	case "both":
		s.human = [game.Sides]bool{true, true}
	case "none":
		s.human = [game.Sides]bool{}
	default:
		return errors.New("use attackers, defenders, both (two people) or none (watch the computer)")
	}
	return nil
}

// level is a flag with a strength.
type level int

const minLevel, maxLevel = 1, 10

// String implements flag.Value.
func (l *level) String() string { return strconv.Itoa(int(*l)) }

// Set implements flag.Value.
func (l *level) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < minLevel || n > maxLevel {
		return fmt.Errorf("must be %d to %d", minLevel, maxLevel)
	}
	*l = level(n)
	return nil
}

// styleFlags adds the flags for the style of the board, the light and the rendering.
func styleFlags(fs *flag.FlagSet, s *scene.Style) {
	list := func(names []string) string { return strings.Join(names, ", ") }
	fs.StringVar(&s.Board, "board", "",
		"`design` of the board: "+list(scene.Boards)+"; default: the one for the variant")
	fs.StringVar(&s.Men, "pieces", "", "`set` of pieces: "+list(scene.Sets))
	fs.StringVar(&s.Room, "room", "", "`room`: "+list(scene.Rooms))
	fs.StringVar(&s.Quality, "quality", "", "`quality`: "+list(scene.Qualities)+" (adapts to this computer)")
}
