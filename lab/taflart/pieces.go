package main

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math/rand/v2"

	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
	"tafl3d/render/carve"
	"tafl3d/scene"
)

// kindsOf lists every kind of piece of all variants once.
func kindsOf(vs []*variant.Variant) (all []game.Kind) {
	seen := map[game.Kind]bool{}
	for _, v := range vs {
		for _, k := range v.Rules.Kinds()[1:] {
			k.Letter = 0
			if !seen[k] {
				seen[k] = true
				all = append(all, k)
			}
		}
	}
	return all
}

// sheet holds the flags of pieces.
type sheet struct {
	file, set string
	shuffle   uint64
	cell      int
	force     bool
}

var piecesCommand = &command.Command{
	Name:    "pieces",
	Summary: "draw all pieces small and in grey, to compare them",
	Args:    "-o FILE.png [-pieces SET] [-shuffle SEED] [-cell PIXELS] [-force]",
	Help: `Draws each kind of piece of every set in grey, from the four seats and from
above. Needs no display.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		s := &sheet{}
		f.StringVar(&s.file, "o", "", "PNG `file` to write, - for standard output; required")
		f.StringVar(&s.set, "pieces", "", "draw only this `set` of pieces")
		f.Uint64Var(&s.shuffle, "shuffle", 0,
			"shuffle the columns with this `seed`, for a test of recognition; the order is printed")
		f.IntVar(&s.cell, "cell", 40, "width of a square in `pixels`")
		command.ForceFlag(f, &s.force)
		return s.run
	},
}

// run draws the sheet and prints the legend of its columns.
func (s *sheet) run(e *command.Env) error {
	if s.cell < 8 || s.cell > 400 {
		return command.Usagef("pieces: -cell %d: must be 8 to 400", s.cell)
	}
	if s.file == "" {
		return command.Usagef("pieces: give the file with -o FILE.png")
	}
	if err := (scene.Style{Men: s.set}).Check(); err != nil {
		return err
	}
	if err := command.Writable(s.force, s.file); err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	ctx, stop := stoppable(e)
	defer stop()
	sets := scene.Sets
	if s.set != "" {
		sets = []string{s.set}
	}
	kinds := kindsOf(variant.All())
	if s.shuffle != 0 {
		rand.New(rand.NewPCG(s.shuffle, 1)).Shuffle(len(kinds),
			func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
	}
	wide, high := s.cell+8, s.cell+4
	img := image.NewGray(image.Rect(0, 0, len(kinds)*wide, len(sets)*5*high))
	draw.Draw(img, img.Rect, image.NewUniform(color.Gray{0x9a}), image.Point{}, draw.Src) // brightness of wood
	for i, k := range kinds {
		e.Say(s.file, "column %d: %s %s\n", i+1, k.Side, k.Name)
		for j, set := range sets {
			if err := ctx.Err(); err != nil {
				return err
			}
			m := carve.Piece(k, carve.Options{Men: set})
			views := []*image.NRGBA{m.View(0, carve.Elevation, s.cell), m.View(1, carve.Elevation, s.cell),
				m.View(2, carve.Elevation, s.cell), m.View(3, carve.Elevation, s.cell), m.Drawn(s.cell)}
			for n, v := range views {
				at := image.Pt(i*wide+4, (j*len(views)+n)*high+2)
				draw.Draw(img, v.Rect.Add(at), v, image.Point{}, draw.Over)
			}
		}
	}
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		return err
	}
	return e.Write(s.file, file.Bytes())
}
