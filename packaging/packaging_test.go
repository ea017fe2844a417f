package main

import (
	"archive/zip"
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"encoding/xml"
	"image"
	"image/color"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// release of this very repository, whose passing files go with the test.
func testRelease(t *testing.T) *release {
	t.Helper()
	r, err := newRelease("..", t.TempDir())
	if err != nil {
		t.Skip("not a checkout of git: ", err)
	}
	t.Cleanup(func() { os.RemoveAll(r.work) })
	return r
}

// TestVersionTellsTheDay: a version without a tag has the day of its commit, so that packagers order by it.
func TestVersionTellsTheDay(t *testing.T) {
	r := testRelease(t)
	if r.at.Year() < 2026 || strings.Contains(r.version, "~") &&
		!strings.Contains(r.version, r.at.Format("~20060102.")) {
		t.Errorf("%s at %v", r.version, r.at)
	}
}

// TestArchiveRepeats packs the same files in another order, at another time and with other
// times of the files: not a byte differs.
func TestArchiveRepeats(t *testing.T) {
	dir := t.TempDir()
	files := []entry{{"b/x", filepath.Join(dir, "x"), 0o755}, {"a", filepath.Join(dir, "y"), 0o644}}
	for i, f := range files {
		if err := os.WriteFile(f.from, bytes.Repeat([]byte{byte(i)}, 1000), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	at := time.Unix(1_700_000_000, 0)
	for _, zipped := range []bool{false, true} {
		var got [2][]byte
		for n := range got {
			r := &release{out: t.TempDir(), at: at}
			if n == 1 {
				files[0], files[1] = files[1], files[0]
				if err := os.Chtimes(files[0].from, time.Now(), time.Unix(1, 0)); err != nil {
					t.Fatal(err)
				}
			}
			if err := r.archive("pack", zipped, append([]entry(nil), files...)); err != nil {
				t.Fatal(err)
			}
			all, _ := filepath.Glob(filepath.Join(r.out, "pack.*"))
			if len(all) != 1 {
				t.Fatalf("%d archives", len(all))
			}
			data, err := os.ReadFile(all[0])
			if err != nil {
				t.Fatal(err)
			}
			got[n] = data
		}
		if !bytes.Equal(got[0], got[1]) {
			t.Errorf("zipped %v: the same files gave other bytes", zipped)
		}
	}
}

// TestWriteWhole: a file that could not be filled is not there, and the old one stays.
func TestWriteWhole(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	say := func(text string, err error) error {
		return write(name, func(w io.Writer) error { _, _ = io.WriteString(w, text); return err })
	}
	if err := say("old", nil); err != nil {
		t.Fatal(err)
	}
	if err := say("new", io.ErrUnexpectedEOF); err == nil {
		t.Fatal("no error")
	}
	if data, _ := os.ReadFile(name); string(data) != "old" {
		t.Errorf("the file holds %q", data)
	}
	if all, _ := os.ReadDir(filepath.Dir(name)); len(all) != 1 {
		t.Errorf("%d files are left", len(all))
	}
}

// TestPapers reads this test's own program: every module has a licence and a line in the
// bill of materials.
func TestPapers(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	info, err := buildinfo.ReadFile(exe)
	if err != nil || len(info.Deps) == 0 {
		t.Skip("this test does not know what it is made of: ", err)
	}
	mods, err := modules([]string{exe, exe})
	if err != nil || len(mods) != len(info.Deps) {
		t.Fatalf("%d modules of %d, %v", len(mods), len(info.Deps), err)
	}
	r := &release{root: ".", version: "1.2.3", at: time.Unix(0, 0)}
	var words, bill bytes.Buffer
	if err := r.licences(&words, mods); err != nil {
		t.Fatal(err)
	}
	if err := r.bill(&bill, mods); err != nil {
		t.Fatal(err)
	}
	var b struct{ Components []struct{ Name, PURL string } }
	if err := json.Unmarshal(bill.Bytes(), &b); err != nil || len(b.Components) != len(mods) {
		t.Fatalf("the bill has %d parts, %v", len(b.Components), err)
	}
	for i, m := range mods {
		if !strings.Contains(words.String(), m.Path+" "+m.Version) || b.Components[i].Name != m.Path {
			t.Errorf("%s is missing", m.Path)
		}
	}
}

// TestMetainfo: what shops read is XML with this version, with pictures only where they lie
// on the web.
func TestMetainfo(t *testing.T) {
	r := testRelease(t)
	for site, pictures := range map[string]bool{"": false, "https://tafl.example/pics": true} {
		r.site = site
		name, err := r.metainfo()
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var c struct {
			ID          string `xml:"id"`
			Screenshots []struct {
				Image string `xml:"image"`
			} `xml:"screenshots>screenshot"`
			Releases []struct {
				Version string `xml:"version,attr"`
			} `xml:"releases>release"`
		}
		if err := xml.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
		if c.ID != id || len(c.Releases) != 1 || c.Releases[0].Version != r.version ||
			(len(c.Screenshots) > 0) != pictures {
			t.Errorf("site %q: %+v", site, c)
		}
		if strings.Contains(string(text), "@") {
			t.Errorf("site %q: something was not filled in:\n%s", site, text)
		}
	}
}

// TestBundleOfASourcePackage makes the source package, unpacks it where there is no git, and has
// it make the bundle, as on a Mac: it bears the same version, and its folder has what macOS reads.
func TestBundleOfASourcePackage(t *testing.T) {
	r := testRelease(t)
	if err := r.macos(); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if out, err := exec.Command("tar", "-xzf", filepath.Join(r.out, "tafl3d-"+r.file()+"-source.tar.gz"), "-C",
		folder).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	there, err := newRelease(filepath.Join(folder, "tafl3d-"+r.file()), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(there.work) })
	if there.version != r.version || !there.at.Equal(r.at) {
		t.Errorf("%s of %v became %s of %v", r.version, r.at, there.version, there.at)
	}
	found, err := exec.LookPath("go") // any program of Go's will do
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(found)
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "go") // a copy: papers are written next to the program
	if err := os.WriteFile(program, content, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := there.bundle(program); err != nil {
		t.Fatal(err)
	}
	z, err := zip.OpenReader(filepath.Join(there.out, "tafl3d-"+r.file()+"-macos-arm64.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	app := "tafl3d-" + r.file() + "-macos-arm64/tafl3d.app/Contents/"
	if f, err := z.Open(app + "MacOS/tafl3d"); err != nil {
		t.Error(err)
	} else if i, err := f.Stat(); err != nil || i.Mode()&0o111 == 0 {
		t.Errorf("the program cannot be run: %v, %v", i.Mode(), err)
	}
	list, err := fs.ReadFile(z, app+"Info.plist")
	if err != nil || !strings.Contains(string(list), "<string>"+numbers(r.version)+"</string>") ||
		strings.Contains(string(list), "@") {
		t.Errorf("the property list is %s, %v", list, err)
	}
	for _, name := range []string{"Resources/tafl3d.icns", "Resources/LICENCES.txt", "Resources/sbom.cdx.json"} {
		if _, err := fs.Stat(z, app+name); err != nil {
			t.Error(err)
		}
	}
}

// TestIcons: every size is there, square, with clear corners and a solid middle.
func TestIcons(t *testing.T) {
	r := &release{root: ".."}
	all, err := r.images()
	if err != nil {
		t.Fatal(err)
	}
	for i, img := range all {
		b := img.Bounds()
		if b.Dx() != iconSizes[i] || b.Dy() != iconSizes[i] {
			t.Errorf("icon %d is %v", iconSizes[i], b)
		}
		if _, _, _, a := img.At(0, 0).RGBA(); a > 0x8000 {
			t.Errorf("icon %d has a corner", iconSizes[i])
		}
		if _, _, _, a := img.At(b.Dx()/2, b.Dy()/2).RGBA(); a != 0xffff {
			t.Errorf("icon %d has a hole", iconSizes[i])
		}
	}
	if _, err := r.icon(); err != nil {
		t.Errorf("Windows does not take it: %v", err)
	}
}

// TestRound: the middle of a picture stays as it is, its corners become clear.
func TestRound(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 64, 64))
	for i := range img.Pix {
		img.Pix[i] = 200
		if i%4 == 3 {
			img.Pix[i] = 255
		}
	}
	round(img)
	if c := img.NRGBAAt(32, 32); c != (color.NRGBA{200, 200, 200, 255}) {
		t.Errorf("the middle is %v", c)
	}
	if a := img.NRGBAAt(0, 0).A; a != 0 {
		t.Errorf("the corner has alpha %d", a)
	}
	if c := img.NRGBAAt(32, 0); c.R > 100 {
		t.Errorf("the rim is light: %v", c)
	}
}

func TestNumbers(t *testing.T) {
	for v, want := range map[string]string{"1.0.0": "1.0.0", "1.2.3~20261123.abcdef01": "1.2.3", "": ""} {
		if got := numbers(v); got != want {
			t.Errorf("%q: %q, want %q", v, got, want)
		}
	}
}
