package protocol

import (
	"context"
	"slices"
	"strings"
)

// About is what a program that speaks the dialect of UCI says of itself.
type About struct {
	Name string // empty where it says none
	// Variants are the ids of the games that it names as values of its option Variant. Where it
	// names none but has the option (Any), it takes every id that it is told.
	Variants []string
	Any      bool
}

// Inquire starts a program, hears what it says of itself, and ends it.
func Inquire(ctx context.Context, p Program) (about About, err error) {
	q, err := start(p.Argv, p.Dir)
	if err != nil {
		return about, err
	}
	u := &uciHost{process: q, program: p}
	defer func() { q.end(u.goodbye()) }()
	if err := u.say("uci"); err != nil {
		return about, err
	}
	err = u.hear(ctx, greeting, ctx.Err, func(line string) (bool, error) { return about.read(line), nil })
	return about, err
}

// read takes a line of what a program says of itself, and reports whether it was the last.
func (a *About) read(line string) (last bool) {
	words := strings.Fields(line)
	switch {
	case len(words) == 1 && words[0] == "uciok":
		return true
	case len(words) > 2 && words[0] == "id" && words[1] == "name":
		a.Name = strings.Join(words[2:], " ")
	case len(words) > 2 && words[0] == "option" && words[1] == "name" &&
		(strings.EqualFold(words[2], "Variant") || strings.EqualFold(words[2], "UCI_Variant") && len(a.Variants) == 0):
		for i, w := range words[:len(words)-1] {
			if w == "var" {
				a.Variants = append(a.Variants, words[i+1])
			}
		}
		a.Any = len(a.Variants) == 0 && !slices.Contains(words, "combo")
	}
	return false
}
