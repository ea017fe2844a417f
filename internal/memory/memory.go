// Package memory tells how much memory this machine has for this process, and refuses what it has not.
package memory

import "fmt"

const mib = 1 << 20

// unknown is the memory in MiB that is assumed where the system does not tell it.
const unknown = 4096

// Total returns the MiB that this process can have at most: the memory of the machine, or less where the system or a
// container bounds it.
func Total() int {
	total, _ := system()
	return inMiB(total, unknown)
}

// Free returns the MiB that this process can still have now.
func Free() int {
	total, free := system()
	return inMiB(free, inMiB(total, unknown))
}

// inMiB returns bytes as MiB, and other where they are not known.
func inMiB(bytes uint64, other int) int {
	if bytes == 0 {
		return other
	}
	return max(1, int(min(bytes/mib, 1<<30)))
}

// Check refuses so many MiB where the machine has not got them.
func Check(n int) error {
	if total := Total(); n > total {
		return fmt.Errorf("%d MiB: this machine has %d MiB", n, total)
	}
	if free := Free(); n > free {
		return fmt.Errorf("%d MiB: only %d MiB are free", n, free)
	}
	return nil
}
