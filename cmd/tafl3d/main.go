// Command tafl3d is the desktop game.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	commandline "tafl3d/internal/command"
	"tafl3d/internal/flags"
)

func init() { runtime.LockOSThread() } // the window belongs to this thread

// What the program returns to the shell.
const (
	exitFine  = 0
	exitCrash = 1 // a fault of ours
	exitFault = 2 // something that whoever started it can mend
)

func main() {
	attach()
	os.Exit(start(os.Args[1:], os.Stdout, os.Stderr))
}

// start runs the command that args name. Ctrl-C ends it in good order, a
// second one at once.
func start(args []string, out, errs io.Writer) (code int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	defer func() {
		if v := recover(); v != nil {
			tell(errs, crashed(crashFolder(), v, debug.Stack()), args)
			code = exitCrash
		}
	}()
	err := run(ctx, args, out)
	if err == nil || errors.Is(err, errHelped) {
		return exitFine
	}
	tell(errs, oneLine(err), args)
	return exitFault
}

// tell says what ends the program, in a box too where no terminal would show it. Commands say it
// without one, since scripts call them and nobody would close it.
func tell(errs io.Writer, text string, args []string) {
	fmt.Fprintln(errs, "tafl3d:", text)
	if f, ok := errs.(*os.File); ok && !seen(f) && command(args) == nil {
		box("tafl3d", text)
	}
}

// run picks the command by its first word.
func run(ctx context.Context, args []string, out io.Writer) error {
	if c := command(args); c != nil {
		return c(ctx, args[1:], out)
	}
	return play(ctx, args, out)
}

// command returns the command that the first word names, nil for a game.
func command(args []string) func(context.Context, []string, io.Writer) error {
	if len(args) == 0 {
		return nil
	}
	return commands()[args[0]]
}

// commands returns the commands by name.
func commands() map[string]func(context.Context, []string, io.Writer) error {
	return map[string]func(context.Context, []string, io.Writer) error{
		"shot": shot, "film": film, "bench": bench, "gallery": gallery, "pieces": pieces, "help": help,
		"set":     makeSet,
		"doctor":  func(_ context.Context, args []string, out io.Writer) error { return doctor(args, out) },
		"version": printVersion,
	}
}

// help prints the help of the program, or of the command that args name.
func help(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 || args[0] == "help" || strings.HasPrefix(args[0], "-") {
		return play(ctx, []string{"-h"}, out)
	}
	c := commands()[args[0]]
	switch {
	case len(args) > 1:
		return usagef("%q: unexpected word; use tafl3d help COMMAND", args[1])
	case c == nil:
		names := slices.Sorted(maps.Keys(commands()))
		return usagef("there is no command %q; %s", args[0], flags.Choice("", args[0], names))
	}
	return c(ctx, []string{"-h"}, out)
}

// printVersion prints the version.
func printVersion(_ context.Context, args []string, out io.Writer) error {
	if err := parse(flag.NewFlagSet("tafl3d version", flag.ContinueOnError), args, out); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, version())
	return err
}

// oneLine folds an error that has several into one line, in our words.
func oneLine(err error) string {
	return strings.Join(strings.FieldsFunc(flags.Plain(err), func(r rune) bool { return r == '\n' }), "; ")
}

// release is the version of a package; packaging sets it as it links.
var release string

// version tells which build this is.
func version() string { return commandline.Version("tafl3d", release) }
