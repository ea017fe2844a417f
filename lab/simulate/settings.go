// Package simulate simulates a day of a service in minutes: arrivals, pairing, costs, and failures
// of services, brokers and a region. It uses measured costs, and reports its error where
// measurements exist.
package simulate

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/pelletier/go-toml/v2"
)

//go:embed settings.toml
var usual []byte

// Span is a duration as text, "3m".
type Span struct{ time.Duration }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Span) UnmarshalText(text []byte) (err error) {
	s.Duration, err = time.ParseDuration(string(text))
	return err
}

// Settings are the parameters of a day. settings.toml explains each and gives its source.
type Settings struct {
	Players  Players    `toml:"players"`
	Zones    []Zone     `toml:"zone"`
	Variants []Variant  `toml:"variant"`
	Clocks   []Clock    `toml:"clock"`
	Plant    Plant      `toml:"plant"`
	Deaths   Deaths     `toml:"deaths"`
	Costs    Costs      `toml:"costs"`
	Prices   Prices     `toml:"prices"`
	Runs     []Measured `toml:"run"`
}

// Players describes the population.
type Players struct {
	Online                             int
	Playing, Watching, Lobby           float64
	Queue, Rated, Wish, Choices, Turns float64
	Patience, Session                  Span
	Rating, Spread                     float64
	Hours                              []float64
}

// Zone is a time zone with some of the players.
type Zone struct {
	Name   string
	Offset int // hours ahead of UTC
	Share  float64
}

// Variant is a variant with its share of players.
type Variant struct {
	ID    string
	Share float64
}

// Clock is a time control with its share of players.
type Clock struct {
	Control string
	Share   float64
	Lasts   Span
}

// Plant describes the machines of the service.
type Plant struct {
	Regions, Services, Brokers, Cores int
	MemoryGiB                         float64 `toml:"memory_gib"`
	Busy, Full                        float64
	Streams                           int
	DatabaseCores                     int `toml:"database_cores"`
	DatabaseLines                     int `toml:"database_lines"`
}

// Deaths describes the failures of the day.
type Deaths struct {
	Services, Brokers int
	Region            string
	Lasts, Database   Span
}

// Costs holds measured costs. Times are those of one core.
type Costs struct {
	TurnMs        float64 `toml:"turn_ms"`
	IdleCores     float64 `toml:"idle_cores"`
	LookMs        float64 `toml:"look_ms"`
	PingMs        float64 `toml:"ping_ms"`
	TellMs        float64 `toml:"tell_ms"`
	ReturnMs      float64 `toml:"return_ms"`
	PollMs        float64 `toml:"poll_ms"`
	GameKiB       float64 `toml:"game_kib"`
	LineKiB       float64 `toml:"line_kib"`
	IdleMiB       float64 `toml:"idle_mib"`
	EntryBytes    float64 `toml:"entry_bytes"`
	Appends       float64
	BrokerMs      float64 `toml:"broker_ms"`
	BrokerAppends float64 `toml:"broker_appends"`
	EndMs         float64 `toml:"end_ms"`
	MatchMs       float64 `toml:"match_ms"`
	ReturnLate    Span    `toml:"return_late"`
	LeadFrom      Span    `toml:"lead_from"`
	LeadTo        Span    `toml:"lead_to"`
	Pairing       Span
}

// Prices holds assumed prices.
type Prices struct {
	Currency   string
	CoreHour   float64 `toml:"core_hour"`
	GiBHour    float64 `toml:"gib_hour"`
	TrafficGiB float64 `toml:"traffic_gib"`
}

// Measured is a measured run.
type Measured struct {
	Games                      int
	Turns, Share, Players, MiB float64
	P50, P90, P99, Most        Span
}

// Load reads the default settings and overrides them with those of a file, if any.
func Load(file string) (s Settings, err error) {
	texts, names := [][]byte{usual}, []string{"settings.toml"}
	if file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			return s, err
		}
		texts, names = append(texts, text), append(names, file)
	}
	for i, text := range texts {
		before := s
		s.Zones, s.Variants, s.Clocks, s.Runs = nil, nil, nil, nil // a list in a file replaces the default list
		if err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&s); err != nil {
			return s, told(names[i], err)
		}
		s.keep(before)
	}
	return s, s.Check()
}

// told adds the position in the file to an error.
func told(name string, err error) error {
	if strict, ok := errors.AsType[*toml.StrictMissingError](err); ok && len(strict.Errors) > 0 {
		line, _ := strict.Errors[0].Position()
		return fmt.Errorf("%s, line %d: there is no setting %v", name, line, strict.Errors[0].Key())
	}
	if wrong, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, _ := wrong.Position()
		return fmt.Errorf("%s, line %d: %w", name, line, err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// keep restores the lists that a file does not set.
func (s *Settings) keep(before Settings) {
	if s.Zones == nil {
		s.Zones = before.Zones
	}
	if s.Variants == nil {
		s.Variants = before.Variants
	}
	if s.Clocks == nil {
		s.Clocks = before.Clocks
	}
	if s.Runs == nil {
		s.Runs = before.Runs
	}
}

// Check returns an error for invalid settings.
func (s Settings) Check() error {
	p, c := s.Players, s.Costs
	for _, rule := range []struct {
		wrong bool
		text  string
	}{
		{p.Online < 100 || p.Online > 20_000_000, "players.online is from 100 to 20 000 000"},
		{p.Playing <= 0 || p.Playing >= 0.9, "players.playing is more than 0 and less than 0.9"},
		{p.Queue < 0 || p.Queue > 1 || p.Rated < 0 || p.Rated > 1 || p.Wish < 0 || p.Wish > 1 || p.Watching < 0 ||
			p.Lobby < 0, "shares of players are from 0 to 1"},
		{p.Patience.Duration <= 0 || p.Session.Duration <= 0 || p.Turns < 1 || p.Spread < 0 || p.Choices < 1,
			"players: patience, session, turns, spread or choices is too little"},
		{len(p.Hours) != 24, "players.hours has 24 numbers"},
		{len(s.Zones) == 0 || len(s.Variants) == 0 || len(s.Clocks) == 0,
			"there must be a zone, a variant and a clock"},
		{s.Plant.Regions < 1 || s.Plant.Cores < 1 || s.Plant.MemoryGiB <= 0 || s.Plant.Busy <= 0 || s.Plant.Full <= 0 ||
			s.Plant.Streams < 1 || s.Plant.DatabaseCores < 1 || s.Plant.DatabaseLines < 1,
			"plant: what is counted is 1 or more, memory_gib, busy and full are more than 0"},
		{c.TurnMs <= 0 || c.Appends <= 0 || c.BrokerAppends <= 0 || c.LeadTo.Duration < c.LeadFrom.Duration,
			"costs: turn_ms, appends and broker_appends are more than 0, lead_to not before lead_from"},
		{len(s.Runs) < 2, "there must be two runs that were measured"},
	} {
		if rule.wrong {
			return errors.New(rule.text)
		}
	}
	for _, v := range append(p.Hours, shares(s)...) {
		if !(v > 0) {
			return errors.New("hours and shares of zones, variants and clocks are more than 0")
		}
	}
	for _, c := range s.Clocks {
		if c.Lasts.Duration <= 0 {
			return fmt.Errorf("clock %s: lasts is more than 0", c.Control)
		}
	}
	if s.Deaths.Region != "" {
		if _, err := time.Parse("15:04", s.Deaths.Region); err != nil {
			return fmt.Errorf("deaths.region: %q is no time of day, as 20:00", s.Deaths.Region)
		}
	}
	return nil
}

func shares(s Settings) (all []float64) {
	for _, z := range s.Zones {
		all = append(all, z.Share)
	}
	for _, v := range s.Variants {
		all = append(all, v.Share)
	}
	for _, c := range s.Clocks {
		all = append(all, c.Share)
	}
	return all
}
