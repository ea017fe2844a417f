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

// clock checks whether the clock is synchronized.
func (o Options) clock(context.Context) []Finding {
	const what, do = "clock", "keep it by NTP (systemctl enable --now systemd-timesyncd, or chrony): certificates, " +
		"sessions and other services go by it"
	synced, off, known := clockState()
	switch {
	case !known:
		return one(what, Fine, "", "%s; this system does not report whether it is synchronized",
			time.Now().Format(time.RFC3339))
	case !synced:
		return one(what, Doubt, do, "%s; it is not synchronized, or the kernel does not know (as in some containers)",
			time.Now().Format(time.RFC3339))
	}
	return one(what, Fine, "", "%s, correct within %v", time.Now().Format(time.RFC3339), off.Round(time.Millisecond))
}

// Thresholds of disk space and speed.
const (
	leastSpace  = 200 << 20
	enoughSpace = 2 << 30
	writes      = 40
	slowWrite   = 10 * time.Millisecond
	tooSlow     = 100 * time.Millisecond
)

// folder checks the data folder and its disk.
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
		all = one("folder", Fine, "", "%s does not exist yet; the service creates it", o.Data)
	}
	if there {
		all = append(all, rights(dir)...)
	}
	return append(append(all, space(dir)...), speed(dir)...)
}

// rights checks whether other users of the machine may read the data.
func rights(dir string) []Finding {
	const what, do = "rights", "restart the service, or: chmod -R go= %s"
	paths, err := lock.Exposed(dir, "tafl.db*", "games", "jetstream", "explorer*", "certificates", "bots")
	switch {
	case err != nil:
		return one(what, Doubt, "run the doctor as the user of the service", "%v", err)
	case len(paths) == 1: // the folder itself, which the service makes private on startup
		return one(what, Doubt, fmt.Sprintf(do, dir), "other users may read %s", paths[0])
	case len(paths) > 0:
		told := fmt.Sprintf("other users may read %s (%d files and folders in all)", paths[0], len(paths))
		return one(what, Fault, fmt.Sprintf(do, dir), "%s", told)
	}
	return one(what, Fine, "", "only the owner may read the data in %s", dir)
}

// leastFree is the free space that a service needs to write at all, in bytes.
const leastFree = 4 << 20

// DiskFull reports whether the disk of a folder is full, and how many bytes are free.
func DiskFull(folder string) (free uint64, full bool) {
	free, err := FreeSpace(folder)
	return free, err == nil && free < leastFree
}

// space checks the free disk space.
func space(dir string) []Finding {
	const what, do = "space",
		"free some space, since no act can be written to a full disk, or put -data on a larger one"
	free, err := FreeSpace(dir)
	switch {
	case err != nil:
		return one(what, Doubt, "check it with df", "%s: %v", dir, err)
	case free < leastSpace:
		return one(what, Fault, do, "%d MiB are free", free>>20)
	case free < enoughSpace:
		return one(what, Doubt, do, "%d MiB are free", free>>20)
	}
	return one(what, Fine, "", "%.1f GiB are free", float64(free)/(1<<30))
}

// speed measures synced writes, which each act needs.
func speed(dir string) []Finding {
	const what, do = "disk",
		"players wait that long for each act: use a local SSD, no network drive, and no other heavy writers"
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
		return one(what, g, "", "a synced write takes %v, at most %v", median.Round(10*time.Microsecond),
			late.Round(10*time.Microsecond))
	}
	return one(what, g, do, "a synced write takes %v, at most %v", median.Round(10*time.Microsecond),
		late.Round(10*time.Microsecond))
}

// timeWrites writes and syncs a page repeatedly.
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

// enoughFiles is enough for the largest service: a file for each connection, and some more.
const enoughFiles = 16 << 10

// files checks the limit of open files.
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
