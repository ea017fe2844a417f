package main

import (
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/tc-hib/winres"
	"github.com/tc-hib/winres/version"
)

// windows builds the portable zip and the installer.
func (r *release) windows() error {
	t := target{os: "windows", arch: "amd64"}
	program, err := r.build("tafl3d", t, "x86_64-w64-mingw32-gcc", "-H windowsgui")
	if err != nil {
		return err
	}
	papers, err := r.papers(program)
	if err != nil {
		return err
	}
	if err := r.dress(program); err != nil {
		return err
	}
	name := "tafl3d-" + r.file() + "-windows-amd64"
	all := append([]entry{{name: "tafl3d.exe", from: program, mode: 0o755}}, papers...)
	if err := r.archive(name, true, all); err != nil {
		return err
	}
	return r.installer(name, program, papers)
}

// dress adds icon, version and manifest to a program.
func (r *release) dress(program string) error {
	icon, err := r.icon()
	if err != nil {
		return err
	}
	var set winres.ResourceSet
	if err := set.SetIcon(winres.ID(1), icon); err != nil {
		return err
	}
	set.SetManifest(winres.AppManifest{
		Identity: winres.AssemblyIdentity{Name: id}, Description: "tafl3d", Compatibility: winres.Win7AndAbove,
		ExecutionLevel: winres.AsInvoker, DPIAwareness: winres.DPIPerMonitorV2, LongPathAware: true,
		UseCommonControlsV6: true,
	})
	var v version.Info
	v.SetFileVersion(numbers(r.version))
	v.SetProductVersion(numbers(r.version))
	for key, value := range map[string]string{
		version.ProductName: "tafl3d", version.FileDescription: "tafl3d, board games of the north",
		version.ProductVersion: r.version,
		version.FileVersion:    r.version, version.OriginalFilename: "tafl3d.exe", version.InternalName: "tafl3d",
	} {
		if err := v.Set(version.LangDefault, key, value); err != nil {
			return err
		}
	}
	set.SetVersionInfo(v)
	plain, err := os.Open(program)
	if err != nil {
		return err
	}
	defer plain.Close()
	return write(program, func(w io.Writer) error { return set.WriteToEXE(w, plain, winres.ForceCheckSum()) })
}

// numbers returns the numeric prefix of a version, which Windows requires.
func numbers(v string) string { return regexp.MustCompile(`^[0-9.]*`).FindString(v) }

// images reads the icon in all sizes.
func (r *release) images() (all []image.Image, err error) {
	for _, size := range iconSizes {
		f, err := os.Open(filepath.Join(r.root, "packaging", "icon", strconv.Itoa(size)+".png"))
		if err != nil {
			return nil, err
		}
		img, err := png.Decode(f)
		_ = f.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
		all = append(all, img)
	}
	return all, nil
}

// icon returns the icon in the sizes that Windows supports.
func (r *release) icon() (*winres.Icon, error) {
	all, err := r.images()
	if err != nil {
		return nil, err
	}
	return winres.NewIconFromImages(all[:len(all)-1]) // at most 256 pixels
}

// installer builds a setup program with NSIS.
func (r *release) installer(name, program string, papers []entry) error {
	icon, err := r.icon()
	if err != nil {
		return err
	}
	file := filepath.Join(r.work, "tafl3d.ico")
	if err := write(file, func(w io.Writer) error { return icon.SaveICO(w) }); err != nil {
		return err
	}
	for _, f := range append(papers, entry{from: program}) {
		if err := os.Chtimes(f.from, r.at, r.at); err != nil {
			return err
		}
	}
	cmd := exec.Command("makensis", "-V2", "-NOCD", "-DVERSION="+r.version, "-DNUMBERS="+numbers(r.version)+".0",
		"-DICON="+file,
		"-DPROGRAM="+program, "-DPAPERS="+filepath.Dir(papers[0].from), "-DROOT="+r.root,
		"-DOUT="+filepath.Join(r.out, name+"-setup.exe"), filepath.Join(r.root, "packaging", "windows", "tafl3d.nsi"))
	cmd.Env = append(os.Environ(), "SOURCE_DATE_EPOCH="+strconv.FormatInt(r.at.Unix(), 10))
	_, err = output(cmd)
	return err
}
