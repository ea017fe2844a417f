package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"tafl3d/ai"
	"tafl3d/game/exercise"
	"tafl3d/game/lesson"
	"tafl3d/game/record"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
	"tafl3d/lab/mine"
)

var verifyCommand = &command.Command{
	Name:    "verify",
	Summary: "verify the solutions of exercises and lessons",
	Args:    "[-kind win|hold|lesson] [-variant ID,...] [-time D | -nodes N] [-every N] [-log FILE] [-json] [FILE...]",
	Help: `Verifies the built-in exercises, or those of FILE. Each solution is proved again
by trying every move and every reply. For "hold" exercises the position after the
solution is searched for -time, and looked up if the game is solved: it must not
be lost, or be lost after exactly as many moves as the tag Lasts says. -kind
lesson checks the claims of the built-in courses, or of FILE (docs/lessons.md),
instead, each right answer by a search of -nodes positions, 1 000 000 if that is
0. Prints every failure with its refutation and exits with 1 if there is one.
-log also appends each result to FILE as a line of JSON; exercises that FILE has
already are skipped, so an interrupted run can be continued.`,
	Files: true,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		x := &verifyRun{}
		f.StringVar(&x.kind, "kind", "", "only exercises of this `task`: win or hold; lesson for the courses")
		f.StringVar(&x.variants, "variant", "", "`IDs` of variants, separated by commas; empty for all")
		f.DurationVar(&x.time, "time", 30*time.Second, "search time for the position after a \"hold\"")
		f.Int64Var(&x.nodes, "nodes", 0, "number of positions to search, instead of -time")
		f.IntVar(&x.every, "every", 1, "verify every Nth exercise")
		f.Int64Var(&x.budget, "budget", 1<<28, "largest number of positions per proof")
		f.StringVar(&x.log, "log", "", "`file` for the results")
		f.BoolVar(&x.json, "json", false, "print one JSON object per exercise")
		return x.run
	},
}

// kindLesson selects the steps of the courses instead of exercises.
const kindLesson = "lesson"

// verifyRun is a run of the command.
type verifyRun struct {
	kind, variants, log string
	time                time.Duration
	nodes, budget       int64
	every               int
	json                bool

	miners map[string]*mine.Miner
}

func (x *verifyRun) run(e *command.Env) error {
	known := slices.Contains([]string{"", exercise.Win, exercise.Hold, kindLesson}, x.kind)
	if !known || x.every < 1 || x.nodes < 0 || x.budget < 1 || x.time <= 0 {
		return command.Usagef("verify: -kind must be win, hold or lesson; -every, -budget and -time must be above 0")
	}
	ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
	defer cancel()
	list, err := x.checks(e.Files)
	if err != nil {
		return err
	}
	done, to, err := x.begun()
	if err != nil {
		return err
	}
	x.miners = map[string]*mine.Miner{}
	faults := 0
	for i, c := range list {
		found, ok := done[c.id]
		if !ok {
			if found, err = c.verify(ctx); err != nil {
				return errors.Join(fmt.Errorf("%s: %w", c.id, err), to.Close())
			}
			for _, f := range found {
				if err := json.NewEncoder(to).Encode(f); err != nil {
					return err
				}
			}
		}
		bad, err := x.print(e, found)
		if err != nil {
			return err
		}
		faults += bad
		fmt.Fprintf(e.Note, "%d of %d\n", i+1, len(list))
	}
	return errors.Join(to.Close(), x.total(e, len(list), faults))
}

// check is an exercise, or a step of a course.
type check struct {
	id     string
	verify func(context.Context) ([]mine.Finding, error)
}

// checks returns what to verify.
func (x *verifyRun) checks(files []string) (list []check, err error) {
	if x.kind == kindLesson {
		return x.lessons(files)
	}
	all, err := x.exercises(files)
	for _, q := range all {
		list = append(list, check{q.ID, func(ctx context.Context) ([]mine.Finding, error) {
			f, err := x.verify(ctx, q)
			return []mine.Finding{f}, err
		}})
	}
	return list, err
}

// lessons returns the steps of the bundled courses, or of those in files. An answer without a
// number of positions is searched with mine.ClaimNodes.
func (x *verifyRun) lessons(files []string) (list []check, err error) {
	nodes := x.nodes
	if nodes == 0 {
		nodes = mine.ClaimNodes
	}
	courses := lesson.All()
	for i, name := range files {
		if i == 0 {
			courses = nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		c, err := lesson.Parse(text, variant.Get)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		courses = append(courses, c)
	}
	n := 0
	for _, c := range courses {
		for i := range c.Steps {
			id, s := fmt.Sprintf("%s %d %s", c.ID, i+1, c.Steps[i].Title), &c.Steps[i]
			if n++; (n-1)%x.every != 0 {
				continue
			}
			list = append(list, check{id, func(ctx context.Context) ([]mine.Finding, error) {
				return mine.VerifyStep(ctx, id, s, ai.Limits{Nodes: nodes})
			}})
		}
	}
	return list, nil
}

// total prints the number of correct exercises; any other is an error.
func (x *verifyRun) total(e *command.Env, all, faults int) error {
	if !x.json {
		fmt.Fprintf(e.Out, "verified %d of %d\n", all-faults, all)
	}
	if err := e.Out.Flush(); err != nil || faults == 0 {
		return err
	}
	return fmt.Errorf("verify: %d of %d fail", faults, all)
}

// print prints failures, with -json all results. It returns 1 if anything fails.
func (x *verifyRun) print(e *command.Env, found []mine.Finding) (faults int, err error) {
	for _, f := range found {
		if f.Fault != "" {
			faults = 1
		}
		switch {
		case x.json:
			err = errors.Join(err, e.Line(f))
		case f.Fault != "":
			fmt.Fprintf(e.Out, "%s (%s): %s", f.ID, f.Task, f.Fault)
			if len(f.Refutation) > 0 {
				fmt.Fprintf(e.Out, ": %s", strings.Join(f.Refutation, " "))
			}
			fmt.Fprintln(e.Out)
		}
	}
	return faults, errors.Join(err, e.Out.Flush())
}

// exercises returns the selected exercises.
func (x *verifyRun) exercises(files []string) (list []*exercise.Exercise, err error) {
	all := slices.Clone(exercise.All())
	if len(files) > 0 {
		all = nil
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		some, err := exercise.Read(string(text), record.Options{})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, some...)
	}
	wanted, n := strings.Split(x.variants, ","), 0
	for _, q := range all {
		if x.kind != "" && q.Task != x.kind || x.variants != "" && !slices.Contains(wanted, q.Game.Variant) {
			continue
		}
		if n++; (n-1)%x.every == 0 {
			list = append(list, q)
		}
	}
	if len(list) == 0 {
		return nil, command.Usagef("verify: no such exercise")
	}
	return list, nil
}

// begun reads the log and opens it for appending.
func (x *verifyRun) begun() (done map[string][]mine.Finding, to io.WriteCloser, err error) {
	done = map[string][]mine.Finding{}
	if x.log == "" {
		return done, discardLog{io.Discard}, nil
	}
	f, err := os.OpenFile(x.log, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, nil, err
	}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var found mine.Finding
		if json.Unmarshal(lines.Bytes(), &found) == nil { // a truncated line is verified again
			done[found.ID] = append(done[found.ID], found)
		}
	}
	return done, f, lines.Err()
}

// discardLog discards the log.
type discardLog struct{ io.Writer }

func (discardLog) Close() error { return nil }

// verify verifies an exercise.
func (x *verifyRun) verify(ctx context.Context, q *exercise.Exercise) (mine.Finding, error) {
	m := x.miners[q.Game.Variant]
	if m == nil {
		v, err := command.Variant(q.Game.Variant)
		if err != nil {
			return mine.Finding{}, err
		}
		if m, err = mine.New(v.ID, v.Rules); err != nil {
			return mine.Finding{}, err
		}
		m.Budget = x.budget
		x.miners[v.ID] = m
	}
	limits := ai.Limits{Time: x.time, Soft: x.time}
	if x.nodes > 0 {
		limits = ai.Limits{Nodes: x.nodes}
	}
	return m.Verify(ctx, q, limits)
}
