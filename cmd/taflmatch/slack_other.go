//go:build !linux

package main

// slacken does nothing: threads are woken as the system sees fit.
func slacken() {}
