package doctor

import "golang.org/x/sys/windows"

// FreeSpace returns how many bytes this user can still write.
func FreeSpace(dir string) (n uint64, err error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err == nil {
		err = windows.GetDiskFreeSpaceEx(name, &n, nil, nil)
	}
	return n, err
}

func openFiles() (n uint64, known bool) { return 0, false }
