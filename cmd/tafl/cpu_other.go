//go:build !unix

package main

import "time"

var begin = time.Now()

// cpuTime is the time since the program began, where nobody tells of the
// processor's.
func cpuTime() time.Duration { return time.Since(begin) }
