package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/record"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
	"tafl3d/internal/flags"
	"tafl3d/library"
)

var importCommand = &command.Command{
	Name:    "import",
	Summary: "add games to a library",
	Args:    "-library DIR [-variant ID] [-collection NAME] FILE...",
	Files:   true,
	Help: `Reads games in any format of docs/format.md into the library in DIR. A missing
DIR is created. FILE "-" is standard input. -variant is the variant of games that
do not name one. Games that the library has already are skipped. Run the same
command again to continue an import that was stopped with Ctrl-C. Bad games are
reported with line and column and skipped; the exit code is then 1. With -json it
prints one object per file.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		dir, id := libraryFlag(f), f.String("variant", "", "variant of games that do not name one")
		collection := f.String("collection", "", "name of the collection for the games")
		asJSON := f.Bool("json", false, "print one JSON object per file")
		return func(e *command.Env) error { return importGames(e, *dir, *id, *collection, *asJSON) }
	},
}

func libraryFlag(f *flag.FlagSet) *string { return f.String("library", "", "folder of the library") }

// openLibrary opens the library in a folder; fresh creates a missing one.
func openLibrary(e *command.Env, dir string, fresh bool) (*library.Library, error) {
	if dir == "" {
		return nil, command.Usagef("give the folder of the library with -library DIR")
	}
	if _, err := os.Stat(dir); err != nil && !fresh {
		return nil, command.Usagef("-library: no folder %s; tafl import creates one", dir)
	}
	l, err := library.Open(dir)
	if err == nil && l.DamagedFile != "" {
		const text = "the library was damaged and was renamed to %s; %d games were recovered\n"
		fmt.Fprintf(e.Note, text, l.DamagedFile, l.Saved)
	}
	return l, err
}

// importOut is the JSON result of importing a file.
type importOut struct {
	File      string `json:"file"`
	Added     int    `json:"added"`
	Duplicate int    `json:"duplicate"`
	Bad       int    `json:"bad"`
}

func importGames(e *command.Env, dir, id, collection string, asJSON bool) (err error) {
	var opt record.Options
	if id != "" {
		if opt.Variant, err = command.Variant(id); err != nil {
			return err
		}
	}
	if len(e.Files) == 0 {
		return command.Usagef("import: name the files after the flags, or - for standard input")
	}
	l, err := openLibrary(e, dir, true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	bad := 0
	ctx, stop := signal.NotifyContext(e.Ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program immediately
	for _, name := range e.Files {
		rep, err := importFile(ctx, e, l, name, opt, collection)
		if ctx.Err() != nil {
			kept := command.Count(rep.Added+rep.Duplicate, "game", "games")
			const text = "import: stopped in %s; the %s read so far are kept. Import again to continue"
			return fmt.Errorf(text, name, kept)
		}
		if err != nil && rep.Added+rep.Duplicate+rep.Bad == 0 {
			return fmt.Errorf("import: %w", err)
		}
		tellFaults(e, name, rep.Faults)
		if likely := rep.Likely(); len(likely) > 0 {
			fmt.Fprintf(e.Note, "%s: with -variant %s all moves of %d of these games are legal\n", name,
				likely[0], rep.Fit[likely[0]])
		}
		if rep.Encoding != "" {
			fmt.Fprintf(e.Note, "%s: read as %s and kept as UTF-8\n", name, rep.Encoding)
		}
		told := importOut{name, rep.Added, rep.Duplicate, rep.Bad}
		if asJSON {
			err = errors.Join(err, e.Line(told))
		} else {
			added := command.Count(rep.Added, "game", "games")
			fmt.Fprintf(e.Out, "%s: %s imported, %d already in the library, %d bad\n", name, added,
				rep.Duplicate, rep.Bad)
		}
		if err != nil {
			return err
		}
		bad += rep.Bad
	}
	if bad > 0 {
		return fmt.Errorf("import: cannot read %s; the games of the other files are kept",
			command.Count(bad, "game", "games"))
	}
	return nil
}

// plural returns the noun for a number of games.
func plural(games int) string {
	if games == 1 {
		return "game"
	}
	return "games"
}

// tellFaults reports faulty games; it reports a fault of many games once.
func tellFaults(e *command.Env, name string, faults []library.Fault) {
	told := map[string]int{}
	for _, f := range faults {
		if told[f.Words]++; told[f.Words] == 1 {
			fmt.Fprintf(e.Note, "%s: %s: %s\n", name, faultAt(f), f.Words)
		}
	}
	if more := len(faults) - len(told); more > 0 {
		fmt.Fprintf(e.Note, "%s: %s with the same errors\n", name, command.Count(more, "more game", "more games"))
	}
}

// importReport is the interval between two progress reports of an import.
const importReport = 2 * time.Second

func importFile(
	ctx context.Context, e *command.Env, l *library.Library, name string, opt record.Options, collection string,
) (library.Report, error) {
	in, of := e.In, ""
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return library.Report{}, err
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil {
			if info.IsDir() {
				return library.Report{}, fmt.Errorf("%s is a folder: name files in it", name)
			}
			of = fmt.Sprintf(" of %.1f", megabytes(info.Size()))
		}
		in = f
	}
	last := time.Now()
	return l.Import(ctx, in, opt, collection, func(p library.Progress) {
		if time.Since(last) >= importReport {
			last = time.Now()
			games := command.Count(p.Added+p.Duplicate, "game", "games")
			fmt.Fprintf(e.Note, "%s: %s, %.1f%s MB read\n", name, games, megabytes(p.Bytes), of)
		}
	})
}

func megabytes(n int64) float64 { return float64(n) / (1 << 20) }

// filters declares the flags of a query and returns a function that builds it.
func filters(f *flag.FlagSet) func() (library.Query, error) {
	var q library.Query
	f.StringVar(&q.Variant, "variant", "", "only games of this variant")
	f.StringVar(&q.Family, "family", "", "only games of this family")
	f.StringVar(&q.Player, "player", "", "only games of players with these words in their name")
	f.StringVar(&q.Words, "words", "", "only games with all of these words in names, event, variant or date")
	f.StringVar(&q.Side, "side", "", "side of -player: attackers or defenders")
	f.StringVar(&q.Result, "result", "", "result: attackers, defenders or draw")
	f.StringVar(&q.Cause, "cause", "", "how the game ended: king-captured, resigned, ...")
	f.StringVar(&q.From, "from", "", "first `DATE`: 2026, 2026-11 or 2026-11-23")
	f.StringVar(&q.To, "to", "", "last `DATE`")
	f.StringVar(&q.Tag, "tag", "", "only games with this tag: `NAME=VALUE`")
	f.StringVar(&q.Collection, "collection", "", "only games of this collection")
	f.IntVar(&q.MinTurns, "min-turns", 0, "smallest number of moves")
	f.IntVar(&q.MaxTurns, "max-turns", 0, "largest number of moves; 0: no limit")
	position := f.String("position", "",
		"only games with this position, also rotated or mirrored: `TEXT`; needs -variant")
	f.StringVar(&q.Pattern, "pattern", "",
		"only games with these pieces on these squares, also rotated or mirrored: \"e5=K d4=t f6=.\"; needs -variant")
	return func() (library.Query, error) {
		if err := possible(q); err != nil {
			return q, err
		}
		if q.Variant != "" || *position != "" || q.Pattern != "" {
			r, err := command.Rules(q.Variant)
			if err != nil {
				return q, err
			}
			if q.Pattern != "" {
				if _, err := library.ParsePattern(r, q.Pattern); err != nil {
					return q, command.Usagef("-pattern: %v", err)
				}
			}
			if *position != "" {
				p, err := notation.ParsePosition(r, *position)
				if err != nil {
					return q, command.Usagef("-position: %v", err)
				}
				q.Position = &p
			}
		}
		q.Name, q.Player = q.Player, "" // same as in the window
		return q, nil
	}
}

// possible rejects filters that match no game.
func possible(q library.Query) error {
	sides := []string{"", game.Attackers.String(), game.Defenders.String()}
	for _, c := range []struct {
		flag, value string
		one         []string
	}{{"side", q.Side, sides}, {"result", q.Result, append(slices.Clip(sides), "draw")},
		{"family", q.Family, append([]string{""}, variant.Families...)}} {
		if !slices.Contains(c.one, c.value) {
			return command.Usagef("-%s %q: use one of %s", c.flag, c.value, strings.Join(c.one[1:], ", "))
		}
	}
	if err := possibleDates(q.From, q.To); err != nil {
		return err
	}
	if causes := causes(); q.Cause != "" && !slices.Contains(causes, q.Cause) {
		return command.Usagef("-cause %q: unknown; %s", q.Cause, flags.Choice("", q.Cause, causes))
	}
	if q.Side != "" && q.Player == "" {
		return command.Usagef("-side needs -player")
	}
	if q.Tag != "" && !strings.Contains(q.Tag, "=") {
		return command.Usagef("-tag: write NAME=VALUE, for example Event=House cup")
	}
	if q.MinTurns < 0 || q.MaxTurns < 0 || q.MaxTurns > 0 && q.MaxTurns < q.MinTurns {
		return command.Usagef("-min-turns %d and -max-turns %d: no game has that many moves", q.MinTurns, q.MaxTurns)
	}
	return nil
}

// causes returns the names of the ways in which a game may end.
func causes() (words []string) {
	for c := game.None + 1; c <= game.Adjudicated; c++ {
		words = append(words, c.String())
	}
	return words
}

// possibleDates rejects invalid dates, and a first date after the last one.
func possibleDates(from, to string) error {
	for _, d := range []struct{ flag, text string }{{"from", from}, {"to", to}} {
		if d.text != "" && !date(d.text) {
			return command.Usagef("-%s %q: write a date as 2026, 2026-11 or 2026-11-23", d.flag, d.text)
		}
	}
	if from != "" && to != "" && from > to && !strings.HasPrefix(from, to) {
		return command.Usagef("-from %s is after -to %s", from, to)
	}
	return nil
}

// date reports whether text is a valid year, month or day.
func date(text string) bool {
	for _, form := range []string{"2006", "2006-01", time.DateOnly} {
		if _, err := time.Parse(form, text); err == nil {
			return true
		}
	}
	return false
}

var gamesCommand = &command.Command{
	Name:    "games",
	Summary: "list the games of a library",
	Args:    "-library DIR [filters] [-limit N] [-json]",
	Help: `Lists the games of a library, newest first. A game must match all filters. Case
is ignored in names. With -json it prints one list of objects.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		dir, query := libraryFlag(f), filters(f)
		limit := f.Int("limit", 50, "largest number of games; 0: all")
		asJSON := f.Bool("json", false, "print a list of JSON objects")
		return func(e *command.Env) error {
			q, err := query()
			if err != nil {
				return err
			}
			if q.Limit = *limit; q.Limit < 0 {
				return command.Usagef("games: -limit %d is below 0", q.Limit)
			}
			return listGames(e, *dir, q, *asJSON)
		}
	},
}

// gameOut is a game in JSON.
type gameOut struct {
	ID         int64  `json:"id"`
	Variant    string `json:"variant"`
	Attackers  string `json:"attackers"`
	Defenders  string `json:"defenders"`
	Date       string `json:"date"`
	Event      string `json:"event"`
	Result     string `json:"result"`
	Cause      string `json:"cause"`
	Turns      int    `json:"turns"`
	Collection string `json:"collection"`
}

// find passes the games of a query, and their library, to use.
func find(
	e *command.Env, dir string, q library.Query, use func(l *library.Library, found []library.Entry) error,
) (err error) {
	l, err := openLibrary(e, dir, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	found, err := l.Find(e.Ctx, q)
	if err != nil {
		return err
	}
	return use(l, found)
}

func listGames(e *command.Env, dir string, q library.Query, asJSON bool) error {
	return find(e, dir, q, func(_ *library.Library, found []library.Entry) error {
		list := []gameOut{}
		for _, g := range found {
			list = append(list, gameOut{g.ID, g.Variant, g.Attackers, g.Defenders, g.Date, g.Event, g.Result, g.Cause,
				g.Turns, g.Collection})
			if !asJSON {
				fmt.Fprintf(e.Out, "%6d  %-24s %-10s  %-16s %-16s %4d  %s %s\n", g.ID, g.Variant, g.Date, g.Attackers,
					g.Defenders, g.Turns, g.Result, g.Cause)
			}
		}
		if asJSON {
			return e.Line(list)
		}
		return nil
	})
}

var exploreCommand = &command.Command{
	Name:    "explore",
	Summary: "show which moves were played in the games of a library",
	Args:    "-library DIR -variant ID [-moves TEXT] [-collection NAME] [-json]",
	Help: `Prints the moves that were played after -moves, the most frequent first, with the
number of games and their results. Positions that are rotated or mirrored count
as one where the rules allow it. With -json it prints {"moves":[{"move":..,
"games":..,"attackers":..,"defenders":..,"draws":..}]}.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		dir, id := libraryFlag(f), f.String("variant", "", "variant of the games")
		text := f.String("moves", "", "moves from the start, in the notation of docs/rules/notation.md")
		collection := f.String("collection", "", "only games of this collection")
		asJSON := f.Bool("json", false, "print one JSON object")
		return func(e *command.Env) error { return explore(e, *dir, *id, *text, *collection, *asJSON) }
	},
}

// moveOut is a move of the explorer in JSON.
type moveOut struct {
	Move      string `json:"move"`
	Games     int    `json:"games"`
	Attackers int    `json:"attackers"`
	Defenders int    `json:"defenders"`
	Draws     int    `json:"draws"`
}

func explore(e *command.Env, dir, id, text, collection string, asJSON bool) (err error) {
	r, err := command.Rules(id)
	if err != nil {
		return err
	}
	c := tree.New(id, r.Start()).Cursor()
	for word := range strings.FieldsSeq(text) {
		if strings.HasSuffix(word, ".") {
			continue
		}
		if _, err := c.Text(word); err != nil {
			return command.Usagef("-moves: %q: %v", word, err)
		}
	}
	l, err := openLibrary(e, dir, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	found, err := l.Explore(e.Ctx, id, &c.Line().Position, collection)
	if err != nil {
		return err
	}
	list := []moveOut{}
	for _, m := range found {
		list = append(list, moveOut{m.Turn, m.Games, m.Attackers, m.Defenders, m.Draws})
		if !asJSON {
			const line = "%-12s %7d %-5s  attackers %d, defenders %d, draws %d\n"
			fmt.Fprintf(e.Out, line, m.Turn, m.Games, plural(m.Games), m.Attackers, m.Defenders, m.Draws)
		}
	}
	if asJSON {
		return e.Line(map[string][]moveOut{"moves": list})
	}
	return nil
}

var exportCommand = &command.Command{
	Name:    "export",
	Summary: "write games of a library into a file",
	Args:    "-library DIR -o FILE [-format tafl|opentafl|pgn|library] [filters] [-force] [-json]",
	Help: `Writes the games of a library, oldest first, into a new file: in the format of
tafl3d, as records of OpenTafl (tafl family only), or as PGN. FILE "-" is
standard output. An existing file is replaced only with -force. -format library
writes a backup of the whole library into one new file; to restore it, copy it
into a folder as library.sqlite. With -json it prints the number of games as
{"games":N}.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		dir, query := libraryFlag(f), filters(f)
		to, format := f.String("o", "", "`FILE` to write"), f.String("format", "tafl", "tafl, opentafl, pgn or library")
		asJSON, force := f.Bool("json", false, "print the number of games as JSON"), false
		command.ForceFlag(f, &force)
		return func(e *command.Env) error {
			q, err := query()
			switch {
			case err != nil:
				return err
			case *to == "":
				return command.Usagef("export: give the file with -o FILE")
			case !slices.Contains([]string{"tafl", "opentafl", "pgn", "library"}, *format):
				return command.Usagef("export: -format %q: use tafl, opentafl, pgn or library", *format)
			case *format == "library" && q != (library.Query{}):
				return command.Usagef("export: -format library writes all games; leave the filters out")
			case *format == "library" && (force || *to == command.Stdout):
				return command.Usagef("export: -format library writes a new file; give -o a new name, without -force")
			case *asJSON && *to == command.Stdout:
				return command.Usagef("export: with -json standard output has the number of games; give a file with -o")
			}
			if *format == "library" {
				return backup(e, *dir, *to, *asJSON)
			}
			if err := command.Writable(force, *to); err != nil {
				return err
			}
			q.Oldest = true
			return export(e, *dir, *to, *format, q, *asJSON)
		}
	},
}

func export(e *command.Env, dir, to, format string, q library.Query, asJSON bool) error {
	return find(e, dir, q, func(l *library.Library, found []library.Entry) error {
		var b strings.Builder
		for _, entry := range found {
			g, err := l.Game(entry.ID)
			if err != nil {
				return fmt.Errorf("game %d: %w", entry.ID, err)
			}
			text := record.Text(g)
			switch format {
			case "opentafl":
				if text, err = record.OpenTafl(g); err != nil {
					return fmt.Errorf("game %d: %w", entry.ID, err)
				}
			case "pgn":
				text = record.PGN(g)
			}
			b.WriteString(strings.TrimRight(text, "\n") + "\n\n")
		}
		if err := e.Write(to, []byte(b.String())); err != nil {
			return err
		}
		if asJSON {
			return e.Line(map[string]int{"games": len(found)})
		}
		e.Say(to, "%s written to %s\n", command.Count(len(found), "game", "games"), to)
		return nil
	})
}

// backup writes the whole library to a file.
func backup(e *command.Env, dir, to string, asJSON bool) (err error) {
	if _, err := os.Lstat(to); err == nil {
		return fmt.Errorf("export: %s exists already, and a backup never replaces a file: choose another name", to)
	}
	l, err := openLibrary(e, dir, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	n, err := l.Count(e.Ctx, library.Query{})
	if err == nil {
		err = l.Backup(to)
	}
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if asJSON {
		return e.Line(map[string]int{"games": n})
	}
	fmt.Fprintf(e.Out, "%s, with collections and results, written to %s\n", command.Count(n, "game", "games"), to)
	return nil
}

// faultAt returns the position of a fault in a file.
func faultAt(f library.Fault) string {
	if f.Column == 0 {
		return fmt.Sprintf("line %d", f.Line)
	}
	return fmt.Sprintf("line %d, column %d", f.Line, f.Column)
}
