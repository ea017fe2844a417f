package app

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"tafl3d/app/board"
	"tafl3d/app/catalogue"
	"tafl3d/app/events"
	"tafl3d/app/online"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game/match"
	"tafl3d/panel"
	"tafl3d/scene"
	"tafl3d/tongue"
)

// Settings are the player's saved settings.
type Settings struct {
	Pace       int    `json:"pace"` // animation speed: an index of speeds
	Sound      bool   `json:"sound"`
	Hushes     Hushes `json:"hushes"`            // of groups of sounds
	Targets    bool   `json:"targets"`           // show the destinations of a selected piece
	Threats    bool   `json:"threats,omitempty"` // announce threats even if the rules do not
	Calm       bool   `json:"calm"`              // reduced motion
	AutoFlip   bool   `json:"autoFlip"`
	FullScreen bool   `json:"fullScreen"`
	New        Choice `json:"new"`
	// Carvings maps board sizes to the finds that boards copy. Sizes without an entry are plain.
	Carvings   map[int]string   `json:"carvings,omitempty"`
	Style      scene.Style      `json:"style"`
	Analysis   board.Wanted     `json:"analysis"`
	Reading    Reading          `json:"reading"`
	Favourites []string         `json:"favourites,omitempty"` // ids of variants
	Lately     []string         `json:"lately,omitempty"`     // ids of recently played variants, the latest first
	Net        online.Elsewhere `json:"net"`
	Programs   []board.Program  `json:"programs,omitempty"`
	Newer      bool             `json:"newer,omitempty"` // check for updates at the start
}

// Choice holds the last settings of the new game page.
type Choice struct {
	Variant string    `json:"variant"`
	Mode    int       `json:"mode"` // againstComputer, twoPeople, watch
	Side    int       `json:"side"` // 0 attackers, 1 defenders, 2 random
	Levels  [2]int    `json:"levels"`
	Who     [2]string `json:"who"` // styles or external engines; empty: neither
	Clock   string    `json:"clock"`
}

// Modes of a new game.
const (
	againstComputer = iota
	twoPeople
	watch
	modes
)

// byLot is the random side.
const byLot = 2

// speeds are the animation speeds; 0 disables animation.
var speeds = [...]float32{0.5, 1, 2, 0}

const (
	settingsFile = "settings.json"
	usualLevel   = 3
)

// Reading holds the settings for readability and speech.
type Reading struct {
	Language string `json:"language,omitempty"` // ID in tongue; empty: the system locale
	Text     int    `json:"text,omitempty"`     // index of textGrowths
	Scale    int    `json:"scale,omitempty"`    // of the panels, in percent; 0: 100
	Contrast bool   `json:"contrast,omitempty"`
	// Voice is the command that reads moves aloud, with the syntax of Program.Command; empty: none.
	Voice string `json:"voice,omitempty"`
}

// Options for sizes.
var (
	textGrowths = [...]float32{1, 1.25, 1.5}
	panelScales = []int{75, 100, 125, 150, 175, 200}
)

// sizes returns the sizes for the panels.
func (r *Reading) sizes() panel.Sizes {
	return panel.Sizes{Text: textGrowths[r.Text], Scale: float32(r.percent()) / 100, Contrast: r.Contrast}
}

func (r *Reading) percent() int {
	if r.Scale == 0 {
		return 100
	}
	return r.Scale
}

// check returns an error for invalid settings.
func (r *Reading) check() error {
	switch {
	case r.Text < 0 || r.Text >= len(textGrowths):
		return fmt.Errorf("text %d is not from 0 to %d", r.Text, len(textGrowths)-1)
	case !slices.Contains(panelScales, r.percent()):
		return fmt.Errorf("scale %d is none of %v", r.Scale, panelScales)
	case r.Language != "" && !tongue.Has(r.Language):
		return fmt.Errorf("there is no language %.20q", r.Language)
	case len(r.Voice) > events.LongestCommand:
		return fmt.Errorf("voice: %.20q has more than %d letters", r.Voice, events.LongestCommand)
	}
	return nil
}

// soundGroups are the groups of Volumes in the settings.
var soundGroups = [len(board.Volumes{})]struct{ id, label, note string }{
	{"hush.men", "Piece moves", ""},
	{"hush.captures", "Captures", ""},
	{"hush.ends", "End of game", "Lyre for wins, losses and draws"},
	{"hush.signals", "Warnings and errors", "King in check and illegal moves"},
}

var textVolumes = []string{"full", "75 %", "50 %", "25 %", "silent"}

// Hushes are the attenuations of the groups of Volumes: indices of textVolumes, 0 for full volume.
type Hushes [len(board.Volumes{})]int

func (h *Hushes) check() error {
	for i, n := range h {
		if n < 0 || n >= len(textVolumes) {
			return fmt.Errorf("hushes: %d for %s is not from 0 to %d", n, soundGroups[i].id, len(textVolumes)-1)
		}
	}
	return nil
}

func (h *Hushes) volumes() (v board.Volumes) {
	for i, n := range h {
		v[i] = 1 - float64(n)/float64(len(textVolumes)-1)
	}
	return v
}

func usualSettings() Settings {
	return Settings{Pace: 1, Sound: true, Targets: true, Analysis: board.Usual, New: Choice{
		Variant: catalogue.UsualVariant, Levels: [2]int{usualLevel, usualLevel}, Clock: "none",
	}}
}

// speed returns the animation speed.
func (s *Settings) speed() float32 {
	if s.Calm {
		return 0
	}
	return speeds[s.Pace]
}

// check returns an error for invalid settings.
func (s *Settings) check() error {
	if s.Pace < 0 || s.Pace >= len(speeds) {
		return fmt.Errorf("pace %d is not from 0 to %d", s.Pace, len(speeds)-1)
	}
	if err := s.Hushes.check(); err != nil {
		return err
	}
	c := &s.New
	if c.Mode < 0 || c.Mode >= modes {
		return fmt.Errorf("new.mode %d is not from 0 to %d", c.Mode, modes-1)
	}
	if c.Side < 0 || c.Side > byLot {
		return fmt.Errorf("new.side %d is not from 0 to %d", c.Side, byLot)
	}
	for _, l := range c.Levels {
		if l < 1 || l > words.Levels {
			return fmt.Errorf("new.levels: %d is not from 1 to %d", l, words.Levels)
		}
	}
	if err := s.checkPrograms(); err != nil {
		return err
	}
	if err := s.Analysis.Check(); err != nil {
		return fmt.Errorf("analysis: %w", err)
	}
	if err := s.Net.Check(); err != nil {
		return fmt.Errorf("net: %w", err)
	}
	if err := s.Reading.check(); err != nil {
		return fmt.Errorf("reading: %w", err)
	}
	if err := s.Style.Check(); err != nil {
		return fmt.Errorf("style: %w", err)
	}
	_, err := match.ParseControl(c.Clock)
	return err
}

// checkPrograms returns an error for invalid external engines.
func (s *Settings) checkPrograms() error {
	for i, p := range s.Programs {
		if fault := p.Fault(); fault != "" {
			return fmt.Errorf("programs, number %d: %s", i+1, fault)
		}
		if s.programOf(p.Name) != &s.Programs[i] {
			return fmt.Errorf("programs: %q is there twice", p.Name)
		}
	}
	return nil
}

// programOf returns an external engine by name; nil if there is none.
func (s *Settings) programOf(name string) *board.Program {
	for i := range s.Programs {
		if s.Programs[i].Name == name {
			return &s.Programs[i]
		}
	}
	return nil
}

func readSettings(data []byte) (Settings, error) {
	s := usualSettings()
	err := json.Unmarshal(data, &s)
	if err != nil {
		return usualSettings(), fmt.Errorf("%s, line %d: %w", settingsFile, faultLine(data, err), err)
	}
	if err := s.check(); err != nil {
		return usualSettings(), fmt.Errorf("%s: %w", settingsFile, err)
	}
	return s, nil
}

// faultLine returns the line of an error in a JSON text.
func faultLine(data []byte, err error) int {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	at := int64(len(data))
	if errors.As(err, &syntax) {
		at = syntax.Offset
	} else if errors.As(err, &kind) {
		at = kind.Offset
	}
	return 1 + bytes.Count(data[:min(at, int64(len(data)))], []byte("\n"))
}

// CheckSettings returns an error if the settings in s are unreadable; nil if there are none.
func CheckSettings(s shell.Store) error {
	_, err := storedSettings(s)
	return err
}

// storedSettings returns the settings in s, or the defaults if there are none or they are unreadable.
func storedSettings(s shell.Store) (Settings, error) {
	data, err := s.Load(settingsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return usualSettings(), nil
	}
	if err != nil {
		return usualSettings(), err
	}
	return readSettings(data)
}

// loadSettings reads the settings. It renames and reports an unreadable file and uses the defaults.
func (a *App) loadSettings() {
	a.settings = usualSettings()
	if a.opt.Store == nil {
		return
	}
	var err error
	a.settings, err = storedSettings(a.opt.Store)
	if err != nil {
		a.shell.PutAside(settingsFile, "Cannot read the settings", err)
	}
}

// change applies and saves new settings.
func (a *App) change(s Settings) {
	a.settings = s
	a.apply()
	data, err := json.MarshalIndent(s, "", " ")
	if err == nil {
		a.shell.Keep(settingsFile, append(data, '\n'))
	}
}

// apply applies the settings to all parts of the client.
func (a *App) apply() {
	a.speak()
	a.opt.View.Speed(a.settings.speed())
	a.opt.View.Dress(a.style())
	a.opt.Ear.Mute(!a.settings.Sound)
	a.opt.Ear.Volumes(a.settings.Hushes.volumes())
	a.board.SetPace()
	a.shell.Touch()
}

// style returns the style of the settings with the overrides of the start options.
func (a *App) style() scene.Style {
	s, o := a.settings.Style, a.opt.Style
	return scene.Style{
		Board: cmp.Or(o.Board, s.Board), Men: cmp.Or(o.Men, s.Men), Room: cmp.Or(o.Room, s.Room),
		Quality: cmp.Or(o.Quality, s.Quality), Plain: o.Plain || s.Plain,
		Stark: a.settings.Reading.Contrast,
	}
}

// speak sets the language of the settings or of the start options.
func (a *App) speak() {
	for _, id := range []string{a.opt.Language, a.settings.Reading.Language, a.opt.Locale, tongue.English} {
		if id != "" && tongue.Use(id) == nil {
			return
		}
	}
}
