package main

import "regexp"

// skip is a kind of skip that may happen.
type skip struct {
	reason *regexp.Regexp
	// onDebian says that it may happen on Debian and Ubuntu, too. Elsewhere scripts/setup installs nothing and
	// a program may be missing.
	onDebian bool
}

// skips are those that are allowed, by what the test says. Nothing that scripts/setup installs is allowed to be
// missing where it installs packages.
var skips = []skip{
	// Tests of other commands.
	{regexp.MustCompile(`: make test-all runs it$`), true},
	{regexp.MustCompile(`^a measurement: `), true},
	{regexp.MustCompile(`^only as the child of Test`), true},
	// The machine.
	{regexp.MustCompile(`^the processor has no AVX2$`), true},
	{regexp.MustCompile(`^a graphics card draws$`), true},
	{regexp.MustCompile(`^the kept pictures were drawn by llvmpipe`), true},
	{regexp.MustCompile(`multicast|^this machine has no address on a network$`), true},
	// The user, or a container, may not mount a disk.
	{regexp.MustCompile(`^only who may mount a disk can fill one: `), true},
	{regexp.MustCompile(`^no small file system can be mounted here: `), true},
	// What no game of the catalogue has.
	{regexp.MustCompile(`^no variant begins with several kinds in hand$`), true},
	// Files that are not in this repository: the specification and games of people.
	{regexp.MustCompile(`TAFL3D_SHARED`), true},
	// Other systems.
	{regexp.MustCompile(`^there are no groups of processes$`), false},
	{regexp.MustCompile(`^the others are scripts for a shell$`), false},
	{regexp.MustCompile(`^only X11 and Wayland can be missing$`), false},
	{regexp.MustCompile(`^no process can send Ctrl-C to one of its own here$`), false},
	{regexp.MustCompile(`^there is no (/bin/false|/proc on this machine)$`), false},
	{regexp.MustCompile(`^there is no (Xvfb|xdotool) on this machine`), false},
	{regexp.MustCompile(`^no (virtual display|Chromium|axe-core|pebble|python3)\b`), false},
	{regexp.MustCompile(`PostgreSQL`), false},
}

// allowed reports whether a skip with this reason may happen here.
func (r *report) allowed(reason string) bool {
	for _, s := range skips {
		if (s.onDebian || !r.debian) && s.reason.MatchString(reason) {
			return true
		}
	}
	return false
}
