package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
)

// papers returns the documents for every package: instructions, a CycloneDX bill of materials, and
// all licences.
func (r *release) papers(programs ...string) ([]entry, error) {
	mods, err := modules(programs)
	if err != nil {
		return nil, err
	}
	dir := filepath.Dir(programs[0])
	licences, bill := filepath.Join(dir, "LICENCES.txt"), filepath.Join(dir, "sbom.cdx.json")
	if err := write(licences, func(w io.Writer) error { return r.licences(w, mods) }); err != nil {
		return nil, err
	}
	if err := write(bill, func(w io.Writer) error { return r.bill(w, mods) }); err != nil {
		return nil, err
	}
	var files []entry
	for _, from := range []string{licences, bill, filepath.Join(r.root, "README.md"),
		filepath.Join(r.root, "CHANGELOG.md")} {
		files = append(files, entry{name: filepath.Base(from), from: from, mode: 0o644})
	}
	return files, nil
}

// modules lists the modules linked into programs, from their build information, sorted by path.
func modules(programs []string) (mods []*debug.Module, err error) {
	for _, p := range programs {
		info, err := buildinfo.ReadFile(p)
		if err != nil {
			return nil, fmt.Errorf("%s does not say what it is made of: %w", p, err)
		}
		for _, m := range info.Deps {
			if !slices.ContainsFunc(mods, func(o *debug.Module) bool { return o.Path == m.Path }) {
				mods = append(mods, m)
			}
		}
	}
	slices.SortFunc(mods, func(a, b *debug.Module) int { return strings.Compare(a.Path, b.Path) })
	return mods, nil
}

// licenceFile matches the names of licence files, including those of C code in a module.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([.-].*)?$`)

// licences writes the texts of all licences, Go's first.
func (r *release) licences(w io.Writer, mods []*debug.Module) error {
	root, err := output(exec.Command("go", "env", "GOROOT"))
	if err != nil {
		return err
	}
	if err := copyLicence(w, "The Go standard library", filepath.Join(root, "LICENSE")); err != nil {
		return err
	}
	for _, m := range mods {
		cmd := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", m.Path)
		cmd.Dir = r.root
		dir, err := output(cmd)
		if err != nil {
			return err
		}
		found := 0
		err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !licenceFile.MatchString(d.Name()) || strings.HasSuffix(name, ".go") {
				return err
			}
			found++
			rel, _ := filepath.Rel(dir, name)
			return copyLicence(w, m.Path+" "+m.Version+", "+filepath.ToSlash(rel), name)
		})
		if err != nil {
			return err
		}
		if found == 0 {
			return fmt.Errorf("%s %s comes without a licence", m.Path, m.Version)
		}
	}
	return nil
}

func copyLicence(w io.Writer, title, name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n%s\n\n%s\n\n", title, strings.Repeat("=", len(title)), strings.TrimSpace(string(text)))
	return err
}

// bill writes the bill of materials for vulnerability scanners.
func (r *release) bill(w io.Writer, mods []*debug.Module) error {
	b := cyclonedx.NewBOM()
	b.Metadata = &cyclonedx.Metadata{
		Timestamp: r.at.Format("2006-01-02T15:04:05Z"),
		Component: &cyclonedx.Component{Type: cyclonedx.ComponentTypeApplication, Name: "tafl3d", Version: r.version},
	}
	parts := make([]cyclonedx.Component, len(mods))
	for i, m := range mods {
		url := "pkg:golang/" + m.Path + "@" + m.Version
		parts[i] = cyclonedx.Component{
			BOMRef: url, Type: cyclonedx.ComponentTypeLibrary, Name: m.Path, Version: m.Version, PackageURL: url,
		}
	}
	b.Components = &parts
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(b)
}
