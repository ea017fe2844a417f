package memory

import (
	"bytes"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
)

// system returns the maximum and the free memory of this process in bytes; 0 means unknown.
func system() (total, free uint64) {
	text, _ := os.ReadFile("/proc/meminfo")
	total, free = field(text, "MemTotal:"), field(text, "MemAvailable:")
	group, _ := os.ReadFile("/proc/self/cgroup")
	for dir := range groups(string(group)) {
		bound(&total, &free, number("/sys/fs/cgroup"+dir+"/memory.max"), number("/sys/fs/cgroup"+dir+"/memory.current"))
	}
	var l syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &l) == nil && l.Cur < 1<<62 {
		pages, _ := os.ReadFile("/proc/self/statm")
		used, _, _ := bytes.Cut(pages, []byte(" "))
		n, _ := strconv.ParseUint(string(used), 10, 64)
		bound(&total, &free, l.Cur, n*uint64(os.Getpagesize()))
	}
	return total, free
}

// field returns a field of /proc/meminfo in bytes. The file has KiB.
func field(text []byte, name string) uint64 {
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == name {
			n, _ := strconv.ParseUint(words[1], 10, 64)
			return n << 10
		}
	}
	return 0
}

// groups yields the folders of the control group in /proc/self/cgroup and of its ancestors.
func groups(text string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for line := range strings.Lines(text) {
			dir, is := strings.CutPrefix(strings.TrimSpace(line), "0::")
			for ; is && strings.HasPrefix(dir, "/"); dir = path.Dir(dir) {
				if !yield(strings.TrimSuffix(dir, "/")) || dir == "/" {
					break
				}
			}
		}
	}
}

// number reads a number from a file, 0 for a missing file or no limit.
func number(file string) uint64 {
	text, _ := os.ReadFile(file)
	n, _ := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	return n
}

// bound lowers total and free to a limit of which used bytes are in use. Limit 0 means no limit.
func bound(total, free *uint64, limit, used uint64) {
	if limit == 0 {
		return
	}
	*total = lower(*total, limit)
	*free = lower(*free, max(limit-min(used, limit), 1))
}

// lower returns the smaller of two numbers; a of 0 means unknown.
func lower(a, b uint64) uint64 {
	if a == 0 {
		return b
	}
	return min(a, b)
}
