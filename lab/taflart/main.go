// Command taflart renders the pictures of the documents and of the service's pages, and measures frame times and
// memory of the window. It draws with the packages of the game; no part of it is in the product.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"

	"tafl3d/internal/command"
	"tafl3d/render/cache"
)

func init() { runtime.LockOSThread() } // the window must be used from this thread

var program = &command.Program{
	Name:     "taflart",
	About:    "taflart renders the pictures of documents and pages, and measures frame times.",
	Commands: []*command.Command{benchCommand, galleryCommand, piecesCommand, webartCommand},
}

func main() { os.Exit(program.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// stoppable returns a context that Ctrl-C ends.
func stoppable(e *command.Env) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(e.Ctx, os.Interrupt, syscall.SIGTERM)
}

// flushed flushes what is written at once.
type flushed struct{ *command.Env }

// Write implements io.Writer.
func (f flushed) Write(text []byte) (int, error) {
	n, err := f.Out.Write(text)
	if err == nil {
		err = f.Out.Flush()
	}
	return n, err
}

// size is a picture's size as a flag, "1280x720".
type size struct{ w, h int }

// String implements flag.Value.
func (s *size) String() string { return fmt.Sprintf("%dx%d", s.w, s.h) }

// Set implements flag.Value.
func (s *size) Set(text string) error {
	if n, err := fmt.Sscanf(text, "%dx%d", &s.w, &s.h); n != 2 || err != nil || s.w < 1 || s.h < 1 {
		return errors.New("write the size as 1280x720")
	}
	return nil
}

// cacheMost is the maximum size of the cache in bytes.
const cacheMost = 768 << 20

// carvings returns the cache of generated boards and pieces for this build; nil if there can be none.
func carvings() *cache.Cache {
	dir, err1 := os.UserCacheDir()
	file, err2 := os.Executable()
	if errors.Join(err1, err2) != nil {
		return nil
	}
	build, err := os.Stat(file)
	if err != nil {
		return nil
	}
	version := fmt.Sprint(build.Size(), " ", build.ModTime().UnixNano())
	return cache.New(filepath.Join(dir, "taflart"), version, cacheMost)
}
