package main

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"

	"tafl3d/app/board"
	"tafl3d/game/notation"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
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

// goats and mills hold the first moves of games of bagh chal and nine men's morris.
const (
	goats = "@c1 a5-b4 @c5 e1-d2 @a3 b4-b3 @e3"
	mills = "@d6 @d2 @f4 @b4 @d5 @d3 @a7 @g7 @a1 @a4 @g1"
)

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
		{"door-tiger", "bagh-chal", goats, scene.Style{Room: "door"},
			from("door", v(-3.6, 3.2, 5.9), v(0.1, -0.1, 0.5), v(-0.5, 0.4, 1.4), 30, 0.07)},
		{"studio-dablot", "dablot-mini", "", scene.Style{Room: "studio"},
			from("studio", v(4.2, 3.4, 6.2), v(0.2, 0.1, 0), v(0, 0.4, 0.8), 32, 0.07)},
		{"hall-maharajah", "maharajah", "", scene.Style{Room: "hall"},
			from("hall", v(2.9, 2.8, 7.4), v(0.3, 0.2, 0.6), v(0.5, 0.4, 2.6), 30, 0.025)},
		{"door-morris", "morris-9", mills, scene.Style{Room: "door", Men: "turned"},
			from("door", v(3.6, 4.6, 8.0), v(0.3, -0.2, 0.5), v(0.4, 0.3, 1.4), 32, 0.09)},
	}
}

// showing holds the flags of gallery.
type showing struct {
	folder, only string
	samples      int
	size         size
	force        bool
}

var galleryCommand = &command.Command{
	Name:    "gallery",
	Summary: "render the photographs of docs/gallery",
	Args:    "-o FOLDER [-only PATTERN] [-samples N] [-size WxH] [-force]",
	Help: `Saves pictures of boards and sets of pieces in every room. Needs a display; a
virtual one will do.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		s := &showing{size: size{1920, 1080}}
		f.StringVar(&s.folder, "o", "", "`folder` for the pictures; required")
		f.IntVar(&s.samples, "samples", 40, "`number` of exposures of each picture")
		f.StringVar(&s.only, "only", "*", "draw only pictures whose name matches this `pattern`")
		f.Var(&s.size, "size", "`size` of the pictures")
		command.ForceFlag(f, &s.force)
		return s.run
	},
}

// run renders the pictures.
func (s *showing) run(e *command.Env) error {
	if s.folder == "" {
		return command.Usagef("gallery: give the folder for the pictures with -o FOLDER")
	}
	if s.samples < 2 || s.samples > 10_000 {
		return command.Usagef("gallery: -samples %d: must be 2 to 10000", s.samples)
	}
	chosen, err := fitting(exhibits(), s.only)
	if err != nil {
		return err
	}
	if err := makeRoom(s.folder, chosen, s.force); err != nil {
		return err
	}
	ctx, stop := stoppable(e)
	defer stop()
	studio, err := render.OpenStudio(render.Options{Photograph: true, Cache: carvings()}, s.size.w, s.size.h)
	if err != nil {
		return err
	}
	defer studio.Close()
	for _, x := range chosen {
		if err := ctx.Err(); err != nil {
			return err
		}
		x.style.Quality, x.shot.Samples = "ultra", s.samples
		if err := x.hang(studio, s.folder); err != nil {
			return fmt.Errorf("%s: %w", x.name, err)
		}
	}
	return nil
}

// makeRoom makes the folder of the pictures. It refuses pictures that are there already, unless force is true.
func makeRoom(folder string, chosen []exhibit, force bool) error {
	if folder == command.Stdout {
		return command.Usagef("gallery: -o is a folder: several pictures cannot go to standard output")
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, e := range chosen {
		if err := command.Writable(force, e.file(folder)); err != nil {
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
			return nil, command.Usagef("gallery: -only %q: %v", pattern, err)
		}
		if names = append(names, e.name); ok {
			chosen = append(chosen, e)
		}
	}
	if len(chosen) == 0 {
		const text = "gallery: -only %q matches no picture; there are %s"
		return nil, command.Usagef(text, pattern, strings.Join(names, ", "))
	}
	return chosen, nil
}

// hang renders the picture and writes it to folder.
func (e *exhibit) hang(s *render.Studio, folder string) error {
	v, err := variant.Get(e.variant)
	if err != nil {
		return err
	}
	pos := v.Rules.Start()
	sc := scene.New(board.Stage(v))
	sc.Set(pos.Setup()) // later captures then lie in the trays
	l := v.Rules.Line()
	turns, _, err := notation.ParseMoves(&l.Position, e.moves)
	if err != nil {
		return err
	}
	for _, turn := range turns {
		if _, _, err := l.Play(turn); err != nil {
			return err
		}
	}
	sc.Set(l.Position.Setup())
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
	return command.ReplaceFile(name, file.Bytes())
}
