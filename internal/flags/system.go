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
		return "another program listens there already; end it, or choose another port"
	case errors.Is(err, fs.ErrPermission):
		return "this user may not listen there; choose a port from 1024 on, or give the program that right"
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
		return "it is there already"
	case errno.Is(err, syscall.ENOSPC):
		return "the disk is full"
	case errno.Is(err, syscall.EROFS):
		return "cannot write there"
	case errno.Is(err, syscall.EISDIR):
		return "it is a folder, and a file was expected"
	case errno.Is(err, syscall.ENOTDIR):
		return "it is a file, and a folder was expected"
	}
	return err.Error()
}
