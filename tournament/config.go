package tournament

import (
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"tafl3d/game"
)

// Format is the system by which players of a tournament are paired.
type Format string

// The formats. docs/tournaments.md describes each of them.
const (
	Contest    Format = "contest"            // best of n games between two players
	RoundRobin Format = "round-robin"        // every player meets every other
	Groups     Format = "groups"             // round robins; the best of each group go on to a knock-out
	KnockOut   Format = "knock-out"          // a player is out after one lost match
	DoubleOut  Format = "double-elimination" // a player is out after two lost matches
	Swiss      Format = "swiss"              // players with similar scores meet, no pair twice
	Arena      Format = "arena"              // free players are paired until the time is up
	Gauntlet   Format = "gauntlet"           // the first entrant meets all others, the weakest first
)

// Formats lists all formats in menu order.
var Formats = []Format{Contest, RoundRobin, Groups, KnockOut, DoubleOut, Swiss, Arena, Gauntlet}

// Tiebreak is a criterion that orders players with equal points.
type Tiebreak string

// The tie-breaks.
const (
	Direct Tiebreak = "direct" // points in the games among the tied players, if all of them have met
	// points of the opponents beaten plus half the points of those drawn with
	SonnebornBerger Tiebreak = "sonneborn-berger"
	Buchholz        Tiebreak = "buchholz"     // points of the opponents
	HarderWins      Tiebreak = "harder-wins"  // games won with the side that is harder to win with
	FewestPlies     Tiebreak = "fewest-plies" // mean length of the games won; shorter is better
)

// Tiebreaks lists all tie-breaks in menu order.
var Tiebreaks = []Tiebreak{Direct, SonnebornBerger, Buchholz, HarderWins, FewestPlies}

// MaxEntrants is the largest number of players in a tournament.
const MaxEntrants = 512

// Upper limits of configuration values.
const (
	maxRounds   = 64
	maxVariants = 32
	maxText     = 120
)

// Span is a duration, written like "1h30m".
type Span time.Duration

// MarshalText implements encoding.TextMarshaler.
func (s Span) MarshalText() ([]byte, error) { return []byte(time.Duration(s).String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Span) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	*s = Span(d)
	return err
}

// Variant is a variant played in the tournament.
type Variant struct {
	ID string `json:"id" toml:"id"`
	// Harder is the side that is harder to win with: "attackers", "defenders" or "". Empty means the side that has
	// won fewer of the tournament's games of this variant.
	Harder string `json:"harder,omitempty" toml:"harder"`
}

// Config describes a tournament. Only Name, Format and Variants are required; every other field has a default for its
// zero value.
type Config struct {
	Name     string    `json:"name" toml:"name"`
	Format   Format    `json:"format" toml:"format"`
	Variants []Variant `json:"variants" toml:"variants"`     // used in rotation, one per round
	Clock    string    `json:"clock,omitempty" toml:"clock"` // as package match reads it; this package does not read it
	Seed     uint64    `json:"seed" toml:"seed"`             // of all random draws
	// Rounds is the number of games of a contest (0: 3), the number of cycles of a round robin or group stage (0: 1),
	// or the number of rounds of a Swiss (0: enough to find a winner). Other formats ignore it.
	Rounds int `json:"rounds,omitempty" toml:"rounds"`
	// Games is the number of games in a pairing, 1 or 2; with two, each player has each side once. 0 means 2, and 1
	// in a contest, where the sides change from round to round.
	Games   int `json:"games,omitempty" toml:"games"`
	Groups  int `json:"groups,omitempty" toml:"groups"`   // number of groups of the format Groups; 0: 2
	Advance int `json:"advance,omitempty" toml:"advance"` // how many players of each group go on; 0: 2
	// further pairs of games if a knock-out match is level
	PlayOff int  `json:"play_off,omitempty" toml:"play_off"`
	Third   bool `json:"third,omitempty" toml:"third"` // a knock-out has a match for third place
	// a gauntlet ends with the first match the challenger loses
	Ladder bool `json:"ladder,omitempty" toml:"ladder"`
	Length Span `json:"length,omitempty" toml:"length"` // duration of an arena; 0: 1h
	// how long to wait for an absent opponent before they forfeit; 0: 10m
	Wait Span `json:"wait,omitempty" toml:"wait"`
	// last round of a Swiss that a late entrant can play in
	Late int `json:"late,omitempty" toml:"late"`
	// in order of precedence; none: the defaults of the format
	Tiebreaks []Tiebreak `json:"tiebreaks,omitempty" toml:"tiebreaks"`

	// Byes is how many half-point byes a player can have in a Swiss (0: 2, NoByes: none). Further byes at the
	// player's request, and one in the last round, count nothing. Saved tournaments without Byes have no limit.
	Byes int `json:"byes,omitempty" toml:"byes"`
}

// Special values of Config.Byes.
const (
	NoByes      = -1
	usualByes   = 2
	endlessByes = maxRounds // tournaments saved before the limit existed; includes the last round
)

// filled returns the configuration with all defaults filled in.
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

// check returns an error that names every fault of a filled configuration.
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
	bad(len(c.Variants) == 0 || len(c.Variants) > maxVariants, "variants: use 1 to %d", maxVariants)
	for _, v := range c.Variants {
		faults = append(faults, checkText("variant", v.ID))
		known := v.Harder == "" || v.Harder == game.Attackers.String() || v.Harder == game.Defenders.String()
		bad(!known, "variant %s: harder %q: use attackers or defenders, or omit it", v.ID, v.Harder)
	}
	bad(len(c.Clock) > maxText, "clock: too long")
	bad(c.Rounds < 0 || c.Rounds > maxRounds, "rounds %d: use 1 to %d", c.Rounds, maxRounds)
	bad((c.Format == RoundRobin || c.Format == Groups) && c.Rounds > 4,
		"rounds %d: use 1 to 4 in this format", c.Rounds)
	bad(c.Games < 1 || c.Games > 2, "games %d: use 1 or 2", c.Games)
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
		bad(!slices.Contains(Tiebreaks, tb), "tiebreaks: unknown %q; use %s", tb, list(Tiebreaks))
		bad(slices.Contains(c.Tiebreaks[:i], tb), "tiebreaks: %s is listed twice", tb)
	}
	return errors.Join(faults...)
}

// checkText returns an error for names that cannot be displayed.
func checkText(what, text string) error {
	switch {
	case strings.TrimSpace(text) == "":
		return game.Faultf("%s: must not be empty", game.Word(what))
	case len(text) > maxText:
		return game.Faultf("%s: longer than %d bytes", game.Word(what), maxText)
	case !printable(text):
		return game.Faultf("%s %q: has characters that cannot be shown", game.Word(what), text)
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
