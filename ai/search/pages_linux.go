package search

import (
	"syscall"
	"unsafe"
)

// largePages asks the kernel to keep a table in large pages: every look at it goes
// elsewhere, and a processor remembers where few small pages lie. Where the kernel
// does not, the table is as good, but slower.
func largePages(slots []slot) {
	_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(slots))), len(slots)*slotSize),
		syscall.MADV_HUGEPAGE)
}
