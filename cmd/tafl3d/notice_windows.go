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

// parentProcess is ATTACH_PARENT_PROCESS of AttachConsole.
const parentProcess = ^uintptr(0)

// attach connects a program without a console to the console of its parent. Redirected output stays
// redirected.
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

// seen reports whether f is a console, a file or a pipe.
func seen(f *os.File) bool {
	kind, err := syscall.GetFileType(syscall.Handle(f.Fd()))
	return err == nil && kind != syscall.FILE_TYPE_UNKNOWN
}

// box shows a text until the player closes it.
func box(title, text string) {
	t, err1 := syscall.UTF16PtrFromString(title)
	s, err2 := syscall.UTF16PtrFromString(text)
	if err1 != nil || err2 != nil {
		return
	}
	const sign = 0x10 // MB_ICONERROR
	_, _, _ = messageBox.Call(0, uintptr(unsafe.Pointer(s)), uintptr(unsafe.Pointer(t)), sign)
}
