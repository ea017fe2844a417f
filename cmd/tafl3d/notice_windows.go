package main

import (
	"os"
	"syscall"
	"unsafe"
)

var (
	kernel        = syscall.NewLazyDLL("kernel32.dll")
	attachConsole = kernel.NewProc("AttachConsole")
	messageBox    = syscall.NewLazyDLL("user32.dll").NewProc("MessageBoxW")
)

// parentProcess is whoever started this program, for AttachConsole.
const parentProcess = ^uintptr(0)

// attach makes a program without a console write into that of the shell it was started
// from. Where its output goes to a file or a pipe it stays there.
func attach() {
	if seen(os.Stdout) && seen(os.Stderr) {
		return
	}
	if ok, _, _ := attachConsole.Call(parentProcess); ok == 0 {
		return
	}
	if f, err := os.OpenFile("CONOUT$", os.O_RDWR, 0); err == nil {
		for _, std := range []**os.File{&os.Stdout, &os.Stderr} {
			if !seen(*std) {
				*std = f
			}
		}
	}
}

// seen reports whether f leads somewhere: a console, a file or a pipe.
func seen(f *os.File) bool {
	kind, err := syscall.GetFileType(syscall.Handle(f.Fd()))
	return err == nil && kind != syscall.FILE_TYPE_UNKNOWN
}

// box shows a text until the player has read it.
func box(title, text string) {
	t, err1 := syscall.UTF16PtrFromString(title)
	s, err2 := syscall.UTF16PtrFromString(text)
	if err1 != nil || err2 != nil {
		return
	}
	const sign = 0x10 // MB_ICONERROR
	_, _, _ = messageBox.Call(0, uintptr(unsafe.Pointer(s)), uintptr(unsafe.Pointer(t)), sign)
}
