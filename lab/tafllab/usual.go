package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"tafl3d/ai/book"
	"tafl3d/ai/openings"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/internal/command"
)

var usualCommand = &command.Command{
	Name:    "usual",
	Summary: "list the opening moves that people usually play",
	Args:    "-variant ID -games FILE -out FILE [-force]",
	Help: `Reads a list of games of people in CSV and writes the moves that at least 5 % of
the games played, in positions that at least 10 games reached; mirror images
count together. ai/openings/usual has the results; reviews do not mark these
moves as mistakes. -out "-" is standard output; an existing file is replaced only
with -force.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		id := f.String("variant", "", "`ID` of the variant")
		games := f.String("games", "", "`file` of games")
		out := f.String("out", "", "`file` to write")
		force := false
		command.ForceFlag(f, &force)
		return func(e *command.Env) error {
			v, err := command.Variant(*id)
			if err != nil {
				return err
			}
			if *out == "" {
				return command.Usagef("usual: -out is needed")
			}
			if err := command.Writable(force, *out); err != nil {
				return err
			}
			u := &usual{reached: map[string]int{}, played: map[[2]string]int{}, listed: map[string]bool{}}
			if err := u.read(v.Rules, v.ID, *games); err != nil {
				return fmt.Errorf("%s: %w", *games, err)
			}
			fmt.Fprintf(&u.text, "# tafllab usual -variant %s: depth, move, share in thousandths, games\n", v.ID)
			u.list(v.Rules.Line(), 0)
			return e.Write(*out, []byte(u.text.String()))
		}
	},
}

// usual counts moves by the images of the positions before and after them.
type usual struct {
	reached map[string]int
	played  map[[2]string]int
	listed  map[string]bool
	text    strings.Builder
}

// read counts the moves of all games in a file.
func (u *usual) read(r *rules.Rules, id, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return peopleGames(f, id, func(_ int, g tuneGame) error {
		const opening = 20
		g.Moves = g.Moves[:min(len(g.Moves), opening)]
		course, _, err := g.course(r)
		if err != nil {
			return err
		}
		for i := range course[1:] {
			at, to := book.Image(&course[i]), book.Image(&course[i+1])
			u.reached[at]++
			u.played[[2]string{at, to}]++
		}
		return nil
	})
}

// list writes the usual moves after a line, most frequent first, and their continuations.
func (u *usual) list(l *rules.Line, depth int) {
	at := book.Image(&l.Position)
	if u.reached[at] < openings.Least || u.listed[at] {
		return
	}
	u.listed[at] = true
	type move struct {
		after *rules.Line
		text  string
		games int
	}
	var moves []move
	seen := map[string]bool{}
	for _, t := range l.LegalTurns() {
		m := move{after: l.Clone()}
		steps, _, err := m.after.Play(t.Moves())
		to := book.Image(&m.after.Position)
		m.games = u.played[[2]string{at, to}]
		least := max(openings.Twice, openings.Share*float64(u.reached[at]))
		if err != nil || seen[to] || float64(m.games) < least {
			continue
		}
		seen[to], m.text = true, notation.Turn(l.Rules(), steps)
		moves = append(moves, m)
	}
	slices.SortStableFunc(moves, func(a, b move) int { return cmp.Compare(b.games, a.games) })
	for _, m := range moves {
		fmt.Fprintf(&u.text, "%d %s %d %d\n", depth, m.text, 1000*m.games/u.reached[at], m.games)
		u.list(m.after, depth+1)
	}
}
