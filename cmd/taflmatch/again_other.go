//go:build !unix

package main

import "errors"

// again cannot restart the program on this system.
func again() error { return errors.ErrUnsupported }

// ownFiles does nothing: other systems give files the permissions of their folder.
func ownFiles() {}
