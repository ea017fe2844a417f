//go:build unix

package main

import (
	"os"
	"syscall"
)

// ownFiles makes what the program creates readable for its owner alone: files 600, folders 700.
func ownFiles() { syscall.Umask(0o077) }

// again begins the program anew in its own place, as it was called. It returns only if that
// cannot be done.
func again() error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	return syscall.Exec(program, os.Args, os.Environ())
}
