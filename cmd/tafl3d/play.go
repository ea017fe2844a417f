package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"tafl3d/ai/review"
	"tafl3d/app"
	"tafl3d/app/board"
	"tafl3d/app/dial"
	"tafl3d/app/engines"
	"tafl3d/app/events"
	"tafl3d/app/folders"
	"tafl3d/game"
	"tafl3d/game/link"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
	"tafl3d/internal/lock"
	"tafl3d/net/wire"
	"tafl3d/panel"
	"tafl3d/render"
	"tafl3d/render/carve"
	"tafl3d/render/hud"
	"tafl3d/scene"
	homeset "tafl3d/set"
	"tafl3d/sound"
	"tafl3d/tongue"
)

// order holds the flags of a game.
type order struct {
	variant    string
	seats      seats
	level      level
	clock      clock
	size       size
	fullScreen bool
	mute       bool
	language   string
	voice      string
	seed       uint64
	data       string
	style      scene.Style
	report     string
	app.Handed                 // what to open; empty for nothing
	set        map[string]bool // names of the flags that were given
}

var playCommand = &command.Command{
	Args: "[flags] [LINK|FILE]",
	Help: "Without a command, tafl3d opens its window. -variant, -side, -level and -clock start a game at once, a\n" +
		"LINK opens an invitation, and a FILE opens its games as studies.",
	Files: true, Word: func(word string) error {
		_, err := parseHanded(word)
		return err
	},
	Prepare: func(fs *flag.FlagSet) func(*command.Env) error {
		o := newOrder(fs)
		return func(e *command.Env) error {
			if err := o.read(command.Given(fs), e.Files); err != nil {
				return err
			}
			return o.play(e.Ctx, e.Out)
		}
	},
}

// newOrder returns an order with the values of flags.
func newOrder(fs *flag.FlagSet) *order {
	o := &order{
		variant: "brandubh-gorrion", level: 3, size: size{1280, 720},
		seats: seats{[game.Sides]bool{game.Attackers: true}},
	}
	fs.StringVar(&o.variant, "variant", o.variant, "start a game of this `variant` (see: tafl variants)")
	fs.Var(&o.seats, "side", "start a game with people on this `side`: attackers, defenders, both or none")
	fs.Var(&o.level, "level", "start a game against the computer at this `level`, 1 to 10")
	fs.Var(&o.clock, "clock", "start a game with this time `control`: none, 5+3 (minutes, seconds per move), 10+3x30 "+
		"(minutes, 3 periods of 30 seconds)")
	fs.BoolVar(&o.fullScreen, "fullscreen", false, "start in full screen")
	fs.Var(&o.size, "size", "`size` of the window")
	fs.Uint64Var(&o.seed, "seed", 0, "`seed` of the computer's choices; 0 for a new one")
	fs.StringVar(&o.data, "data", "", "`folder` of settings and games")
	styleFlags(fs, &o.style)
	fs.BoolVar(&o.mute, "mute", false, "start without sound")
	fs.StringVar(&o.language, "language", "",
		"`language`: en, da, sv, nb, de or is; default from the settings, then from the system")
	fs.StringVar(&o.voice, "speak", "",
		"announce each move with this `command`; {} in it is replaced by the text, else it reads the text from its "+
			"input")
	fs.StringVar(&o.report, "report", "",
		"append a line to this `file` when the picture is finished, for programs that watch the window")
	return o
}

// read checks the flags and takes the argument.
func (o *order) read(given map[string]bool, words []string) (err error) {
	o.set = given
	if len(words) > 1 {
		return command.Usagef("unexpected word %q (see: tafl3d help)", words[1])
	}
	for _, w := range words {
		if o.Handed, err = parseHanded(w); err != nil {
			return err
		}
	}
	if err := o.fits(); err != nil {
		return err
	}
	if o.language != "" && !tongue.Has(o.language) {
		return command.Usagef("there is no language %q: use en, da, sv, nb, de or is", o.language)
	}
	return o.style.Check()
}

// fits rejects flags without effect.
func (o *order) fits() error {
	game := "" // the first flag that starts a game
	for _, name := range []string{"clock", "level", "side", "variant"} {
		if o.set[name] {
			game = name
		}
	}
	switch {
	case game != "" && o.Handed != app.Handed{}:
		return command.Usagef("-%s starts a game: leave it out to open a file or a link", game)
	case o.set["level"] && o.seats.String() == "both":
		return command.Usagef("-level is for the computer, and with -side both two people play: leave one of them out")
	}
	return nil
}

// parseHanded parses an argument: a link of an invitation or a service, a tafl3d link, or a file of games.
func parseHanded(word string) (app.Handed, error) {
	if link.Is(word) {
		return app.Handed{Link: word}, nil
	}
	if i, err := wire.ParseInvitation(word); err == nil && i.Service != "" || err != nil && wire.ServiceLink(word) {
		return app.Handed{Invitation: word}, nil
	}
	file := local(word)
	if !exists(file) {
		return app.Handed{}, fmt.Errorf("%q is not a command, a file or a link", word)
	}
	return app.Handed{File: file}, nil
}

// local returns the path of a file; desktops may pass it as a URL, "file:///home/...".
func local(word string) string {
	u, err := url.Parse(word)
	if err != nil || u.Scheme != "file" {
		return word
	}
	if path := u.Path; len(path) > 2 && path[2] == ':' { // file:///C:/...
		return filepath.FromSlash(path[1:])
	}
	return filepath.FromSlash(u.Path)
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return !errors.Is(err, fs.ErrNotExist)
}

// setup returns the game to start immediately, or nil for the title screen.
func (o *order) setup() *board.Setup {
	if !o.set["variant"] && !o.set["side"] && !o.set["level"] && !o.set["clock"] {
		return nil
	}
	s := &board.Setup{Variant: o.variant, Control: o.clock.Control} // app also has user-defined variants
	for side, human := range o.seats.human {
		if !human {
			s.Levels[side] = int(o.level)
		}
	}
	return s
}

// play opens the window and runs until it is closed.
func (o *order) play(ctx context.Context, out io.Writer) error {
	store := folders.Open(o.data)
	mine, err := lock.Take(store.Data)
	if errors.Is(err, lock.ErrHeld) { // a folder that is not writable needs no lock
		return o.handOver(store.Data, err, out)
	}
	defer func() { _ = mine.Free() }()
	if o.seed == 0 {
		o.seed = rand.Uint64()
	}
	return o.open(ctx, store, mine)
}

// handOver asks the program that already has the folder open to come to the front and to open the
// arguments of this one.
func (o *order) handOver(dir string, held error, out io.Writer) error {
	if o.File != "" {
		if whole, err := filepath.Abs(o.File); err == nil { // the other program may have another working directory
			o.File = whole
		}
	}
	text, err := json.Marshal(o.Handed)
	if err == nil {
		err = lock.Tell(dir, string(text))
	}
	switch nothing := o.Handed == (app.Handed{}); {
	case err != nil && nothing:
		return fmt.Errorf("tafl3d is already open: use its window, or start with another folder (-data) (%w; %w)",
			held, err)
	case err != nil:
		return fmt.Errorf(
			"tafl3d is already open but does not answer: drop or paste this into its window (%w; %w)", held,
			err)
	case nothing:
		fmt.Fprintln(out, "tafl3d is already open: showing its window")
	default:
		fmt.Fprintln(out, "tafl3d is already open: opening it there")
	}
	return nil
}

// listen lets the client open the arguments of later starts of the program while the folder is
// locked. If it cannot listen, later starts report that the program is already running.
func listen(mine *lock.Folder, dir string, a *app.App) {
	if mine == nil {
		return
	}
	_ = mine.Listen(dir, func(text string) {
		var h app.Handed
		if json.Unmarshal([]byte(text), &h) == nil {
			a.Later(func() {
				render.Raise()
				a.OpenHanded(h)
			})
		}
	})
}

// open wires the program together and runs the window.
func (o *order) open(ctx context.Context, store folders.Folders, mine *lock.Folder) error {
	report, err := openReport(o.report)
	if err != nil {
		return err
	}
	thinkers := engines.New()
	defer thinkers.Close()
	wake := make(chan struct{}, 1)
	sc := scene.New(scene.Stage{})
	opt := app.Options{
		View: sc, Engines: thinkers, Reviewer: thinkers, Chance: engines.Chance, EngineChance: review.EngineChance,
		Store:    store,
		Variants: store.Variants(), Seed: o.seed, Setup: o.setup(), Style: o.style,
		Wake:    func() { nudge(wake) },
		Version: strings.TrimPrefix(version(), "tafl3d "), Newer: newer(), Language: o.language,
		Locale: tongue.Match(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG")), Voice: speak,
		Speak: o.voice,
		Events: &events.Options{Events: store.Events(), Entrants: thinkers.Contenders(), Picture: hud.Picture,
			Reveal: reveal},
	}
	games := store.Library()
	defer games.Close() // after the client, which still writes
	opt.Library, thinkers.Explore = games.Open, games.Explore
	opt.Network = dial.Network{Store: store, Events: store.Events(), Wake: opt.Wake,
		Hosted: filepath.Join(store.Data, "hosted")}
	opt.Pictures, opt.Reveal = store.Pictures(), reveal
	opt.Trial = thinkers.Trial
	opt.Carved = func(c context.Context, game string, flip bool, s scene.Style,
		told func(done, of int)) ([]byte, error) {
		return carved(c, store.Cache, game, flip, s, told)
	}
	opt.MakeSet = func(c context.Context, v *variant.Variant, told func(done, of int)) (string, error) {
		folder := store.NewSet(v.ID)
		return folder, homeset.Make(c, v, homeset.Options{}, folder, told)
	}
	opt.Copy, opt.Clipboard, opt.Invitation, opt.Link = render.Copy, render.Clipboard, o.Invitation, o.Link
	opt.Disk, opt.Files, opt.File = folders.Disk{}, dialogs{}, o.File
	if !o.mute {
		s := sound.Start(sound.Options{Seed: o.seed})
		defer s.Close()
		opt.Ear, opt.View = s, heard{sc, s}
	}
	a, err := app.New(ctx, opt)
	if err != nil {
		return err
	}
	listen(mine, store.Data, a)
	if o.fullScreen && !a.FullScreen() {
		a.Key(panel.Key{Name: "F11"}) // on any first page
	}
	window := render.Options{Title: "tafl3d", Width: o.size.w, Height: o.size.h,
		Cache: folders.Carvings(store.Cache, version())}
	if report != nil {
		defer func() { _ = report.Close() }()
		window.Report = reportTo(report)
	}
	return render.Run(ctx, window, sc, a, wake) // closes a
}

// heard is a scene that tells the sound the material of its board.
type heard struct {
	*scene.Scene
	sound *sound.Sound
}

// Stage implements app.View.
func (h heard) Stage(st scene.Stage) {
	h.Scene.Stage(st)
	h.lay()
}

// Dress implements app.View.
func (h heard) Dress(style scene.Style) {
	h.Scene.Dress(style)
	h.lay()
}

func (h heard) lay() {
	h.sound.SetGround(grounds[carve.Of(*h.Scene.On(), carve.Options{Board: h.Scene.Dressed().Board})])
}

// grounds maps the materials of boards to those of sound.
var grounds = map[carve.Substance]sound.Ground{carve.Wood: sound.Wood, carve.Stone: sound.Stone, carve.Hide: sound.Hide}

// nudge sends to a buffered channel without blocking.
func nudge(wake chan<- struct{}) {
	select {
	case wake <- struct{}{}:
	default:
	}
}
