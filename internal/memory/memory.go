// Package memory determines how much memory this process may use.
package memory

import "fmt"

const mib = 1 << 20

// unknown is the memory in MiB that is assumed if the system does not report it.
const unknown = 4096

// Total returns the maximum memory of this process in MiB: that of the machine, or the limit of the system or
// container.
func Total() int {
	total, _ := system()
	return inMiB(total, unknown)
}

// Free returns the memory in MiB that this process can still allocate.
func Free() int {
	total, free := system()
	return inMiB(free, inMiB(total, unknown))
}

// inMiB converts bytes to MiB. It returns other for 0, which means unknown.
func inMiB(bytes uint64, other int) int {
	if bytes == 0 {
		return other
	}
	return max(1, int(min(bytes/mib, 1<<30)))
}

// Check returns an error if this process cannot have n MiB, or if less than n MiB are free.
func Check(n int) error {
	if total := Total(); n > total {
		return fmt.Errorf("%d MiB: this machine has %d MiB", n, total)
	}
	if free := Free(); n > free {
		return fmt.Errorf("%d MiB: only %d MiB are free", n, free)
	}
	return nil
}
