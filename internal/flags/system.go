package flags

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"syscall"
)

// Plain says an error in our words: what the system has said of files in it is said anew.
func Plain(err error) string {
	text := err.Error()
	if e, is := errors.AsType[*fs.PathError](err); is {
		text = strings.ReplaceAll(text, e.Error(), e.Path+": "+ofFile(e.Err))
	}
	if e, is := errors.AsType[*os.LinkError](err); is {
		text = strings.ReplaceAll(text, e.Error(), e.New+": "+ofFile(e.Err))
	}
	return text
}

// ofFile says what the system has against a file.
func ofFile(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file or folder"
	case errors.Is(err, fs.ErrPermission):
		return "it may not be read or written there"
	case errors.Is(err, fs.ErrExist):
		return "it is there already"
	case errors.Is(err, syscall.ENOSPC):
		return "the disk is full"
	case errors.Is(err, syscall.EROFS):
		return "nothing can be written there"
	case errors.Is(err, syscall.EISDIR):
		return "it is a folder, and a file was expected"
	case errors.Is(err, syscall.ENOTDIR):
		return "it is a file, and a folder was expected"
	}
	return err.Error()
}
