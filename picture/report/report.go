// Package report writes games as one HTML page that stands by itself and prints well: who
// played, a chart of the chances, the turns with variations, signs and comments, and diagrams.
// It decides nothing about a game: what is said of it stands in its tree or is handed in.
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

// Page is one or more games to be written.
type Page struct {
	Games []*Game
	Title string              // of the whole
	Say   func(string) string // a text of the page in the reader's language; nil: English
	// Retell returns a comment as it is printed; nil: as it is in the game.
	Retell func(comment string) string
	Lang   string // the language, as HTML has it; empty: en
}

// Game is a game of a page.
type Game struct {
	*tree.Game
	Title string   // the game in a line: its players, or its name
	Facts []string // what else is known of it, a line each: the variant, the date, the result
	Every int      // a diagram after so many turns at the latest; 0 stands for 10
	Sides []Side   // what a review says of both; nil: there was none
	// Chances are the attackers' chances of winning at the start and after each turn of the
	// main line, from 0 to 1; nil: they are not known.
	Chances []float64

	say, retell func(string) string
}

// Side is what a review says of a side, the attackers first.
type Side struct {
	Accuracy                         float64 // in percent
	Inaccuracies, Mistakes, Blunders int
}

// Texts are all that a page says by itself, for who translates them.
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

// ChancesOf returns the chances of a game by what its tree says of each position of the main
// line, nil where it does not say all.
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

// Style is the CSS of the boards, Sprite their figures.
func (p *Page) Style() template.CSS { return template.CSS(picture.Style()) }

// Sprite is what the figures look like.
func (p *Page) Sprite() template.HTML { return template.HTML(picture.Sprite()) }

// row is a line of the table of both sides.
type row struct {
	Name, Player, Accuracy           string
	Inaccuracies, Mistakes, Blunders int
}

// Table returns what a review says of both sides.
func (g *Game) Table() (list []row) {
	for i, s := range g.Sides {
		list = append(list, row{g.say([]string{"Attackers", "Defenders"}[i]),
			g.Tag([]string{tree.TagAttackers, tree.TagDefenders}[i]),
			fmt.Sprintf("%.1f %%", s.Accuracy), s.Inaccuracies, s.Mistakes, s.Blunders})
	}
	return list
}

// Result says who won, empty where that is not known.
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

// block is some turns with the diagram that follows them.
type block struct {
	Turns   []turn
	Board   template.HTML
	Caption string
}

// turn is a turn as it is written.
type turn struct {
	Number  int
	Text    string
	Class   string // of those that are marked as bad: inaccuracy, mistake, blunder
	Chance  string // of the attackers, after it
	Comment string
	Asides  []template.HTML // what else could be played in its place
}

// classes are the signs of turns that are bad, by how bad they are.
var classes = map[tree.Sign]string{tree.Dubious: "inaccuracy", tree.Mistake: "mistake", tree.Blunder: "blunder"}

func class(n *tree.Node) string {
	for _, s := range n.Signs {
		if c := classes[s]; c != "" {
			return c
		}
	}
	return ""
}

// Blocks divides the game where a diagram stands: at the start, where that is another than
// usual or something is said there, after what is drawn on and each mistake, after so many turns,
// and at the end.
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

// signed is a turn with its signs.
func signed(n *tree.Node) string {
	text := n.Text
	for _, s := range n.Signs {
		text += s.Glyph()
	}
	return text
}

// aside writes a variation from n on, with what is beside it in brackets.
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

// board draws where the cursor stands. What was better than a bad turn has an arrow.
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

// Chart is the attackers' chance of winning as a drawing of 1000 by 200, with the bad turns.
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
