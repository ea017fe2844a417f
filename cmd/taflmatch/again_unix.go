//go:build unix

package main

import (
	"os"
	"syscall"
)

// ownFiles makes new files readable for their owner only: files 600, folders 700.
func ownFiles() { syscall.Umask(0o077) }

// again replaces this process by a new one with the same arguments. It returns only on an error.
func again() error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	return syscall.Exec(program, os.Args, os.Environ())
}
