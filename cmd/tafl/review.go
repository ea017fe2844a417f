package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"

	"tafl3d/ai"
	"tafl3d/ai/review"
	"tafl3d/ai/review/words"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/record"
	"tafl3d/game/tree"
	"tafl3d/internal/command"
	"tafl3d/internal/unpack"
	"tafl3d/picture/report"
)

var reviewCommand = &command.Command{
	Name:    "review",
	Summary: "analyse games with the engine: mistakes, and better moves",
	Args:    "[-nodes N | -time T] [-variant ID] [-json] [-o OUT] [-html OUT] [-force] FILE...",
	Help: `Analyses the main line of each game. Prints a line for every move: the attackers'
winning chance after it, what the move lost, its annotation, the better move, and
why it is better where the engine can tell. Then it prints the accuracy of each
side; docs/review.md has the formulas. FILE may hold games in any format that
tafl3d reads, also compressed with gzip; "-" is standard input. With -json each
game is one object.

-o writes the games in the format of docs/format.md with evaluations, annotations
and better lines. -html writes an HTML page for printing, with diagrams,
variations, comments and a chart of the winning chances; tafl report does the
same without an analysis. One of -o and -html may be "-": standard output then
has it instead of the list of moves. Existing files are replaced only with
-force.`,
	Files: true,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		x := &reviews{}
		f.Int64Var(&x.limits.Nodes, "nodes", review.DefaultNodes, "`positions` searched per move")
		f.DurationVar(&x.limits.Time, "time", 0, "`time` per move, instead of -nodes")
		f.IntVar(&x.limits.Threads, "threads", 1,
			"number of `threads`; with 1 and -nodes the result is reproducible")
		f.StringVar(&x.variant, "variant", "", "`variant` of games that do not name one")
		f.StringVar(&x.out, "o", "", "`file` for the annotated games")
		f.StringVar(&x.page, "html", "", "`file` for the HTML page")
		f.BoolVar(&x.json, "json", false, "print one JSON object per game")
		command.ForceFlag(f, &x.force)
		return func(e *command.Env) error {
			if err := x.check(command.Given(f)); err != nil {
				return err
			}
			return x.run(e)
		}
	},
}

// reviews is a run of the command.
type reviews struct {
	limits             ai.Limits
	variant, out, page string
	json, force        bool
}

// check rejects flags that are invalid or contradict each other.
func (x *reviews) check(given map[string]bool) error {
	switch {
	case given["nodes"] && given["time"]:
		return command.Usagef("review: give -nodes or -time, not both")
	case x.limits.Nodes < 1:
		return command.Usagef("review: -nodes %d: must be at least 1", x.limits.Nodes)
	case given["time"] && x.limits.Time <= 0:
		return command.Usagef("review: -time %v: must be greater than 0", x.limits.Time)
	case x.limits.Threads < 1:
		return command.Usagef("review: -threads %d: must be at least 1", x.limits.Threads)
	case x.out != "" && x.out == x.page:
		return command.Usagef("review: -o and -html are both %s; give one of them another name", x.out)
	case x.json && x.toOut():
		return command.Usagef("review: with -json standard output has the results; give files with -o and -html")
	}
	if given["time"] {
		x.limits.Nodes = 0
	}
	return command.Writable(x.force, x.out, x.page)
}

// toOut reports whether standard output receives the games or the page instead of the reviews.
func (x *reviews) toOut() bool { return x.out == command.Stdout || x.page == command.Stdout }

func (x *reviews) run(e *command.Env) error {
	ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
	defer cancel()
	e.Ctx = ctx
	games, err := readGames(e, "review", x.variant)
	if err != nil {
		return err
	}
	var pages []*report.Game
	for i, g := range games {
		say, end := e.Progress()
		r, err := review.Review(ctx, g, review.Options{Limits: x.limits}, func(p review.Progress) {
			say("game %d of %d: %d of %d positions", i+1, len(games), p.Done, p.Of)
		})
		end()
		if err == nil && !x.toOut() {
			err = x.tell(e, g, &r, i)
		}
		if err == nil {
			err = review.Annotate(tree.NewStudy(g), r, comment(g.Rules().Board()))
		}
		if err != nil {
			return err
		}
		pages = append(pages, reviewed(g, &r))
	}
	if err := printed(e, x.page, pages); err != nil {
		return err
	}
	if x.out == "" {
		return nil
	}
	var text bytes.Buffer
	return errors.Join(record.Write(&text, games...), e.Write(x.out, text.Bytes()))
}

// readGames reads all games of the files; "-" is standard input. It reports unreadable games, and
// fails if there are no others.
func readGames(e *command.Env, name, id string) (games []*tree.Game, err error) {
	if len(e.Files) == 0 {
		return nil, command.Usagef("%s: name the file after the flags, or - for standard input", name)
	}
	var opt record.Options
	if id != "" {
		if opt.Variant, err = command.Variant(id); err != nil {
			return nil, err
		}
	}
	for _, file := range e.Files {
		text, err := readFile(e, file)
		if err != nil {
			return nil, err
		}
		list, err := record.Read(string(text), opt)
		if err != nil {
			fmt.Fprintf(e.Note, "%s: %v\n", file, err)
		}
		games = append(games, list...)
	}
	if len(games) == 0 {
		return nil, fmt.Errorf("%s: no game found", name)
	}
	return games, nil
}

// readFile reads a file of games, compressed or not, or standard input for "-".
func readFile(e *command.Env, name string) ([]byte, error) {
	in := e.In
	if name != command.Stdout {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	text, err := unpack.Reader(in)
	if err != nil {
		return nil, named(name, err)
	}
	data, err := io.ReadAll(text)
	return data, named(name, err)
}

// named adds the name of the file to an error unless it contains it.
func named(name string, err error) error {
	if _, is := errors.AsType[*fs.PathError](err); is || err == nil {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// reviewOut is a review in JSON.
type reviewOut struct {
	Variant   string    `json:"variant"`
	Result    string    `json:"result,omitempty"`
	Chance    float64   `json:"chance"` // winning chance of the attackers at the start
	Attackers sideOut   `json:"attackers"`
	Defenders sideOut   `json:"defenders"`
	Turns     []turnOut `json:"turns"`
}

// sideOut is the summary of a side.
type sideOut struct {
	Player       string  `json:"player,omitempty"`
	Accuracy     float64 `json:"accuracy"`
	Inaccuracies int     `json:"inaccuracies"`
	Mistakes     int     `json:"mistakes"`
	Blunders     int     `json:"blunders"`
}

func sideOf(r *review.Report, side game.Side, player string) sideOut {
	c := &r.Counts[side]
	return sideOut{player, r.Accuracy[side], c[review.Inaccuracy], c[review.Mistake], c[review.Blunder]}
}

type turnOut struct {
	Ply    int      `json:"ply"`
	Side   string   `json:"side"`
	Turn   string   `json:"turn"`
	Chance float64  `json:"chance"` // winning chance of the attackers after it
	Score  int      `json:"score"`
	Lost   float64  `json:"lost"`
	Class  string   `json:"class"`
	Forced bool     `json:"forced,omitempty"`
	Better []string `json:"better,omitempty"`
	Reason string   `json:"reason,omitempty"`
	In     int      `json:"in,omitempty"`
	Cause  string   `json:"cause,omitempty"`
	At     []string `json:"at,omitempty"`
	Words  string   `json:"words,omitempty"`
}

// tell prints a review.
func (x *reviews) tell(e *command.Env, g *tree.Game, r *review.Report, i int) error {
	out := reviewOf(g, r)
	if x.json {
		return e.Line(out)
	}
	if i > 0 {
		fmt.Fprintln(e.Out)
	}
	fmt.Fprintf(e.Out, "%s: %s\n", out.Variant, title(g))
	fmt.Fprintf(e.Out, "%4s  %-9s %-18s %6s  %5s  %-2s  %s\n", "", "", "move", "chance", "lost", "", "better")
	for _, t := range out.Turns {
		lost, better := "", ""
		if t.Class != "best" {
			lost, better = percent(t.Lost), strings.Join(t.Better[:min(len(t.Better), 3)], " ")
		}
		if t.Words != "" {
			better = strings.TrimSpace(better + "  " + t.Words)
		}
		line := fmt.Sprintf("%4d. %-9s %-18s %6s  %5s  %-2s  %s", t.Ply, t.Side, t.Turn, percent(t.Chance), lost,
			glyphs[t.Class], better)
		fmt.Fprintln(e.Out, strings.TrimRight(line, " "))
	}
	for i, side := range []sideOut{out.Attackers, out.Defenders} {
		fmt.Fprintf(e.Out, "%-9s  accuracy %5.1f %%: %s, %s, %s\n", game.Side(i), side.Accuracy,
			command.Count(side.Inaccuracies, "inaccuracy", "inaccuracies"),
			command.Count(side.Mistakes, "mistake", "mistakes"), command.Count(side.Blunders, "blunder", "blunders"))
	}
	return e.Out.Flush()
}

// glyphs maps classes to annotation signs.
var glyphs = map[string]string{"inaccuracy": "?!", "mistake": "?", "blunder": "??"}

func percent(chance float64) string { return fmt.Sprintf("%.0f %%", 100*chance) }

// title describes a game by its players and result.
func title(g *tree.Game) string {
	name := func(tag, unknown string) string {
		if n := g.Tag(tag); n != "" {
			return n
		}
		return unknown
	}
	text := name(tree.TagAttackers, "attackers") + " against " + name(tree.TagDefenders, "defenders")
	if d := g.Tag(tree.TagDate); d != "" {
		text += ", " + d
	}
	switch {
	case g.Outcome.Draw:
		text += "; a draw"
	case g.Outcome.Over():
		text += "; won by the " + g.Outcome.Winner.String()
	}
	if g.Outcome.Cause != game.None {
		text += " (" + strings.ReplaceAll(g.Outcome.Cause.String(), "-", " ") + ")"
	}
	return text
}

// reviewOf converts a review to JSON.
func reviewOf(g *tree.Game, r *review.Report) reviewOut {
	chances := r.Chances(g.Variant)
	out := reviewOut{Variant: g.Variant, Result: g.Outcome.Result(), Chance: chances[0], Turns: []turnOut{},
		Attackers: sideOf(r, game.Attackers, g.Tag(tree.TagAttackers)),
		Defenders: sideOf(r, game.Defenders, g.Tag(tree.TagDefenders))}
	c := g.Cursor()
	for i := range r.Turns {
		t := &r.Turns[i]
		o := turnOut{Ply: t.Ply, Side: t.Side.String(), Turn: t.Node.Text, Chance: chances[i+1], Score: t.Eval.Score,
			Lost:  t.Lost(),
			Class: t.Class.String(), Forced: t.Forced, Reason: t.Reason.String(), In: t.In, Cause: t.Cause.String()}
		if len(t.Better) > 0 {
			c.To(t.Node.Parent())
			o.Better = notation.Texts(c.Line(), t.Better)
		}
		for _, s := range t.Squares {
			o.At = append(o.At, g.Rules().Board().Name(s))
		}
		o.Words = words.Why(&t.Why, g.Rules().Board())
		out.Turns = append(out.Turns, o)
	}
	return out
}

// comment returns a function that explains the loss of a turn.
func comment(board *game.Board) func(*review.Turn) string {
	return func(t *review.Turn) string { return words.Of(t, board) }
}
