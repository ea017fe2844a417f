package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/internal/command"
	"tafl3d/rating"
	"tafl3d/tongue"
	"tafl3d/tournament"
	"tafl3d/tournament/page"
	"tafl3d/tournament/tables"
)

// gameLine is the JSON of a finished game.
type gameLine struct {
	Round     int    `json:"round"`
	Pairing   int    `json:"pairing"`
	Game      int    `json:"game"` // of the pairing, from 1
	Variant   string `json:"variant"`
	Attackers string `json:"attackers"`
	Defenders string `json:"defenders"`
	Winner    string `json:"winner"` // attackers, defenders, draw or neither
	Reason    string `json:"reason"`
	Plies     int    `json:"plies"`
	Forfeit   bool   `json:"forfeit,omitempty"`
	Note      string `json:"note,omitempty"`
}

func (h *eventRun) line(p *tournament.Pairing, leg int) gameLine {
	l := &p.Legs[leg]
	return gameLine{p.Round, p.ID, leg + 1, l.Variant, h.name(l.Players[game.Attackers]),
		h.name(l.Players[game.Defenders]),
		string(l.Verdict), l.Cause, l.Plies, l.Forfeit, l.Note}
}

func (g gameLine) String() string {
	end := fmt.Sprintf("%s, %d plies", g.Reason, g.Plies)
	if g.Note != "" {
		end = g.Reason + ", " + g.Note
	}
	return fmt.Sprintf("round %d: attackers %s, defenders %s: %s (%s)", g.Round, g.Attackers, g.Defenders,
		g.Winner, end)
}

func (h *eventRun) name(id int) string {
	e, err := h.ev.Entrant(id)
	if err != nil {
		return "nobody"
	}
	return e.Name
}

// progress shows the progress of an event: a bar on a terminal, lines elsewhere.
type progress struct {
	w     io.Writer
	total int
	bar   bool
}

func newProgress(w io.Writer, total int) *progress {
	return &progress{w: w, total: total, bar: command.Terminal(w)}
}

func (p *progress) step(done int, what string) {
	of := ""
	if p.total >= done && p.total > 0 {
		of = fmt.Sprintf(" of %d", p.total)
	}
	if !p.bar {
		fmt.Fprintf(p.w, "game %d%s, %s\n", done, of, what)
		return
	}
	bar := ""
	if of != "" {
		full := 20 * done / p.total
		bar = "[" + strings.Repeat("#", full) + strings.Repeat(".", 20-full) + "] "
	}
	text := []rune(fmt.Sprintf("%s%d%s, %s", bar, done, of, what))
	fmt.Fprintf(p.w, "\r\x1b[K%s", string(text[:min(len(text), 78)]))
}

func (p *progress) end() {
	if p.bar {
		fmt.Fprintln(p.w)
	}
}

// save saves the event, at most once a second unless must is set.
func (h *eventRun) save(must bool) error {
	if h.out == "" || !must && time.Since(h.saved) < time.Second {
		return nil
	}
	h.saved = time.Now()
	data, err := h.ev.Encode()
	if err != nil {
		return err
	}
	return command.ReplaceFile(h.out, data)
}

// keep writes the record of a game.
func (h *eventRun) keep(f finished) error {
	if h.records == "" || f.State.Record.Ply() == 0 {
		return nil
	}
	p, err := h.ev.Pairing(f.board.pairing)
	if err != nil {
		return err
	}
	l := p.Legs[f.board.leg]
	head := match.Header{Variant: l.Variant}
	for side, id := range l.Players {
		e, err := h.ev.Entrant(id)
		if err != nil {
			return err
		}
		head.Seats[side] = match.Seat{Player: "computer", Name: cut(e.Name, 100)}
		if level, is := strings.CutPrefix(e.Ref, "level:"); is {
			head.Seats[side].Level, _ = strconv.Atoi(level) // checked by Names.Parse
		}
	}
	data, err := match.Encode(head, f.State)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(h.records, 0o755); err != nil {
		return err
	}
	return command.ReplaceFile(filepath.Join(h.records, fmt.Sprintf("round%02d-pairing%04d-game%d.json", p.Round, p.ID,
		f.board.leg+1)), data)
}

// cut returns at most n bytes of text without splitting characters.
func cut(text string, n int) string {
	for len(text) > n {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}

// rated is the JSON of the ratings.
type rated struct {
	Rating      map[string]rating.Rating    `json:"players"`
	Provisional []string                    `json:"provisional"`
	Advantages  map[string]rating.Advantage `json:"advantages"` // of the attackers, by variant
}

// ratings rates the event round by round, each round as a rating period. Ratings given in the file
// count as nearly certain.
func (h *eventRun) ratings() rated {
	b := rating.Book{Players: map[string]rating.Rating{}}
	for _, e := range h.ev.Entrants() {
		r := rating.New()
		if e.Rating > 0 {
			r.Points, r.Deviation = float64(e.Rating), 100
		}
		b.Players[e.Name] = r
	}
	var results []rating.Result // results of the round
	round := 0
	for _, p := range h.ev.Pairings() {
		if p.Round != round {
			b, results, round = rate(b, results), nil, p.Round
		}
		for i := range p.Legs {
			l := &p.Legs[i]
			if l.Verdict == "" || l.Forfeit {
				continue
			}
			a := l.Players[game.Attackers]
			results = append(results, rating.Result{Variant: l.Variant, Attackers: h.name(a),
				Defenders: h.name(l.Players[game.Defenders]), Score: float64(l.Points(a)) / 2})
		}
	}
	b = rate(b, results)
	r := rated{Rating: b.Players, Advantages: b.Advantages, Provisional: []string{}}
	for _, e := range h.ev.Entrants() {
		if b.Players[e.Name].Provisional() {
			r.Provisional = append(r.Provisional, e.Name)
		}
	}
	return r
}

// rate returns the book after a round. A round without games is not a period.
func rate(b rating.Book, results []rating.Result) rating.Book {
	if len(results) == 0 {
		return b
	}
	return b.Rate(results)
}

// closing is the last line of -json.
type closing struct {
	Name    string                `json:"name"`
	Format  tournament.Format     `json:"format"`
	Phase   tournament.Phase      `json:"phase"`
	Round   int                   `json:"round"`
	Games   int                   `json:"games"`
	Table   tournament.CrossTable `json:"table"`
	Bracket []tournament.Match    `json:"bracket,omitempty"`
	Ratings rated                 `json:"ratings"`
}

func (h *eventRun) print(e *command.Env) error {
	c := h.ev.Config()
	if h.json {
		return e.Line(closing{c.Name, c.Format, h.ev.Phase(), h.ev.Round(), h.results(), h.ev.CrossTable(),
			h.ev.Bracket(), h.ratings()})
	}
	state := "finished"
	if h.ev.Phase() != tournament.Over {
		state = "not finished"
	}
	fmt.Fprintf(e.Out, "%s: %s, %s, %s, %s\n", c.Name, c.Format,
		command.Count(len(h.ev.Entrants()), "player", "players"), command.Count(h.results(), "game", "games"), state)
	rows, ratings := h.ev.Standings(), h.ratings()
	wide := len("name")
	for _, r := range rows {
		wide = max(wide, utf8.RuneCountInString(r.Name))
	}
	fmt.Fprintf(e.Out, "%4s  %-*s %6s %5s  %-11s %-11s %-11s %6s", "", wide, "name", "points", "games", "all",
		"attackers", "defenders", "rating")
	for _, tb := range c.Tiebreaks {
		fmt.Fprintf(e.Out, "  %s", tb)
	}
	fmt.Fprintln(e.Out)
	for _, r := range rows {
		h.printRow(e, r, wide, ratings)
	}
	for _, v := range c.Variants {
		if a := ratings.Advantages[v.ID]; a.Games > 0 {
			fmt.Fprintf(e.Out, "%s: the attackers seem to have %+.0f ± %.0f rating points\n", v.ID, a.Points,
				2*a.Deviation)
		}
	}
	return e.Out.Flush()
}

func (h *eventRun) printRow(e *command.Env, r tournament.Row, wide int, ratings rated) {
	three := func(t tournament.Tally) string { return fmt.Sprintf("+%d =%d -%d", t.Wins, t.Draws, t.Losses) }
	now := ratings.Rating[r.Name]
	mark := " "
	if now.Provisional() {
		mark = "?"
	}
	fmt.Fprintf(e.Out, "%3d.  %-*s %6v %5d  %-11s %-11s %-11s %5.0f%s", r.Rank, wide, r.Name, r.Points, r.Games,
		three(r.All), three(r.Sides[game.Attackers]), three(r.Sides[game.Defenders]), now.Points, mark)
	for i, tb := range h.ev.Config().Tiebreaks {
		text := ""
		if i < len(r.Breaks) {
			text = r.Breaks[i].String()
		}
		fmt.Fprintf(e.Out, "  %*s", len(tb), text)
	}
	if r.Reached != "" {
		fmt.Fprintf(e.Out, "  %s", r.Reached)
	}
	fmt.Fprintln(e.Out)
}

// export writes the requested files.
func (h *eventRun) export(e *command.Env) error {
	var faults []error
	write := func(path string, make func(io.Writer) error) {
		if path == "" {
			return
		}
		var b bytes.Buffer
		if err := make(&b); err != nil {
			faults = append(faults, err)
			return
		}
		faults = append(faults, e.Write(path, b.Bytes()))
	}
	write(h.cross, func(w io.Writer) error {
		if filepath.Ext(h.cross) != ".json" {
			return h.ev.CrossTable().WriteCSV(w)
		}
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		return enc.Encode(h.ev.CrossTable())
	})
	write(h.html, func(w io.Writer) error {
		return page.Write(w, &tables.Event{State: h.ev, Say: tongue.Now(),
			Variant: func(id string) string { return h.variants[id].Name }})
	})
	return errors.Join(faults...)
}
