package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/png"
	"strings"
	"time"

	"tafl3d/app"
	"tafl3d/app/board"
	"tafl3d/app/folders"
	"tafl3d/game/match"
	"tafl3d/game/notation"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
	"tafl3d/panel"
	"tafl3d/render"
	"tafl3d/scene"
)

// view is a flag with the direction of view.
type view struct{ flat bool }

// String implements flag.Value.
func (v *view) String() string {
	if v.flat {
		return "flat"
	}
	return "orbit"
}

// Set implements flag.Value.
func (v *view) Set(text string) error {
	if text != "flat" && text != "orbit" {
		return errors.New("use orbit or flat")
	}
	v.flat = text == "flat"
	return nil
}

// Limits of the zoom in package scene.
const minZoom, maxZoom = 0.6, 3.2

// picture holds the flags of shot.
type picture struct {
	variant  string
	position string
	moves    string
	view     view
	size     size
	zoom     float64
	panels   bool
	style    scene.Style
	cache    string
	out      string
	force    bool
}

var shotCommand = &command.Command{
	Name: "shot", Summary: "save a picture of a position", Args: "-o FILE.png [flags]",
	Help: "Saves a picture of a position and exits. Needs a display; a virtual one will do.",
	Prepare: func(fs *flag.FlagSet) func(*command.Env) error {
		p := newPicture(fs)
		return p.shoot
	},
}

// newPicture returns a picture with the values of flags.
func newPicture(fs *flag.FlagSet) *picture {
	p := &picture{variant: "brandubh-gorrion", size: size{1280, 720}}
	fs.StringVar(&p.variant, "variant", p.variant, "`ID` of the variant (see: tafl variants)")
	fs.StringVar(&p.position, "position", "", "`position`, top rank first, and the side to move: "+
		"\"3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a\"; default: the start")
	fs.StringVar(&p.moves, "moves", "", "`moves` to play from there, separated by spaces")
	fs.Var(&p.view, "view", "`view`: orbit or flat")
	fs.Var(&p.size, "size", "`size` of the picture")
	fs.Float64Var(&p.zoom, "zoom", 1, "zoom, 0.6 to 3.2")
	styleFlags(fs, &p.style)
	fs.BoolVar(&p.panels, "hud", false, "show the panels")
	fs.StringVar(&p.cache, "cache", "", "cache generated boards and pieces in this `folder`; default no cache")
	fs.StringVar(&p.out, "o", "", "PNG `file` to write, - for standard output; required")
	command.ForceFlag(fs, &p.force)
	return p
}

// check rejects wrong values of flags.
func (p *picture) check() error {
	if p.out == "" {
		return command.Usagef("give the file with -o FILE.png")
	}
	if p.zoom < minZoom || p.zoom > maxZoom {
		return command.Usagef("-zoom %g: must be %g to %g", p.zoom, minZoom, maxZoom)
	}
	if err := writable(p.force, p.out); err != nil {
		return err
	}
	return p.style.Check()
}

// writable rejects an output file that cannot be written or that exists, before anything is drawn.
func writable(force bool, file string) error {
	if err := command.Writable(force, file); err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	return nil
}

func (p *picture) shoot(e *command.Env) error {
	if err := p.check(); err != nil {
		return err
	}
	v, m, err := p.match()
	if err != nil {
		return err
	}
	img, err := p.take(e.Ctx, v, m)
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		return err
	}
	return e.Write(p.out, file.Bytes())
}

// match sets up the position and plays the moves.
func (p *picture) match() (*variant.Variant, *match.Match, error) {
	v, err := variant.Get(p.variant)
	if err != nil {
		return nil, nil, err
	}
	pos := v.Rules.Start()
	if p.position != "" {
		if pos, err = notation.ParsePosition(v.Rules, p.position); err != nil {
			return nil, nil, fmt.Errorf("-position: %w", err)
		}
	}
	m := match.New(pos, match.Control{})
	for turn := range strings.FieldsSeq(p.moves) {
		if err := playTurn(m, turn); err != nil {
			return nil, nil, fmt.Errorf("-moves, move %d, %s: %w", m.Ply()+1, turn, err)
		}
	}
	return v, m, nil
}

// playTurn plays a turn given in notation.
func playTurn(m *match.Match, text string) error {
	s := m.State()
	moves, err := notation.ParseTurn(&s.Position, s.History, text)
	if err != nil {
		return err
	}
	for _, mv := range moves {
		if _, err := m.Do(m.Side(), match.Play{Ply: m.Ply(), Move: mv}, time.Time{}); err != nil {
			return err
		}
	}
	return nil
}

// take renders the match as two players at one screen see it.
func (p *picture) take(ctx context.Context, v *variant.Variant, m *match.Match) (image.Image, error) {
	sc := scene.New(scene.Stage{})
	news := make(chan struct{}, 1)
	a, err := app.New(ctx, app.Options{
		View: sc, Setup: &board.Setup{Variant: v.ID}, Match: m, Style: p.style, Wake: func() { nudge(news) },
	})
	if err != nil {
		return nil, err
	}
	defer a.Close()
	select { // wait for the state of the game
	case <-news:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	a.Frame(time.Now())
	sc.Camera().SetFlat(p.view.flat)
	sc.Camera().Zoom(float32(p.zoom))
	var screen *panel.Screen
	if p.panels {
		screen = a.Screen()
	}
	return render.Shot(render.Options{Cache: folders.Carvings(p.cache, version())}, sc, screen, p.size.w, p.size.h)
}
