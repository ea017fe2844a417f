package main

import (
	"fmt"
	"os"

	"tafl3d/render/cache"
)

// cacheMost is the maximum size of the cache in bytes: about ten boards in medium quality.
const cacheMost = 768 << 20

// openCache returns the cache in a folder, nil if dir is empty. Entries of other builds of the
// program are ignored.
func openCache(dir string) *cache.Cache {
	if dir == "" {
		return nil
	}
	build := version()
	if file, err := os.Executable(); err == nil {
		if i, err := os.Stat(file); err == nil {
			build = fmt.Sprint(build, " ", i.Size(), " ", i.ModTime().UnixNano())
		}
	}
	return cache.New(dir, build, cacheMost)
}
