package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// entry is a file in an archive.
type entry struct {
	name string // with slashes
	from string // source file
	mode os.FileMode
}

// archive packs files under a folder, as a zip or a tarball. Order, times and owners depend only on
// the names and the commit.
func (r *release) archive(name string, zipped bool, files []entry) error {
	slices.SortFunc(files, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	for i := range files {
		files[i].name = path.Join(name, files[i].name)
	}
	if zipped {
		return write(filepath.Join(r.out, name+".zip"), func(w io.Writer) error { return packZip(w, files, r.at) })
	}
	return write(filepath.Join(r.out, name+".tar.gz"), func(w io.Writer) error { return packTar(w, files, r.at) })
}

func packTar(w io.Writer, files []entry, at time.Time) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(z)
	for _, f := range files {
		data, err := os.ReadFile(f.from)
		if err != nil {
			return err
		}
		head := tar.Header{Name: f.name, Mode: int64(f.mode), Size: int64(len(data)), ModTime: at,
			Format: tar.FormatPAX}
		if err := t.WriteHeader(&head); err != nil {
			return err
		}
		if _, err := t.Write(data); err != nil {
			return err
		}
	}
	return errors.Join(t.Close(), z.Close())
}

func packZip(w io.Writer, files []entry, at time.Time) error {
	z := zip.NewWriter(w)
	for _, f := range files {
		data, err := os.ReadFile(f.from)
		if err != nil {
			return err
		}
		head := zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: at}
		head.SetMode(f.mode)
		part, err := z.CreateHeader(&head)
		if err != nil {
			return err
		}
		if _, err := part.Write(data); err != nil {
			return err
		}
	}
	return z.Close()
}

// write writes a file atomically.
func write(name string, fill func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".part-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := errors.Join(fill(f), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// sums writes SHA256SUMS for all files in out.
func (r *release) sums() error {
	all, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	var lines strings.Builder
	for _, f := range all {
		if f.IsDir() || f.Name() == sumsFile || strings.HasPrefix(f.Name(), ".") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(r.out, f.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&lines, "%x  %s\n", sha256.Sum256(data), f.Name())
	}
	return write(filepath.Join(r.out, sumsFile), func(w io.Writer) error {
		_, err := io.WriteString(w, lines.String())
		return err
	})
}

const sumsFile = "SHA256SUMS"
