package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// Limits of a speech command.
const (
	longestSpeech = 30 * time.Second
	speechGrace   = 2 * time.Second // after its end, for its child processes
)

// place is the placeholder for the text in a speech command. A command without it reads the text
// from standard input.
const place = "{}"

// speak runs a text-to-speech command without a shell.
func speak(ctx context.Context, argv []string, text string) error {
	ctx, cancel := context.WithTimeout(ctx, longestSpeech)
	defer cancel()
	args, placed := make([]string, len(argv)), false
	for i, a := range argv {
		args[i] = strings.ReplaceAll(a, place, text)
		placed = placed || i > 0 && args[i] != a
	}
	c := exec.CommandContext(ctx, argv[0], args[1:]...)
	c.WaitDelay = speechGrace
	if !placed {
		c.Stdin = strings.NewReader(text + "\n")
	}
	err := c.Run()
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("%s took longer than %v", argv[0], longestSpeech)
	}
	if ctx.Err() != nil { // the program is ending
		return nil
	}
	return err
}
