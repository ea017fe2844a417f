// Package report writes games as a standalone printable HTML page: players, a chart of the winning
// chances, moves with variations, signs and comments, and diagrams. It performs no analysis:
// evaluations come from the game's tree or from the caller.
package report

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"

	"tafl3d/game"
	"tafl3d/game/tree"
	"tafl3d/picture"
)

//go:embed page.html
var files embed.FS

// Page is a page with one or more games.
type Page struct {
	Games []*Game
	Title string              // title of the page
	Say   func(string) string // translates a text of the page; nil: English
	// Retell returns a comment as it is printed; nil: as it is in the game.
	Retell func(comment string) string
	Lang   string // language tag for HTML; empty: en
}

// Game is a game on a page.
type Game struct {
	*tree.Game
	Title string   // the game in one line: its players, or its name
	Facts []string // further facts, one per line: variant, date, result
	Every int      // maximum number of turns between two diagrams; 0 means 10
	Sides []Side   // review of both sides; nil if there is none
	// Chances are the attackers' winning chances, from 0 to 1, at the start and after each turn of
	// the main line; nil if unknown.
	Chances []float64

	say, retell func(string) string
}

// Side is the review of a side; the attackers come first.
type Side struct {
	Accuracy                         float64 // in percent
	Inaccuracies, Mistakes, Blunders int
}

// Texts lists the fixed texts of a page, for translators.
var Texts = []string{"Attackers", "Defenders", "Accuracy", "Inaccuracies", "Mistakes", "Blunders", "Winning chance",
	"The start", "After move %d"}

// Write writes the page.
func (p *Page) Write(out io.Writer) error {
	if p.Say == nil {
		p.Say = func(text string) string { return text }
	}
	if p.Retell == nil {
		p.Retell = func(comment string) string { return comment }
	}
	if p.Lang == "" {
		p.Lang = "en"
	}
	for _, g := range p.Games {
		g.say, g.retell = p.Say, p.Retell
	}
	t, err := template.New("page.html").Funcs(template.FuncMap{"say": p.Say}).ParseFS(files, "page.html")
	if err != nil {
		return err
	}
	return t.Execute(out, p)
}

// ChancesOf returns the chances of a game from the evaluations in its tree, nil if any is missing.
func ChancesOf(g *tree.Game, chance func(variant string, score int) float64) (list []float64) {
	if g.Root.Eval == nil || g.Root.Main() == nil {
		return nil
	}
	list = append(list, chance(g.Variant, g.Root.Eval.Score))
	for n := range g.Root.Line() {
		if n.Eval == nil {
			return nil
		}
		list = append(list, chance(g.Variant, n.Eval.Score))
	}
	return list
}

// Style returns the CSS of the boards.
func (p *Page) Style() template.CSS { return template.CSS(picture.Style()) }

// Sprite returns the definitions of the pieces.
func (p *Page) Sprite() template.HTML { return template.HTML(picture.Sprite()) }

// row is a row of the table of both sides.
type row struct {
	Name, Player, Accuracy           string
	Inaccuracies, Mistakes, Blunders int
}

// Table returns the rows of the review of both sides.
func (g *Game) Table() (list []row) {
	for i, s := range g.Sides {
		list = append(list, row{g.say([]string{"Attackers", "Defenders"}[i]),
			g.Tag([]string{tree.TagAttackers, tree.TagDefenders}[i]),
			fmt.Sprintf("%.1f %%", s.Accuracy), s.Inaccuracies, s.Mistakes, s.Blunders})
	}
	return list
}

// Result describes the result, empty if unknown.
func (g *Game) Result() string {
	switch {
	case !g.Outcome.Over():
		return ""
	case g.Outcome.Draw:
		return g.say("Draw")
	case g.Outcome.Winner == game.Attackers:
		return g.say("Attackers won")
	}
	return g.say("Defenders won")
}

// block is a group of turns with the diagram after them.
type block struct {
	Turns   []turn
	Board   template.HTML
	Caption string
}

// turn is a turn in print.
type turn struct {
	Number  int
	Text    string
	Class   string // of annotated turns: inaccuracy, mistake, blunder
	Chance  string // winning chance of the attackers after it
	Comment string
	Asides  []template.HTML // variations
}

// classes maps annotation signs to CSS classes.
var classes = map[tree.Sign]string{tree.Dubious: "inaccuracy", tree.Mistake: "mistake", tree.Blunder: "blunder"}

func class(n *tree.Node) string {
	for _, s := range n.Signs {
		if c := classes[s]; c != "" {
			return c
		}
	}
	return ""
}

// Blocks divides the game at its diagrams: at the start if it is unusual or has a comment, after
// turns with drawings and after mistakes, at least every Every turns, and at the end.
func (g *Game) Blocks() []block {
	every := g.Every
	if every == 0 {
		every = 10
	}
	c := g.Cursor()
	var list []block
	var b block
	usual, root := g.Rules().Start(), g.Root
	if root.Comment != "" || len(root.Marks) > 0 || g.Start.Hash() != usual.Hash() || root.Main() == nil {
		list = append(list, block{Turns: []turn{{Comment: g.retell(root.Comment)}}, Board: g.board(c),
			Caption: g.say("The start")})
	}
	for n := range root.Line() {
		b.Turns = append(b.Turns, g.turn(n))
		c.To(n)
		if bad := class(n); (bad == "" || bad == "inaccuracy") && len(n.Marks) == 0 && len(b.Turns) < every &&
			n.Main() != nil {
			continue
		}
		b.Board, b.Caption = g.board(c), fmt.Sprintf(g.say("After move %d"), n.Ply())
		list = append(list, b)
		b = block{}
	}
	return list
}

func (g *Game) turn(n *tree.Node) turn {
	t := turn{Number: n.Ply(), Text: signed(n), Comment: g.retell(n.Comment), Class: class(n)}
	if n.Ply() < len(g.Chances) {
		t.Chance = percent(g.Chances[n.Ply()])
	}
	for _, other := range n.Parent().Next()[1:] {
		var b strings.Builder
		g.aside(&b, other, true)
		t.Asides = append(t.Asides, template.HTML(b.String()))
	}
	return t
}

// signed returns a turn with its annotation signs.
func signed(n *tree.Node) string {
	text := n.Text
	for _, s := range n.Signs {
		text += s.Glyph()
	}
	return text
}

// aside writes a variation from n on, with its sub-variations in brackets.
func (g *Game) aside(b *strings.Builder, n *tree.Node, numbered bool) {
	for ; n != nil; n = n.Main() {
		if numbered {
			fmt.Fprintf(b, "%d. ", n.Ply())
		}
		b.WriteString(template.HTMLEscapeString(signed(n)))
		if numbered = false; n.Comment != "" {
			fmt.Fprintf(b, " <i>%s</i>", template.HTMLEscapeString(g.retell(n.Comment)))
			numbered = true
		}
		if before := n.Parent(); before.Main() == n {
			for _, other := range before.Next()[1:] {
				b.WriteString(" (")
				g.aside(b, other, true)
				b.WriteString(")")
				numbered = true
			}
		}
		if n.Main() != nil {
			b.WriteString(" ")
		}
	}
}

func percent(chance float64) string { return fmt.Sprintf("%.0f %%", 100*chance) }

// board draws the position at the cursor. After a bad turn an arrow shows the better one.
func (g *Game) board(c *tree.Cursor) template.HTML {
	b := picture.At(c)
	if n := c.Node(); class(n) != "" && n.OnMain() && len(n.Parent().Next()) > 1 {
		if from, to := picture.Squares(n.Parent().Next()[1].Turn); from != game.NoSquare &&
			to != game.NoSquare && from != to {
			b.Marks = append(slices.Clip(b.Marks), tree.Mark{Colour: tree.Green, From: from, To: to})
		}
	}
	b.Label = strings.Join(b.Rules.Rows(c.Line().Setup()), " ")
	return template.HTML(b.Embedded("board", ""))
}

// Chart draws the attackers' winning chance on 1000 by 200 units, with the bad turns highlighted.
func (g *Game) Chart() template.HTML {
	if len(g.Chances) == 0 {
		return ""
	}
	x := func(i int) float64 { return 1000 * float64(i) / math.Max(1, float64(len(g.Chances)-1)) }
	y := func(c float64) float64 { return 200 - 200*c }
	var text, area strings.Builder
	area.WriteString("M0 200")
	for i, c := range g.Chances {
		fmt.Fprintf(&area, "L%.1f %.1f", x(i), y(c))
	}
	fmt.Fprintf(&text, `<svg class="chart" viewBox="-8 -8 1016 216" role="img" aria-label="%s"><rect class="back" `+
		`width="1000" height="200"/><path class="area" d="%sL%.1f 200Z"/><path class="half" d="M0 100H1000"/>`,
		template.HTMLEscapeString(g.say("Winning chance")), area.String(), x(len(g.Chances)-1))
	for n := range g.Root.Line() {
		if bad, i := class(n), n.Ply(); bad != "" && i < len(g.Chances) {
			fmt.Fprintf(&text, `<circle class="%s" cx="%.1f" cy="%.1f" r="7"><title>%d. %s</title></circle>`, bad, x(i),
				y(g.Chances[i]), i, template.HTMLEscapeString(n.Text))
		}
	}
	return template.HTML(text.String() + "</svg>")
}
