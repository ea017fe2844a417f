package protocol

import (
	"context"
	"slices"
	"strings"
)

// About holds the identification of a UCI program.
type About struct {
	Name string // empty if it sends none
	// Variants lists the ids that it offers for its option Variant. If it lists none but has the
	// option (Any), it accepts every id.
	Variants []string
	Any      bool
}

// Inquire starts a program, reads its identification, and ends it.
func Inquire(ctx context.Context, p Program) (about About, err error) {
	q, err := start(p.Argv, p.Dir)
	if err != nil {
		return about, err
	}
	u := &uciHost{process: q, program: p}
	defer func() { q.end(u.goodbye()) }()
	if err := u.send("uci"); err != nil {
		return about, err
	}
	err = u.receive(ctx, handshakeTime, ctx.Err, func(line string) (bool, error) { return about.read(line), nil })
	return about, err
}

// read parses a line of the identification and reports whether it was the last.
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
