package memory

import (
	"syscall"
	"unsafe"
)

// status is MEMORYSTATUSEX of the Windows API.
type status struct {
	length, load                uint32
	totalPhys, availPhys        uint64
	totalPageFile, availPage    uint64
	totalVirtual, availVirtual  uint64
	availExtendedVirtualIsEmpty uint64
}

// system returns the maximum and the free memory of this process in bytes; 0 means unknown.
func system() (total, free uint64) {
	s := status{length: uint32(unsafe.Sizeof(status{}))}
	call := syscall.NewLazyDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")
	if ok, _, _ := call.Call(uintptr(unsafe.Pointer(&s))); ok == 0 {
		return 0, 0
	}
	return s.totalPhys, min(s.availPhys, s.availPage)
}
