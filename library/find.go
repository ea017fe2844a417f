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
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/library/ask"
)

// Types of queries and results.
type (
	Query    = ask.Query
	Entry    = ask.Entry
	Move     = ask.Move
	Score    = ask.Score
	Stats    = ask.Stats
	Progress = ask.Progress
	Report   = ask.Report
	Fault    = ask.Fault
)

// Find returns the games that match a query.
func (l *Library) Find(ctx context.Context, q Query) ([]Entry, error) {
	where, args, err := l.where(ctx, q)
	if err != nil {
		return nil, err
	}
	limit := q.Limit
	if limit <= 0 {
		limit = -1
	}
	args = append(args, limit, q.Offset)
	if q.Oldest {
		return l.entries(ctx, where+" ORDER BY id LIMIT ? OFFSET ?", args...)
	}
	order, err := order(q)
	if err != nil {
		return nil, err
	}
	return l.entries(ctx, "id IN (SELECT id FROM "+from(q)+" WHERE "+where+order+" LIMIT ? OFFSET ?)"+order, args...)
}

// orders maps the orders of a query to SQL columns.
var orders = map[ask.Order]string{
	ask.ByDate: "date", ask.ByAttackers: "attackers_key", ask.ByDefenders: "defenders_key", ask.ByVariant: "variant",
	ask.ByResult: "result", ask.ByCause: "cause", ask.ByMoves: "turns",
}

// order returns the ORDER BY clause of a query. Games that are equal in it are sorted with the newest first.
func order(q Query) (string, error) {
	column, ok := orders[q.Order]
	switch {
	case !ok:
		return "", fmt.Errorf("games cannot be sorted by %q", q.Order)
	case q.Order == ask.ByDate && !q.Reverse:
		return newest, nil
	case q.Order == ask.ByDate:
		return " ORDER BY date, id", nil
	case q.Reverse:
		return " ORDER BY " + column + " DESC, date DESC, id DESC", nil
	}
	return " ORDER BY " + column + ", date DESC, id DESC", nil
}

// newest is the default order of lists.
const newest = " ORDER BY date DESC, id DESC"

// from returns the FROM clause. Without a player it names an index with all columns that queries filter by, because
// the table itself is about a hundred times larger.
func from(q Query) string {
	if q.Player != "" {
		return "games"
	}
	return "games INDEXED BY games_list"
}

// Count returns the number of games that match a query, without its limit and offset.
func (l *Library) Count(ctx context.Context, q Query) (n int, err error) {
	if alone := (Query{Variant: q.Variant, Position: q.Position, Limit: q.Limit, Offset: q.Offset,
		Oldest: q.Oldest}); q.Position != nil && q == alone {
		err = l.db.QueryRowContext(ctx, "SELECT count(*) FROM positions WHERE position = ? AND again = 0",
			l.hashOf(q.Variant, q.Position)).Scan(&n)
		return n, toUserError(err)
	}
	where, args, err := l.where(ctx, q)
	if err != nil {
		return 0, err
	}
	err = l.db.QueryRowContext(ctx, "SELECT count(*) FROM "+from(q)+" WHERE "+where, args...).Scan(&n)
	return n, toUserError(err)
}

func (l *Library) entries(ctx context.Context, where string, args ...any) (list []Entry, err error) {
	rows, err := l.db.QueryContext(ctx, `SELECT id, variant, attackers, defenders,
		attackers_level, defenders_level, date,
		event, result, cause, turns, collection, clock, own, opening FROM games WHERE `+where, args...)
	if err != nil {
		return nil, toUserError(err)
	}
	defer rows.Close()
	for rows.Next() {
		var e Entry
		if err := rows.Scan(&e.ID, &e.Variant, &e.Attackers, &e.Defenders, &e.Levels[0], &e.Levels[1],
			&e.Date, &e.Event,
			&e.Result, &e.Cause, &e.Turns, &e.Collection, &e.Clock, &e.Own, &e.Opening); err != nil {
			return nil, toUserError(err)
		}
		list = append(list, e)
	}
	return list, toUserError(rows.Err())
}

// conditions are SQL conditions, joined by AND.
type conditions struct {
	texts []string
	args  []any
}

func (c *conditions) add(asked bool, text string, args ...any) {
	if asked {
		c.texts, c.args = append(c.texts, text), append(c.args, args...)
	}
}

// where returns the WHERE clause of a query and its arguments.
func (l *Library) where(ctx context.Context, q Query) (text string, args []any, err error) {
	c := &conditions{texts: []string{"1"}}
	c.add(q.Variant != "" && q.Position == nil, "variant = ?", q.Variant)
	c.add(q.Family != "", "family = ?", q.Family)
	if err := c.player(q); err != nil {
		return "", nil, err
	}
	c.add(q.Level == ask.None, "attackers_level = '' AND defenders_level = ''")
	c.add(q.Level == ask.Any, "(attackers_level <> '' OR defenders_level <> '')")
	c.add(q.Pool != "", "same IN (SELECT same FROM ratings WHERE site = ? AND pool = ?)", q.Site, q.Pool)
	c.add(q.Level != "" && q.Level != ask.None && q.Level != ask.Any, "(attackers_level = ? OR defenders_level = ?)",
		q.Level, q.Level)
	c.add(q.Clock != "", "clock = ?", valueOf(q.Clock))
	for word := range strings.FieldsSeq(fold(q.Words)) {
		c.add(true, `(instr(attackers_key, ?) OR instr(defenders_key, ?) OR instr(variant, ?) OR instr(event_key, ?)
			OR instr(date, ?))`, word, word, word, word, word)
	}
	c.add(q.Result != "", "result = ?", q.Result)
	c.add(q.Cause != "", "cause = ?", q.Cause)
	c.add(q.MinTurns > 0, "turns >= ?", q.MinTurns)
	c.add(q.MaxTurns > 0, "turns <= ?", q.MaxTurns)
	c.add(q.From != "", "date >= ?", q.From)
	c.add(q.To != "", "date <> '' AND date <= ?", q.To+"~")
	if key, value, _ := strings.Cut(q.Tag, "="); q.Tag != "" {
		c.add(true, "instr(tags, ?) > 0", "\n"+key+"="+fold(value)+"\n")
	}
	c.add(q.Collection != "", "collection = ?", collectionOf(q.Collection))
	if q.Position != nil {
		if err := l.wherePosition(ctx, c, l.hashOf(q.Variant, q.Position)); err != nil {
			return "", nil, err
		}
	}
	if q.Pattern != "" {
		list, err := l.withPattern(ctx, q.Variant, q.Pattern)
		if err != nil {
			return "", nil, err
		}
		c.add(true, "id IN (SELECT value FROM json_each(?))", list)
	}
	return strings.Join(c.texts, " AND "), c.args, nil
}

// scanThreshold is the number of games with a position from which it is faster to scan the games in the requested order
// and test each for the position.
const scanThreshold = 2000

// wherePosition adds the condition that a position occurred. hash includes the variant.
func (l *Library) wherePosition(ctx context.Context, c *conditions, hash int64) error {
	var n int
	err := l.db.QueryRowContext(ctx, "SELECT count(*) FROM (SELECT 1 FROM positions WHERE position = ? LIMIT ?)", hash,
		scanThreshold).Scan(&n)
	c.add(n < scanThreshold, "id IN (SELECT game FROM positions WHERE position = ?)", hash)
	c.add(n == scanThreshold, "EXISTS (SELECT 1 FROM positions WHERE game = games.id AND position = ?)", hash)
	return toUserError(err)
}

// collectionOf returns the name of the requested collection.
func collectionOf(text string) string {
	if text == ask.Unnamed {
		return ""
	}
	return text
}

// valueOf returns the requested value, "" for None.
func valueOf(text string) string {
	if text == ask.None {
		return ""
	}
	return text
}

// player adds conditions for the players, their sides and the result.
func (c *conditions) player(q Query) error {
	if q.Side != "" && q.Side != game.Attackers.String() && q.Side != game.Defenders.String() {
		return fmt.Errorf("there is no side %q; attackers or defenders", q.Side)
	}
	var ways []string // for each side: the conditions if the player had it
	for side := range game.Side(game.Sides) {
		if q.Side != "" && q.Side != side.String() {
			continue
		}
		one := conditions{}
		one.add(q.Player != "", side.String()+"_key = ?", fold(q.Player))
		for word := range strings.FieldsSeq(fold(q.Name)) {
			one.add(true, "instr("+side.String()+"_key, ?)", word)
		}
		one.add(q.Own, "own = ?", side.String())
		one.add(q.Against != "", side.Other().String()+"_key = ?", fold(valueOf(q.Against)))
		var ends []string
		for end, asked := range map[string]bool{side.String(): q.Won, side.Other().String(): q.Lost, "draw": q.Drawn} {
			if asked {
				ends = append(ends, "'"+end+"'")
			}
		}
		one.add(len(ends) > 0, "result IN ("+strings.Join(ends, ",")+")")
		if len(one.texts) > 0 {
			ways = append(ways, "("+strings.Join(one.texts, " AND ")+")")
			c.args = append(c.args, one.args...)
		}
	}
	c.add(len(ways) > 0, "("+strings.Join(ways, " OR ")+")")
	return nil
}

// hashOf returns the hash of a position of a built-in variant.
func (l *Library) hashOf(id string, p *rules.Position) int64 {
	r := p.Rules()
	if v, err := variant.Get(id); err == nil {
		r = v.Rules
	}
	return l.hasherOf(id, "", r).hash(p)
}

// Explore returns the moves played in a position of a variant, most played first. An empty collection means all.
// Moves that lead to the same position, also rotated or mirrored, are combined. For a game with its own rules, id is
// the variant's id, a newline and these rules.
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
		m.Steps = t.Moves()
		if m.Newest, err = l.newest(ctx, l.hashOf(id, p), after, collection, m.Games); err != nil {
			return nil, err
		}
		list = append(list, *m)
	}
	slices.SortFunc(list, func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Turn, b.Turn))
	})
	for i := range list[:min(len(list), notationLimit)] {
		l.useNewestNotation(id, p, &list[i])
	}
	return list, nil
}

// notationLimit is the number of moves for which Explore looks up the notation of the newest game.
const notationLimit = 12

// useNewestNotation sets the place of a move in its newest game. If the board has the same orientation there, it also
// uses the notation of that game.
func (l *Library) useNewestNotation(id string, p *rules.Position, m *Move) {
	if len(m.Newest) == 0 {
		return
	}
	g, err := l.Game(m.Newest[0].ID)
	if err != nil {
		return // the list is still useful without it
	}
	line := rules.NewLine(*p, nil)
	if _, _, err := line.Play(m.Steps); err != nil {
		return
	}
	before, after := l.hashOf(id, p), l.hashOf(id, &line.Position)
	m.Game = g.Tag(tree.TagID)
	c := g.Cursor()
	was := l.hashOf(id, &c.Line().Position)
	for n := range g.Root.Line() {
		same := c.Line().Position.Hash() == p.Hash()
		c.To(n)
		now := l.hashOf(id, &c.Line().Position)
		if was == before && now == after {
			m.Ply = n.Ply()
		}
		if same && now == after {
			m.Turn, m.Steps = n.Text, n.Turn
			return
		}
		was = now
	}
}

// played counts the games that reached a position, by the hash of the next position.
func (l *Library) played(ctx context.Context, at int64, collection string) (map[int64]*Move, error) {
	from, args := "positions", []any{at}
	if collection != "" {
		from, args = "positions JOIN games ON games.id = game AND collection = ?", []any{collectionOf(collection), at}
	}
	rows, err := l.db.QueryContext(ctx, `SELECT move, count(*), sum(positions.result = 1), sum(positions.result = 2),
		sum(positions.result = 3) FROM `+from+` WHERE position = ? AND move <> 0 GROUP BY move`, args...)
	if err != nil {
		return nil, toUserError(err)
	}
	defer rows.Close()
	found := map[int64]*Move{}
	for rows.Next() {
		var after int64
		m := &Move{}
		if err := rows.Scan(&after, &m.Games, &m.Attackers, &m.Defenders, &m.Draws); err != nil {
			return nil, toUserError(err)
		}
		found[after] = m
	}
	return found, toUserError(rows.Err())
}

// newestThreshold is the number of games from which it is faster to search all games from the newest back than to
// sort the games of the move by date.
const newestThreshold = 1000

// newest returns the three newest games in which a position followed another. games is the total number of these
// games.
func (l *Library) newest(ctx context.Context, at, after int64, collection string, games int) ([]Entry, error) {
	where, args := "id IN (SELECT game FROM positions WHERE position = ? AND move = ?)", []any{at, after}
	if games >= newestThreshold {
		where = "EXISTS (SELECT 1 FROM positions WHERE position = ? AND move = ? AND game = games.id)"
	}
	if collection != "" {
		where += " AND collection = ?"
		args = append(args, collectionOf(collection))
	}
	return l.entries(ctx, where+newest+" LIMIT 3", args...)
}

// scan reads rows with one column.
func scan[T any](rows *sql.Rows) (list []T, err error) {
	defer rows.Close()
	for rows.Next() {
		var s T
		if err := rows.Scan(&s); err != nil {
			return nil, toUserError(err)
		}
		list = append(list, s)
	}
	return list, toUserError(rows.Err())
}

// Record returns the statistics of a player over the games of a query; without a player, of the local player.
func (l *Library) Record(ctx context.Context, q Query) (Stats, error) {
	s := Stats{Variants: map[string]Score{}, Sides: map[string]Score{}, Opponents: map[string]Score{},
		Levels: map[string]Score{}, Clocks: map[string]Score{}, Months: map[string]Score{},
		LostBy: map[ask.Defeat]int{}}
	q.Own = fold(q.Player) == ""
	games, err := l.Find(ctx, q)
	var seats []playedGame
	called := map[string]string{} // by key, because names differ in case and spelling
	for _, e := range games {
		side := game.Attackers
		if q.Own && e.Own != side.String() || !q.Own && fold(e.Attackers) != fold(q.Player) {
			side = game.Defenders
		}
		if q.Own && e.Own != side.String() { // two local players
			continue
		}
		name := [game.Sides]string{e.Attackers, e.Defenders}[side.Other()]
		if called[fold(name)] == "" {
			called[fold(name)] = name
		}
		count(&s, e, side, called[fold(name)])
		seats = append(seats, playedGame{e, side})
	}
	if err == nil {
		s.Openings, err = l.openings(seats)
	}
	if err == nil && q.Own {
		s.Curves, err = l.curves(ctx)
		s.Curves = append(s.Curves, againstLevels(games)...)
	}
	return s, err
}

// scored returns the score of a side in a game.
func scored(e Entry, side game.Side) Score {
	switch e.Result {
	case "":
		return Score{Open: 1}
	case side.String():
		return Score{Won: 1}
	case side.Other().String():
		return Score{Lost: 1}
	}
	return Score{Drawn: 1}
}

// count adds a game to the statistics of the player who had side, against other.
func count(s *Stats, e Entry, side game.Side, other string) {
	one := scored(e, side)
	if one.Lost > 0 {
		s.LostBy[ask.Defeat{Winner: e.Result, Cause: e.Cause}]++
	}
	s.All = s.All.Plus(one)
	for _, by := range []struct {
		in  map[string]Score
		key string
	}{{s.Variants, e.Variant}, {s.Sides, side.String()}, {s.Opponents, other}, {s.Levels, e.Levels[side.Other()]},
		{s.Clocks, e.Clock}, {s.Months, e.Date[:min(len(e.Date), len("2026-11"))]}} {
		by.in[by.key] = by.in[by.key].Plus(one)
	}
}

// Kinds returns the variants and the collections in the library, sorted.
func (l *Library) Kinds(ctx context.Context) (variants, collections []string, err error) {
	for _, k := range []struct {
		column string
		into   *[]string
	}{{"variant", &variants}, {"collection", &collections}} {
		rows, err := l.db.QueryContext(ctx, distinctValues(k.column))
		if err != nil {
			return nil, nil, toUserError(err)
		}
		if *k.into, err = scan[string](rows); err != nil {
			return nil, nil, err
		}
	}
	return variants, collections, nil
}

// distinctValues returns a query for the distinct values of an indexed column. It jumps from each value to the next.
func distinctValues(column string) string {
	return strings.ReplaceAll(`WITH RECURSIVE each(x) AS (SELECT min(COL) FROM games
		UNION ALL SELECT (SELECT min(COL) FROM games WHERE COL > x) FROM each WHERE x IS NOT NULL)
		SELECT x FROM each WHERE x IS NOT NULL`, "COL", column)
}

// Reached returns the number of plies in a game's main line after which the position or pattern of a query first
// occurs. It returns 0 for the start, and if the query has neither.
func (l *Library) Reached(g *tree.Game, q Query) int {
	stands := l.matcher(g, q)
	if stands == nil {
		return 0
	}
	c := g.Cursor()
	if stands(&c.Line().Position) {
		return 0
	}
	for n := range g.Root.Line() {
		if _, err := c.Play(n.Turn); err != nil {
			return 0
		}
		if stands(&c.Line().Position) {
			return n.Ply()
		}
	}
	return 0
}

// matcher returns a function that reports whether a query's position or pattern is on the board. It is nil if the
// query has neither.
func (l *Library) matcher(g *tree.Game, q Query) func(*rules.Position) bool {
	if q.Position != nil {
		want := l.hashOf(q.Variant, q.Position)
		return func(p *rules.Position) bool { return l.hashOf(q.Variant, p) == want }
	}
	want, err := ParsePattern(g.Rules(), q.Pattern)
	if q.Pattern == "" || err != nil {
		return nil
	}
	maps := l.hasherOf(g.Variant, g.Own, g.Rules()).maps
	return func(p *rules.Position) bool {
		return slices.ContainsFunc(maps, func(m []game.Square) bool {
			for s, piece := range want {
				if p.At(m[s]) != piece {
					return false
				}
			}
			return true
		})
	}
}
