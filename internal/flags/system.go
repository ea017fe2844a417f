package flags

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"strings"
	"syscall"

	"tafl3d/internal/errno"
)

// Plain returns the message of an error. System errors of files and ports are reworded.
func Plain(err error) string {
	text := err.Error()
	if e, is := errors.AsType[*fs.PathError](err); is {
		text = strings.ReplaceAll(text, e.Error(), e.Path+": "+ofFile(e.Err))
	}
	if e, is := errors.AsType[*os.LinkError](err); is {
		text = strings.ReplaceAll(text, e.Error(), e.New+": "+ofFile(e.Err))
	}
	if e, is := errors.AsType[*net.OpError](err); is && e.Op == "listen" && e.Addr != nil {
		text = strings.ReplaceAll(text, e.Error(), e.Addr.String()+": "+ofPort(e.Err))
	}
	return text
}

// ofPort describes why listening on an address failed.
func ofPort(err error) string {
	switch {
	case errno.Is(err, syscall.EADDRINUSE):
		return "another program uses this port; stop it, or choose another port"
	case errors.Is(err, fs.ErrPermission):
		return "no permission to use this port; choose 1024 or higher, or give the program that permission"
	case errno.Is(err, syscall.EADDRNOTAVAIL):
		return "this machine has no such address"
	}
	return err.Error()
}

// ofFile describes why a file operation failed.
func ofFile(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file or folder"
	case errors.Is(err, fs.ErrPermission):
		return "no permission to read or write there"
	case errors.Is(err, fs.ErrExist):
		return "it already exists"
	case errno.Is(err, syscall.ENOSPC):
		return "the disk is full"
	case errno.Is(err, syscall.EROFS):
		return "cannot write there"
	case errno.Is(err, syscall.EISDIR):
		return "this is a folder; a file is needed"
	case errno.Is(err, syscall.ENOTDIR):
		return "this is a file; a folder is needed"
	}
	return err.Error()
}
