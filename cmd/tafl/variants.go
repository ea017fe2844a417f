package main

import (
	"flag"
	"fmt"

	"tafl3d/game"
	"tafl3d/game/variant"
)

var variantsCommand = &command{
	name:    "variants",
	summary: "list the games",
	args:    "[-json]",
	help: `Prints a line for every variant: its id, which all other commands take, the
board, who moves first, and a summary. With -json each line is an object.`,
	prepare: func(f *flag.FlagSet) func(*env) error {
		asJSON := f.Bool("json", false, "one JSON object a line")
		return func(e *env) error { return listVariants(e, *asJSON) }
	},
}

// listed is a variant as a machine reads it.
type listed struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Family  string   `json:"family"`
	Size    int      `json:"size"`
	First   string   `json:"first"`
	Men     [2]int   `json:"men"` // attackers, defenders with their king
	Summary string   `json:"summary"`
	Extends string   `json:"extends,omitempty"`
	Differs []string `json:"differs,omitempty"`
}

func listVariants(e *env, asJSON bool) error {
	for _, v := range variant.All() {
		p := v.Rules.Start()
		l := listed{v.ID, v.Name, v.Family, v.Rules.Board().Size(), p.Turn().String(),
			[2]int{p.Count(game.Attackers), p.Count(game.Defenders)}, v.Summary, v.Extends, v.Differs}
		if asJSON {
			if err := e.line(l); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(e.out, "%-28s %2dx%-2d  %2d:%-2d  %-9s first  %s\n", l.ID, l.Size, l.Size, l.Men[0], l.Men[1], l.First, l.Summary)
	}
	return nil
}
