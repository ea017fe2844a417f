package contest

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/internal/command"
)

// Elo is a difference in strength with its 95 % confidence interval.
type Elo struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

func (e Elo) String() string { return fmt.Sprintf("%+.0f (%+.0f to %+.0f)", e.Mean, e.Low, e.High) }

// pairing collects the points of engine a. The two games of a pair share their opening and are not
// independent, so the variance is that of pair sums.
type pairing struct {
	half   map[int]float64 // by pair: points of the finished game
	n      float64
	sum    float64
	square float64
}

// add records the points of game i; paired means that games come in pairs.
func (p *pairing) add(i int, points float64, paired bool) {
	if p.half == nil {
		p.half = map[int]float64{}
	}
	if paired {
		first, ok := p.half[i/2]
		if !ok {
			p.half[i/2] = points
			return
		}
		points = (first + points) / 2
	}
	p.n++
	p.sum += points
	p.square += points * points
}

// spread returns the mean of the points and its standard error. The error never vanishes for few
// games.
func (p *pairing) spread() (mean, off float64) {
	mean = p.sum / p.n
	variance := (p.square + 0.5 - (p.sum+0.5)*(p.sum+0.5)/(p.n+1)) / (p.n + 1)
	return mean, math.Sqrt(max(variance, 0.01) / p.n)
}

// elo returns the Elo difference that explains the points.
func (p *pairing) elo() Elo {
	if p.n == 0 {
		return Elo{0, -toElo(1), toElo(1)}
	}
	mean, off := p.spread()
	return Elo{toElo(mean), toElo(mean - 1.96*off), toElo(mean + 1.96*off)}
}

// fair returns the Elo difference without the advantage of a side: the mean of the differences with
// either side. Half a point is added to each result to keep it finite.
func fair(attacking, defending Score) Elo {
	a, offA := attacking.odds()
	d, offD := defending.odds()
	const scale = 400 / math.Ln10
	mean, off := scale*(a+d)/2, 1.96*scale*math.Hypot(offA, offD)/2
	return Elo{mean, mean - off, mean + off}
}

// odds returns the log odds of a win, and its standard error.
func (s Score) odds() (log, off float64) {
	won := float64(s.Wins) + float64(s.Draws)/2 + 0.5
	lost := float64(s.Losses) + float64(s.Draws)/2 + 0.5
	return math.Log(won / lost), math.Sqrt(1/won + 1/lost)
}

// toElo converts a share of the points into an Elo difference, capped at 1200.
func toElo(share float64) float64 {
	const least = 0.001
	share = min(max(share, least), 1-least)
	return -400 * math.Log10(1/share-1)
}

func toShare(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// ratio returns the log likelihood ratio of the hypotheses high and low (SPRT).
func (p *pairing) ratio(low, high float64) float64 {
	if p.n < 4 {
		return 0
	}
	mean, off := p.spread()
	a, b := toShare(low), toShare(high)
	return (b - a) * (2*mean - a - b) / (2 * off * off)
}

// decide stops a match once the SPRT has decided, with error probabilities of 5 %.
func (m *Match) decide() {
	if m.SPRT == "" || m.Total.SPRT != "" {
		return
	}
	sure := math.Log(0.95 / 0.05)
	switch llr := m.pairs.ratio(m.bounds[0], m.bounds[1]); {
	case llr >= sure:
		m.Total.SPRT = fmt.Sprintf("the higher is accepted (llr %.2f)", llr)
	case llr <= -sure:
		m.Total.SPRT = fmt.Sprintf("the lower is accepted (llr %.2f)", llr)
	}
}

// read parses the SPRT bounds and the opening book.
func (m *Match) read() error {
	if m.SPRT != "" {
		low, high, ok := strings.Cut(m.SPRT, ",")
		a, errA := strconv.ParseFloat(low, 64)
		b, errB := strconv.ParseFloat(high, 64)
		if !ok || errA != nil || errB != nil || a >= b {
			return command.Usagef("match: -sprt %q: use two numbers, the lower first, for example 0,20", m.SPRT)
		}
		m.bounds = [2]float64{a, b}
	}
	if m.Openings == "" {
		return nil
	}
	text, err := os.ReadFile(m.Openings)
	if err != nil {
		return command.Usagef("match: -openings: %v", err)
	}
	m.book, err = Book(m.rules, m.Openings, text)
	return err
}

// Book parses one line of turns per opening; empty lines and lines that begin with # are skipped.
// file is used in error messages.
func Book(r *rules.Rules, file string, text []byte) (book [][][]game.Move, err error) {
	start := r.Start()
	number := 0
	for line := range bytes.Lines(text) {
		number++
		s := strings.TrimSpace(string(line))
		if s == "" || s[0] == '#' {
			continue
		}
		turns, _, err := notation.ParseMoves(&start, s)
		if err != nil {
			return nil, command.Usagef("match: %s:%d: %v", file, number, err)
		}
		book = append(book, append([][]game.Move(nil), turns...))
	}
	if len(book) == 0 {
		return nil, command.Usagef("match: %s: there is no opening in it", file)
	}
	return book, nil
}
