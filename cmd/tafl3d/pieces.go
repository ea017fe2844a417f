package main

import (
	"context"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"io"
	"math/rand/v2"

	"tafl3d/game"
	"tafl3d/game/variant"
	commandline "tafl3d/internal/command"
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

// pieces draws a contact sheet: each kind of every set in grey, as seen from the four seats and in
// the view from above.
func pieces(ctx context.Context, args []string, out io.Writer) error {
	fs := flag.NewFlagSet("tafl3d pieces", flag.ContinueOnError)
	name := fs.String("o", "", "PNG `file` to write, - for standard output; required")
	set := fs.String("pieces", "", "draw only this `set` of pieces")
	shuffle := fs.Uint64("shuffle", 0,
		"shuffle the columns with this `seed`, for a test of recognition; the order is printed")
	cell := fs.Int("cell", 40, "width of a square in `pixels`")
	force := false
	commandline.ForceFlag(fs, &force)
	if err := parse(fs, args, out); err != nil {
		return err
	}
	if *cell < 8 || *cell > 400 {
		return usagef("-cell %d: must be 8 to 400", *cell)
	}
	if *name == "" {
		return usagef("give the file with -o FILE.png")
	}
	if err := (scene.Style{Men: *set}).Check(); err != nil {
		return err
	}
	if err := writable(force, *name); err != nil {
		return err
	}
	told := out // legend of the columns
	if *name == commandline.Stdout {
		told = io.Discard
	}
	sets := scene.Sets
	if *set != "" {
		sets = []string{*set}
	}
	kinds := kindsOf(variant.All())
	if *shuffle != 0 {
		rand.New(rand.NewPCG(*shuffle, 1)).Shuffle(len(kinds),
			func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
	}
	img := image.NewGray(image.Rect(0, 0, len(kinds)*(*cell+8), len(sets)*5*(*cell+4)))
	draw.Draw(img, img.Rect, image.NewUniform(color.Gray{0x9a}), image.Point{}, draw.Src) // brightness of wood
	for i, k := range kinds {
		fmt.Fprintf(told, "column %d: %s %s\n", i+1, k.Side, k.Name)
		for j, set := range sets {
			if err := ctx.Err(); err != nil {
				return err
			}
			m := carve.Piece(k, carve.Options{Men: set})
			views := []*image.NRGBA{m.View(0, carve.Elevation, *cell), m.View(1, carve.Elevation, *cell),
				m.View(2, carve.Elevation, *cell), m.View(3, carve.Elevation, *cell), m.Drawn(*cell)}
			for n, v := range views {
				at := image.Pt(i*(*cell+8)+4, (j*len(views)+n)*(*cell+4)+2)
				draw.Draw(img, v.Rect.Add(at), v, image.Point{}, draw.Over)
			}
		}
	}
	return writePNG(*name, img, out)
}
