package operator

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"testing/iotest"
	"time"

	"tafl3d/internal/await"
)

// TestTidy finds what was left of a backup, and what is the operator's own.
func TestTidy(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{copyName + "1", copyName + "2", "backup-3", "games"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name, "tafl.db"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, copyName+"mine.tar")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := &Backups{Data: dir}
	if err := s.Tidy(); err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	names := ""
	for _, e := range list {
		names += e.Name() + " "
	}
	if names != ".backup-mine.tar backup-3 games " {
		t.Errorf("left are %s", names)
	}
}

// discard is a part that is not kept.
type discard struct{ io.Writer }

func (discard) Close() error { return nil }

func nowhere(string) (io.WriteCloser, error) { return discard{io.Discard}, nil }

// TestEveryByte changes every byte of a backup, cuts it off at every place, and takes its
// seal away: each is noticed. As older versions made it, it can be read.
func TestEveryByte(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{PartTime, PartLive, PartDatabase} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("this is "+name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := pack(&b, dir, time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	good := b.Bytes()
	to := t.TempDir()
	if err := ReadParts(iotest.OneByteReader(bytes.NewReader(good)), to); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{PartTime, PartLive, PartDatabase} {
		if text, err := os.ReadFile(filepath.Join(to, name)); err != nil || string(text) != "this is "+name {
			t.Fatalf("%q, %v", text, err)
		}
	}
	for i := range good {
		for _, flip := range []byte{1, 0x20, 0x80} {
			bad := bytes.Clone(good)
			bad[i] ^= flip
			if err := readParts(bytes.NewReader(bad), nowhere); err == nil || errors.Is(err, ErrUnsealed) {
				t.Fatalf("byte %d of %d, changed by %x: %v", i, len(good), flip, err)
			}
		}
		if err := readParts(bytes.NewReader(good[:i]), nowhere); err == nil || errors.Is(err, ErrUnsealed) {
			t.Fatalf("cut off at byte %d of %d: %v", i, len(good), err)
		}
	}
	var old bytes.Buffer
	w := tar.NewWriter(&old)
	for _, name := range []string{PartTime, PartLive, PartDatabase} {
		if err := packFile(w, filepath.Join(dir, name), time.Unix(1, 0)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := ReadParts(&old, to); !errors.Is(err, ErrUnsealed) {
		t.Errorf("an older backup: %v", err)
	}
}

// TestLargeBackup reads a backup of 256 MiB: it needs a small part of that memory.
func TestLargeBackup(t *testing.T) {
	const size = 256 << 20
	dir, to := t.TempDir(), t.TempDir()
	for _, name := range []string{PartTime, PartLive, PartDatabase} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Truncate(filepath.Join(dir, PartDatabase), size); err != nil {
		t.Fatal(err)
	}
	r, w := io.Pipe()
	packed := make(chan error, 1)
	go func() {
		err := pack(w, dir, time.Unix(1, 0))
		_ = w.CloseWithError(err)
		packed <- err
	}()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := ReadParts(r, to)
	runtime.ReadMemStats(&after)
	if err := errors.Join(err, await.Next(t, packed, "the backup is not packed")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(to, PartDatabase)); err != nil || info.Size() != size {
		t.Errorf("%v, %v", info, err)
	}
	if grown := after.Sys - before.Sys; grown > size/4 {
		t.Errorf("reading took %d MiB of memory from the system", grown>>20)
	}
}
