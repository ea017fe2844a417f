package balance

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
)

// figures holds the results for the built-in variants, a line each as Line writes it. tafllab fair writes the file.
//
//go:embed figures.tsv
var figures string

// sites holds published results of people, a line each: ID of the variant, percent of games won by attackers and by
// defenders, mean length in moves of both sides, number of games, source. Unknown numbers are 0.
//
//go:embed sites.tsv
var sites string

// Site is a published result of games between people.
type Site struct {
	Variant              string
	Attackers, Defenders int // percent of games won
	Length               int // mean, in moves of both sides; 0: unknown
	Games                int // 0: unknown
	Source               string
}

var read = sync.OnceValue(func() map[string]string {
	lines := map[string]string{}
	for text := range strings.Lines(figures) {
		id, _, _ := strings.Cut(text, "\t")
		lines[id] = strings.TrimSpace(text)
	}
	return lines
})

// Of returns the figures that ship with the program for a built-in variant; false if there are none, or if they are
// of rules that have changed since.
func Of(v *variant.Variant) (Figures, bool) {
	id, print, f, err := ParseLine(read()[v.ID])
	return f, err == nil && id == v.ID && print == Print(v.Rules)
}

// Print returns a short fingerprint of rules and start position. Keys with their usual values do not count, so that
// a new key leaves the fingerprints of older rules as they were.
func Print(r *rules.Rules) string {
	set := r.Ruleset()
	usual := ruleset.Linnaean()
	if set.Lines != nil {
		usual = ruleset.LineGame()
	}
	h := sha256.New()
	for _, t := range variant.Differences(set, usual) {
		fmt.Fprintf(h, "%s=%s\n", t.Key, t.Get(&set))
	}
	fmt.Fprintln(h, strings.Join(set.Rows, "\n"))
	return fmt.Sprintf("%x", h.Sum(nil)[:6])
}

// lineForm is the form of a line: variant, fingerprint, first side, games won by attackers and by defenders, draws,
// unfinished games; shortest, median and longest; swapped games won by attackers and by defenders.
const lineForm = "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d"

// Line returns the figures of v as a line of the file, without its end.
func Line(v *variant.Variant, f Figures) string {
	return fmt.Sprintf(lineForm, v.ID, Print(v.Rules), f.First, f.Won[game.Attackers], f.Won[game.Defenders], f.Draws,
		f.Unfinished, f.Shortest, f.Median, f.Longest, f.Swapped[game.Attackers], f.Swapped[game.Defenders])
}

// ParseLine parses what Line returns: the ID of a variant, the fingerprint of its rules, and its figures.
func ParseLine(text string) (id, print string, f Figures, err error) {
	_, err = fmt.Sscanf(text, lineForm, &id, &print, &f.First, &f.Won[game.Attackers], &f.Won[game.Defenders], &f.Draws,
		&f.Unfinished, &f.Shortest, &f.Median, &f.Longest, &f.Swapped[game.Attackers], &f.Swapped[game.Defenders])
	return id, print, f, err
}

// Sites returns the published results of a variant.
func Sites(id string) (list []Site) {
	for text := range strings.Lines(sites) {
		s := Site{}
		fields := strings.Split(strings.TrimSpace(text), "\t")
		if fields[0] != id {
			continue
		}
		_, err := fmt.Sscan(strings.Join(fields[1:5], " "), &s.Attackers, &s.Defenders, &s.Length, &s.Games)
		if err == nil {
			s.Variant, s.Source = id, fields[5]
			list = append(list, s)
		}
	}
	return list
}
