package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"tafl3d/game/variant"
)

// Exit codes.
const (
	exitOK    = 0
	exitFault = 1 // the work could not be finished
	exitUsage = 2 // what was asked for makes no sense
)

// env is what a command works with.
type env struct {
	ctx  context.Context
	in   io.Reader
	out  *bufio.Writer // results; flushed at the end and after each streamed line
	note io.Writer     // progress and complaints
}

// command is a subcommand. Its prepare declares the flags and returns what
// runs once they are read.
type command struct {
	name    string
	summary string
	args    string // the synopsis after the name
	help    string
	prepare func(f *flag.FlagSet) func(*env) error
}

var commands = []*command{variantsCommand, perftCommand, matchCommand, openingsCommand, ladderCommand, styleCommand, selfplayCommand, tuneCommand, suiteCommand, tournamentCommand, engineCommand, replayCommand, benchCommand}

// usageError is a fault of the caller: one line that names cause and remedy.
type usageError struct{ text string }

func (e usageError) Error() string { return e.text }

func usagef(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

// run is the program without its process: it returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	e := &env{context.Background(), stdin, bufio.NewWriter(stdout), stderr}
	err := dispatch(e, args)
	if flushed := e.out.Flush(); err == nil {
		err = flushed
	}
	if err == nil {
		return exitOK
	}
	fmt.Fprintln(stderr, "tafl:", err)
	if _, usage := errors.AsType[usageError](err); usage {
		return exitUsage
	}
	return exitFault
}

func dispatch(e *env, args []string) error {
	if len(args) == 0 {
		return usagef("no command; one of %s (see: tafl help)", strings.Join(names(), ", "))
	}
	name, rest := args[0], args[1:]
	switch name {
	case "help", "-h", "-help", "--help":
		return help(e, rest)
	}
	c, err := find(name)
	if err != nil {
		return err
	}
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	do := c.prepare(f)
	switch err := f.Parse(rest); {
	case errors.Is(err, flag.ErrHelp):
		return help(e, []string{name})
	case err != nil:
		return explain(c, f, err)
	case f.NArg() > 0:
		return usagef("%s: %q is not understood; the command takes flags only (see: tafl help %s)", name, f.Arg(0), name)
	}
	return do(e)
}

func names() []string {
	var list []string
	for _, c := range commands {
		list = append(list, c.name)
	}
	return list
}

func find(name string) (*command, error) {
	for _, c := range commands {
		if c.name == name {
			return c, nil
		}
	}
	return nil, usagef("there is no command %q; %s (see: tafl help)", name, choice("", name, names()))
}

// choice tells which of all names may have been meant by a wrong one, or that
// there are only these, each behind a prefix.
func choice(prefix, wrong string, all []string) string {
	if near := variant.Near(wrong, all); len(near) > 0 {
		return "did you mean " + prefix + strings.Join(near, ", "+prefix) + "?"
	}
	return "there are " + prefix + strings.Join(all, ", "+prefix)
}

// explain turns the flag package's words into ours, with a suggestion.
func explain(c *command, f *flag.FlagSet, err error) error {
	const unknown = "flag provided but not defined: -"
	text := err.Error()
	bad, is := strings.CutPrefix(text, unknown)
	if !is {
		return usagef("%s: %s (see: tafl help %s)", c.name, text, c.name)
	}
	var flags []string
	f.VisitAll(func(g *flag.Flag) { flags = append(flags, g.Name) })
	return usagef("%s: there is no flag -%s; %s (see: tafl help %s)", c.name, bad, choice("-", bad, flags), c.name)
}

func help(e *env, args []string) error {
	if len(args) == 0 {
		fmt.Fprint(e.out, "tafl is the companion of tafl3d for terminals and scripts.\n\nUsage:\n  tafl COMMAND [flags]\n\nCommands:\n")
		for _, c := range commands {
			fmt.Fprintf(e.out, "  %-10s %s\n", c.name, c.summary)
		}
		fmt.Fprint(e.out, "\nMore about one: tafl help COMMAND\nExit codes: 0 done, 1 could not be finished, 2 not understood.\n")
		return nil
	}
	c, err := find(args[0])
	if err != nil {
		return err
	}
	fmt.Fprintf(e.out, "tafl %s: %s\n\nUsage:\n  tafl %s %s\n\n%s\n", c.name, c.summary, c.name, c.args, c.help)
	f := flag.NewFlagSet(c.name, flag.ContinueOnError)
	c.prepare(f)
	f.SetOutput(e.out)
	fmt.Fprint(e.out, "\nFlags:\n")
	f.PrintDefaults()
	return nil
}

// line writes one value as a line of JSON and flushes it, so that whoever
// reads the pipe has it at once.
func (e *env) line(v any) error {
	enc := json.NewEncoder(e.out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	return e.out.Flush()
}

// getVariant finds a variant by its id.
func getVariant(id string) (*variant.Variant, error) {
	if id == "" {
		return nil, usagef("which variant? Give -variant ID (see: tafl variants)")
	}
	v, err := variant.Get(id)
	if err != nil {
		return nil, usagef("%v (see: tafl variants)", err)
	}
	return v, nil
}
