package tournament

import (
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"tafl3d/game"
)

// Format is how the players of an event meet.
type Format string

// The formats. What each of them means is told in docs/tournaments.md.
const (
	Contest    Format = "contest"            // best of n between two
	RoundRobin Format = "round-robin"        // everybody meets everybody
	Groups     Format = "groups"             // round robins, whose best go on to a knock-out
	KnockOut   Format = "knock-out"          // who loses a match is out
	DoubleOut  Format = "double-elimination" // who loses a second match is out
	Swiss      Format = "swiss"              // players of like scores meet, nobody twice
	Arena      Format = "arena"              // who is free is paired, until the time is up
	Gauntlet   Format = "gauntlet"           // the first entrant meets all others, the weakest first
)

// Formats are all formats, in the order of menus.
var Formats = []Format{Contest, RoundRobin, Groups, KnockOut, DoubleOut, Swiss, Arena, Gauntlet}

// Tiebreak is a way to order players of equal points.
type Tiebreak string

// The tie-breaks.
const (
	Direct          Tiebreak = "direct"           // points among those who are tied, if all of them have met
	SonnebornBerger Tiebreak = "sonneborn-berger" // points of the opponents beaten, half of those drawn with
	Buchholz        Tiebreak = "buchholz"         // points of the opponents
	HarderWins      Tiebreak = "harder-wins"      // games won as the harder side
	FewestPlies     Tiebreak = "fewest-plies"     // mean length of the games won; shorter is better
)

// Tiebreaks are all tie-breaks, in the order of menus.
var Tiebreaks = []Tiebreak{Direct, SonnebornBerger, Buchholz, HarderWins, FewestPlies}

// MaxEntrants is how many players an event can have.
const MaxEntrants = 512

// Limits of what a configuration may ask for.
const (
	maxRounds   = 64
	maxVariants = 32
	maxText     = 120
)

// Span is a length of time, written "1h30m".
type Span time.Duration

// MarshalText implements encoding.TextMarshaler.
func (s Span) MarshalText() ([]byte, error) { return []byte(time.Duration(s).String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Span) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	*s = Span(d)
	return err
}

// Variant is a game that is played in the event.
type Variant struct {
	ID string `json:"id" toml:"id"`
	// Harder is the side that is harder to win with: "attackers", "defenders" or
	// "". Where it is left out it is the side that has won fewer of the event's
	// games of the variant.
	Harder string `json:"harder,omitempty" toml:"harder"`
}

// Config is what an event is to be. Only Name, Format and Variants are
// required; the zero value of everything else has a meaning.
type Config struct {
	Name     string    `json:"name" toml:"name"`
	Format   Format    `json:"format" toml:"format"`
	Variants []Variant `json:"variants" toml:"variants"`     // take turns, round by round
	Clock    string    `json:"clock,omitempty" toml:"clock"` // as package match reads it; nothing here does
	Seed     uint64    `json:"seed" toml:"seed"`             // of all lots that are drawn
	// Rounds are the games of a contest (0: 3), how often all meet in a round
	// robin or group (0: once), the rounds of a Swiss (0: enough to tell a
	// winner). Other formats have none.
	Rounds int `json:"rounds,omitempty" toml:"rounds"`
	// Games is how many games a pairing has, 1 or 2: in two, each player has
	// each side once. 0 is 2, and 1 in a contest, whose sides change by rounds.
	Games   int `json:"games,omitempty" toml:"games"`
	Groups  int `json:"groups,omitempty" toml:"groups"`   // of Groups; 0: 2
	Advance int `json:"advance,omitempty" toml:"advance"` // how many of each group go on; 0: 2
	// further pairs of games where a knock-out match is level
	PlayOff int  `json:"play_off,omitempty" toml:"play_off"`
	Third   bool `json:"third,omitempty" toml:"third"` // a knock-out has a match for the third place
	// a gauntlet ends with the first match that the challenger loses
	Ladder bool `json:"ladder,omitempty" toml:"ladder"`
	Length Span `json:"length,omitempty" toml:"length"` // of an arena; 0: 1h
	// before an opponent who does not come loses; 0: 10m
	Wait Span `json:"wait,omitempty" toml:"wait"`
	// last round of a Swiss that a late entrant can play in
	Late      int        `json:"late,omitempty" toml:"late"`
	Tiebreaks []Tiebreak `json:"tiebreaks,omitempty" toml:"tiebreaks"` // in this order; none: those of the format

	// Byes is how often half the points of a round of a Swiss are given to a player who sits it out (0: 2, NoByes:
	// never). Any other such round, and the last one, counts nothing. Logs that do not tell Byes have no limit.
	Byes int `json:"byes,omitempty" toml:"byes"`
}

// Values of Config.Byes.
const (
	NoByes      = -1
	usualByes   = 2
	endlessByes = maxRounds // of events from before there was a limit, in their last round, too
)

// filled returns the configuration with its defaults written out.
func (c Config) filled() Config {
	set := func(v *int, or int) {
		if *v == 0 {
			*v = or
		}
	}
	c.Variants, c.Tiebreaks = slices.Clone(c.Variants), slices.Clone(c.Tiebreaks)
	switch c.Format {
	case Contest:
		set(&c.Rounds, 3)
		set(&c.Games, 1)
	case RoundRobin, Groups:
		set(&c.Rounds, 1)
	case Arena:
		if c.Length == 0 {
			c.Length = Span(time.Hour)
		}
	}
	set(&c.Games, 2)
	if c.Format == Swiss {
		set(&c.Byes, usualByes)
	}
	if c.Format == Groups {
		set(&c.Groups, 2)
		set(&c.Advance, 2)
	}
	if c.Wait == 0 {
		c.Wait = Span(10 * time.Minute)
	}
	if len(c.Tiebreaks) == 0 {
		c.Tiebreaks = []Tiebreak{Direct, SonnebornBerger, HarderWins, FewestPlies}
		if c.Format == Swiss || c.Format == Arena {
			c.Tiebreaks = []Tiebreak{Buchholz, Direct, HarderWins, FewestPlies}
		}
	}
	return c
}

// check names every fault of a filled configuration.
func (c *Config) check() error {
	var faults []error
	bad := func(wrong bool, form string, args ...any) {
		if wrong {
			faults = append(faults, game.Faultf(form, args...))
		}
	}
	if err := checkText("name", c.Name); err != nil {
		faults = append(faults, err)
	}
	bad(!slices.Contains(Formats, c.Format), "format %q: use one of %s", c.Format, list(Formats))
	bad(len(c.Variants) == 0 || len(c.Variants) > maxVariants, "variants: there must be 1 to %d", maxVariants)
	for _, v := range c.Variants {
		faults = append(faults, checkText("variant", v.ID))
		known := v.Harder == "" || v.Harder == game.Attackers.String() || v.Harder == game.Defenders.String()
		bad(!known, "variant %s: harder %q: use attackers or defenders, or leave it out", v.ID, v.Harder)
	}
	bad(len(c.Clock) > maxText, "clock: it is too long")
	bad(c.Rounds < 0 || c.Rounds > maxRounds, "rounds %d: use 1 to %d", c.Rounds, maxRounds)
	bad((c.Format == RoundRobin || c.Format == Groups) && c.Rounds > 4, "rounds %d: all meet 1 to 4 times", c.Rounds)
	bad(c.Games < 1 || c.Games > 2, "games %d: a pairing has 1 or 2", c.Games)
	bad(c.Format == Groups && (c.Groups < 2 || c.Groups > MaxEntrants/2), "groups %d: use 2 to %d", c.Groups,
		MaxEntrants/2)
	bad(c.Format == Groups && (c.Advance < 1 || c.Advance > MaxEntrants/2), "advance %d: use 1 to %d", c.Advance,
		MaxEntrants/2)
	bad(c.PlayOff < 0 || c.PlayOff > 8, "play_off %d: use 0 to 8", c.PlayOff)
	bad(c.Length < 0 || c.Length > Span(1000*time.Hour), "length %v: use a time up to 1000h", time.Duration(c.Length))
	bad(c.Wait < 0 || c.Wait > Span(10000*time.Hour), "wait %v: use a time up to 10000h", time.Duration(c.Wait))
	bad(c.Late < 0 || c.Late > maxRounds, "late %d: use 0 to %d", c.Late, maxRounds)
	bad(c.Byes < NoByes || c.Byes > maxRounds, "byes %d: use 1 to %d, or -1 for none", c.Byes, maxRounds)
	for i, tb := range c.Tiebreaks {
		bad(!slices.Contains(Tiebreaks, tb), "tiebreaks: there is no %q; use %s", tb, list(Tiebreaks))
		bad(slices.Contains(c.Tiebreaks[:i], tb), "tiebreaks: %s stands there twice", tb)
	}
	return errors.Join(faults...)
}

// checkText refuses names that cannot be shown.
func checkText(what, text string) error {
	switch {
	case strings.TrimSpace(text) == "":
		return game.Faultf("%s: it is empty", game.Word(what))
	case len(text) > maxText:
		return game.Faultf("%s: it is longer than %d bytes", game.Word(what), maxText)
	case !printable(text):
		return game.Faultf("%s %q: it holds signs that cannot be shown", game.Word(what), text)
	}
	return nil
}

func printable(text string) bool {
	return utf8.ValidString(text) &&
		strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f || r == utf8.RuneError }) < 0
}

func list[T ~string](all []T) string {
	words := make([]string, len(all))
	for i, w := range all {
		words[i] = string(w)
	}
	return strings.Join(words, ", ")
}
