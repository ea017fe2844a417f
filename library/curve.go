package library

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/library/ask"
	"tafl3d/rating"
)

const secondsOfDay = 24 * 60 * 60

// curves returns the rating curves at services.
func (l *Library) curves(ctx context.Context) (list []ask.Curve, err error) {
	rows, err := l.db.QueryContext(ctx, "SELECT site, pool, at, points FROM ratings ORDER BY site, pool, player, at")
	if err != nil {
		return nil, toUserError(err)
	}
	defer rows.Close()
	for rows.Next() {
		var site, pool string
		var at int64
		var points int
		if err := rows.Scan(&site, &pool, &at, &points); err != nil {
			return nil, toUserError(err)
		}
		if n := len(list); n == 0 || list[n-1].Site != site || list[n-1].Pool != pool {
			list = append(list, ask.Curve{Site: site, Pool: pool})
		}
		c := &list[len(list)-1]
		c.Points = append(c.Points, ask.RatedAt{Day: int(at / secondsOfDay), Points: points})
	}
	return list, toUserError(rows.Err())
}

// Ratings assumed for the levels of the computer: that of the middle level, and the difference between two levels.
// docs/lab/levels.md has the measurements.
const (
	middleLevel     = 5
	middlePoints    = rating.InitialPoints
	levelStep       = 200
	levelsDeviation = 80
)

// againstLevels rates the local player by their games against the computer, separately for each family. games is
// sorted newest first; games without a date are ignored.
func againstLevels(games []Entry) (list []ask.Curve) {
	of, now := map[string]*ask.Curve{}, map[string]rating.Rating{}
	for _, e := range slices.Backward(games) {
		day, err := time.Parse(time.DateOnly, e.Date)
		side := game.Attackers
		if e.Own != side.String() {
			side = game.Defenders
		}
		level, err2 := strconv.Atoi(e.Levels[side.Other()])
		if err != nil || err2 != nil || e.Own != side.String() || e.Result == "" {
			continue
		}
		family := e.Variant
		if v, err := variant.Get(e.Variant); err == nil {
			family = v.Family
		}
		c := of[family]
		if c == nil {
			c = &ask.Curve{Pool: family}
			of[family], now[family] = c, rating.New()
		}
		by := rating.Rating{Points: middlePoints + float64(level-middleLevel)*levelStep, Deviation: levelsDeviation,
			Volatility: rating.InitialVolatility}
		score := map[string]float64{side.String(): 1, "draw": 0.5}[e.Result]
		now[family] = rating.System{}.Update(now[family], []rating.Played{{Opponent: by, Score: score}})
		c.Points = append(c.Points, ask.RatedAt{Day: int(day.Unix() / secondsOfDay),
			Points: int(now[family].Points + 0.5)})
	}
	for _, c := range slices.SortedFunc(maps.Values(of),
		func(a, b *ask.Curve) int { return cmp.Compare(a.Pool, b.Pool) }) {
		list = append(list, *c)
	}
	return list
}
