package main

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb" // the formats register in init
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

// id is the application id (AppStream, desktop files).
const id = "org.tafl3d.tafl3d"

// iconSizes are the sizes in packaging/icon, in pixels.
var iconSizes = []int{16, 24, 32, 48, 64, 128, 256, 512}

// formats are the package formats for Linux. The dependencies are the linked libraries and those
// that GLFW loads at run time.
var formats = []struct {
	name, arch string
	needs      []string
	wants      []string
}{
	{"deb", "amd64", []string{"libc6 (>= 2.34)", "libgl1", "libx11-6", "libasound2 | libasound2t64", "libxrandr2",
		"libxcursor1", "libxi6", "libxinerama1"},
		[]string{"libgl1-mesa-dri"}},
	{"rpm", "amd64", []string{"libGL", "libX11", "alsa-lib", "libXrandr", "libXcursor", "libXi", "libXinerama"},
		[]string{"mesa-dri-drivers"}},
}

// linux builds the tarball and the packages of the desktop program.
func (r *release) linux() error {
	if _, _, err := r.tarball("wayland", "-wayland"); err != nil {
		return err
	}
	tree, papers, err := r.tarball("", "")
	if err != nil {
		return err
	}
	for _, p := range papers {
		p.name = "usr/share/doc/tafl3d/" + p.name
		tree = append(tree, p)
	}
	for _, f := range formats {
		files := tree
		if f.name == "deb" {
			if files, err = r.debian(tree); err != nil {
				return err
			}
		}
		info, err := r.info(f.arch, f.needs, f.wants, files)
		if err != nil {
			return err
		}
		p, err := nfpm.Get(f.name)
		if err != nil {
			return err
		}
		name := filepath.Join(r.out, p.ConventionalFileName(info))
		if err := write(name, func(w io.Writer) error { return p.Package(info, w) }); err != nil {
			return err
		}
	}
	return nil
}

// tarball builds the program, for X11 or with GLFW's tag for Wayland, packs it, and returns the
// packed files.
func (r *release) tarball(tags, ending string) (tree, papers []entry, err error) {
	program, err := r.build("tafl3d", target{os: "linux", arch: "amd64", tags: tags}, "gcc", "")
	if err != nil {
		return nil, nil, err
	}
	if papers, err = r.papers(program); err != nil {
		return nil, nil, err
	}
	meta, err := r.metainfo()
	if err != nil {
		return nil, nil, err
	}
	tree = r.tree(program, meta)
	ball := slices.Clone(papers)
	for _, f := range tree {
		f.name = strings.TrimPrefix(f.name, "usr/")
		ball = append(ball, f)
	}
	return tree, papers, r.archive("tafl3d-"+r.file()+"-linux-amd64"+ending, false, ball)
}

// metainfo fills in the AppStream metadata for software centers: version, date, and screenshots if
// they are on the web.
func (r *release) metainfo() (string, error) {
	text, err := os.ReadFile(filepath.Join(r.root, "packaging", "linux", id+".metainfo.xml"))
	if err != nil {
		return "", err
	}
	if r.site == "" {
		text = regexp.MustCompile(`(?s)\n *<screenshots>.*</screenshots>`).ReplaceAll(text, nil)
	}
	filled := strings.NewReplacer("@VERSION@", r.version, "@DATE@", r.at.Format(time.DateOnly), "@SITE@",
		r.site).Replace(string(text))
	name := filepath.Join(r.work, id+".metainfo.xml")
	return name, write(name, func(w io.Writer) error { _, err := io.WriteString(w, filled); return err })
}

// tree lists the installed files below the root.
func (r *release) tree(program, metainfo string) []entry {
	from := func(name string) string { return filepath.Join(r.root, "packaging", name) }
	all := []entry{
		{"usr/bin/tafl3d", program, 0o755},
		{"usr/share/applications/" + id + ".desktop", from("linux/" + id + ".desktop"), 0o644},
		{"usr/share/mime/packages/" + id + ".xml", from("linux/" + id + ".xml"), 0o644},
		{"usr/share/metainfo/" + id + ".metainfo.xml", metainfo, 0o644},
		{"usr/share/man/man6/tafl3d.6", from("linux/tafl3d.6"), 0o644},
	}
	for _, size := range iconSizes {
		n := strconv.Itoa(size)
		all = append(all, entry{"usr/share/icons/hicolor/" + n + "x" + n + "/apps/" + id + ".png",
			from("icon/" + n + ".png"), 0o644})
	}
	return all
}

// debian adapts a tree to Debian's policy: games in /usr/games, documents under its names, manual
// pages and changelog compressed.
func (r *release) debian(tree []entry) (files []entry, err error) {
	const doc = "usr/share/doc/tafl3d/"
	changes := filepath.Join(r.work, "changelog")
	err = write(changes, func(w io.Writer) error {
		_,
			err := fmt.Fprintf(w,
			"tafl3d (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md for the changes.\n\n -- %s  %s\n",
			r.version, r.maintainer, r.at.Format(time.RFC1123Z))
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, f := range append(slices.Clone(tree), entry{doc + "changelog.gz", changes, 0o644}) {
		switch f.name {
		case "usr/bin/tafl3d":
			f.name = "usr/games/tafl3d"
		case doc + "LICENCES.txt":
			f.name = doc + "copyright"
		case "usr/share/man/man6/tafl3d.6":
			f.name += ".gz"
		}
		if strings.HasSuffix(f.name, ".gz") {
			packed := filepath.Join(r.work, filepath.Base(f.name))
			if err := write(packed, func(w io.Writer) error { return packFile(w, f.from) }); err != nil {
				return nil, err
			}
			f.from = packed
		}
		files = append(files, f)
	}
	return append(files, entry{"usr/share/lintian/overrides/tafl3d",
		filepath.Join(r.root, "packaging", "linux", "lintian"), 0o644}), nil
}

// packFile compresses a file without its name and time.
func packFile(w io.Writer, name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	_, err = z.Write(data)
	return errors.Join(err, z.Close())
}

// info describes a package to nfpm.
func (r *release) info(arch string, needs, wants []string, tree []entry) (*nfpm.Info, error) {
	version, pre, _ := strings.Cut(r.version, "~")
	info := &nfpm.Info{
		Name: "tafl3d", Arch: arch, Platform: "linux", Version: version, Prerelease: pre,
		VersionSchema: "none", MTime: r.at,
		Section: "games", Priority: "optional", Maintainer: r.maintainer,
		Description: "board games of the north in 3D\n" + about,
	}
	info.Depends, info.Recommends = needs, wants
	info.RPM.Group, info.RPM.Summary, info.RPM.BuildHost = "Amusements/Games",
		"Board games of the north in 3D", "localhost"
	for _, f := range tree {
		mode := f.mode
		info.Contents = append(info.Contents, &files.Content{
			Source: f.from, Destination: "/" + f.name, Type: files.TypeFile,
			FileInfo: &files.ContentFileInfo{Owner: "root", Group: "root", Mode: os.FileMode(mode), MTime: r.at},
		})
	}
	return nfpm.WithDefaults(info), info.Validate()
}

// about is the package description.
const about = `Hnefatafl, brandubh, tablut and a hundred games of their kin on carved boards.
Play the computer at ten levels, somebody at the same screen, on the local
network or at a service; hold tournaments; change any rule.`
