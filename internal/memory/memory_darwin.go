package memory

import (
	"encoding/binary"
	"syscall"
)

// system returns the bytes that this process can have at most; those that are free are not known.
func system() (total, free uint64) {
	text, err := syscall.Sysctl("hw.memsize") // eight bytes, of which the call drops a last one that is 0
	if err != nil || len(text) > 8 {
		return 0, 0
	}
	var n [8]byte
	copy(n[:], text)
	return binary.LittleEndian.Uint64(n[:]), 0
}
