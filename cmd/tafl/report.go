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
	Summary: "write games as a page that prints well",
	Args:    "[-variant ID] [-json] [-force] -o OUT FILE...",
	Help: `Writes games as one HTML page that stands by itself and prints well: the turns
with variations, signs and comments, diagrams, and a chart of the chances where
the games have evaluations. A file may hold games in any format that tafl3d
reads, packed by gzip or not; "-" is standard input. OUT may be "-" for standard
output; a file that is there already is replaced with -force only. tafl review
-html looks at the games first.
With -json it tells how many games as {"games":N}.`,
	Files: true,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		id := f.String("variant", "", "`id` of the game where a record does not say it")
		to := f.String("o", "", "`file` for the page")
		asJSON, force := f.Bool("json", false, "tell how many games as JSON"), false
		command.ForceFlag(f, &force)
		return func(e *command.Env) error {
			switch {
			case *to == "":
				return command.Usagef("report: which file is the page to be? Give -o FILE")
			case *to == command.Stdout && *asJSON:
				return command.Usagef("report: with -json standard output has the count; give -o a file")
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
