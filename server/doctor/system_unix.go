//go:build unix

package doctor

import "golang.org/x/sys/unix"

// FreeSpace returns how many bytes an ordinary user can still write.
func FreeSpace(dir string) (uint64, error) {
	var s unix.Statfs_t
	err := unix.Statfs(dir, &s)
	return uint64(s.Bavail) * uint64(s.Bsize), err
}

// openFiles returns how many files a process may open.
func openFiles() (n uint64, known bool) {
	var l unix.Rlimit
	err := unix.Getrlimit(unix.RLIMIT_NOFILE, &l)
	return uint64(l.Cur), err == nil
}
