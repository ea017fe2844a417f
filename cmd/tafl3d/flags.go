package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/internal/flags"
	"tafl3d/scene"
)

// usage is an error in the command line, printed on one line.
type usage struct{ text string }

func (u usage) Error() string { return u.text }

func usagef(format string, args ...any) error { return usage{fmt.Sprintf(format, args...)} }

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

// parse parses flags and rejects arguments. It returns errHelped after printing help.
func parse(fs *flag.FlagSet, args []string, help io.Writer) error {
	words, err := parseWords(fs, args, help)
	if len(words) > 0 && !errors.Is(err, errHelped) {
		return unexpected(fs, words[0])
	}
	return err
}

func unexpected(fs *flag.FlagSet, word string) error {
	return usagef("unexpected word %q; %s", word, flags.Listed(fs))
}

// parseWords parses flags and returns the arguments before, between and after them. On an error it
// returns the arguments before the wrong flag.
func parseWords(fs *flag.FlagSet, args []string, help io.Writer) ([]string, error) {
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	words, err := flags.Words(fs, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fs.SetOutput(help)
		printHelp(fs, help)
		return nil, errHelped
	case err != nil:
		return words, usagef("%s; %s", flags.Explain(fs, err), flags.Listed(fs))
	}
	return words, nil
}

// errHelped means that help was requested and printed.
var errHelped = errors.New("help was printed")

// given returns the names of the flags that were set.
func given(fs *flag.FlagSet) map[string]bool {
	set := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { set[f.Name] = true })
	return set
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
