package main

import (
	"errors"
	"io"
	"os"

	"tafl3d/app/study"
)

// disk is what the player keeps outside our folders.
type disk struct{}

// Open implements study.Disk.
func (disk) Open(name string) (io.ReadCloser, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = study.ErrFolder
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
