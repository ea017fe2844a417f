package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"time"

	"tafl3d/app"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/render"
	"tafl3d/scene"
)

// trial is what the flags of a bench ask for.
type trial struct {
	variant string
	size    size
	frames  int
	turn    bool
	style   scene.Style
}

func readTrial(args []string, out io.Writer) (*trial, error) {
	b := &trial{variant: "copenhagen-11x11-tdiamond", size: size{1280, 720}}
	fs := flag.NewFlagSet("tafl3d bench", flag.ContinueOnError)
	fs.StringVar(&b.variant, "variant", b.variant, "the `variant`; tafl variants lists them")
	fs.Var(&b.size, "size", "`size` of the picture")
	fs.IntVar(&b.frames, "frames", 300, "how `many` frames to draw")
	fs.BoolVar(&b.turn, "turn", false, "turn the camera all the while, so that every picture is drawn whole")
	styleFlags(fs, &b.style)
	if err := parse(fs, args, out); err != nil {
		return nil, err
	}
	if b.frames < 1 || b.frames > 100_000 {
		return nil, usagef("-frames %d: from 1 to 100000", b.frames)
	}
	return b, b.style.Check()
}

// bench has the computer move men at random without a pause and tells how long
// the frames took.
func bench(ctx context.Context, args []string, out io.Writer) error {
	b, err := readTrial(args, out)
	if err != nil {
		return err
	}
	v, err := variant.Get(b.variant)
	if err != nil {
		return err
	}
	opt := render.Options{Width: b.size.w, Height: b.size.h}
	sc := scene.New(app.Stage(v))
	sc.Dress(b.style)
	walk := newWalk(v.Rules, sc)
	took, err := render.Bench(opt, sc, b.frames, func(i int) {
		if b.turn {
			sc.Camera().Orbit(0.02, 0)
		}
		walk.step()
	})
	if err != nil {
		return err
	}
	what := fmt.Sprintf("%s, %s, quality %s", v.ID, b.size.String(), cmp.Or(b.style.Quality, "auto"))
	report(out, what, took.Frames)
	for _, p := range took.Passes {
		reportPass(out, p)
	}
	return ctx.Err()
}

// walk is a game that keeps a scene in motion: always the same.
type walk struct {
	rules *rules.Rules
	pos   rules.Position
	scene *scene.Scene
	n     int
	moves []game.Move
}

func newWalk(r *rules.Rules, sc *scene.Scene) *walk {
	w := &walk{rules: r, scene: sc}
	w.begin()
	return w
}

func (w *walk) begin() {
	w.pos = w.rules.Start()
	w.scene.Set(w.pos.Setup())
}

// step plays a move once the one before has arrived.
func (w *walk) step() {
	if w.scene.Busy() {
		return
	}
	w.moves = w.pos.Legal(w.moves[:0], nil)
	if len(w.moves) == 0 || w.pos.Outcome().Over() {
		w.begin()
		return
	}
	w.n++
	var d rules.Delta
	w.pos.Play(w.moves[w.n*7919%len(w.moves)], &d)
	for _, ev := range d.Events() {
		w.scene.Show(ev)
	}
}

// report prints the figures of a bench.
func report(out io.Writer, what string, took []time.Duration) {
	slices.Sort(took)
	sum := time.Duration(0)
	for _, d := range took {
		sum += d
	}
	mean := sum / time.Duration(len(took))
	at := func(share float64) time.Duration {
		return took[int(share*float64(len(took)-1))].Round(10 * time.Microsecond)
	}
	fmt.Fprintf(out, "%s, %d frames in motion: %.1f frames a second; mean %v, median %v, 95 %% under %v, longest %v\n",
		what, len(took), float64(time.Second)/float64(mean), mean.Round(10*time.Microsecond), at(0.5), at(0.95), at(1))
}

// reportPass prints how long a pass took.
func reportPass(out io.Writer, p render.PassTiming) {
	if len(p.CPU) == 0 {
		return
	}
	slices.Sort(p.CPU)
	slices.Sort(p.GPU)
	at := func(took []time.Duration, share float64) time.Duration {
		return took[int(share*float64(len(took)-1))].Round(10 * time.Microsecond)
	}
	fmt.Fprintf(out, "  %-9s commands: median %v, 95 %% under %v; drawing: median %v, 95 %% under %v\n",
		p.Name, at(p.CPU, 0.5), at(p.CPU, 0.95), at(p.GPU, 0.5), at(p.GPU, 0.95))
}
