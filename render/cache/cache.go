// Package cache keeps on disk what took long to make and can be made again. An
// entry is there whole or not at all: it is written beside its place and renamed,
// and one that was damaged since counts as missing. The folder stays below a size;
// what was used least recently goes first.
package cache

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Cache is a folder of entries. Several programs may use the same folder, and
// several goroutines the same Cache. A nil Cache keeps nothing.
type Cache struct {
	dir     string
	version string
	most    int64      // bytes that the folder may hold
	trim    sync.Mutex // one sweep at a time
}

// New returns the cache in a folder, which is made when the first entry is kept
// and then holds at most so many bytes. Entries of another version of the program
// are not found; in time they are swept away.
func New(dir, version string, most int64) *Cache {
	return &Cache{dir: dir, version: version, most: most}
}

// The parts of an entry's file: a head of magic, the key's hash, length and sum
// of what follows, and then the data.
const (
	magic    = "tafl3d-1"
	headSize = len(magic) + sha256.Size + 8 + 4
	ending   = ".entry"
	written  = ".part-" // begins the names of files that are being written
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sum returns the hash of a key under the cache's version.
func (c *Cache) sum(key string) [sha256.Size]byte {
	return sha256.Sum256([]byte(c.version + "\x00" + key))
}

// head returns what an entry's file begins with.
func (c *Cache) head(key string, data []byte) []byte {
	sum := c.sum(key)
	h := append([]byte(magic), sum[:]...)
	h = binary.LittleEndian.AppendUint64(h, uint64(len(data)))
	return binary.LittleEndian.AppendUint32(h, crc32.Checksum(data, castagnoli))
}

func (c *Cache) file(key string) string {
	sum := c.sum(key)
	return filepath.Join(c.dir, hex.EncodeToString(sum[:16])+ending)
}

// Has reports whether there is an entry for key, without reading it: it may yet
// turn out to be damaged.
func (c *Cache) Has(key string) bool {
	if c == nil {
		return false
	}
	_, err := os.Stat(c.file(key))
	return err == nil
}

// Get returns the entry for key. The caller owns the bytes. A damaged entry is
// deleted and counts as missing.
func (c *Cache) Get(key string) ([]byte, bool) {
	if c == nil {
		return nil, false
	}
	name := c.file(key)
	all, err := os.ReadFile(name)
	if err != nil {
		return nil, false
	}
	if len(all) < headSize || string(all[:headSize]) != string(c.head(key, all[headSize:])) {
		os.Remove(name)
		return nil, false
	}
	now := time.Now()
	os.Chtimes(name, now, now) // for the sweep; without it the entry goes sooner
	return all[headSize:], true
}

// Put keeps an entry, in the place of one with the same key. One that is larger
// than the whole cache may be is not kept.
func (c *Cache) Put(key string, data []byte) error {
	if c == nil || int64(headSize+len(data)) > c.most {
		return nil
	}
	if err := os.MkdirAll(c.dir, 0o755); err != nil {
		return err
	}
	if err := c.write(key, data); err != nil {
		return err
	}
	return c.sweep()
}

// write puts an entry beside its place and renames it.
func (c *Cache) write(key string, data []byte) error {
	f, err := os.CreateTemp(c.dir, written+"*")
	if err != nil {
		return err
	}
	_, err = f.Write(c.head(key, data))
	if err == nil {
		_, err = f.Write(data)
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), c.file(key))
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// abandoned is the age at which a file that was being written counts as left
// behind by a program that ended.
const abandoned = time.Hour

// sweep deletes what is left of broken writes, and the entries used least
// recently until the folder is small enough.
func (c *Cache) sweep() error {
	c.trim.Lock()
	defer c.trim.Unlock()
	list, err := os.ReadDir(c.dir)
	if err != nil {
		return err
	}
	var all []os.FileInfo
	var size int64
	for _, e := range list {
		i, err := e.Info()
		switch {
		case err != nil: // another program was quicker
		case strings.HasPrefix(e.Name(), written):
			if time.Since(i.ModTime()) > abandoned {
				os.Remove(filepath.Join(c.dir, e.Name()))
			}
		case strings.HasSuffix(e.Name(), ending):
			all = append(all, i)
			size += i.Size()
		}
	}
	slices.SortFunc(all, func(a, b os.FileInfo) int {
		return cmp.Or(a.ModTime().Compare(b.ModTime()), strings.Compare(a.Name(), b.Name()))
	})
	for _, i := range all {
		if size <= c.most {
			return nil
		}
		if err := os.Remove(filepath.Join(c.dir, i.Name())); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		size -= i.Size()
	}
	return nil
}
