package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"tafl3d/app/board"
	"tafl3d/app/catalogue"
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
	Toured     bool             `json:"toured,omitempty"`     // the tour need not be offered any more
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
		a.shell.PutAside(settingsFile, "The settings cannot be read", err)
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

// settingsPage is the dialog of the settings.
type settingsPage struct{ a *App }

func (p settingsPage) Show() panel.Dialog {
	s := &p.a.settings
	d := panel.Dialog{
		ID: "settings", Title: words.Settings, Cancel: "close",
		Fields: []panel.Field{
			{ID: "pace", Label: "Animation", Options: words.Paces, Chosen: s.Pace, Disabled: s.Calm, Note: "How fast pieces move"},
			{ID: "calm", Label: words.Calm, Options: words.OffOn, Chosen: words.Bit(s.Calm), Note: words.CalmNote},
			{ID: "sound", Label: words.Sound, Options: words.OffOn, Chosen: words.Bit(s.Sound), Note: words.SoundNote},
			{ID: "targets", Label: "Where a piece may go", Options: words.OffOn, Chosen: words.Bit(s.Targets), Note: "Rings show where the piece that was picked up may go"},
			{ID: "threats", Label: "Threats", Options: board.TextThreatsTold, Chosen: words.Bit(s.Threats), Note: "Whether threats to the king are announced and marked in games whose rules do not announce them"},
			{ID: "autoflip", Label: "Turn the board each turn", Options: words.OffOn, Chosen: words.Bit(s.AutoFlip), Note: "For two people at one screen: the side to move sits near"},
			{ID: "fullscreen", Label: words.FullScreen, Options: words.OffOn, Chosen: words.Bit(s.FullScreen), Note: "F11 does the same at any time"},
		},
		Buttons: []panel.Button{{ID: "reading", Label: textReading}, {ID: "look", Label: textLook}, {ID: "volumes", Label: textVolume}, {ID: "programs", Label: board.TextPrograms, Disabled: p.a.opt.Engines == nil}, {ID: "close", Label: words.Done, Primary: true}},
	}
	if p.a.opt.Newer != nil {
		d.Fields = append(d.Fields, panel.Field{ID: "newer", Label: "Look for a newer version", Options: words.OffOn, Chosen: words.Bit(s.Newer), Note: "At each start one small file is read where this program was given out"})
	}
	return d
}

func (p settingsPage) Do(c panel.Command) {
	s := p.a.settings
	on := c.Arg == 1
	switch c.ID {
	case "look":
		p.a.shell.Open(lookPage(p))
		return
	case "reading":
		p.a.openReading()
		return
	case "volumes":
		p.a.shell.Open(volumePage(p))
		return
	case "programs":
		if p.a.opt.Engines != nil {
			p.a.openPrograms()
		}
		return
	case "pace":
		s.Pace = min(max(c.Arg, 0), len(speeds)-1)
	case "calm":
		s.Calm = on
	case "sound":
		s.Sound = on
	case "targets":
		s.Targets = on
	case "threats":
		s.Threats = on
	case "autoflip":
		s.AutoFlip = on
	case "fullscreen":
		s.FullScreen = on
	case "newer":
		s.Newer = on
	default:
		return
	}
	p.a.change(s)
	if c.ID == "newer" {
		p.a.lookForNewer(true)
	}
}

// lookForNewer says that there is a newer version of the program, where the player wants to
// know; aloud it says as well that there is none, or that nobody answers.
func (a *App) lookForNewer(aloud bool) {
	if a.opt.Newer == nil || !a.settings.Newer {
		return
	}
	a.shell.Go(func() {
		version, err := a.opt.Newer(a.shell.Ctx())
		a.shell.Later(func() {
			switch {
			case version != "":
				a.shell.Say(tongue.Textf("Version %s is out: get it where you got this one", version), panel.Good)
			case aloud && err != nil:
				a.shell.Refuse("Nobody answers where newer versions are told. It is tried again at the next start.")
			case aloud:
				a.shell.Say("This is the newest version", panel.Plain)
			}
		})
	})
}
