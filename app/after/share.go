package after

import (
	"bytes"
	"cmp"
	"context"
	"strings"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game/notation"
	"tafl3d/game/record"
	"tafl3d/game/tree"
	"tafl3d/panel"
	"tafl3d/picture"
	"tafl3d/picture/report"
	"tafl3d/tongue"
)

// TextKeep is the label of the button that opens the page for naming and sharing.
const TextKeep = "Save and share"

// mostName is the largest length of a name in letters.
const mostName = 60

// pictureSize is the longer side of a picture in pixels; lastTurns is the number of moves in a short
// animation.
const (
	pictureSize = 1200
	lastTurns   = 10
)

// OpenShare opens the page for naming and sharing the game at the board.
func (r *PostGame) OpenShare() {
	if r.board.Game() == nil {
		return
	}
	n := r.node(r.tree())
	r.shell.Open(&sharePage{r: r, name: shell.NewEntry(r.board.Game().Name, mostName), inside: n.Parent() != nil &&
		n.Main() != nil})
}

// sharePage names and shares the game.
type sharePage struct {
	r     *PostGame
	name  *shell.Entry
	saved bool // a file was saved, so the folder can be opened
	// inside is true if the board shows neither the start nor the end of the game.
	inside bool
}

func (p *sharePage) Show() panel.Dialog {
	files := p.r.opt.Pictures == nil
	d := panel.Dialog{ID: "share", Kind: panel.List, Title: TextKeep, Cancel: "close"}
	if p.r.keeps() {
		d.Lines = []string{"The game is already saved. A name makes it easier to find."}
		d.Width = panel.FormWidth
		d.Fields = []panel.Field{p.name.Field("name", words.Name, "")}
		d.Fields[0].Typed = func() { p.r.board.Call(strings.TrimSpace(p.name.String())) } // saves each change
	}
	d.Buttons = []panel.Button{
		{ID: "copy", Label: "Copy the moves as text", Icon: "open", Primary: len(d.Fields) == 0,
			Press: func() { p.copy(record.Text(p.r.tree()), "Game copied") }},
		{ID: "position", Label: "Copy the position", Icon: "open", Press: p.copyPosition},
	}
	save := func(id, label string, press func()) {
		d.Buttons = append(d.Buttons, panel.Button{ID: id, Label: label, Icon: "save", Disabled: files, Press: press})
	}
	save("picture", "Save a picture (PNG)", p.picture)
	save("drawing", "Save a drawing (SVG)", func() {
		b := p.board()
		p.text("svg", b.SVG())
	})
	save("film", "Save the last moves (GIF)", p.lastMoves)
	save("whole", "Save the whole game (GIF)", func() { // also from a variation
		g := p.r.tree()
		p.film(g, g.Root.Last(), 0)
	})
	if p.r.opt.Carved != nil {
		save("carved", "Save a 3D animation (GIF)", p.carved)
	}
	if p.inside {
		save("here", "Save the moves up to here (GIF)", func() {
			g := p.r.tree()
			p.film(g, p.r.node(g), 0)
		})
		save("on", "Save the moves from here (GIF)", func() {
			g := p.r.tree()
			here := p.r.node(g)
			p.film(g, here.Last(), here.Ply())
		})
	}
	save("file", "Save the moves as a file", func() { p.text("tafl", record.Text(p.r.tree())) })
	save("report", "Save a printable page", p.report)
	if p.r.opt.Reveal != nil {
		d.Buttons = append(d.Buttons, panel.Button{ID: "folder", Label: words.OpenFolder, Icon: "open",
			Press: func() { p.r.shell.Reveal(p.r.opt.Reveal, p.r.opt.Pictures.Where("")) }, Disabled: !p.saved})
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: words.Done, Icon: "yes"})
	return d
}

// keeps reports whether the game at the board is a file of the player.
func (r *PostGame) keeps() bool {
	return r.board.Game().Studied == nil && r.board.Game().Remote == nil && r.board.Game().Contest == nil
}

// copyPosition copies the position on the board.
func (p *sharePage) copyPosition() {
	g := p.r.tree()
	c := g.Cursor()
	c.To(p.r.node(g))
	p.copy(notation.Position(&c.Line().Position), "Position copied")
}

// copy copies a text and shows a notice.
func (p *sharePage) copy(text, said string) {
	if !p.r.client.Copy(text) {
		p.r.shell.Refuse("The clipboard is not available")
		return
	}
	p.r.shell.Say(said, panel.Good)
}

// tree returns the game at the board with the names of the players.
func (r *PostGame) tree() *tree.Game {
	if r.study.On() {
		return r.study.Tree()
	}
	return r.study.TreeOf(r.board.Game())
}

// board returns the position on the board for drawing.
func (p *sharePage) board() picture.Board {
	g := p.r.tree()
	c := g.Cursor()
	c.To(p.r.node(g))
	b := picture.At(c)
	b.Caption = strings.TrimSpace(picture.Players(g))
	b.Flip = p.r.board.Flipped()
	return b
}

// text saves a text as a file.
func (p *sharePage) text(ext, text string) {
	p.write(ext, func(_ context.Context, out *bytes.Buffer, _ func(done, of int)) error {
		_, err := out.WriteString(text)
		return err
	})
}

// report saves the game as a printable page.
func (p *sharePage) report() {
	g := p.r.tree()
	x := &report.Game{Game: g, Title: cmp.Or(g.Tag(tree.TagName), picture.Players(g),
		p.r.board.Lib.Name(p.r.board.Game().Variant)),
		Facts: []string{p.r.board.Lib.Name(p.r.board.Game().Variant)}}
	for _, tag := range []string{tree.TagEvent, tree.TagSite, tree.TagDate} {
		if text := g.Tag(tag); text != "" {
			x.Facts = append(x.Facts, text)
		}
	}
	if p.r.opt.Chance != nil {
		x.Chances = report.ChancesOf(g, p.r.opt.Chance)
	}
	page := report.Page{Games: []*report.Game{x}, Title: x.Title, Say: tongue.Text, Retell: p.r.study.Retell,
		Lang: tongue.Now().ID()}
	var text bytes.Buffer
	err := page.Write(&text)
	p.write("html", func(_ context.Context, out *bytes.Buffer, _ func(done, of int)) error {
		_, _ = text.WriteTo(out) // memory writes cannot fail
		return err
	})
}

// picture saves a picture of the shown position.
func (p *sharePage) picture() {
	b := p.board()
	p.write("png", func(_ context.Context, out *bytes.Buffer,
		_ func(done, of int)) error {
		return b.PNG(out, pictureSize)
	})
}

// node returns the shown node of a tree.
func (r *PostGame) node(g *tree.Game) *tree.Node {
	if r.study.On() {
		return r.study.Node()
	}
	n := g.Root
	for range r.board.Game().Shown.Ply {
		if n.Main() == nil {
			break
		}
		n = n.Main()
	}
	return n
}

// lastMoves saves the end of the shown line as an animation.
func (p *sharePage) lastMoves() {
	g := p.r.tree()
	to := p.r.node(g).Last()
	p.film(g, to, max(0, to.Ply()-lastTurns))
}

// film saves the line to a node as an animation, from after a ply.
func (p *sharePage) film(g *tree.Game, to *tree.Node, after int) {
	f := picture.FilmOf(g, to, after)
	for i := range f.Frames {
		f.Frames[i].Flip = p.r.board.Flipped()
	}
	p.write("gif", func(ctx context.Context, out *bytes.Buffer, told func(done, of int)) error {
		return f.GIF(ctx, out, told)
	})
}

// carved saves the shown line as a 3D animation.
func (p *sharePage) carved() {
	g := p.r.tree()
	line := tree.New(g.Variant, g.Start)
	line.Own = g.Own
	c := line.Cursor()
	for _, n := range p.r.node(g).Last().Path() {
		if _, err := c.Play(n.Turn); err != nil {
			break // cannot happen: the moves were played
		}
	}
	draw := p.r.opt.Carved(record.Text(line), p.r.board.Flipped())
	p.write("gif", func(ctx context.Context, out *bytes.Buffer, told func(done, of int)) error {
		data, err := draw(ctx, told)
		out.Write(data)
		return err
	})
}

// write renders a file in the background, with a progress page, and saves it.
func (p *sharePage) write(ext string, draw func(context.Context, *bytes.Buffer, func(done, of int)) error) {
	r := p.r
	name := r.client.Now().Format("2006-01-02-150405") + "-" + r.board.Game().Variant.ID + "." + ext
	r.shell.Work(shell.Work{ID: "drawing", Lines: textDrawing,
		Do: func(ctx context.Context, told shell.Progress) error {
			var out bytes.Buffer
			err := cmp.Or(draw(ctx, &out, told), ctx.Err())
			if err == nil {
				err = r.opt.Pictures.Save(name, out.Bytes())
			}
			return err
		}, Then: func(err error) {
			if err != nil {
				r.shell.NotSaved(name, err)
				return
			}
			p.saved = true
			r.shell.Say(tongue.Textf("Saved: %s", r.opt.Pictures.Where(name)), panel.Good)
		}})
}

// textDrawing returns the progress of a picture or animation.
func textDrawing(done, of int) []string {
	if of == 0 {
		return []string{"Drawing the picture"}
	}
	return []string{tongue.Textf("Frame %d of %d", done, of)}
}
