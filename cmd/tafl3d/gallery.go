package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"os"
	"path/filepath"
	"strings"

	"tafl3d/app/board"
	commandline "tafl3d/internal/command"
	"tafl3d/render"
	"tafl3d/scene"
)

// exhibit is a picture of the gallery.
type exhibit struct {
	name    string // file name without extension
	variant string
	moves   string // moves from the start
	style   scene.Style
	shot    render.Exposure
}

// lamps are the positions of the lamps by room, and for any room; in squares, relative to the
// center of the board.
var lamps = map[string]render.Exposure{
	"hall":   {Lamp: scene.Vec{X: -7, Y: 6, Z: -5}, Bulb: 0.4, Light: 1.5, Warm: 0.35},
	"door":   {Lamp: scene.Vec{X: 17, Y: 14, Z: -7}, Bulb: 1.2, Light: 1.35},
	"studio": {Lamp: scene.Vec{X: -9, Y: 12, Z: 5}, Bulb: 1.8, Light: 1.2},
	"behind": {Lamp: scene.Vec{X: 7, Y: 7, Z: -9}, Bulb: 0.8, Light: 1.5}, // for translucent materials
}

// from returns the exposure of a room for a camera position.
func from(room string, eye, at, focus scene.Vec, angle, aperture float32) render.Exposure {
	e := lamps[room]
	e.Lens = scene.Lens{Eye: eye, At: at, Focus: focus, Angle: angle}
	e.Aperture = aperture
	return e
}

// hunt holds the first moves of a game of Copenhagen hnefatafl.
const hunt = "h11-h10 f4-e4 f2-f3 f5-f4 j6-j7 f8-i8 a8-c8 g7-g10 c8-g8 e7-b7 f3-f2 i8-i10xh10 f10-a10 e5-b5xb6 " +
	"g8-g9xg10 e6-e7 j7-j8 " +
	"d6-d9 f2-c2 b5-c5 a6-b6 e7-e8 b6-e6 d9-d6xe6 k7-i7 d6-d7 a10-d10 f4-f2 g9-b9 g5-g2 j8-j3 g6-g3 g11-g6 Kf6-b6"

// exhibits lists the pictures: every room with boards and sets of its style, close and low, from
// the seat, and from above.
func exhibits() []exhibit {
	v := func(x, y, z float32) scene.Vec { return scene.Vec{X: x, Y: y, Z: z} }
	return []exhibit{
		{"hall-king", "copenhagen-11x11-tdiamond", hunt, scene.Style{Room: "hall"},
			from("hall", v(1.2, 2.5, 6.6), v(-3.7, 0.35, -0.6), v(-4, 0.4, 0.3), 24, 0.10)},
		{"hall-table", "haven-13x13", "", scene.Style{Room: "hall", Men: "turned"},
			from("hall", v(7.5, 11.5, 17), v(-0.6, -0.4, -0.4), v(0, 0.3, 2), 34, 0.12)},
		{"door-ivory", "brandubh-gorrion", "", scene.Style{Room: "door", Men: "ivory"},
			from("door", v(-4.6, 2.5, 6.0), v(1.3, 0.15, -0.2), v(0, 0.4, 0.6), 30, 0.09)},
		{"door-alea", "alea-citadels-19x19", "", scene.Style{Room: "door", Men: "ivory"},
			from("door", v(-6, 5.0, 12), v(0.8, 0, 0.4), v(0, 0.3, 1), 30, 0.14)},
		{"door-table", "tablut-ashton", "", scene.Style{Room: "door", Men: "turned"},
			from("door", v(4.4, 3.6, 8.2), v(0.2, 0.1, 0.2), v(0.4, 0.4, 1.4), 30, 0.11)},
		{"studio-glass", "old-hnefatafl-11x11", "", scene.Style{Room: "studio", Men: "glass", Board: "stone"},
			from("behind", v(-3.2, 2.7, 6.9), v(0.6, 0.15, 0), v(-0.2, 0.4, 1), 26, 0.05)},
		{"hall-fox", "fox-geese-13", "", scene.Style{Room: "hall"},
			from("hall", v(-2.6, 2.2, 5.2), v(0.5, 0.3, 0.2), v(0, 0.4, 0.8), 30, 0.07)},
		{"studio-leather", "foteviken-9x9", "", scene.Style{Room: "studio", Board: "leather", Men: "discs"},
			from("studio", v(5.5, 7.5, 10.5), v(0.6, -0.2, 0.2), v(0, 0, 1), 32, 0.10)},
	}
}

// gallery renders the pictures of docs/gallery.
func gallery(ctx context.Context, args []string, out io.Writer) error {
	fs := flag.NewFlagSet("tafl3d gallery", flag.ContinueOnError)
	folder, wide := fs.String("o", "", "`folder` for the pictures; required"), size{1920, 1080}
	samples := fs.Int("samples", 40, "`number` of exposures of each picture")
	only := fs.String("only", "*", "draw only pictures whose name matches this `pattern`")
	fs.Var(&wide, "size", "`size` of the pictures")
	force := false
	commandline.ForceFlag(fs, &force)
	if err := parse(fs, args, out); err != nil {
		return err
	}
	if *folder == "" {
		return usagef("give the folder for the pictures with -o FOLDER")
	}
	if *samples < 2 || *samples > 10_000 {
		return usagef("-samples %d: must be 2 to 10000", *samples)
	}
	chosen, err := fitting(exhibits(), *only)
	if err != nil {
		return err
	}
	if err := makeRoom(*folder, chosen, force); err != nil {
		return err
	}
	s, err := render.OpenStudio(render.Options{Photograph: true, Cache: openFolders("").carvings()}, wide.w, wide.h)
	if err != nil {
		return err
	}
	defer s.Close()
	for _, e := range chosen {
		if err := ctx.Err(); err != nil {
			return err
		}
		e.style.Quality, e.shot.Samples = "ultra", *samples
		if err := e.hang(s, *folder); err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
	}
	return nil
}

// makeRoom makes the folder of the pictures. It refuses pictures that are there already, unless force is true.
func makeRoom(folder string, chosen []exhibit, force bool) error {
	if folder == commandline.Stdout {
		return usagef("-o is a folder: several pictures cannot go to standard output")
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, e := range chosen {
		if err := commandline.Writable(force, e.file(folder)); err != nil {
			return fmt.Errorf("-o: %w", err)
		}
	}
	return nil
}

func (e *exhibit) file(folder string) string { return filepath.Join(folder, e.name+".jpg") }

// fitting returns the pictures whose names match a pattern, and an error if there are none.
func fitting(all []exhibit, pattern string) (chosen []exhibit, err error) {
	var names []string
	for _, e := range all {
		ok, err := filepath.Match(pattern, e.name)
		if err != nil {
			return nil, usagef("-only %q: %v", pattern, err)
		}
		if names = append(names, e.name); ok {
			chosen = append(chosen, e)
		}
	}
	if len(chosen) == 0 {
		return nil, usagef("-only %q matches no picture; there are %s", pattern, strings.Join(names, ", "))
	}
	return chosen, nil
}

// hang renders the picture and writes it to folder.
func (e *exhibit) hang(s *render.Studio, folder string) error {
	p := &picture{variant: e.variant, moves: e.moves}
	v, m, err := p.match()
	if err != nil {
		return err
	}
	sc := scene.New(board.Stage(v))
	start := v.Rules.Start()
	sc.Set(start.Setup()) // later captures then lie in the trays
	pos := m.State().Position
	sc.Set(pos.Setup())
	sc.Dress(e.style)
	img, err := s.Photograph(sc, e.shot)
	if err != nil {
		return err
	}
	return writeJPEG(e.file(folder), img)
}

func writeJPEG(name string, img image.Image) error {
	var file bytes.Buffer
	if err := jpeg.Encode(&file, img, &jpeg.Options{Quality: 84}); err != nil {
		return err
	}
	return commandline.ReplaceFile(name, file.Bytes())
}
