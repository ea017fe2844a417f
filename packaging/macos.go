package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackmordaunt/icns/v3"
)

// macos packs what a Mac needs to build the bundle, because programs with a window can only be
// compiled there. See docs/packaging.md.
func (r *release) macos() error {
	source, folder := filepath.Join(r.work, "source.tar"), "tafl3d-"+r.file()+"/"
	if _, err := r.git("archive", "--format=tar", "-o", source, "--prefix="+folder,
		"--add-virtual-file="+folder+stampFile+":"+r.stamp(), "HEAD"); err != nil {
		return err
	}
	return write(filepath.Join(r.out, "tafl3d-"+r.file()+"-source.tar.gz"),
		func(w io.Writer) error { return packFile(w, source) })
}

// bundle creates tafl3d.app around a program and zips it.
func (r *release) bundle(program string) error {
	plist, err := os.ReadFile(filepath.Join(r.root, "packaging", "macos", "Info.plist"))
	if err != nil {
		return err
	}
	filled := strings.NewReplacer("@VERSION@", numbers(r.version), "@BUILD@",
		r.at.Format("20060102.1504")).Replace(string(plist))
	info, icon := filepath.Join(r.work, "Info.plist"), filepath.Join(r.work, "tafl3d.icns")
	images, err := r.images()
	if err != nil {
		return err
	}
	err = errors.Join(
		write(info, func(w io.Writer) error { _, err := io.WriteString(w, filled); return err }),
		write(icon, func(w io.Writer) error { return icns.Encode(w, images[len(images)-1]) }))
	if err != nil {
		return err
	}
	papers, err := r.papers(program)
	if err != nil {
		return fmt.Errorf("%s: %w", program, err)
	}
	const app = "tafl3d.app/Contents/"
	files := []entry{{app + "Info.plist", info, 0o644}, {app + "MacOS/tafl3d", program, 0o755},
		{app + "Resources/tafl3d.icns", icon, 0o644}}
	for _, p := range papers {
		p.name = app + "Resources/" + p.name
		files = append(files, p)
	}
	return r.archive("tafl3d-"+r.file()+"-macos-arm64", true, files)
}
