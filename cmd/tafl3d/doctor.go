package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"tafl3d/app"
	"tafl3d/app/folders"
	"tafl3d/internal/command"
	"tafl3d/render"
	"tafl3d/sound"
)

var doctorCommand = &command.Command{
	Name: "doctor", Summary: "print the details that a bug report needs", Args: "[-data FOLDER]",
	Help: "Prints the details that a bug report needs: versions, driver, display, sound and folders.\n" +
		"Prints no private data.",
	Prepare: func(fs *flag.FlagSet) func(*command.Env) error {
		data := fs.String("data", "", "`folder` of settings and games")
		return func(e *command.Env) error { return doctor(*data, e.Out) }
	},
}

// doctor prints information for a bug report without private data: no names of people, services or
// games, and the home folder as ~.
func doctor(data string, out io.Writer) error {
	row := func(what, text string) { fmt.Fprintf(out, "%-10s %s\n", what, text) }
	row("program", version())
	row("machine", fmt.Sprintf("%s/%s, %d processors", runtime.GOOS, runtime.GOARCH, runtime.NumCPU()))
	for _, name := range []string{"LANG", "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP", "DISPLAY", "WAYLAND_DISPLAY",
		"LIBGL_ALWAYS_SOFTWARE"} {
		if text := os.Getenv(name); text != "" {
			row("setting", name+"="+text)
		}
	}
	d, err := render.Probe()
	if err != nil {
		row("graphics", err.Error())
	} else {
		row("graphics", fmt.Sprintf("%s, %s; OpenGL %s, GLSL %s, textures to %d", d.Renderer, d.Vendor, d.Version,
			d.Shading, d.Texture))
		row("window", fmt.Sprintf("%s; scale %g", d.Windowing, d.Scale))
		row("monitor", fmt.Sprintf("%s, %d by %d", d.Monitor, d.Width, d.Height))
	}
	row("sound", sound.Present())
	store := folders.Open(data)
	row("settings", folderState(store.Config))
	row("games", folderState(store.Data))
	row("cache", folderState(store.Cache))
	if err := checkSettings(store); err != nil {
		row("fault", atHome(oneLine(err)))
	}
	return nil
}

// folderState returns the path of a folder and whether files can be written there.
func folderState(dir string) string {
	all, err := os.ReadDir(dir)
	state, there := command.Count(len(all), "file", "files"), dir
	for os.IsNotExist(err) && filepath.Dir(there) != there { // it would be created below the first existing folder
		state, there = "not created yet", filepath.Dir(there)
		_, err = os.Stat(there)
	}
	f, err := os.CreateTemp(there, ".doctor-")
	if err == nil {
		defer os.Remove(f.Name())
		err = f.Close()
	}
	if err != nil {
		state = "cannot write there: " + atHome(err.Error())
	}
	return atHome(dir) + ", " + state
}

// atHome replaces the home folder by ~, since its path often contains a name.
func atHome(text string) string {
	if home, err := os.UserHomeDir(); err == nil && len(home) > 1 {
		return strings.ReplaceAll(text, home, "~")
	}
	return text
}

// checkSettings returns an error if the settings cannot be read. The game itself starts with defaults and keeps the
// damaged file under another name.
func checkSettings(f folders.Folders) error {
	if err := app.CheckSettings(f); err != nil {
		return fmt.Errorf("cannot use the settings in %s: %w; correct the file or delete it",
			filepath.Join(f.Config, folders.SettingsFile), err)
	}
	return nil
}
