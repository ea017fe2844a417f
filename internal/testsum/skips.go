package main

import "regexp"

// skip is a kind of skip that is allowed.
type skip struct {
	reason *regexp.Regexp
	// onDebian means that the skip is also allowed on Debian and Ubuntu. On other systems scripts/setup installs
	// nothing, and programs may be missing.
	onDebian bool
}

// skips are the allowed skips, by their message. Programs that scripts/setup installs may not be missing on systems
// where it does.
var skips = []skip{
	// Tests that another command runs.
	{regexp.MustCompile(`: make test-all runs it$`), true},
	{regexp.MustCompile(`^a measurement: `), true},
	{regexp.MustCompile(`^only as the child of Test`), true},
	// Hardware.
	{regexp.MustCompile(`^the processor has no AVX2$`), true},
	{regexp.MustCompile(`^a graphics card draws$`), true},
	{regexp.MustCompile(`^the kept pictures were drawn by llvmpipe`), true},
	{regexp.MustCompile(`multicast|^this machine has no address on a network$`), true},
	// Permissions: mounting a disk needs root and is forbidden in containers.
	{regexp.MustCompile(`^only who may mount a disk can fill one: `), true},
	{regexp.MustCompile(`^no small file system can be mounted here: `), true},
	// Mechanics that no catalogue variant has.
	{regexp.MustCompile(`^no variant begins with several kinds in hand$`), true},
	// Files outside this repository: the specification and recorded games.
	{regexp.MustCompile(`TAFL3D_SHARED`), true},
	// Other systems.
	{regexp.MustCompile(`^there are no groups of processes$`), false},
	{regexp.MustCompile(`^the others are scripts for a shell$`), false},
	{regexp.MustCompile(`^only X11 and Wayland can be missing$`), false},
	{regexp.MustCompile(`^no process can send Ctrl-C to one of its own here$`), false},
	{regexp.MustCompile(`^there is no (/bin/false|/proc on this machine)$`), false},
	{regexp.MustCompile(`^there is no (Xvfb|xdotool) on this machine`), false},
	{regexp.MustCompile(`^no (virtual display|Chromium|Firefox|axe-core|pebble|python3)\b`), false},
	{regexp.MustCompile(`PostgreSQL`), false},
}

// allowed reports whether a skip with this reason is allowed on this system.
func (r *report) allowed(reason string) bool {
	for _, s := range skips {
		if (s.onDebian || !r.debian) && s.reason.MatchString(reason) {
			return true
		}
	}
	return false
}
