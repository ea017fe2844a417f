package operator

import (
	"archive/tar"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
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
	if parts, err := ReadParts(bytes.NewReader(good)); err != nil || string(parts[PartDatabase]) != "this is tafl.db" {
		t.Fatalf("%v, %v", parts, err)
	}
	for i := range good {
		for _, flip := range []byte{1, 0x20, 0x80} {
			bad := bytes.Clone(good)
			bad[i] ^= flip
			if _, err := ReadParts(bytes.NewReader(bad)); err == nil || errors.Is(err, ErrUnsealed) {
				t.Fatalf("byte %d of %d, changed by %x: %v", i, len(good), flip, err)
			}
		}
		if _, err := ReadParts(bytes.NewReader(good[:i])); err == nil || errors.Is(err, ErrUnsealed) {
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
	if parts, err := ReadParts(&old); !errors.Is(err, ErrUnsealed) || len(parts) != 3 {
		t.Errorf("an older backup: %v, %v", parts, err)
	}
}
