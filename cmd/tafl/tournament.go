package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"tafl3d/ai/contest"
	"tafl3d/game/match"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
	"tafl3d/internal/memory"
	"tafl3d/tournament"
	"tafl3d/tournament/play"
)

var tournamentCommand = &command.Command{
	Name:    "tournament",
	Summary: "run a tournament of engines",
	Args:    "-file EVENT.toml [-o SAVED.json] [-cross FILE] [-html FILE] [-records DIR] [-jobs N] [-force] [-json]",
	Help: `Plays all games of a tournament, up to -jobs at the same time, and prints the
final standings. The file has format, variants, entrants and rules; see
docs/tournaments.md and docs/examples/event.toml. Engines are named as in
tafl match.

With -o the tournament is saved after every game; run the same command again to
continue it. Ctrl-C saves it and prints the standings so far. An engine that
fails or does not answer loses the game, and the tournament continues.

-cross writes the cross-table as CSV, or as JSON if the name ends in .json; -html
writes an HTML page without external files; -records writes each game into a file
of its own in the format of tafl3d. A new tournament replaces the files of
another one only with -force. EVENT.toml may be "-" for standard input, and one
of -cross and -html may be "-": standard output then has it instead of the
standings. With -json each game is a line, and the standings with cross-table and
ratings are the last line.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		h := &eventRun{grace: play.Grace}
		f.StringVar(&h.file, "file", "", "TOML `file` of the tournament")
		f.StringVar(&h.out, "o", "", "`file` to save the tournament in and to continue from")
		f.StringVar(&h.cross, "cross", "", "`file` for the cross-table")
		f.StringVar(&h.html, "html", "", "`file` for the HTML page")
		f.StringVar(&h.records, "records", "", "`folder` for the games")
		f.IntVar(&h.jobs, "jobs", runtime.GOMAXPROCS(0), "games played at the same time")
		f.IntVar(&h.hash, "hash", 16, "`MiB` of memory for each engine")
		f.BoolVar(&h.json, "json", false, "print one JSON object per line")
		command.ForceFlag(f, &h.force)
		return h.run
	},
}

// eventFile is the TOML file of an event.
type eventFile struct {
	tournament.Config
	Opening  int             `toml:"opening"`   // random turns at the start of both games of a pairing
	MaxPlies int             `toml:"max_plies"` // plies after which a game is a draw; 0: 400
	Hang     tournament.Span `toml:"hang"`      // time after which an engine that does not answer loses; 0: 1m
	Entrants []struct {
		Name   string `toml:"name"`
		Engine string `toml:"engine"`
		Rating int    `toml:"rating"`
	} `toml:"entrants"`
}

// eventRun runs an event. Its run method owns the tournament.
type eventRun struct {
	file, out, cross, html, records string
	jobs, hash                      int
	json                            bool
	force                           bool
	grace                           time.Duration // added to the time of an engine

	event    eventFile
	control  match.Control
	variants map[string]*variant.Variant
	ev       *tournament.Tournament
	saved    time.Time
}

func (h *eventRun) run(e *command.Env) error {
	if err := h.load(e); err != nil {
		return err
	}
	if err := h.resume(e); err != nil {
		return err
	}
	ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
	defer cancel()
	if err := h.startable(ctx); err != nil {
		return err
	}
	fault := h.play(ctx, e)
	fault = errors.Join(fault, h.save(true))
	if !h.toOut() {
		fault = errors.Join(fault, h.print(e))
	}
	return errors.Join(fault, h.export(e))
}

// toOut reports whether standard output receives the cross-table or the page instead of the
// standings.
func (h *eventRun) toOut() bool { return h.cross == command.Stdout || h.html == command.Stdout }

// checkOutputs rejects conflicting output files.
func (h *eventRun) checkOutputs() error {
	switch {
	case h.out == command.Stdout:
		return command.Usagef("tournament: -o: the tournament is continued from it; give a file")
	case h.records == command.Stdout:
		return command.Usagef("tournament: -records: give a folder; each game is a file in it")
	case h.cross != "" && h.cross == h.html:
		return command.Usagef("tournament: -cross and -html are both %s; give one of them another name", h.cross)
	case h.json && h.toOut():
		return command.Usagef("tournament: with -json standard output has the games; give files with -cross and -html")
	}
	return nil
}

// readEvent reads the event's file, or standard input for "-".
func (h *eventRun) readEvent(e *command.Env) ([]byte, error) {
	if h.file == command.Stdout {
		return io.ReadAll(e.In)
	}
	return os.ReadFile(h.file)
}

// checkNotOverwriting rejects a new event that would overwrite the files of another.
func (h *eventRun) checkNotOverwriting() error {
	if err := command.Writable(h.force, h.cross, h.html); err != nil {
		return err
	}
	games, _ := filepath.Glob(filepath.Join(h.records, "round*-game*.json"))
	if h.records != "" && len(games) > 0 && !h.force {
		return fmt.Errorf("%s has games of a tournament: add -force to replace them, or choose another folder",
			h.records)
	}
	return nil
}

// load reads the event's file and checks everything that it names.
func (h *eventRun) load(e *command.Env) error {
	if h.file == "" {
		return command.Usagef("tournament: give the file with -file EVENT.toml (see: tafl help tournament)")
	}
	if h.jobs < 1 || h.hash < 1 {
		return command.Usagef("tournament: -jobs %d, -hash %d: both must be at least 1", h.jobs, h.hash)
	}
	if err := memory.Check(2 * h.hash * h.jobs); err != nil {
		return command.Usagef("tournament: -hash %d, of 2 engines in each of -jobs %d: %v", h.hash, h.jobs, err)
	}
	if err := h.checkOutputs(); err != nil {
		return err
	}
	text, err := h.readEvent(e)
	if err != nil {
		return command.Usagef("tournament: %v", err)
	}
	if err := parseEvent(text, &h.event); err != nil {
		return command.Usagef("tournament: %s: %v", h.file, err)
	}
	return h.check()
}

// startable rejects entrants whose program is missing or not executable. A program that fails later
// loses its games, and the event continues.
func (h *eventRun) startable(ctx context.Context) error {
	for _, n := range h.event.Entrants {
		make, err := contest.Names{Hash: h.hash}.Parse(n.Engine)
		if err != nil {
			return err
		}
		e := seat(make(1))
		err = contest.Start(ctx, e.Engine)
		e.close()
		_, missing := errors.AsType[*exec.Error](err)
		_, refused := errors.AsType[*fs.PathError](err)
		if missing || refused {
			return fmt.Errorf("tournament: entrant %q: %w", n.Name, err)
		}
	}
	return nil
}

// parseEvent parses the file and rejects unknown keys. The error is one line with the position.
func parseEvent(text []byte, f *eventFile) error {
	dec := toml.NewDecoder(strings.NewReader(string(text))).DisallowUnknownFields()
	err := dec.Decode(f)
	if unknown, is := errors.AsType[*toml.StrictMissingError](err); is {
		first := unknown.Errors[0]
		line, _ := first.Position()
		return fmt.Errorf("line %d: unknown key %s", line, strings.Join(first.Key(), "."))
	}
	if bad, is := errors.AsType[*toml.DecodeError](err); is {
		line, column := bad.Position()
		return fmt.Errorf("line %d, column %d: %s", line, column, strings.TrimPrefix(bad.Error(), "toml: "))
	}
	return err
}

// check fills in defaults and rejects what cannot be played.
func (h *eventRun) check() (err error) {
	f := &h.event
	if f.MaxPlies == 0 {
		f.MaxPlies = play.MaxPlies
	}
	if f.Hang == 0 {
		f.Hang = tournament.Span(play.Hang)
	}
	if f.Clock == "" {
		f.Clock = "none"
	}
	switch {
	case f.MaxPlies < 1 || f.MaxPlies > 4000:
		return command.Usagef("tournament: max_plies %d: use 1 to 4000", f.MaxPlies)
	case f.Opening < 0 || f.Opening >= f.MaxPlies:
		return command.Usagef("tournament: opening %d: use 0 to less than max_plies", f.Opening)
	case f.Hang < 0:
		return command.Usagef("tournament: hang: must not be negative")
	case len(f.Entrants) < 2:
		return command.Usagef("tournament: %d entrants: a tournament needs two; add [[entrants]] with name and engine",
			len(f.Entrants))
	}
	if h.control, err = match.ParseControl(f.Clock); err != nil {
		return command.Usagef("tournament: clock: %v", err)
	}
	h.variants = map[string]*variant.Variant{}
	for _, v := range f.Variants {
		if h.variants[v.ID], err = command.Variant(v.ID); err != nil {
			return err
		}
	}
	for _, n := range f.Entrants {
		for id := range h.variants {
			if _, err := (contest.Names{Variant: id, Hash: h.hash}).Parse(n.Engine); err != nil {
				return command.Usagef("tournament: entrant %q: %v", n.Name, err)
			}
		}
	}
	return nil
}

// resume resumes the saved event, or enters all players in a new one.
func (h *eventRun) resume(e *command.Env) error {
	fresh, err := tournament.New(h.event.Config)
	if err != nil {
		return command.Usagef("tournament: %s: %s", h.file, strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	data, err := readSaved(h.out)
	if err != nil {
		return err
	}
	if data != nil {
		if h.ev, err = tournament.Decode(data); err != nil {
			return fmt.Errorf("%s: %w", h.out, err)
		}
		if !reflect.DeepEqual(h.ev.Config(), h.withSavedByes(fresh.Config())) || !h.sameEntrants() {
			return command.Usagef("tournament: %s holds a different tournament than %s; give another -o", h.out, h.file)
		}
		fmt.Fprintf(e.Note, "continuing %s, %s\n", h.out, command.Count(h.results(), "result", "results"))
		if h.ev.Phase() == tournament.Paused {
			return h.apply(tournament.Resume{})
		}
		return nil
	}
	if err := h.checkNotOverwriting(); err != nil {
		return err
	}
	h.ev = fresh
	for _, n := range h.event.Entrants {
		if err := h.apply(tournament.Enter{Name: n.Name, Kind: "engine", Ref: n.Engine, Rating: n.Rating}); err != nil {
			return command.Usagef("tournament: %s: %v", h.file, strings.ReplaceAll(err.Error(), "\n", "; "))
		}
	}
	if err := h.apply(tournament.Start{}); err != nil {
		return command.Usagef("tournament: %s: %v", h.file, err)
	}
	return nil
}

// withSavedByes returns the configuration with the saved event's limit of byes if the file sets none.
// Events saved before the limit existed have none.
func (h *eventRun) withSavedByes(c tournament.Config) tournament.Config {
	if h.event.Byes == 0 {
		c.Byes = h.ev.Config().Byes
	}
	return c
}

// readSaved returns the saved event, nil if there is none.
func readSaved(path string) ([]byte, error) {
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// sameEntrants reports whether the saved event has the players of the file.
func (h *eventRun) sameEntrants() bool {
	list := h.ev.Entrants()
	if len(list) != len(h.event.Entrants) {
		return false
	}
	for i, n := range h.event.Entrants {
		if e := list[i]; e.Name != n.Name || e.Ref != n.Engine || e.Rating != n.Rating {
			return false
		}
	}
	return true
}

// apply applies an event with the current time. The last event may be later if the clock was set
// back.
func (h *eventRun) apply(e tournament.Event) error {
	now := time.Now()
	if last := h.ev.Now(); now.Before(last) {
		now = last
	}
	return h.ev.Apply(now, e)
}

// results returns the number of finished games.
func (h *eventRun) results() (n int) {
	for _, p := range h.ev.Pairings() {
		n += len(p.Legs) - p.Open()
	}
	return n
}

// boardID identifies a game of the event.
type boardID struct{ pairing, leg int }

// play runs the event until it is over or ctx ends. Each game has a goroutine, and the results
// return here.
func (h *eventRun) play(ctx context.Context, e *command.Env) error {
	done := make(chan finished)
	running := map[boardID]bool{}
	shown := newProgress(e.Note, expected(h.ev))
	defer shown.end()
	drain := func() {
		for range len(running) {
			<-done
		}
	}
	for ctx.Err() == nil && h.ev.Phase() != tournament.Over {
		waiting, err := h.due(running)
		if err != nil {
			drain()
			return err
		}
		for _, d := range waiting[:min(len(waiting), h.jobs-len(running))] {
			running[boardID{d.Pairing, d.Leg}] = true
			go func() { done <- h.game(ctx, d) }()
		}
		if len(running) == 0 {
			continue
		}
		f := <-done
		delete(running, f.board)
		if f.Event == nil {
			continue
		}
		if err := h.take(e, f, shown); err != nil {
			drain()
			return err
		}
	}
	drain()
	return nil
}

// due returns the games that can start, and pairs the next round if there are too few. An event
// without possible pairings ends.
func (h *eventRun) due(running map[boardID]bool) ([]tournament.Due, error) {
	for {
		waiting := slices.DeleteFunc(h.ev.Due(),
			func(d tournament.Due) bool { return running[boardID{d.Pairing, d.Leg}] })
		if len(waiting) >= h.jobs-len(running) || h.ev.Phase() == tournament.Over {
			return waiting, nil
		}
		err := play.NextRound(h.ev, h.apply)
		switch {
		case err == nil:
		case len(waiting)+len(running) > 0:
			return waiting, nil
		default:
			return nil, err
		}
	}
}

// take records a result, saves it and reports it.
func (h *eventRun) take(e *command.Env, f finished, shown *progress) error {
	if err := h.apply(f.Event); err != nil {
		return err
	}
	if err := errors.Join(h.save(false), h.keep(f)); err != nil {
		return err
	}
	p, err := h.ev.Pairing(f.board.pairing)
	if err != nil {
		return err
	}
	g := h.line(&p, f.board.leg)
	shown.step(h.results(), g.String())
	if h.json {
		return e.Line(g)
	}
	return nil
}

// expected returns the number of games of the event, 0 if it is unknown.
func expected(ev *tournament.Tournament) int {
	c, n := ev.Config(), 0
	for _, e := range ev.Entrants() {
		if !e.Withdrawn {
			n++
		}
	}
	switch c.Format {
	case tournament.Contest:
		return c.Rounds * c.Games
	case tournament.RoundRobin:
		return n * (n - 1) / 2 * c.Rounds * c.Games
	case tournament.Swiss:
		return ev.Rounds() * (n / 2) * c.Games
	case tournament.KnockOut, tournament.Gauntlet:
		return (n - 1) * c.Games
	case tournament.DoubleOut:
		return (2*n - 2) * c.Games
	}
	return 0
}
