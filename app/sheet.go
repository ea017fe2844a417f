package app

import (
	"fmt"
	"strings"
	"time"

	"tafl3d/app/online"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/panel"
	"tafl3d/scene"
	"tafl3d/tongue"
)

// sheet returns what the panels show of the game.
func (a *board) sheet(now time.Time) *panel.Sheet {
	g := a.game
	if b, _ := a.Beside(); g == nil || b != nil {
		return nil
	}
	s := &panel.Sheet{
		Variant:  g.variant.Name,
		First:    g.state.Start.Turn(),
		Rows:     g.rows(),
		Current:  g.shown.ply,
		Status:   a.status(),
		Paused:   g.state.Paused,
		Thinking: g.thinking() || a.hand.hint.cancel != nil || g.asked,
		Over:     g.state.Outcome.Over(),
		Review:   g.review,
	}
	s.Notes = append(a.host.Notes(), a.studyNotes()...)
	if w := a.threatsOf(g); !g.review && !s.Over {
		s.Warning = words.Warning(w, g.variant.Rules.Ruleset().Warn)
	}
	if side, ok := g.setup.alone(); ok {
		s.Near = side
	} else if a.opt.View.Camera().Flipped() {
		s.Near = game.Defenders
	}
	for side := range s.Seats {
		s.Seats[side] = g.seat(game.Side(side), now)
		s.Seats[side].Hand = a.hand.handOf(game.Side(side))
		s.Seats[side].Left = textOnBoard(g.variant.Rules, &s.Seats[side])
	}
	return s
}

// thinking reports whether the computer is at work on its turn.
func (g *sitting) thinking() bool {
	return !g.state.Outcome.Over() && !g.state.Paused && !g.state.Claims.Disputed && g.setup.Levels[g.state.Position.Turn()] > 0
}

// sitter returns who sits at a side: "You", "The computer", "Player 1".
func (g *sitting) sitter(side game.Side) string {
	_, alone := g.setup.alone()
	switch {
	case g.bout != nil:
		return g.bout.names[side]
	case g.setup.Far[side] != "":
		return g.setup.Far[side]
	case g.setup.Levels[side] > 0:
		return tongue.Text(words.Computer)
	case alone:
		return tongue.Text(words.You)
	case side == g.state.Start.Turn():
		return tongue.Text(words.Player1)
	}
	return tongue.Text(words.Player2)
}

func (g *sitting) seat(side game.Side, now time.Time) panel.Seat {
	s := panel.Seat{
		Side: side, Name: g.sitter(side), Army: words.Side(g.variant.Rules, side),
		Clock:  clockFace(&g.state.Clock, side, now),
		Active: !g.state.Outcome.Over() && g.state.Position.Turn() == side,
		Men:    g.shown.position.Count(side),
		Taken:  g.shown.taken[side],
	}
	if side == game.Defenders && g.shown.position.King() != game.NoSquare {
		s.Men--
	}
	if level := g.setup.Levels[side]; level > 0 {
		s.Detail = textPlaysAs(level, g.setup.Who[side])
	}
	if g.bout != nil {
		s.Detail = g.bout.details[side]
	}
	if g.far != nil {
		s.Detail = online.TextStanding(g.far.standing.Spec.Seats[side])
	}
	return s
}

// rows returns the moves so far in pairs.
func (g *sitting) rows() []panel.Row {
	r := g.state.Record
	rows := make([]panel.Row, (r.Ply()+1)/game.Sides)
	for ply := 1; ply <= r.Ply(); ply++ {
		row, i := &rows[(ply-1)/game.Sides], (ply-1)%game.Sides
		row.Number = (ply-1)/game.Sides + 1
		row.Ply[i], row.Text[i] = ply, r.Turn(ply).Text
	}
	return rows
}

// status says in a line how things stand.
func (a *board) status() string {
	g := a.game
	turn := g.state.Position.Turn()
	_, alone := g.setup.alone()
	switch {
	case g.review:
		return words.Review(g.shown.ply, g.state.Record.Ply())
	case g.state.Outcome.Over():
		return textEnd(g, g.state.Outcome)
	case g.far != nil && g.far.standing.Aborted:
		return textAborted
	case g.state.Paused:
		return words.Paused
	case g.state.Claims.Disputed:
		return textDispute(g)
	case g.state.Offer.Open && !alone:
		return words.Offer
	case g.asked:
		return words.Considers
	case g.bout != nil && g.setup.Levels[turn] > 0:
		return textThinking(g.bout.names[turn])
	case g.setup.Levels[turn] > 0:
		return words.Thinks(g.variant.Rules, turn, g.setup.Levels[turn], alone)
	case g.setup.Far[turn] != "":
		return words.ToMove(g.setup.Far[turn])
	case a.hand.hint.cancel != nil:
		return words.Seeks
	case g.state.Position.Ambushed() != game.NoSquare:
		return textAmbushGoesOn(a.stage.Board().Name(g.state.Position.Ambushed()))
	case a.hand.must(game.Remove):
		return textRemove
	case a.hand.must(game.Drop):
		return textDrop
	case a.hand.mayEnd():
		return words.Chain
	case g.state.Position.Chain() != game.NoSquare:
		return textChainOn
	case alone:
		return words.YourTurn
	}
	return words.ToMove(words.Side(g.variant.Rules, turn))
}

// mark returns what is pointed out on the board.
func (a *board) mark() scene.Marks {
	if b, _ := a.Beside(); b != nil {
		return a.hand.markBeside(b)
	}
	m := scene.NoMarks()
	g := a.game
	if g == nil {
		return m
	}
	h := a.hand
	m.Last = g.shown.last
	m.Hover, m.Selected = h.hover, h.selected
	if a.Depth() == 0 { // else the keyboard is on the page
		m.Cursor = h.cursor
	}
	m.Causes = h.causes
	if g.review {
		return m
	}
	switch {
	case g.state.Outcome.Over():
		m.Causes = g.endedAt()
	case g.state.Claims.Disputed:
		m.Causes = g.repeated()
	}
	if a.host.Wishes().targets {
		m.Targets = a.hand.targets()
	}
	if h.hint.found {
		m.Hint = [2]game.Square{h.hint.move.From, h.hint.move.To}
	}
	if ready := g.ready(); ready.set {
		m.Hint = [2]game.Square{ready.from, ready.to}
	}
	if !g.state.Outcome.Over() {
		m.Threats = a.threatsOf(g).Squares
	}
	return m
}

// remaining returns what a running clock face counts down.
func remaining(f match.Face) time.Duration {
	if f.Main == 0 && f.Periods > 0 {
		return f.Period
	}
	return f.Main
}

// tenths is how little time is left when tenths of a second are shown.
const tenths = 10 * time.Second

// clockFace returns the face of side's clock.
func clockFace(c *match.Clock, side game.Side, now time.Time) panel.Clock {
	f := c.Face(side, now)
	if !f.On {
		return panel.Clock{}
	}
	periods := 0
	if f.Main == 0 && !c.Control().PerTurn() {
		periods = f.Periods
	}
	figures, said := clockParts(remaining(f), periods)
	return panel.Clock{On: true, Figures: figures, Words: said, Low: f.Low, Running: f.Running}
}

// clockText formats what is left: "2 d 23:59:58", "1:05:00", "4:59", "0:09.3".
func clockText(d time.Duration) string {
	figures, rest := clockParts(d, 0)
	return strings.TrimSpace(figures + " " + rest)
}

// clockParts returns what is left in figures, and what else a clock says: the
// hours beside days, and that so many periods of byo-yomi are left.
func clockParts(d time.Duration, periods int) (figures, said string) {
	if periods > 0 {
		said = strings.Join(strings.Fields(words.ByoYomi("", periods)), " ")
	}
	if d < tenths {
		t := d / (100 * time.Millisecond)
		return fmt.Sprintf("0:%02d.%d", t/10, t%10), said
	}
	s := int((d + time.Second - 1) / time.Second)
	switch hours := fmt.Sprintf("%d:%02d:%02d", s/3600%24, s/60%60, s%60); {
	case s >= 24*3600:
		return words.DayCount(s / (24 * 3600)), strings.TrimSpace(said + " " + hours)
	case s >= 3600:
		return hours, said
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60), said
}

// nextTick returns when the running clock will show something else.
func nextTick(c *match.Clock, side game.Side, now time.Time) (time.Time, bool) {
	f := c.Face(side, now)
	if !f.Running {
		return time.Time{}, false
	}
	d := remaining(f)
	if d < tenths {
		return now.Add(d%(100*time.Millisecond) + time.Millisecond), d > 0
	}
	wait := d % time.Second
	if wait == 0 {
		wait = time.Second
	}
	return now.Add(min(wait, d-tenths+time.Millisecond)), true
}
