package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"tafl3d/app/board"
	"tafl3d/app/folders"
	"tafl3d/game/record"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
	pictures "tafl3d/picture"
	"tafl3d/render"
	"tafl3d/scene"
)

// Display times of the frames of a film: during a move, after a turn, and at the end.
const (
	filmStep = 80 * time.Millisecond
	filmRest = 700 * time.Millisecond
	filmLast = 3 * time.Second
)

// movie holds the flags of film.
type movie struct {
	game  string // file of the game
	out   string
	size  size
	flip  bool
	style scene.Style
	cache string
	force bool
}

var filmCommand = &command.Command{
	Name: "film", Summary: "save a game as a 3D animation (GIF)", Args: "-game FILE -o FILE.gif [flags]",
	Help: "Saves the main line of a game as a 3D animation (GIF) and prints its progress.\n" +
		"Needs a display; a virtual one will do.",
	Prepare: func(fs *flag.FlagSet) func(*command.Env) error {
		m := &movie{size: size{800, 600}}
		fs.StringVar(&m.game, "game", "", "`file` of the game, - for standard input; required")
		fs.StringVar(&m.out, "o", "", "GIF `file` to write, - for standard output; required")
		command.ForceFlag(fs, &m.force)
		fs.Var(&m.size, "size", "`size` of the animation")
		fs.BoolVar(&m.flip, "flip", false, "show the board from the defenders' side")
		fs.StringVar(&m.cache, "cache", "", "cache generated boards and pieces in this `folder`; default no cache")
		styleFlags(fs, &m.style)
		return m.make
	},
}

// make renders the film and prints its progress.
func (m *movie) make(e *command.Env) error {
	if m.game == "" || m.out == "" {
		return command.Usagef("give the game with -game FILE and the animation with -o FILE.gif")
	}
	if err := m.style.Check(); err != nil {
		return err
	}
	if err := writable(m.force, m.out); err != nil {
		return err
	}
	text, err := readGame(m.game, e.In)
	if err != nil {
		return err
	}
	games, err := record.Read(string(text), record.Options{})
	if err != nil {
		return err
	}
	told := progress(e)
	if m.out == command.Stdout {
		told = func(int, int) {}
	}
	var reel bytes.Buffer
	if err := m.shoot(e.Ctx, games[0], &reel, told); err != nil {
		return err
	}
	return e.Write(m.out, reel.Bytes())
}

// progress returns a function that prints how much is done, for programs that read it.
func progress(e *command.Env) func(done, of int) {
	return func(done, of int) {
		fmt.Fprintf(e.Out, "%d of %d\n", done, of)
		_ = e.Out.Flush() // an error comes up at the end
	}
}

// readGame reads a file of games, compressed or not, or standard input for "-".
func readGame(name string, stdin io.Reader) ([]byte, error) {
	in := io.NopCloser(stdin)
	if name != command.Stdout {
		f, err := folders.Disk{}.Open(name)
		if err != nil {
			return nil, err
		}
		in = f
	}
	defer in.Close()
	return io.ReadAll(in)
}

// shoot renders the film.
func (m *movie) shoot(ctx context.Context, g *tree.Game, out io.Writer, told func(done, of int)) error {
	v, err := record.Variant(g, variant.Get)
	if err != nil {
		return err
	}
	s, err := render.OpenStudio(render.Options{Cache: folders.Carvings(m.cache, version())}, m.size.w, m.size.h)
	if err != nil {
		return err
	}
	defer s.Close()
	sc := scene.New(board.Stage(v))
	sc.Dress(m.style)
	if m.flip {
		sc.Camera().Flip()
	}
	var reel pictures.Reel
	take := func(d time.Duration) error {
		img, err := s.Take(sc, nil)
		if err == nil {
			reel.Add(img, d)
		}
		return errors.Join(err, ctx.Err())
	}
	c, line := g.Cursor(), g.Root.Last().Path()
	sc.Set(g.Start.Setup())
	err = take(filmRest)
	for i := 0; i < len(line) && err == nil; i++ {
		c.To(line[i])
		err = turned(sc, c, take, i == len(line)-1)
		told(i+1, len(line))
	}
	return errors.Join(err, reel.Write(out))
}

// turned renders the turn to the cursor's position, frame by frame.
func turned(sc *scene.Scene, c *tree.Cursor, take func(time.Duration) error, last bool) error {
	steps := c.Steps()
	for i := range steps {
		for _, e := range steps[i].Events() {
			sc.Show(e)
		}
		for sc.Advance(filmStep); sc.Busy(); sc.Advance(filmStep) {
			if err := take(filmStep); err != nil {
				return err
			}
		}
	}
	if last {
		return take(filmLast)
	}
	return take(filmRest)
}

// carved renders a film of a game, given as text, in a child process, so that the window stays
// responsive. cache is the folder of generated boards and pieces.
func carved(
	ctx context.Context, cache, game string, flip bool, style scene.Style, told func(done, of int),
) ([]byte, error) {
	dir, err := os.MkdirTemp("", "tafl3d-film")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	from, to := filepath.Join(dir, "game.tafl"), filepath.Join(dir, "game.gif")
	if err := os.WriteFile(from, []byte(game), 0o600); err != nil {
		return nil, err
	}
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if style.Quality == "auto" || style.Quality == "" {
		style.Quality = "medium"
	}
	var why bytes.Buffer
	c := exec.CommandContext(ctx, program, "film", "-game", from, "-o", to, fmt.Sprint("-flip=", flip),
		"-cache", cache,
		"-board", style.Board, "-pieces", style.Men, "-room", style.Room, "-quality", style.Quality)
	c.Stdout, c.Stderr = &counter{told: told}, &why
	if err := c.Run(); err != nil {
		return nil, errors.Join(ctx.Err(), errors.New(strings.TrimSpace(why.String())))
	}
	return os.ReadFile(to)
}

// counter parses progress such as "3 of 40" from what is written to it.
type counter struct {
	told func(done, of int)
	rest []byte
}

func (c *counter) Write(p []byte) (int, error) {
	c.rest = append(c.rest, p...)
	for {
		line, rest, whole := bytes.Cut(c.rest, []byte("\n"))
		if !whole {
			return len(p), nil
		}
		c.rest = rest
		var done, of int
		if n, _ := fmt.Sscanf(string(line), "%d of %d", &done, &of); n == 2 {
			c.told(done, of)
		}
	}
}
