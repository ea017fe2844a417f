package ledger

import (
	"errors"
	"slices"
	"time"
	"unique"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/net/wire"
)

// matchActions maps kinds of acts to actions of package match without parameters.
var matchActions = map[wire.Kind]match.Action{
	wire.Resign: match.Resign{},
	wire.Draw:   match.OfferDraw{},
	wire.Claim:  match.Claim{},
	wire.Grant:  match.GrantClaim{},
	wire.Deny:   match.DenyClaim{},
	wire.Waive:  match.WaiveClaim{},
}

// stripped returns an act without fields that its kind does not use, since all fields are stored and sent to other
// players.
func stripped(a wire.Act) wire.Act {
	if a.Kind != wire.Play {
		a.Moves = nil
	}
	if a.Kind != wire.Takeback {
		a.Plies = 0
	}
	switch a.Kind {
	case wire.Accept, wire.Decline, wire.Forfeit, wire.Abort:
	default:
		a.Of = ""
	}
	extra := func(m wire.Move) bool { return m.Piece != "" && m.Op != ops[game.Drop] }
	if slices.ContainsFunc(a.Moves, extra) {
		a.Moves = slices.Clone(a.Moves)
		for i := range a.Moves {
			if extra(a.Moves[i]) {
				a.Moves[i].Piece = ""
			}
		}
	}
	return a
}

// interned returns an act whose strings are shared with other acts and the board. Separate strings of each message
// would cost memory and garbage collection.
func (g *Game) interned(a wire.Act) wire.Act {
	a.Kind = intern(a.Kind, wire.Play)
	a.Moves = slices.Clone(a.Moves)
	for i, m := range a.Moves {
		var own wire.Move // with the square names of the board
		if step, err := Step(g.variant.Rules, m); err == nil {
			own = Move(g.variant.Rules, step)
		}
		a.Moves[i] = wire.Move{Op: intern(m.Op, own.Op), Piece: intern(m.Piece, own.Piece),
			From: intern(m.From, own.From),
			To:   intern(m.To, own.To)}
	}
	return a
}

// intern returns own if text equals it, else the canonical copy of text.
func intern[T ~string](text, own T) T {
	if text == own {
		return own
	}
	return T(unique.Make(string(text)).Value())
}

// perform performs an act of a player or the service.
func (g *Game) perform(by wire.Side, a wire.Act, now time.Time) ([]game.Event, error) {
	side, player := by.Side()
	if !player {
		return g.serviceAct(a, now)
	}
	if a.Ply != g.match.Ply() && a.Kind != wire.Resign {
		return nil, match.ErrStale
	}
	if simple, ok := matchActions[a.Kind]; ok {
		return g.apply(side, simple, now)
	}
	switch a.Kind {
	case wire.Play:
		return g.play(side, a, now)
	case wire.Abort:
		return g.abort(now)
	case wire.Takeback, wire.Pause, wire.Resume:
		return g.askOther(side, a, now)
	case wire.Accept:
		return g.accept(side, a, now)
	case wire.Decline:
		return g.decline(side, a, now)
	}
	return nil, wire.Badf("a player cannot send an act of kind %.30q", a.Kind)
}

// apply applies an action to the match.
func (g *Game) apply(side game.Side, a match.Action, now time.Time) ([]game.Event, error) {
	events, err := g.match.Do(side, a, now)
	if err == nil {
		g.last = a
		if !g.match.Paused() {
			g.vacation, g.resumeAsked = false, 0
		}
	}
	return events, err
}

// serviceAct performs an act of the service.
func (g *Game) serviceAct(a wire.Act, now time.Time) ([]game.Event, error) {
	switch a.Kind {
	case wire.Flag:
		return g.apply(g.match.Side(), match.Flag{}, now)
	case wire.Abort:
		return g.breakOff(now)
	case wire.Pause:
		events, err := g.apply(g.match.Side(), match.Pause{}, now)
		g.vacation = g.vacation || err == nil
		return events, err
	case wire.Resume:
		if !g.vacation {
			return nil, match.ErrNotPaused
		}
		return g.apply(g.match.Side(), match.Resume{}, now)
	case wire.Forfeit:
		side, ok := wire.Side(a.Of).Side()
		if !ok {
			return nil, wire.Badf("%.30q is not a side", a.Of)
		}
		return g.apply(side, match.Forfeit{}, now)
	}
	return nil, wire.Badf("the service cannot send an act of kind %.30q", a.Kind)
}

// play makes the steps of a move, all or none. The move of a side also closes the request that it has not answered.
func (g *Game) play(side game.Side, a wire.Act, now time.Time) ([]game.Event, error) {
	moves, err := g.moves(a.Moves)
	if err != nil {
		return nil, err
	}
	if len(moves) > 1 {
		if err := g.checkSteps(side, moves); err != nil {
			return nil, err
		}
	}
	var events []game.Event
	for _, mv := range moves {
		more, err := g.apply(side, match.Play{Ply: a.Ply, Move: mv}, now)
		if err != nil {
			return nil, err // only at the first step: checkSteps has tried the others
		}
		events = append(events, more...)
		if g.match.Outcome().Over() {
			break
		}
	}
	if g.match.Ply() != a.Ply && g.ask.By != side {
		g.ask = Ask{}
	}
	return events, nil
}

// checkSteps tries the steps on a copy, so that an illegal step in the middle changes nothing.
func (g *Game) checkSteps(side game.Side, moves []game.Move) error {
	s := g.match.State()
	pos := s.Position
	for i, mv := range moves {
		if i > 0 && (!pos.MidTurn() || pos.Turn() != side) {
			return wire.Refuse(wire.Illegal, "the move ends after step %d", i)
		}
		if _, err := pos.Try(mv, s.History); err != nil {
			return err
		}
	}
	return nil
}

// abort ends a game without a result before both sides have moved.
func (g *Game) abort(now time.Time) ([]game.Event, error) {
	switch {
	case g.match.Outcome().Over():
		return nil, match.ErrOver
	case g.spec.Event != "":
		return nil, wire.Refuse(wire.Forbidden, "tournament games cannot be aborted: ask the organizer, or resign")
	case g.match.Ply() >= game.Sides:
		return nil, wire.Refuse(wire.TooLate, "both sides have moved: you can resign, but no longer abort")
	}
	return g.breakOff(now)
}

// breakOff ends a game without a result. The service may do so at any time.
func (g *Game) breakOff(now time.Time) ([]game.Event, error) {
	if g.match.Outcome().Over() {
		return nil, match.ErrOver
	}
	g.aborted = true
	if _, err := g.apply(g.match.Side(), match.Pause{}, now); err != nil && !errors.Is(err, match.ErrPaused) {
		return nil, err
	}
	return nil, nil
}

// askOther records a request to the other side, or grants it if that side has made the same request. A request to end
// a pause may replace another request of the same side and follow a declined one, since nothing else is possible
// during a pause.
func (g *Game) askOther(side game.Side, a wire.Act, now time.Time) ([]game.Event, error) {
	ask := Ask{Kind: a.Kind, By: side, Plies: a.Plies}
	switch {
	case g.ask.Kind == ask.Kind && g.ask.By != side && g.ask.Plies == ask.Plies:
		return g.grantOpen(side, now)
	case ask.Kind == wire.Resume && g.pauseExpired(now):
		return g.grant(side, ask, now)
	case g.ask.Kind != "" && !g.replaces(ask):
		return nil, wire.Refuse(wire.Already, "a request is still waiting for an answer")
	case g.declined[side] == g.match.Ply()+1 && ask.Kind != wire.Resume:
		return nil, wire.Refuse(wire.Already, "that was declined: make a move before asking again")
	}
	if err := g.checkAsk(ask); err != nil {
		return nil, err
	}
	g.ask = ask
	if ask.Kind == wire.Resume && g.resumeAsked == 0 && !g.vacation {
		g.resumeAsked = wire.At(now)
	}
	return nil, nil
}

// replaces reports whether a new request may replace the open one: a request to resume may replace another request of
// the same side.
func (g *Game) replaces(to Ask) bool {
	return g.ask.By == to.By && g.ask.Kind != wire.Resume && to.Kind == wire.Resume
}

// pauseExpired reports whether one side has wanted to resume for wire.MaxPause, so that the other need not agree. It
// does not apply to vacations.
func (g *Game) pauseExpired(now time.Time) bool {
	return g.resumeAsked != 0 && now.Sub(g.resumeAsked.Time()) >= wire.MaxPause
}

// checkAsk returns an error if a request is not possible now.
func (g *Game) checkAsk(ask Ask) error {
	over := g.match.Outcome().Over()
	switch {
	case over:
		return match.ErrOver
	case ask.Kind == wire.Takeback && (ask.Plies < 1 || ask.Plies > g.match.Ply()):
		return match.ErrNoneBack
	case ask.Kind == wire.Pause && g.match.Paused():
		return match.ErrPaused
	case ask.Kind == wire.Resume && !g.match.Paused():
		return match.ErrNotPaused
	}
	return nil
}

// accept grants the request of the other side that Of names.
func (g *Game) accept(side game.Side, a wire.Act, now time.Time) ([]game.Event, error) {
	if a.Of == string(wire.Draw) {
		return g.apply(side, match.AcceptDraw{}, now)
	}
	if err := g.checkAnswer(side, a); err != nil {
		return nil, err
	}
	return g.grantOpen(side, now)
}

// decline refuses the request of the other side that Of names.
func (g *Game) decline(side game.Side, a wire.Act, now time.Time) ([]game.Event, error) {
	if a.Of == string(wire.Draw) {
		return g.apply(side, match.DeclineDraw{}, now)
	}
	if err := g.checkAnswer(side, a); err != nil {
		return nil, err
	}
	g.declined[g.ask.By] = g.match.Ply() + 1
	g.ask = Ask{}
	return nil, nil
}

func (g *Game) checkAnswer(side game.Side, a wire.Act) error {
	if g.ask.Kind == "" || g.ask.By == side || string(g.ask.Kind) != a.Of {
		return wire.Refuse(wire.Nothing, "the other side has not asked for that")
	}
	return nil
}

// grantOpen performs the open request.
func (g *Game) grantOpen(side game.Side, now time.Time) ([]game.Event, error) {
	return g.grant(side, g.ask, now)
}

// grant performs a request and closes it.
func (g *Game) grant(side game.Side, ask Ask, now time.Time) ([]game.Event, error) {
	do := map[wire.Kind]match.Action{
		wire.Takeback: match.Undo{Plies: ask.Plies}, wire.Pause: match.Pause{}, wire.Resume: match.Resume{},
	}[ask.Kind]
	events, err := g.apply(side, do, now)
	if err == nil && g.ask.Kind == ask.Kind {
		g.ask = Ask{}
	}
	return events, err
}

var codes = []struct {
	err  error
	code wire.Code
}{
	{match.ErrNotYourTurn, wire.NotYourTurn}, {match.ErrOver, wire.Over}, {match.ErrPaused, wire.Paused},
	{match.ErrStale, wire.Stale}, {match.ErrOffered, wire.Already}, {match.ErrNoOffer, wire.Nothing},
	{rules.ErrIllegal, wire.Illegal},
}

// wireError returns an error as a refusal with its code.
func wireError(err error) error {
	if e, ok := errors.AsType[*wire.Error](err); ok {
		return e
	}
	for _, c := range codes {
		if errors.Is(err, c.err) {
			return wire.Refuse(c.code, "%v", err)
		}
	}
	return wire.Refuse(wire.Forbidden, "%v", err)
}
