package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"tafl3d/app/board"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
	"tafl3d/render"
	"tafl3d/scene"
)

// benching holds the flags of bench.
type benching struct {
	variant string
	sizes   []size // a single one if -size is given
	size    size
	frames  int
	most    time.Duration
	games   int
	style   scene.Style
}

// benchSizes are the default picture sizes.
var benchSizes = []size{{1280, 720}, {1920, 1080}}

var benchCommand = &command.Command{
	Name:    "bench",
	Summary: "measure frame times, or the memory of many games",
	Args: "[-variant ID] [-size WxH] [-frames N] [-most TIME] [-games N] [-board B] [-pieces P] [-room R] " +
		"[-quality Q]",
	Help: `Measures frame times with moving pieces, with a turning camera, and at rest, for
every quality and size, and with the engine's default renderer. Needs a display;
a virtual one will do.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		b := &benching{}
		f.StringVar(&b.variant, "variant", "copenhagen-11x11-tdiamond", "`ID` of the variant (see: tafl variants)")
		f.Var(&b.size, "size", "`size` of the picture; default 1280x720 and 1920x1080")
		f.IntVar(&b.frames, "frames", 90, "`number` of pictures of each kind")
		f.DurationVar(&b.most, "most", 4*time.Second, "longest `time` for the pictures of each kind")
		f.IntVar(&b.games, "games", 0,
			"instead, play this `number` of games, computer against computer, and print the memory in use")
		f.StringVar(&b.style.Board, "board", "", "`design` of the board; default: the one for the variant")
		f.StringVar(&b.style.Men, "pieces", "", "`set` of pieces")
		f.StringVar(&b.style.Room, "room", "", "`room`")
		f.StringVar(&b.style.Quality, "quality", "", "measure only this `quality`")
		return b.run
	},
}

// check checks the flags.
func (b *benching) check() error {
	if b.frames < 1 || b.frames > 100_000 {
		return command.Usagef("bench: -frames %d: must be 1 to 100000", b.frames)
	}
	if b.games < 0 {
		return command.Usagef("bench: -games %d: must be at least 1", b.games)
	}
	if b.most < time.Millisecond {
		return command.Usagef("bench: -most %v: must be at least 1ms", b.most)
	}
	b.sizes = benchSizes
	if b.size != (size{}) {
		b.sizes = []size{b.size}
	}
	return b.style.Check()
}

// run measures.
func (b *benching) run(e *command.Env) error {
	v, err := command.Variant(b.variant)
	if err := errors.Join(err, b.check()); err != nil {
		return err
	}
	ctx, stop := stoppable(e)
	defer stop()
	if b.games > 0 {
		return b.endure(ctx, flushed{e})
	}
	rig, err := render.OpenRig(render.Options{Cache: carvings()}, b.sizes[0].w, b.sizes[0].h)
	if err != nil {
		return err
	}
	defer rig.Close()
	t := newTimings(e.Out, v.ID, rig.Renderer())
	for _, h := range b.heats() {
		if err := ctx.Err(); err != nil {
			return err
		}
		took, err := b.measure(rig, v, &h)
		if err != nil {
			return err
		}
		t.row(&h, took)
	}
	return t.flush()
}

// heat is a measurement.
type heat struct {
	quality string
	size    size
	motion  motion
	plain   bool // with the engine's default renderer
}

// motion is what moves.
type motion string

const (
	men    motion = "men"
	camera motion = "camera" // turns, so that every frame is drawn completely
	rest   motion = "rest"   // the camera turns, and every frame is the full picture of a board at rest
)

func (h *heat) trial(b *benching, sc *scene.Scene, w *walk) render.Trial {
	t := render.Trial{Frames: b.frames, Most: b.most, Full: h.motion == rest,
		Step: func(int) { sc.Camera().Orbit(0.02, 0) }}
	if h.motion == men {
		t.Step = func(int) { w.step() }
	}
	return t
}

// heats lists the measurements.
func (b *benching) heats() (all []heat) {
	qualities := scene.Qualities[1:] // all except auto
	if b.style.Quality != "" {
		qualities = []string{b.style.Quality}
	}
	for _, s := range b.sizes {
		for _, q := range qualities {
			all = append(all, heat{q, s, men, false}, heat{q, s, camera, false}, heat{q, s, rest, false})
		}
		all = append(all, heat{qualities[0], s, camera, true})
		if len(qualities) > 1 {
			all = append(all, heat{qualities[1], s, camera, true})
		}
	}
	return all
}

func (b *benching) measure(rig *render.Rig, v *variant.Variant, h *heat) (*render.Timing, error) {
	sc := scene.New(board.Stage(v))
	style := b.style
	style.Quality = h.quality
	sc.Dress(style)
	walk := newWalk(v.Rules, sc)
	t := h.trial(b, sc, walk)
	if h.plain {
		return rig.Plain(sc, h.size.w, h.size.h, t)
	}
	return rig.Measure(sc, h.size.w, h.size.h, t)
}

// walk is a game that keeps a scene in motion. It is always the same.
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

// step plays a move after the previous one has arrived.
func (w *walk) step() {
	if w.scene.Busy() {
		return
	}
	w.moves = w.pos.Legal(w.moves[:0], nil)
	if len(w.moves) == 0 || w.pos.Judge(nil).Over() {
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

// timings prints timings as a table, in milliseconds.
type timings struct{ w *tabwriter.Writer }

func newTimings(out io.Writer, variant, renderer string) *timings {
	fmt.Fprintf(out,
		"%s, drawn by %s. Times in ms. cpu: of all cores, per picture. passes: median, each measured alone.\n",
		variant, renderer)
	t := &timings{tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)}
	fmt.Fprintln(t.w, "size\tquality\tin motion\tpictures\tper second\tmean\t50 %\t95 %\t99 %\tmax\tcpu\tpasses\t")
	return t
}

// row prints a measurement.
func (t *timings) row(h *heat, took *render.Timing) {
	quality := h.quality
	if h.plain {
		quality = "engine's own, " + quality
	}
	sum := time.Duration(0)
	for _, d := range took.Frames {
		sum += d
	}
	mean := sum / time.Duration(len(took.Frames))
	fmt.Fprintf(t.w, "%s\t%s\t%s\t%s\t%d\t%.1f\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", h.size.String(), quality, h.motion,
		(&size{took.Size.X, took.Size.Y}).String(), len(took.Frames), float64(time.Second)/float64(mean),
		ms(mean), ms(share(took.Frames, 0.5)), ms(share(took.Frames, 0.95)), ms(share(took.Frames, 0.99)),
		ms(share(took.Frames, 1)), ms(took.CPU), passTimes(took.Passes))
}

func (t *timings) flush() error { return t.w.Flush() }

// ms formats a duration in milliseconds.
func ms(d time.Duration) string { return fmt.Sprintf("%.1f", float64(d)/float64(time.Millisecond)) }

// share returns the quantile part of the times.
func share(took []time.Duration, part float64) time.Duration {
	if len(took) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(took))
	return sorted[int(part*float64(len(sorted)-1))]
}

// passTimes lists the passes that take measurable time.
func passTimes(all []render.PassTiming) string {
	var out []string
	for i := range all {
		if d := share(all[i].Took, 0.5); d >= 50*time.Microsecond {
			out = append(out, all[i].Name+" "+ms(d))
		}
	}
	return strings.Join(out, ", ")
}
