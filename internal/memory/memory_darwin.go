package memory

import (
	"encoding/binary"
	"syscall"
)

// system returns the maximum memory of this process in bytes; free memory is unknown.
func system() (total, free uint64) {
	text, err := syscall.Sysctl("hw.memsize") // eight bytes; the call drops a trailing 0 byte
	if err != nil || len(text) > 8 {
		return 0, 0
	}
	var n [8]byte
	copy(n[:], text)
	return binary.LittleEndian.Uint64(n[:]), 0
}
