package main

import (
	"flag"
	"fmt"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
)

var variantsCommand = &command.Command{
	Name:    "variants",
	Summary: "list the variants",
	Args:    "[-json] [-search TEXT]",
	Help: `Prints a line for every variant: its ID, which all other commands take, the
board, the side that moves first, and a summary. With -json each line is an
object. With -search it prints only the variants with that name, in any spelling:
"bagh chal", "fidchell". If there is none, it prints those with similar names.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		asJSON := f.Bool("json", false, "print one JSON object per line")
		text := f.String("search", "", "only variants with this `name`")
		return func(e *command.Env) error { return listVariants(e, *asJSON, *text) }
	},
}

// listed is a variant in JSON.
type listed struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Family  string   `json:"family"`
	Size    int      `json:"size"`
	First   string   `json:"first"`
	Men     [2]int   `json:"men"` // attackers, and defenders with the king; on the board and in hand
	Summary string   `json:"summary"`
	Extends string   `json:"extends,omitempty"`
	Differs []string `json:"differs,omitempty"`
}

func listVariants(e *command.Env, asJSON bool, text string) error {
	list, named := variant.Search(text, variant.All(), func(*variant.Variant) string { return "" })
	if !named && len(list) == 0 {
		return fmt.Errorf("no variant is called %q", text)
	}
	if !named {
		fmt.Fprintf(e.Note, "No variant is called %q. Similar names:\n", text)
	}
	for _, v := range list {
		p := v.Rules.Start()
		l := listed{v.ID, v.Name, v.Family, v.Rules.Board().Size(), p.Turn().String(),
			[2]int{menOf(&p, game.Attackers), menOf(&p, game.Defenders)}, v.Summary, v.Extends, v.Differs}
		if asJSON {
			if err := e.Line(l); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(e.Out, "%-28s %9s  %2d:%-2d  %-9s first  %s\n", l.ID, boardText(v.Rules.Board()), l.Men[0],
			l.Men[1], l.First, l.Summary)
	}
	return nil
}

// menOf counts the pieces of a side, on the board and in hand.
func menOf(p *rules.Position, side game.Side) int {
	n := p.Count(side)
	for c, k := range p.Rules().Kinds() {
		if c > 0 && k.Side == side {
			n += p.Hand(game.Piece(c))
		}
	}
	return n
}

// boardText describes a board: "11x11", or "33 points" if it is not a grid.
func boardText(b *game.Board) string {
	if b.Grid() {
		return fmt.Sprintf("%dx%d", b.Size(), b.Size())
	}
	return fmt.Sprintf("%d points", b.Squares())
}
