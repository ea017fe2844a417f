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

// Settings are what the player has chosen for good.
type Settings struct {
	Pace       int    `json:"pace"` // of the animation: an index into speeds
	Sound      bool   `json:"sound"`
	Hushes     Hushes `json:"hushes"`            // of the groups of sounds
	Targets    bool   `json:"targets"`           // show where a picked-up piece may go
	Threats    bool   `json:"threats,omitempty"` // tell them though the rules do not
	Calm       bool   `json:"calm"`              // as little motion as possible
	AutoFlip   bool   `json:"autoFlip"`
	FullScreen bool   `json:"fullScreen"`
	New        Choice `json:"new"`
	// Carvings are the finds after which boards are carved, by size. What is not
	// there is plain.
	Carvings   map[int]string   `json:"carvings,omitempty"`
	Style      scene.Style      `json:"style"`
	Analysis   board.Wanted     `json:"analysis"`
	Reading    Reading          `json:"reading"`
	Favourites []string         `json:"favourites,omitempty"` // ids of variants
	Lately     []string         `json:"lately,omitempty"`     // ids of variants played, the last one first
	Net        online.Elsewhere `json:"net"`
	Programs   []board.Program  `json:"programs,omitempty"`
	Newer      bool             `json:"newer,omitempty"` // look for a newer version of the program at the start
}

// Choice is what was last chosen in the dialog of a new game.
type Choice struct {
	Variant string    `json:"variant"`
	Mode    int       `json:"mode"` // againstComputer, twoPeople, watch
	Side    int       `json:"side"` // 0 attackers, 1 defenders, 2 by lot
	Levels  [2]int    `json:"levels"`
	Who     [2]string `json:"who"` // manners or programs; empty is neither
	Clock   string    `json:"clock"`
}

// The modes of a new game.
const (
	againstComputer = iota
	twoPeople
	watch
	modes
)

// byLot is the side that chance decides.
const byLot = 2

// speeds are the animation speeds to choose from; 0 shows results at once.
var speeds = [...]float32{0.5, 1, 2, 0}

const (
	settingsFile = "settings.json"
	usualLevel   = 3
)

// Reading is how the program is read and heard.
type Reading struct {
	Language string `json:"language,omitempty"` // its ID in tongue; empty goes by the machine's locale
	Text     int    `json:"text,omitempty"`     // an index into textGrowths
	Scale    int    `json:"scale,omitempty"`    // of the panels, in percent; 0 is 100
	Contrast bool   `json:"contrast,omitempty"`
	// Voice is the command that says each move aloud, divided like that of a
	// Program; empty is none.
	Voice string `json:"voice,omitempty"`
}

// The choices of sizes.
var (
	textGrowths = [...]float32{1, 1.25, 1.5}
	panelScales = []int{75, 100, 125, 150, 175, 200}
)

// sizes returns what the panels are told.
func (r *Reading) sizes() panel.Sizes {
	return panel.Sizes{Text: textGrowths[r.Text], Scale: float32(r.percent()) / 100, Contrast: r.Contrast}
}

func (r *Reading) percent() int {
	if r.Scale == 0 {
		return 100
	}
	return r.Scale
}

// check reports what is wrong with r.
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

// soundGroups are the groups of Volumes as the settings show them.
var soundGroups = [len(board.Volumes{})]struct{ id, label, note string }{
	{"hush.men", "Piece moves", ""},
	{"hush.captures", "Captures", ""},
	{"hush.ends", "End of game", "Lyre for wins, losses and draws"},
	{"hush.signals", "Warnings and errors", "King in check and illegal moves"},
}

var textVolumes = []string{"full", "75 %", "50 %", "25 %", "silent"}

// Hushes are how much quieter than they could be the groups of Volumes are: indices
// into textVolumes, 0 for full.
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

// check reports what is wrong with s.
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

// checkPrograms reports what is wrong with the programs of the settings.
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

// programOf returns the program of a name, nil if there is none.
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

// faultLine returns the line in which a JSON text has its fault.
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

// CheckSettings reports why the settings in s cannot be read. It is nil where
// there are none.
func CheckSettings(s shell.Store) error {
	_, err := storedSettings(s)
	return err
}

// storedSettings returns the settings in s, the usual ones if there are none or
// if they cannot be read.
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

// loadSettings reads the settings. Those that cannot be read are put aside and
// reported, and the usual ones take their place.
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

// change puts new settings into effect and keeps them.
func (a *App) change(s Settings) {
	a.settings = s
	a.apply()
	data, err := json.MarshalIndent(s, "", " ")
	if err == nil {
		a.shell.Keep(settingsFile, append(data, '\n'))
	}
}

// apply tells everyone the settings.
func (a *App) apply() {
	a.speak()
	a.opt.View.Speed(a.settings.speed())
	a.opt.View.Dress(a.style())
	a.opt.Ear.Mute(!a.settings.Sound)
	a.opt.Ear.Volumes(a.settings.Hushes.volumes())
	a.board.SetPace()
	a.shell.Touch()
}

// style returns how boards are made and drawn: as the settings say, but for what
// the program was started with.
func (a *App) style() scene.Style {
	s, o := a.settings.Style, a.opt.Style
	return scene.Style{
		Board: cmp.Or(o.Board, s.Board), Men: cmp.Or(o.Men, s.Men), Room: cmp.Or(o.Room, s.Room),
		Quality: cmp.Or(o.Quality, s.Quality), Plain: o.Plain || s.Plain,
		Stark: a.settings.Reading.Contrast,
	}
}

// speak puts the language of the settings into effect, but for that which the
// program was started with.
func (a *App) speak() {
	for _, id := range []string{a.opt.Language, a.settings.Reading.Language, a.opt.Locale, tongue.English} {
		if id != "" && tongue.Use(id) == nil {
			return
		}
	}
}
