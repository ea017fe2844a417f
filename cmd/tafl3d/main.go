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

	"tafl3d/app/folders"
	commandline "tafl3d/internal/command"
	"tafl3d/internal/flags"
)

func init() { runtime.LockOSThread() } // the window must be used from this thread

// Exit codes of the program.
const (
	exitFine  = 0
	exitCrash = 1 // internal error
	exitFault = 2 // error that the user can fix
)

func main() {
	attach()
	os.Exit(start(os.Args[1:], os.Stdout, os.Stderr))
}

// start runs the command in args. Ctrl-C ends it after cleaning up, a second one immediately.
func start(args []string, out, errs io.Writer) (code int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	defer func() {
		if v := recover(); v != nil {
			tell(errs, crashed(folders.Crashes(), v, debug.Stack()), args)
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

// tell reports the error that ends the program, also in a message box if there is no terminal.
// Commands never open a box, since scripts call them.
func tell(errs io.Writer, text string, args []string) {
	fmt.Fprintln(errs, "tafl3d:", text)
	if f, ok := errs.(*os.File); ok && !seen(f) && command(args) == nil {
		box("tafl3d", text)
	}
}

// run runs the command that the first argument names.
func run(ctx context.Context, args []string, out io.Writer) error {
	if c := command(args); c != nil {
		return c(ctx, args[1:], out)
	}
	return play(ctx, args, out)
}

// command returns the command that the first argument names, nil for a game.
func command(args []string) func(context.Context, []string, io.Writer) error {
	if len(args) == 0 {
		return nil
	}
	return commands()[args[0]]
}

// commands returns the commands by name.
func commands() map[string]func(context.Context, []string, io.Writer) error {
	return map[string]func(context.Context, []string, io.Writer) error{
		"shot": shot, "film": film,
		"help":    help,
		"set":     makeSet,
		"doctor":  func(_ context.Context, args []string, out io.Writer) error { return doctor(args, out) },
		"version": printVersion,
	}
}

// help prints the help of the program, or of the command in args.
func help(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 || args[0] == "help" || strings.HasPrefix(args[0], "-") {
		return play(ctx, []string{"-h"}, out)
	}
	c := commands()[args[0]]
	switch {
	case len(args) > 1:
		return usagef("unexpected word %q; use tafl3d help COMMAND", args[1])
	case c == nil:
		names := slices.Sorted(maps.Keys(commands()))
		return usagef("there is no command %q; %s", args[0], flags.Choice("", args[0], names))
	}
	return c(ctx, []string{"-h"}, out)
}

// moved are the commands that are in another program now.
var moved = []string{"bench", "gallery", "pieces", "webart"}

// printVersion prints the version.
func printVersion(_ context.Context, args []string, out io.Writer) error {
	if err := parse(flag.NewFlagSet("tafl3d version", flag.ContinueOnError), args, out); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, version())
	return err
}

// oneLine joins the lines of an error into one.
func oneLine(err error) string {
	return strings.Join(strings.FieldsFunc(flags.Plain(err), func(r rune) bool { return r == '\n' }), "; ")
}

// release is the version of a package; packaging sets it with -ldflags.
var release string

// version returns the version of this build.
func version() string { return commandline.Version("tafl3d", release) }
