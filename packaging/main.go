// Command packaging builds the release files: packages for Linux, a zip and an installer for
// Windows, the bundle for macOS, and the programs for terminals and servers. The same commit gives
// the same bytes. Run it with make packages.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// release holds the inputs and the destination of a release.
type release struct {
	root       string    // root of the repository
	out        string    // output folder, dist
	work       string    // temporary folder
	version    string    // "1.0.0", or "1.0.0~20261123.6e273dab" between releases
	site       string    // URL of the screenshots; empty if there are none
	maintainer string    // maintainer of the Linux packages
	at         time.Time // time of the commit, used for every packed file
}

// next is the version of the next release.
const next = "1.0.0"

func main() {
	root := flag.String("root", "..", "the `folder` of the repository")
	out := flag.String("out", "../dist", "the `folder` for the packages")
	only := flag.String("only", "", "make the packages alone whose step matches this `pattern`: "+stepNames())
	bundle := flag.String("bundle", "",
		"make the bundle for macOS around this `program`, built on a Mac, and nothing else")
	site := flag.String("site", "", "the `address` below which screenshot.png lies on the web")
	maintainer := flag.String("maintainer", "The developers of tafl3d <tafl3d@localhost>",
		"who answers for the packages, with an `address`")
	icon := flag.String("icon", "", "write packaging/icon from this `picture` of a king, and nothing else")
	flag.Parse()
	err := error(nil)
	if *icon != "" {
		err = drawIcon(*icon, filepath.Join(*root, "packaging", "icon"))
	} else {
		err = run(*root, *out, *site, *maintainer, *only, *bundle)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "packaging:", err)
		os.Exit(1)
	}
}

// steps are the build steps in order. Each leaves complete files in out.
var steps = []struct {
	name string
	make func(*release) error
}{
	{"tools", (*release).tools},
	{"linux", (*release).linux},
	{"windows", (*release).windows},
	{"macos", (*release).macos},
}

func stepNames() string {
	names := make([]string, len(steps))
	for i, s := range steps {
		names[i] = s.name
	}
	return strings.Join(names, ", ")
}

func run(root, out, site, maintainer, only, bundle string) error {
	pattern, err := regexp.Compile(only)
	if err != nil {
		return fmt.Errorf("-only: %w", err)
	}
	r, err := newRelease(root, out)
	if err != nil {
		return err
	}
	defer os.RemoveAll(r.work)
	r.site, r.maintainer = strings.TrimRight(site, "/"), maintainer
	if bundle != "" {
		return r.bundle(bundle)
	}
	for _, s := range steps {
		if !pattern.MatchString(s.name) {
			continue
		}
		fmt.Println("packaging:", s.name)
		if err := s.make(r); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return r.sums()
}

// newRelease reads the release data from the commit, or, in a source package, from the stamp file
// that the macos step adds.
func newRelease(root, out string) (r *release, err error) {
	r = &release{}
	if r.root, err = filepath.Abs(root); err != nil {
		return nil, err
	}
	if r.out, err = filepath.Abs(out); err != nil {
		return nil, err
	}
	if err := r.identify(); err != nil {
		return nil, fmt.Errorf("neither %s nor git tells what is packaged; take a clone or a whole source package: %w",
			stampFile, err)
	}
	if r.work, err = os.MkdirTemp("", "tafl3d-packages-"); err != nil {
		return nil, err
	}
	return r, os.MkdirAll(r.out, 0o755)
}

// identify determines the version and the time.
func (r *release) identify() (err error) {
	var seconds int64
	text, missing := os.ReadFile(filepath.Join(r.root, stampFile))
	if missing == nil {
		_, err = fmt.Sscan(string(text), &r.version, &seconds)
	} else {
		seconds, err = r.committed()
	}
	r.at = time.Unix(seconds, 0).UTC()
	if missing != nil && err == nil {
		r.version, err = r.name() // contains the date of the commit
	}
	return err
}

// stampFile replaces the commit in source packages: the version, and the time of the commit.
const stampFile = "packaging/RELEASE"

func (r *release) stamp() string { return fmt.Sprintln(r.version, r.at.Unix()) }

// committed returns the Unix time of the commit.
func (r *release) committed() (int64, error) {
	text, err := r.git("log", "-1", "--format=%ct")
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(text, 10, 64)
}

// name returns the version: the tag of the commit, or the next version with the commit.
func (r *release) name() (string, error) {
	if tag, err := r.git("describe", "--tags", "--exact-match", "--match", "v*"); err == nil {
		return strings.TrimPrefix(tag, "v"), nil
	}
	rev, err := r.git("rev-parse", "--short=8", "HEAD")
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s~%s.%s", next, r.at.Format("20060102"), rev), nil
}

// file returns the version as used in file names.
func (r *release) file() string { return strings.ReplaceAll(r.version, "~", "-") }

// git runs git in the repository and returns its output.
func (r *release) git(args ...string) (string, error) {
	return output(exec.Command("git", append([]string{"-C", r.root}, args...)...))
}

// output runs a command and returns its output; an error includes the command's error output.
func output(cmd *exec.Cmd) (string, error) {
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, exit.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}
