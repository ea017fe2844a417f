package memory

import (
	"bytes"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
)

// system returns the bytes that this process can have at most, and those that it can still have; 0 is not known.
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

// field returns a field of /proc/meminfo, which is in KiB, as bytes.
func field(text []byte, name string) uint64 {
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == name {
			n, _ := strconv.ParseUint(words[1], 10, 64)
			return n << 10
		}
	}
	return 0
}

// groups yields the folders of the control group that /proc/self/cgroup names, and of those around it.
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

// number reads a file with a number, 0 where there is none or no bound.
func number(file string) uint64 {
	text, _ := os.ReadFile(file)
	n, _ := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	return n
}

// bound lowers what a process can have to a limit of which so much is used; a limit of 0 is none.
func bound(total, free *uint64, limit, used uint64) {
	if limit == 0 {
		return
	}
	*total = lower(*total, limit)
	*free = lower(*free, max(limit-min(used, limit), 1))
}

// lower returns the lower of two numbers of which a is not known where it is 0.
func lower(a, b uint64) uint64 {
	if a == 0 {
		return b
	}
	return min(a, b)
}
