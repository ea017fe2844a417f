package library

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// Query says which games are looked for. What is empty asks for nothing.
type Query struct {
	Variant, Family    string
	Player             string // of the side Side, or of either
	Side               string // attackers, defenders
	Result, Cause      string // as game.Outcome writes them
	MinTurns, MaxTurns int
	From, To           string // dates, both included: 2026, 2026-11, 2026-11-23
	Tag                string // Name=Value
	Collection         string
	Position           *rules.Position // stood on the board, also turned and mirrored; asks for Variant
	Limit, Offset      int             // Limit 0: all
	Oldest             bool            // first; else the newest
}

// Entry is a game in a list.
type Entry struct {
	ID                   int64
	Variant              string
	Attackers, Defenders string
	Levels               [game.Sides]string
	Date, Event          string
	Result, Cause        string
	Turns                int
	Collection           string
	Clock                string
}

// Find returns the games of a query.
func (l *Library) Find(ctx context.Context, q Query) ([]Entry, error) {
	where, args, err := l.where(q)
	if err != nil {
		return nil, err
	}
	order := " ORDER BY id DESC"
	if q.Oldest {
		order = " ORDER BY id"
	}
	limit := q.Limit
	if limit <= 0 {
		limit = -1
	}
	return l.entries(ctx, where+order+" LIMIT ? OFFSET ?", append(args, limit, q.Offset)...)
}

func (l *Library) entries(ctx context.Context, where string, args ...any) (list []Entry, err error) {
	rows, err := l.db.QueryContext(ctx, `SELECT id, variant, attackers, defenders, attackers_level, defenders_level, date,
		event, result, cause, turns, collection, clock FROM games WHERE `+where, args...)
	if err != nil {
		return nil, words(err)
	}
	defer rows.Close()
	for rows.Next() {
		var e Entry
		if err := rows.Scan(&e.ID, &e.Variant, &e.Attackers, &e.Defenders, &e.Levels[0], &e.Levels[1], &e.Date, &e.Event,
			&e.Result, &e.Cause, &e.Turns, &e.Collection, &e.Clock); err != nil {
			return nil, words(err)
		}
		list = append(list, e)
	}
	return list, words(rows.Err())
}

// where returns the condition of a query.
func (l *Library) where(q Query) (text string, args []any, err error) {
	conditions := []string{"1"}
	add := func(asked bool, condition string, values ...any) {
		if asked {
			conditions, args = append(conditions, condition), append(args, values...)
		}
	}
	add(q.Variant != "", "variant = ?", q.Variant)
	add(q.Family != "", "family = ?", q.Family)
	name := fold(q.Player)
	switch {
	case name == "":
	case q.Side == "":
		add(true, "(attackers_key = ? OR defenders_key = ?)", name, name)
	case q.Side == game.Attackers.String() || q.Side == game.Defenders.String():
		add(true, q.Side+"_key = ?", name)
	default:
		return "", nil, fmt.Errorf("there is no side %q; attackers or defenders", q.Side)
	}
	add(q.Result != "", "result = ?", q.Result)
	add(q.Cause != "", "cause = ?", q.Cause)
	add(q.MinTurns > 0, "turns >= ?", q.MinTurns)
	add(q.MaxTurns > 0, "turns <= ?", q.MaxTurns)
	add(q.From != "", "date >= ?", q.From)
	add(q.To != "", "date <> '' AND date <= ?", q.To+"~")
	if key, value, _ := strings.Cut(q.Tag, "="); q.Tag != "" {
		add(true, "instr(tags, ?) > 0", "\n"+key+"="+fold(value)+"\n")
	}
	add(q.Collection != "", "collection = ?", q.Collection)
	if q.Position != nil {
		add(true, "id IN (SELECT game FROM positions WHERE position = ?)", l.hashOf(q.Variant, q.Position))
	}
	return strings.Join(conditions, " AND "), args, nil
}

// hashOf returns the hash of a position of a built-in variant.
func (l *Library) hashOf(id string, p *rules.Position) int64 {
	r := p.Rules()
	if v, err := variant.Get(id); err == nil {
		r = v.Rules
	}
	return l.placesOf(id, "", r).hash(p)
}

// Move is a turn of the opening explorer.
type Move struct {
	Turn                               string // in notation, as the board asked for lies
	Games, Attackers, Defenders, Draws int
	Newest                             []Entry // at most three
}

// Explore returns what was played at a position of a variant, the most played
// first; collection may be empty. Turns that lead to the same position, turned
// and mirrored ones too, are one.
func (l *Library) Explore(ctx context.Context, id string, p *rules.Position, collection string) ([]Move, error) {
	found, err := l.played(ctx, l.hashOf(id, p), collection)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	var list []Move
	for _, t := range p.LegalTurns(nil) {
		line := rules.NewLine(*p, nil)
		steps, _, err := line.Play(t.Moves())
		if err != nil {
			continue
		}
		after := l.hashOf(id, &line.Position)
		m := found[after]
		if m == nil {
			continue
		}
		delete(found, after)
		m.Turn = notation.Turn(p.Rules(), steps)
		if m.Newest, err = l.newest(ctx, l.hashOf(id, p), after, collection); err != nil {
			return nil, err
		}
		list = append(list, *m)
	}
	slices.SortFunc(list, func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Turn, b.Turn))
	})
	return list, nil
}

// played counts the games at a position by the position that followed.
func (l *Library) played(ctx context.Context, at int64, collection string) (map[int64]*Move, error) {
	from, args := "positions", []any{at}
	if collection != "" {
		from, args = "positions JOIN games ON games.id = game AND collection = ?", []any{collection, at}
	}
	rows, err := l.db.QueryContext(ctx, `SELECT move, count(*), sum(positions.result = 1), sum(positions.result = 2),
		sum(positions.result = 3) FROM `+from+` WHERE position = ? AND move <> 0 GROUP BY move`, args...)
	if err != nil {
		return nil, words(err)
	}
	defer rows.Close()
	found := map[int64]*Move{}
	for rows.Next() {
		var after int64
		m := &Move{}
		if err := rows.Scan(&after, &m.Games, &m.Attackers, &m.Defenders, &m.Draws); err != nil {
			return nil, words(err)
		}
		found[after] = m
	}
	return found, words(rows.Err())
}

func (l *Library) newest(ctx context.Context, at, after int64, collection string) ([]Entry, error) {
	from, args := "SELECT game FROM positions WHERE position = ? AND move = ?", []any{at, after}
	if collection != "" {
		from += " AND game IN (SELECT id FROM games WHERE collection = ?)"
		args = append(args, collection)
	}
	return l.entries(ctx, "id IN ("+from+" ORDER BY game DESC LIMIT 3) ORDER BY id DESC", args...)
}

// Collections returns the names of the collections, in order.
func (l *Library) Collections() ([]string, error) {
	rows, err := l.db.Query("SELECT DISTINCT collection FROM games ORDER BY collection")
	if err != nil {
		return nil, words(err)
	}
	return scan(rows)
}

func scan(rows *sql.Rows) (list []string, err error) {
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, words(err)
		}
		list = append(list, s)
	}
	return list, words(rows.Err())
}

// Score counts how games ended for a player.
type Score struct{ Won, Lost, Drawn, Open int }

// Stats is the record of a player, by what the keys name.
type Stats struct {
	All                                                Score
	Variants, Sides, Opponents, Levels, Clocks, Months map[string]Score
	LostBy                                             map[string]int // by cause
}

// Record returns the record of a player.
func (l *Library) Record(ctx context.Context, player string) (Stats, error) {
	s := Stats{Variants: map[string]Score{}, Sides: map[string]Score{}, Opponents: map[string]Score{},
		Levels: map[string]Score{}, Clocks: map[string]Score{}, Months: map[string]Score{}, LostBy: map[string]int{}}
	if fold(player) == "" {
		return s, nil
	}
	games, err := l.Find(ctx, Query{Player: player})
	for _, e := range games {
		side, other := game.Attackers, e.Defenders
		if fold(e.Attackers) != fold(player) {
			side, other = game.Defenders, e.Attackers
		}
		one := Score{}
		switch e.Result {
		case "":
			one.Open = 1
		case side.String():
			one.Won = 1
		case game.Attackers.String(), game.Defenders.String():
			one.Lost = 1
			s.LostBy[e.Cause]++
		default:
			one.Drawn = 1
		}
		s.All = s.All.plus(one)
		for _, by := range []struct {
			in  map[string]Score
			key string
		}{{s.Variants, e.Variant}, {s.Sides, side.String()}, {s.Opponents, other}, {s.Levels, e.Levels[1-side]},
			{s.Clocks, e.Clock}, {s.Months, e.Date[:min(len(e.Date), len("2026-11"))]}} {
			by.in[by.key] = by.in[by.key].plus(one)
		}
	}
	return s, err
}

func (a Score) plus(b Score) Score {
	return Score{a.Won + b.Won, a.Lost + b.Lost, a.Drawn + b.Drawn, a.Open + b.Open}
}
