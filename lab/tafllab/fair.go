package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"strings"

	"tafl3d/ai/trial"
	"tafl3d/game/balance"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
)

var fairCommand = &command.Command{
	Name:    "fair",
	Summary: "measure how fair the variants are",
	Args:    "[-variant ID,...] [-jobs N] FILE",
	Help: `Plays 40 quick games of the engine against itself for each variant and writes the results
to FILE, game/balance/figures.tsv: a line for each variant. Variants whose line in FILE is of
the same rules are not played again, so the command goes on where it was stopped. The games
are the same on every machine. Lines of other variants remain; those of variants that no
longer exist are removed.`,
	Files: true,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		x := &fairRun{}
		f.StringVar(&x.variants, "variant", "", "`IDs` of variants, separated by commas; empty: all")
		f.IntVar(&x.jobs, "jobs", 1, "games played at the same time")
		return func(e *command.Env) error {
			if len(e.Files) != 1 || x.jobs < 1 {
				return command.Usagef("fair: name one FILE, and -jobs of at least 1")
			}
			return x.run(e, e.Files[0])
		}
	},
}

// fairRun is a run of the command.
type fairRun struct {
	variants string
	jobs     int
}

func (x *fairRun) run(e *command.Env, file string) error {
	ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
	defer cancel()
	list := variant.All()
	if x.variants != "" {
		list = nil
		for id := range strings.SplitSeq(x.variants, ",") {
			v, err := command.Variant(id)
			if err != nil {
				return err
			}
			list = append(list, v)
		}
	}
	lines, err := readFair(file)
	if err != nil {
		return err
	}
	for _, v := range list {
		if _, print, _, err := balance.ParseLine(lines[v.ID]); err == nil && print == balance.Print(v.Rules) {
			continue
		}
		if lines[v.ID], err = x.play(ctx, v); err != nil {
			return fmt.Errorf("%s: %w", v.ID, err)
		}
		fmt.Fprintln(e.Note, lines[v.ID])
		if err := writeFair(file, lines); err != nil {
			return err
		}
	}
	return nil
}

// play plays the games of v and returns its line.
func (x *fairRun) play(ctx context.Context, v *variant.Variant) (string, error) {
	f, err := trial.Play(ctx, v.Rules, trial.Options{Jobs: x.jobs}, func(balance.Figures) {})
	return balance.Line(v, f), err
}

// readFair reads the lines of a file by variant. A missing file has none.
func readFair(file string) (map[string]string, error) {
	data, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	lines := map[string]string{}
	for text := range strings.Lines(string(data)) {
		id, _, _ := strings.Cut(text, "\t")
		lines[id] = strings.TrimSpace(text)
	}
	return lines, nil
}

// writeFair writes the lines in the order of the catalogue.
func writeFair(file string, lines map[string]string) error {
	var b strings.Builder
	for _, v := range variant.All() {
		if text := lines[v.ID]; text != "" {
			b.WriteString(text + "\n")
		}
	}
	return command.ReplaceFile(file, []byte(b.String()))
}
