//go:build !linux

package main

// slacken does nothing on this system.
func slacken() {}
