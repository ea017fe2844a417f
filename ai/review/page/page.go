// Package page writes a reviewed game as one HTML page that stands by itself and prints well:
// who played, a chart of the chances, the turns with what was better, and diagrams.
package page

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"

	"tafl3d/ai/review"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/tree"
	"tafl3d/picture"
)

//go:embed page.html
var files embed.FS

// Page is a game to be written.
type Page struct {
	Game   *tree.Game
	Report review.Report
	Title  string                    // the game in a line: its players, or its name
	Facts  []string                  // what else is known of it, a line each: the variant, the date, the result
	Every  int                       // a diagram after so many turns at the latest; 0 stands for 10
	Why    func(*review.Turn) string // tells the reason of a turn in words; nil: nothing is told
	Say    func(string) string       // a text of the page in the reader's language; nil: English
	Lang   string                    // the language, as HTML has it; empty: en
}

// Texts are all that a page says by itself, for who translates them.
var Texts = []string{"Attackers", "Defenders", "Accuracy", "Inaccuracies", "Mistakes", "Blunders", "Chance of winning",
	"gives away %s", "better: %s", "The start", "After turn %d"}

// Write writes the page.
func (p *Page) Write(out io.Writer) error {
	if p.Say == nil {
		p.Say = func(text string) string { return text }
	}
	if p.Lang == "" {
		p.Lang = "en"
	}
	t, err := template.New("page.html").Funcs(template.FuncMap{"say": p.Say}).ParseFS(files, "page.html")
	if err != nil {
		return err
	}
	return t.Execute(out, p)
}

// Style is the CSS of the boards, Sprite their figures.
func (p *Page) Style() template.CSS { return template.CSS(picture.Style()) }

// Sprite is what the figures look like.
func (p *Page) Sprite() template.HTML { return template.HTML(picture.Sprite()) }

// Side is what is said of a side.
type Side struct {
	Name, Player                     string
	Accuracy                         string
	Inaccuracies, Mistakes, Blunders int
}

// Sides returns both.
func (p *Page) Sides() (list []Side) {
	for side, tag := range []string{tree.TagAttackers, tree.TagDefenders} {
		c := &p.Report.Counts[side]
		list = append(list, Side{p.Say([]string{"Attackers", "Defenders"}[side]), p.Game.Tag(tag), fmt.Sprintf("%.1f %%", p.Report.Accuracy[side]),
			c[review.Inaccuracy], c[review.Mistake], c[review.Blunder]})
	}
	return list
}

// Block is some turns with the diagram that follows them.
type Block struct {
	Turns   []Turn
	Board   template.HTML
	Caption string
}

// Turn is a turn as it is written.
type Turn struct {
	Number  int
	Text    string
	Class   string // of those that gave something away: inaccuracy, mistake, blunder
	Chance  string // of the attackers, after it
	Comment string
	Said    string // why, how much was given away, and what was better
}

// Blocks divides the game where a diagram stands: at the start, where that is another than
// usual or is commented, after each mistake, after so many turns, and at the end.
func (p *Page) Blocks() []Block {
	every := p.Every
	if every == 0 {
		every = 10
	}
	c := p.Game.Cursor()
	var list []Block
	var b Block
	usual := p.Game.Rules().Start()
	if p.Game.Root.Comment != "" || p.Game.Start.Hash() != usual.Hash() || len(p.Report.Turns) == 0 {
		list = append(list, Block{Turns: []Turn{{Comment: p.Game.Root.Comment}}, Board: p.board(c, nil), Caption: p.Say("The start")})
	}
	for i := range p.Report.Turns {
		t := &p.Report.Turns[i]
		b.Turns = append(b.Turns, p.turn(c, t))
		if c.To(t.Node); t.Class < review.Mistake && len(b.Turns) < every && i+1 < len(p.Report.Turns) {
			continue
		}
		b.Board, b.Caption = p.board(c, t), fmt.Sprintf(p.Say("After turn %d"), t.Ply)
		list = append(list, b)
		b = Block{}
	}
	return list
}

// turn writes a turn. The cursor goes to where it was played.
func (p *Page) turn(c *tree.Cursor, t *review.Turn) Turn {
	c.To(t.Node.Parent())
	w := Turn{Number: t.Ply, Text: t.Node.Text, Comment: t.Node.Comment, Chance: percent(p.Report.Chances(p.Game.Variant)[t.Ply])}
	for _, s := range t.Node.Signs {
		w.Text += s.Glyph()
	}
	if t.Class < review.Inaccuracy {
		return w
	}
	if len(t.Node.Signs) == 0 {
		w.Text += [...]string{"?!", "?", "??"}[t.Class-review.Inaccuracy]
	}
	w.Class = t.Class.String()
	said := []string{fmt.Sprintf(p.Say("gives away %s"), percent(t.Lost())),
		fmt.Sprintf(p.Say("better: %s"), strings.Join(notation.Texts(c.Line(), t.Better[:min(len(t.Better), 4)]), " "))}
	if p.Why != nil && t.Reason != review.Unknown {
		said = append([]string{p.Why(t)}, said...)
	}
	w.Said = strings.Join(said, "; ")
	return w
}

func percent(chance float64) string { return fmt.Sprintf("%.0f %%", 100*chance) }

// board draws where the cursor stands. A turn that gave something away has its sign, and an
// arrow for what was better.
func (p *Page) board(c *tree.Cursor, t *review.Turn) template.HTML {
	b := picture.At(c)
	if t != nil && t.Class >= review.Inaccuracy {
		if b.Sign == "" {
			b.Sign = []tree.Sign{tree.Dubious, tree.Mistake, tree.Blunder}[t.Class-review.Inaccuracy]
		}
		if from, to := picture.Squares(t.Better[0]); from != game.NoSquare && to != game.NoSquare && from != to {
			b.Marks = append(b.Marks[:len(b.Marks):len(b.Marks)], tree.Mark{Colour: tree.Green, From: from, To: to})
		}
	}
	b.Label = strings.Join(b.Rules.Rows(c.Line().Setup()), " ")
	return template.HTML(b.Embedded("board", ""))
}

// Chart is the attackers' chance of winning as a drawing of 1000 by 200.
func (p *Page) Chart() template.HTML {
	chances := p.Report.Chances(p.Game.Variant)
	x := func(i int) float64 { return 1000 * float64(i) / math.Max(1, float64(len(chances)-1)) }
	y := func(c float64) float64 { return 200 - 200*c }
	var text, area strings.Builder
	area.WriteString("M0 200")
	for i, c := range chances {
		fmt.Fprintf(&area, "L%.1f %.1f", x(i), y(c))
	}
	fmt.Fprintf(&text, `<svg class="chart" viewBox="-8 -8 1016 216" role="img" aria-label="%s"><rect class="back" width="1000" height="200"/><path class="area" d="%sL%.1f 200Z"/><path class="half" d="M0 100H1000"/>`,
		template.HTMLEscapeString(p.Say("Chance of winning")), area.String(), x(len(chances)-1))
	for i := range p.Report.Turns {
		if t := &p.Report.Turns[i]; t.Class >= review.Inaccuracy {
			fmt.Fprintf(&text, `<circle class="%s" cx="%.1f" cy="%.1f" r="7"><title>%d. %s</title></circle>`, t.Class, x(i+1), y(chances[i+1]), t.Ply,
				template.HTMLEscapeString(t.Node.Text))
		}
	}
	return template.HTML(text.String() + "</svg>")
}
