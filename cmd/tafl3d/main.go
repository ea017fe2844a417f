// Command tafl3d is the desktop game.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	"tafl3d/app/folders"
	"tafl3d/internal/command"
	"tafl3d/internal/flags"
)

func init() { runtime.LockOSThread() } // the window must be used from this thread

var program = &command.Program{
	Name:     "tafl3d",
	About:    "Hnefatafl in 3D.",
	Release:  release,
	Default:  playCommand,
	Commands: []*command.Command{shotCommand, filmCommand, setCommand, doctorCommand},
	Moved: map[string]string{"bench": "taflart bench (make lab)", "gallery": "taflart gallery (make lab)",
		"pieces": "taflart pieces (make lab)", "webart": "taflart webart (make lab)"},
}

// crash is the exit code after an internal error; the others are those of package command.
const crash = 3

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
			code = crash
		}
	}()
	err := program.Do(ctx, args, os.Stdin, out, errs)
	if err != nil {
		tell(errs, oneLine(err), args)
	}
	return command.Code(err)
}

// tell reports the error that ends the program, also in a message box if there is no terminal.
// Commands never open a box, since scripts call them.
func tell(errs io.Writer, text string, args []string) {
	fmt.Fprintln(errs, "tafl3d:", text)
	if f, ok := errs.(*os.File); ok && !seen(f) && !program.Has(args) {
		box("tafl3d", text)
	}
}

// oneLine joins the lines of an error into one.
func oneLine(err error) string {
	return strings.Join(strings.FieldsFunc(flags.Plain(err), func(r rune) bool { return r == '\n' }), "; ")
}

// release is the version of a package; packaging sets it with -ldflags.
var release string

// version returns the version of this build.
func version() string { return command.Version("tafl3d", release) }
