package search

import (
	"syscall"
	"unsafe"
)

// largePages asks the kernel to keep the table in large pages. Probes hit random addresses, so
// small pages cause TLB misses. Errors are ignored: the table then works, but slower.
func largePages(slots []slot) {
	_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(slots))), len(slots)*slotSize),
		syscall.MADV_HUGEPAGE)
}
