// Package errno compares system errors in the same way on all operating systems.
package errno

import (
	"errors"
	"runtime"
	"slices"
	"syscall"
)

// windows lists Windows error codes (Windows Sockets and system error codes) for errors that package syscall
// represents by invented values on Windows.
var windows = map[syscall.Errno][]syscall.Errno{
	syscall.EADDRINUSE:    {10048},   // WSAEADDRINUSE
	syscall.EADDRNOTAVAIL: {10049},   // WSAEADDRNOTAVAIL
	syscall.ECONNRESET:    {10054},   // WSAECONNRESET
	syscall.ECONNREFUSED:  {10061},   // WSAECONNREFUSED
	syscall.ENOSPC:        {39, 112}, // ERROR_HANDLE_DISK_FULL, ERROR_DISK_FULL
	syscall.EROFS:         {19},      // ERROR_WRITE_PROTECT
	syscall.ENOTDIR:       {267},     // ERROR_DIRECTORY
}

// Is reports whether err is, or wraps, the system error that package syscall calls kind.
func Is(err error, kind syscall.Errno) bool { return is(err, kind, runtime.GOOS) }

func is(err error, kind syscall.Errno, system string) bool {
	if errors.Is(err, kind) {
		return true
	}
	return system == "windows" && slices.ContainsFunc(windows[kind], func(n syscall.Errno) bool {
		return errors.Is(err, n)
	})
}
