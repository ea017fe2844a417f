//go:build unix

package main

import (
	"os"
	"syscall"
)

// again begins the program anew in its own place, as it was called. It returns only if that
// cannot be done.
func again() error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	return syscall.Exec(program, os.Args, os.Environ())
}
