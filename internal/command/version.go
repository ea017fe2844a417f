package command

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
)

// Version returns one line that identifies the build of a program. release is the version of the release, "" in other
// builds.
func Version(program, release string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return program + ", of unknown build"
	}
	rev, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			rev = " (" + s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = ", changed"
		}
	}
	if rev != "" {
		rev += changed + ")"
	}
	release = cmp.Or(release, info.Main.Version)
	return fmt.Sprintf("%s %s%s, %s %s/%s", program, release, rev, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
