package main

import (
	"bytes"
	"flag"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"tafl3d/game/tree"
	"tafl3d/internal/command"
	"tafl3d/picture"
)

var pictureCommand = &command.Command{
	Name:    "picture",
	Summary: "draw a position as SVG or PNG, a game as an animated GIF",
	Args: "-o OUT.svg|OUT.png|OUT.gif [-game N] [-from N] [-ply N] [-size PIXELS] [-delay T] [-flip] [-bare] " +
		"[-variant ID] [-force] FILE",
	Help: `The extension of -o selects the format. SVG and PNG show the position after -ply
moves of the main line, or the last one, with the last move, its annotation and
the marks of the game. A GIF shows the moves from -from to -ply. FILE may be in
any format that tafl3d reads; "-" is standard input. An existing file OUT is
replaced only with -force.`,
	Files: true,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		x := &pictures{}
		f.StringVar(&x.out, "o", "", "`file` of the picture")
		f.IntVar(&x.game, "game", 1, "number of the game in the file")
		f.IntVar(&x.from, "from", 0, "number of `moves` before a GIF begins")
		f.IntVar(&x.ply, "ply", -1, "number of `moves` played; -1 for all")
		f.IntVar(&x.size, "size", 640, "`pixels` of the longer side; not for SVG")
		f.DurationVar(&x.delay, "delay", 800*time.Millisecond, "`time` between the moves of a GIF")
		f.BoolVar(&x.flip, "flip", false, "show the board from the other side")
		f.BoolVar(&x.bare, "bare", false, "omit the names of files and ranks")
		f.StringVar(&x.variant, "variant", "", "`variant` of games that do not name one")
		f.Bool("json", false, "accepted, without effect")
		command.ForceFlag(f, &x.force)
		return func(e *command.Env) error {
			if err := x.check(command.Given(f)); err != nil {
				return err
			}
			return x.run(e)
		}
	},
}

// pictures is a run of the command.
type pictures struct {
	out, variant          string
	game, from, ply, size int
	delay                 time.Duration
	flip, bare            bool
	force                 bool
}

// Smallest and largest size of a picture in pixels.
const leastSize, mostSize = 50, 4000

// ending returns the extension of the output file, such as ".svg", in lower case.
func (x *pictures) ending() string { return strings.ToLower(filepath.Ext(x.out)) }

// check rejects invalid flags and flags that this kind of picture ignores.
func (x *pictures) check(given map[string]bool) error {
	ending := x.ending()
	switch {
	case ending != ".svg" && ending != ".png" && ending != ".gif":
		return command.Usagef("picture: -o %q: use a name that ends in .svg, .png or .gif", x.out)
	case x.size < leastSize || x.size > mostSize:
		return command.Usagef("picture: -size must be %d to %d", leastSize, mostSize)
	case x.delay < 20*time.Millisecond || x.delay > time.Minute:
		return command.Usagef("picture: -delay must be from 20ms to 1m")
	case x.from < 0 || x.ply >= 0 && x.from > x.ply:
		return command.Usagef("picture: -from must be from 0 to -ply")
	case x.ply < -1:
		return command.Usagef("picture: -ply %d: it must be from 0, or -1 for all", x.ply)
	}
	for _, only := range []string{"from", "delay"} {
		if given[only] && ending != ".gif" {
			return command.Usagef("picture: -%s is for a GIF only; leave it out", only)
		}
	}
	return command.Writable(x.force, x.out)
}

func (x *pictures) run(e *command.Env) error {
	games, err := readGames(e, "picture", x.variant)
	if err != nil {
		return err
	}
	if x.game < 1 || x.game > len(games) {
		return command.Usagef("picture: -game %d: the file has %s", x.game, command.Count(len(games), "game", "games"))
	}
	g := games[x.game-1]
	to := g.Root
	for i := 0; i != x.ply && to.Main() != nil; i++ {
		to = to.Main()
	}
	if to.Ply() < x.ply {
		return command.Usagef("picture: -ply %d: the game has %s", x.ply, command.Count(to.Ply(), "move", "moves"))
	}
	var file bytes.Buffer
	if err := x.draw(e, g, to, x.ending(), &file); err != nil {
		return err
	}
	return command.ReplaceFile(x.out, file.Bytes())
}

// draw draws the requested kind of picture.
func (x *pictures) draw(e *command.Env, g *tree.Game, to *tree.Node, ending string, file *bytes.Buffer) error {
	if ending == ".gif" {
		ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
		defer cancel()
		f := picture.FilmOf(g, to, x.from)
		f.Size, f.Delay = x.size, x.delay
		for i := range f.Frames {
			f.Frames[i].Flip, f.Frames[i].Bare = x.flip, x.bare
		}
		say, end := e.Progress()
		defer end()
		return f.GIF(ctx, file, func(done, of int) { say("%d of %d pictures", done, of) })
	}
	c := g.Cursor()
	c.To(to)
	b := picture.At(c)
	b.Flip, b.Bare, b.Label = x.flip, x.bare, title(g)
	if ending == ".png" {
		return b.PNG(file, x.size)
	}
	file.WriteString(b.SVG())
	return nil
}
