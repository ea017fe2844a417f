// Package cache stores on disk data that is slow to compute. Entries are written to a temporary file and
// renamed, so that they are complete or absent; damaged entries count as absent. The size of the folder is
// limited; the least recently used entries are deleted first.
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

// Cache is a folder of entries. Several programs may share a folder, and several goroutines a Cache. A nil
// Cache stores nothing.
type Cache struct {
	dir     string
	version string
	most    int64      // size limit of the folder in bytes
	trim    sync.Mutex // allows a single sweep at a time
}

// New returns a cache in dir that holds at most most bytes. The first Put creates the folder. Entries of
// other versions are not found and are deleted in time.
func New(dir, version string, most int64) *Cache {
	return &Cache{dir: dir, version: version, most: most}
}

// Format of an entry: a header of magic, hash of the key, length and checksum of the data, then the data.
const (
	magic    = "tafl3d-1"
	headSize = len(magic) + sha256.Size + 8 + 4
	ending   = ".entry"
	written  = ".part-" // prefix of temporary files
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sum returns the hash of a key and the version.
func (c *Cache) sum(key string) [sha256.Size]byte {
	return sha256.Sum256([]byte(c.version + "\x00" + key))
}

// head returns the header of an entry.
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

// Has reports whether an entry for key exists. It does not read the data, which may be damaged.
func (c *Cache) Has(key string) bool {
	if c == nil {
		return false
	}
	_, err := os.Stat(c.file(key))
	return err == nil
}

// Get returns the entry for key. The caller owns the bytes. Damaged entries are deleted and count as missing.
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
	os.Chtimes(name, now, now) // for the sweep; if it fails, the entry is deleted earlier
	return all[headSize:], true
}

// Put stores an entry and replaces an older one with the same key. It ignores data larger than the cache.
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

// write writes a temporary file and renames it.
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

// abandoned is the age from which a temporary file counts as left behind.
const abandoned = time.Hour

// sweep deletes abandoned temporary files, then the least recently used entries until the folder is within
// its limit.
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
		case err != nil: // another program deleted it
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
