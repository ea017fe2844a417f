package main

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// target is a system to build for, with build tags.
type target struct{ os, arch, tags string }

// static lists the systems for the programs without a window, which do not need C.
var static = []target{{os: "linux", arch: "amd64"}, {os: "linux", arch: "arm64"}, {os: "windows", arch: "amd64"},
	{os: "darwin", arch: "arm64"}}

// ending returns the extension of executables.
func (t target) ending() string {
	if t.os == "windows" {
		return ".exe"
	}
	return ""
}

// build compiles a program of cmd and returns its file. With a C compiler it builds a program with
// a window, without one a static program.
func (r *release) build(name string, t target, cc, ldflags string) (string, error) {
	file := filepath.Join(r.work, t.os+"-"+t.arch+t.tags, name+t.ending())
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-tags", t.tags, "-ldflags",
		"-s -w -buildid= -X main.release="+r.version+" -X main.site="+r.site+" "+ldflags, "-o", file, "./cmd/"+name)
	cmd.Dir = r.root
	cgo := "0"
	if cc != "" {
		cgo = "1"
	}
	// The environment of the packager must not affect the result.
	cmd.Env = append(os.Environ(), "GOFLAGS=", "CGO_CFLAGS=-O2 -g0", "CGO_LDFLAGS=-O2 -Wl,--build-id=none",
		"CGO_ENABLED="+cgo,
		"GOOS="+t.os, "GOARCH="+t.arch, "GOAMD64=v1", "CC="+cmp.Or(cc, "false"))
	_, err := output(cmd)
	return file, err
}

// tools packs the programs for terminals and servers, which have no dependencies.
func (r *release) tools() error {
	for _, t := range static {
		var files []entry
		var programs []string
		for _, name := range []string{"tafl", "taflmatch"} {
			program, err := r.build(name, t, "", "")
			if err != nil {
				return err
			}
			programs = append(programs, program)
			files = append(files, entry{name: name + t.ending(), from: program, mode: 0o755})
		}
		more, err := r.papers(programs...)
		if err != nil {
			return err
		}
		name := "tafl-tools-" + r.file() + "-" + t.os + "-" + t.arch
		if err := r.archive(name, t.os == "windows", slices.Concat(files, more)); err != nil {
			return err
		}
	}
	return nil
}
