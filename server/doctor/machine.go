package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"tafl3d/internal/lock"
)

// clock asks whether the machine keeps its clock by others.
func (o Options) clock(context.Context) []Finding {
	const what, do = "clock", "keep it by NTP (systemctl enable --now systemd-timesyncd, or chrony): certificates, " +
		"sessions and other services go by it"
	synced, off, known := clockState()
	switch {
	case !known:
		return one(what, Fine, "", "%s; whether others keep it right is not told on this system",
			time.Now().Format(time.RFC3339))
	case !synced:
		return one(what, Doubt, do, "%s; it is kept by nobody, or not told to the kernel (as in some containers)",
			time.Now().Format(time.RFC3339))
	}
	return one(what, Fine, "", "%s, right within %v", time.Now().Format(time.RFC3339), off.Round(time.Millisecond))
}

// How much room there must be, and how fast the disk.
const (
	leastSpace  = 200 << 20
	enoughSpace = 2 << 30
	writes      = 40
	slowWrite   = 10 * time.Millisecond
	tooSlow     = 100 * time.Millisecond
)

// folder looks at the disk under the data folder.
func (o Options) folder(context.Context) (all []Finding) {
	dir, there := o.Data, true
	for info, err := os.Stat(dir); err != nil || !info.IsDir(); info, err = os.Stat(dir) {
		if err == nil {
			return one("folder", Fault, "give -data a folder", "%s is a file", dir)
		}
		if dir, there = filepath.Dir(dir), false; dir == filepath.Dir(dir) {
			break
		}
	}
	if there {
		all = one("folder", Fine, "", "%s", o.Data)
	} else {
		all = one("folder", Fine, "", "%s is not there yet; the service makes it", o.Data)
	}
	if there {
		all = append(all, rights(dir)...)
	}
	return append(append(all, space(dir)...), speed(dir)...)
}

// rights looks whether other users of the machine may read what a service or a broker keeps.
func rights(dir string) []Finding {
	const what, do = "rights", "restart the service, or: chmod -R go= %s"
	paths, err := lock.Exposed(dir, "tafl.db*", "games", "jetstream", "explorer*", "certificates", "bots")
	switch {
	case err != nil:
		return one(what, Doubt, "run the doctor as the user of the service", "%v", err)
	case len(paths) == 1: // the folder, which the service makes private when it starts
		return one(what, Doubt, fmt.Sprintf(do, dir), "other users may read %s", paths[0])
	case len(paths) > 0:
		told := fmt.Sprintf("other users may read %s (%d files and folders in all)", paths[0], len(paths))
		return one(what, Fault, fmt.Sprintf(do, dir), "%s", told)
	}
	return one(what, Fine, "", "only the owner may read what is kept in %s", dir)
}

// leastFree is how much room a service needs to write at all, in bytes.
const leastFree = 4 << 20

// DiskFull reports whether there is no room in a folder, and how many bytes are free.
func DiskFull(folder string) (free uint64, full bool) {
	free, err := FreeSpace(folder)
	return free, err == nil && free < leastFree
}

// space asks how much room there is.
func space(dir string) []Finding {
	const what, do = "space", "make room: a full disk refuses every act; or put -data on a larger one"
	free, err := FreeSpace(dir)
	switch {
	case err != nil:
		return one(what, Doubt, "look yourself", "%s: %v", dir, err)
	case free < leastSpace:
		return one(what, Fault, do, "%d MiB are free", free>>20)
	case free < enoughSpace:
		return one(what, Doubt, do, "%d MiB are free", free>>20)
	}
	return one(what, Fine, "", "%.1f GiB are free", float64(free)/(1<<30))
}

// speed times writes that last, each as an act costs one.
func speed(dir string) []Finding {
	const what, do = "disk",
		"players wait for each act as long as that: use a local SSD, no network drive, and no other heavy writers"
	took, err := timeWrites(dir)
	if err != nil {
		return one(what, Fault, "let the user that runs the service write there", "%v", err)
	}
	slices.Sort(took)
	median, late := took[len(took)/2], took[len(took)-1]
	g := Fine
	switch {
	case median > tooSlow:
		g = Fault
	case median > slowWrite:
		g = Doubt
	}
	if g == Fine {
		return one(what, g, "", "a write lasts after %v, at most %v", median.Round(10*time.Microsecond),
			late.Round(10*time.Microsecond))
	}
	return one(what, g, do, "a write lasts only after %v, at most %v", median.Round(10*time.Microsecond),
		late.Round(10*time.Microsecond))
}

// timeWrites writes a page again and again and waits until it is on the disk.
func timeWrites(dir string) (took []time.Duration, err error) {
	f, err := os.CreateTemp(dir, ".doctor-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close(), os.Remove(f.Name())) }()
	page := make([]byte, 4<<10)
	for range writes {
		began := time.Now()
		if _, err := f.Write(page); err != nil {
			return nil, err
		}
		if err := f.Sync(); err != nil {
			return nil, err
		}
		took = append(took, time.Since(began))
	}
	return took, nil
}

// enoughFiles is what the greatest service wants: a file for each connection, and some.
const enoughFiles = 16 << 10

// files asks how many the service may have open.
func (o Options) files(context.Context) []Finding {
	const what = "open files"
	switch n, known := openFiles(); {
	case !known:
		return one(what, Fine, "", "this system has no such limit")
	case n < 1<<10:
		return one(what, Fault, "raise it: LimitNOFILE=65536 in the unit, or ulimit -n 65536 before",
			"%d at most, as started here", n)
	case n < enoughFiles:
		return one(what, Doubt, "each player has one: LimitNOFILE=65536 in the unit, or ulimit -n 65536 before",
			"%d at most, as started here", n)
	default:
		return one(what, Fine, "", "%d at most, as started here", n)
	}
}
