package main

import (
	"bytes"
	"errors"
	"flag"
	"strings"

	"tafl3d/ai"
	"tafl3d/ai/review"
	"tafl3d/game"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
	"tafl3d/picture/report"
)

var reportCommand = &command.Command{
	Name:    "report",
	Summary: "write games as an HTML page for printing",
	Args:    "[-variant ID] [-json] [-force] -o OUT FILE...",
	Help: `Writes games as one HTML page without external files: the moves with variations,
annotations and comments, diagrams, and a chart of the winning chances if the
games have evaluations. FILE may hold games in any format that tafl3d reads, also
compressed with gzip; "-" is standard input. OUT "-" is standard output. An
existing file is replaced only with -force. tafl review -html analyses the games
first. With -json it prints the number of games as {"games":N}.`,
	Files: true,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		id := f.String("variant", "", "`variant` of games that do not name one")
		to := f.String("o", "", "`file` of the page")
		asJSON, force := f.Bool("json", false, "print the number of games as JSON"), false
		command.ForceFlag(f, &force)
		return func(e *command.Env) error {
			switch {
			case *to == "":
				return command.Usagef("report: give the file of the page with -o FILE")
			case *to == command.Stdout && *asJSON:
				return command.Usagef("report: with -json standard output has the number of games; give a file with -o")
			}
			if err := command.Writable(force, *to); err != nil {
				return err
			}
			games, err := readGames(e, "report", *id)
			if err != nil {
				return err
			}
			var pages []*report.Game
			for _, g := range games {
				p := paged(g)
				p.Chances = report.ChancesOf(g, func(id string, score int) float64 {
					return ai.WinChance(id, score, game.Attackers)
				})
				pages = append(pages, p)
			}
			if err := printed(e, *to, pages); err != nil {
				return err
			}
			if *asJSON {
				return e.Line(map[string]int{"games": len(pages)})
			}
			e.Say(*to, "%s written to %s\n", command.Count(len(pages), "game", "games"), *to)
			return nil
		}
	},
}

// paged converts a game for a page.
func paged(g *tree.Game) *report.Game {
	p := &report.Game{Game: g, Title: title(g), Facts: []string{g.Variant}}
	if v, err := variant.Get(g.Variant); err == nil {
		p.Facts[0] = v.Name
	}
	for _, tag := range []string{tree.TagEvent, tree.TagSite} {
		if text := g.Tag(tag); text != "" {
			p.Facts = append(p.Facts, text)
		}
	}
	return p
}

// reviewed converts a game for a page, with its review, whose annotations the tree already has.
func reviewed(g *tree.Game, r *review.Report) *report.Game {
	p := paged(g)
	p.Chances = r.Chances(g.Variant)
	for side, c := range r.Counts {
		p.Sides = append(p.Sides, report.Side{Accuracy: r.Accuracy[side], Inaccuracies: c[review.Inaccuracy],
			Mistakes: c[review.Mistake], Blunders: c[review.Blunder]})
	}
	return p
}

// printed writes games as a page to a file or standard output; nothing if to is empty.
func printed(e *command.Env, to string, games []*report.Game) error {
	if to == "" {
		return nil
	}
	var titles []string
	for _, g := range games {
		titles = append(titles, g.Title)
	}
	p := report.Page{Games: games, Title: strings.Join(titles[:min(len(titles), 2)], "; ")}
	var text bytes.Buffer
	return errors.Join(p.Write(&text), e.Write(to, text.Bytes()))
}
