package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"os"
	"path/filepath"

	"tafl3d/app/board"
	"tafl3d/game/variant"
	"tafl3d/render"
	"tafl3d/scene"
)

// exhibit is a picture of the gallery.
type exhibit struct {
	name    string // of the file, without its ending
	variant string
	style   scene.Style
	flat    bool
	near    float32 // how much nearer than usual
}

// shownOn are the games on which the designs of boards are shown.
var shownOn = map[string]string{
	"ballinderry": "brandubh-gorrion", "tablut": "tablut-ashton", "oak": "copenhagen-11x11-tdiamond", "gokstad": "haven-13x13",
	"oslo": "tyr-15x15-tyr", "trondheim": "fetlar-11x11", "bergen": "seabattle-13x13-parlett", "alea": "alea-citadels-19x19",
	"leather": "foteviken-9x9", "stone": "old-hnefatafl-11x11",
}

// setShownOn is a game with captains on either side.
const setShownOn = "berserk-11x11-tdiamondberserk"

// others are games on boards that are no grids.
var others = []string{"fox-geese-13", "pulijudamu-19", "bagh-chal", "dablot-full", "morris-9", "maharajah"}

// exhibits lists the pictures: every board and every set in every room, every
// board from above, and boards of the other families.
func exhibits() (all []exhibit) {
	for _, b := range scene.Boards {
		for _, r := range scene.Rooms {
			all = append(all, exhibit{"board-" + b + "-" + r, shownOn[b], scene.Style{Board: b, Room: r}, false, 1})
		}
		all = append(all, exhibit{"board-" + b + "-flat", shownOn[b], scene.Style{Board: b}, true, 1})
	}
	for _, s := range scene.Sets {
		for _, r := range scene.Rooms {
			all = append(all, exhibit{"pieces-" + s + "-" + r, setShownOn, scene.Style{Men: s, Room: r}, false, 1.9})
		}
		all = append(all, exhibit{"pieces-" + s + "-flat", setShownOn, scene.Style{Men: s}, true, 1.9})
	}
	for _, v := range others {
		all = append(all, exhibit{"game-" + v, v, scene.Style{}, false, 1})
	}
	return all
}

// gallery draws the pictures of docs/gallery.
func gallery(ctx context.Context, args []string, out io.Writer) error {
	fs := flag.NewFlagSet("tafl3d gallery", flag.ContinueOnError)
	folder, wide := fs.String("o", "", "the `folder` for the pictures; it is required"), size{640, 360}
	quality := fs.String("quality", "high", "the `quality` in which they are drawn")
	only := fs.String("only", "*", "draw those whose names this `pattern` fits")
	fs.Var(&wide, "size", "`size` of the pictures")
	if err := parse(fs, args, out); err != nil {
		return err
	}
	if *folder == "" {
		return usagef("where should the pictures go? Say -o FOLDER")
	}
	if err := (scene.Style{Quality: *quality}).Check(); err != nil {
		return err
	}
	if err := os.MkdirAll(*folder, 0o755); err != nil {
		return err
	}
	s, err := render.OpenStudio(render.Options{Detail: 1024}, wide.w, wide.h)
	if err != nil {
		return err
	}
	defer s.Close()
	for _, e := range exhibits() {
		if ok, err := filepath.Match(*only, e.name); err != nil || !ok {
			if err != nil {
				return usagef("-only %q: %v", *only, err)
			}
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		e.style.Quality = *quality
		if err := e.hang(s, *folder); err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
	}
	return nil
}

// hang draws the picture and writes it.
func (e *exhibit) hang(s *render.Studio, folder string) error {
	v, err := variant.Get(e.variant)
	if err != nil {
		return err
	}
	sc := scene.New(board.Stage(v))
	start := v.Rules.Start()
	sc.Set(start.Setup())
	sc.Dress(e.style)
	sc.Camera().SetFlat(e.flat)
	sc.Camera().Zoom(e.near)
	img, err := s.Take(sc, nil)
	if err != nil {
		return err
	}
	return writeJPEG(filepath.Join(folder, e.name+".jpg"), img)
}

func writeJPEG(name string, img image.Image) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(jpeg.Encode(f, img, &jpeg.Options{Quality: 80}), f.Close())
}
