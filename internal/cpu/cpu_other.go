//go:build !unix

package cpu

import "time"

// Used returns the CPU time of this process. On this system it is unknown and 0.
func Used() time.Duration { return 0 }
