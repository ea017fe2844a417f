package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"tafl3d/app"
	"tafl3d/app/board"
	"tafl3d/game"
	"tafl3d/game/table"
	"tafl3d/render"
	"tafl3d/scene"
)

// endurance lets the computer play against itself in the window, game after game on boards of all
// families, at ten times the usual speed and with random moves, and prints the use of memory and
// GPU memory. It is a render.Client; everything else works as in a normal game.
type endurance struct {
	render.Client // current game
	ctx           context.Context
	out           io.Writer
	scene         *scene.Scene
	wake          func()
	style         scene.Style
	games         int // number of games to play
	played        int
	moves         int
	long          int // moves of the current game
	over          bool
	err           error
	began         time.Time
}

// enduranceSpeed is the factor of the animation speed.
const enduranceSpeed = 10

// longest is the number of moves after which a game is stopped.
const longest = 120

// enduranceVariants are played in rotation.
var enduranceVariants = []string{"brandubh-gorrion", "fox-geese-13", "tablut-ashton", "bagh-chal", "brandubh-gorrion",
	"halatafl-old", "morris-9", "copenhagen-11x11-tdiamond"}

// endure plays the games.
func (b *benching) endure(ctx context.Context, out io.Writer) error {
	wake := make(chan struct{}, 1)
	e := &endurance{ctx: ctx, out: out, scene: scene.New(scene.Stage{}), wake: func() { nudge(wake) }, style: b.style,
		games: b.games, began: time.Now()}
	if e.style.Quality == "" {
		e.style.Quality = "low"
	}
	if err := e.next(); err != nil {
		return err
	}
	fmt.Fprintf(out, "%8s %8s %8s %8s %8s %8s   %s\n", "games", "moves", "seconds", "RSS MiB", "heap MiB", "routines",
		"on the card: textures, buffers, arrays, frame buffers, render buffers, programs")
	opt := render.Options{Title: "tafl3d", Width: b.sizes[0].w, Height: b.sizes[0].h, Cache: carvings()}
	if err := render.Run(ctx, opt, e.scene, e, wake); err != nil {
		return err
	}
	return e.err
}

func (e *endurance) next() error {
	if e.Client != nil {
		e.Client.Close()
	}
	id := enduranceVariants[e.played%len(enduranceVariants)]
	a, err := app.New(e.ctx, app.Options{
		View: watched{e.scene, e}, Engines: byChance{}, Style: e.style, Wake: e.wake, Pace: -1, Seed: uint64(e.played),
		Setup: &board.Setup{Variant: id, Levels: [game.Sides]int{1, 1}},
	})
	if err == nil {
		e.Client, e.over, e.long = a, false, 0
	}
	return err
}

// Frame implements render.Client. It starts the next game after the end of a game.
func (e *endurance) Frame(now time.Time) time.Time {
	wake := e.Client.Frame(now)
	e.scene.Speed(enduranceSpeed)
	if !e.over && e.long < longest || e.scene.Busy() {
		return wake
	}
	e.played++
	if e.played%e.every() == 0 {
		e.tell()
	}
	if e.played < e.games {
		e.err = e.next()
	}
	return now
}

// every returns the number of games between two reports, so that reports follow games on the same
// board.
func (e *endurance) every() int {
	const lines = 12
	n := len(enduranceVariants)
	return max(e.games/lines/n, 1) * n
}

// Quit implements render.Client.
func (e *endurance) Quit() bool { return e.played >= e.games || e.err != nil || e.Client.Quit() }

// tell prints the memory use.
func (e *endurance) tell() {
	runtime.GC()
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	h := render.Held()
	fmt.Fprintf(e.out, "%8d %8d %8.0f %8s %8.1f %8d   %d, %d, %d, %d, %d, %d\n", e.played, e.moves,
		time.Since(e.began).Seconds(), resident(),
		float64(m.HeapAlloc)/(1<<20), runtime.NumGoroutine(), h.Textures, h.Buffers, h.Arrays, h.FrameBuffers,
		h.RenderBuffers, h.Programs)
}

// resident returns the resident memory in MiB on Linux, else an empty text.
func resident() string {
	text, err := os.ReadFile("/proc/self/statm")
	fields := strings.Fields(string(text))
	if err != nil || len(fields) < 2 {
		return "unknown"
	}
	pages, err := strconv.Atoi(fields[1])
	if err != nil {
		return "unknown"
	}
	return fmt.Sprintf("%.1f", float64(pages)*float64(os.Getpagesize())/(1<<20))
}

// watched is a scene that reports its events to an endurance.
type watched struct {
	*scene.Scene
	by *endurance
}

// Show implements app.View.
func (w watched) Show(ev game.Event) {
	switch ev.(type) {
	case game.Moved:
		w.by.moves++
		w.by.long++
	case game.Ended:
		w.by.over = true
	}
	w.Scene.Show(ev)
}

// byChance provides players that play random moves.
type byChance struct{ board.Engines }

// Player implements app.Engines.
func (byChance) Player(_ board.Computer, _ string, seed uint64) (table.Player, func(), error) {
	return &gambler{rng: rand.NewPCG(seed, 1)}, func() {}, nil
}

// Manners implements app.Engines.
func (byChance) Manners() []board.Manner { return nil }

// gambler plays random moves. Only one table at a time may ask it.
type gambler struct {
	mu  sync.Mutex
	rng *rand.PCG
}

// Choose implements table.Player.
func (g *gambler) Choose(ctx context.Context, s table.Situation) (game.Move, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if m, ok := s.Position.RandomStep(g.rng, s.History); ok {
		return m, nil
	}
	<-ctx.Done() // the table ends such a game
	return game.NoMove, ctx.Err()
}

// nudge sends to a buffered channel without blocking.
func nudge(wake chan<- struct{}) {
	select {
	case wake <- struct{}{}:
	default:
	}
}
