// Package command provides the frame of a command-line program. A command consists of a name, help, flags and a
// function. The package parses the command line, reports usage errors, and returns an exit code. It contains no
// commands of its own.
package command

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/internal/flags"
)

// Exit codes.
const (
	OK    = 0
	Fault = 1 // the command failed
	Usage = 2 // the command line was wrong
)

// Env is the environment of a running command.
type Env struct {
	Ctx  context.Context
	In   io.Reader
	Out  *bufio.Writer // results; flushed at the end and after each streamed line
	Note io.Writer     // progress and error messages

	Files []string // file arguments, in order, if the command takes files
}

// Command is one command of a program. Prepare declares its flags and returns the function to run after they are
// parsed.
type Command struct {
	Name    string
	Summary string
	Args    string // synopsis after the name
	Help    string
	Files   bool // takes file arguments, before, between or after its flags
	// Word returns an error for a word that is no argument of the command; nil: Files decides.
	Word    func(word string) error
	Prepare func(f *flag.FlagSet) func(*Env) error
}

// Program is a program with commands.
type Program struct {
	Name     string
	About    string // a sentence, the first line of the help
	Release  string // version of the release; empty in other builds
	Commands []*Command
	Default  *Command          // what the program does without the name of a command; nil: it needs one
	Moved    map[string]string // by the name of a command that moved to another program: what to type instead
}

// usageError is an error in the command line.
type usageError struct{ error }

// Terminal reports whether w is a terminal.
func Terminal(w io.Writer) bool {
	f, is := w.(*os.File)
	if !is {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// Progress returns a function that shows progress on one line of the terminal, replacing the last text, and a
// function that clears the line. Without a terminal both do nothing.
func (e *Env) Progress() (say func(format string, args ...any), end func()) {
	if !Terminal(e.Note) {
		return func(string, ...any) {}, func() {}
	}
	const wipe = "\r\x1b[K"
	return func(format string, args ...any) { fmt.Fprintf(e.Note, wipe+format, args...) },
		func() { fmt.Fprint(e.Note, wipe) }
}

// Usagef returns an error in the command line. Its message is one line with cause and remedy.
func Usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// Misused returns err as an error in the command line; nil stays nil.
func Misused(err error) error {
	if err == nil {
		return nil
	}
	return usageError{err}
}

// Run runs a command and returns the exit code.
func (p *Program) Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return p.RunUntil(context.Background(), args, stdin, stdout, stderr)
}

// RunUntil runs a command until ctx ends and returns the exit code.
func (p *Program) RunUntil(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	err := p.Do(ctx, args, stdin, stdout, stderr)
	if err != nil {
		fmt.Fprintln(stderr, p.Name+":", flags.Plain(err))
	}
	return Code(err)
}

// Do runs a command until ctx ends and returns its error.
func (p *Program) Do(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	e := &Env{Ctx: ctx, In: stdin, Out: bufio.NewWriter(stdout), Note: stderr}
	err := p.dispatch(e, args)
	if flushed := e.Out.Flush(); err == nil {
		err = flushed
	}
	return err
}

// Code returns the exit code for an error of Do.
func Code(err error) int {
	if err == nil {
		return OK
	}
	if _, usage := errors.AsType[usageError](err); usage {
		return Usage
	}
	return Fault
}

// Try runs the program in a test and returns the exit code and the output.
func (p *Program) Try(stdin string, args ...string) (code int, out, note string) {
	var o, n strings.Builder
	code = p.Run(args, strings.NewReader(stdin), &o, &n)
	return code, o.String(), n.String()
}

func (p *Program) dispatch(e *Env, args []string) error {
	if len(args) == 0 && p.Default == nil {
		return Usagef("no command; use one of %s (see: %s help)", strings.Join(p.names(), ", "), p.Name)
	}
	name, rest := "", args
	if len(args) > 0 {
		name, rest = args[0], args[1:]
	}
	switch name {
	case "help", "-h", "-help", "--help":
		return p.help(e, rest)
	case "version", "-version", "--version":
		if len(rest) > 0 {
			return Usagef("version: unexpected word %q", rest[0])
		}
		fmt.Fprintln(e.Out, Version(p.Name, p.Release))
		return nil
	}
	c, err := p.find(name)
	if err != nil && p.Default != nil {
		c, rest, err = p.Default, args, nil
	}
	if err != nil {
		return err
	}
	return p.run(e, c, rest)
}

// run parses the arguments of a command and runs it.
func (p *Program) run(e *Env, c *Command, args []string) error {
	f := flag.NewFlagSet(c.Name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	do := c.Prepare(f)
	words, err := flags.Words(f, args)
	if errors.Is(err, flag.ErrHelp) {
		return p.help(e, strings.Fields(c.Name))
	}
	for _, w := range words {
		if wrong := p.check(c, w); wrong != nil { // the wrong word precedes the wrong flag
			return wrong
		}
	}
	if err != nil {
		return Usagef("%s%s (see: %s)", c.prefix(), flags.Explain(f, err), p.helpOf(c))
	}
	e.Files = words
	return do(e)
}

// check returns an error for a word that the command does not take.
func (p *Program) check(c *Command, word string) error {
	switch {
	case c.Word != nil:
		err := c.Word(word)
		if err == nil || c != p.Default {
			return err
		}
		if now := p.Moved[word]; now != "" {
			return Usagef("%s has moved; use %s", word, now)
		}
		if near := variant.Near(word, p.names()); len(near) > 0 {
			return Usagef("there is no command or file %q; did you mean %s?", word, strings.Join(near, ", "))
		}
		return Usagef("%w (see: %s)", err, p.helpOf(c))
	case !c.Files:
		const text = "%sunexpected word %q; the command takes only flags (see: %s)"
		return Usagef(text, c.prefix(), word, p.helpOf(c))
	}
	return nil
}

// prefix names the command in its errors.
func (c *Command) prefix() string {
	if c.Name == "" {
		return ""
	}
	return c.Name + ": "
}

// helpOf returns the command line that prints the help of a command.
func (p *Program) helpOf(c *Command) string { return strings.TrimSpace(p.Name + " help " + c.Name) }

// Has reports whether the first argument names a command, rather than something for the default one.
func (p *Program) Has(args []string) bool {
	if len(args) == 0 {
		return false
	}
	return slices.Contains(append(p.names(), "help"), args[0])
}

func (p *Program) names() []string {
	var list []string
	for _, c := range p.Commands {
		list = append(list, c.Name)
	}
	return append(list, "version")
}

func (p *Program) find(name string) (*Command, error) {
	for _, c := range p.Commands {
		if c.Name == name {
			return c, nil
		}
	}
	if now := p.Moved[name]; now != "" {
		return nil, Usagef("%s has moved; use %s", name, now)
	}
	return nil, Usagef("there is no command %q; %s (see: %s help)", name, flags.Choice("", name, p.names()), p.Name)
}

func (p *Program) help(e *Env, args []string) error {
	if len(args) == 0 {
		fmt.Fprintf(e.Out, "%s\n\nUsage:\n", p.About)
		if p.Default != nil {
			fmt.Fprintf(e.Out, "  %s %s\n", p.Name, p.Default.Args)
		}
		fmt.Fprintf(e.Out, "  %s COMMAND [flags]\n\nCommands:\n", p.Name)
		for _, c := range p.Commands {
			fmt.Fprintf(e.Out, "  %-10s %s\n", c.Name, c.Summary)
		}
		fmt.Fprintf(e.Out, "  %-10s %s\n", "version", "print the version of this program")
		fmt.Fprintf(e.Out,
			"\nDetails: %s help COMMAND\nExit codes: 0 success, 1 failure, 2 wrong usage.\n",
			p.Name)
		if p.Default != nil {
			fmt.Fprintf(e.Out, "\n%s\n", p.Default.Help)
			p.Default.printFlags(e.Out)
		}
		return nil
	}
	c, err := p.find(args[0])
	if err != nil {
		return err
	}
	fmt.Fprintf(e.Out, "%[1]s %[2]s: %[3]s\n\nUsage:\n  %[1]s %[2]s %[4]s\n\n%[5]s\n", p.Name, c.Name, c.Summary,
		c.Args, c.Help)
	c.printFlags(e.Out)
	return nil
}

// printFlags prints the flags of a command.
func (c *Command) printFlags(out io.Writer) {
	f := flag.NewFlagSet(c.Name, flag.ContinueOnError)
	c.Prepare(f)
	any := false
	f.VisitAll(func(*flag.Flag) { any = true })
	if any {
		f.SetOutput(out)
		fmt.Fprint(out, "\nFlags:\n")
		f.PrintDefaults()
	}
}

// Line writes v as a line of JSON and flushes it, so that readers of a pipe get it at once.
func (e *Env) Line(v any) error {
	enc := json.NewEncoder(e.Out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	return e.Out.Flush()
}

// Variant returns a variant by its id.
func Variant(id string) (*variant.Variant, error) {
	if id == "" {
		return nil, Usagef("give the variant with -variant ID (see: tafl variants)")
	}
	v, err := variant.Get(id)
	if err != nil {
		return nil, Usagef("%v", err)
	}
	return v, nil
}

// Rules returns the rules of a variant by its id.
func Rules(id string) (*rules.Rules, error) {
	v, err := Variant(id)
	if err != nil {
		return nil, err
	}
	return v.Rules, nil
}
