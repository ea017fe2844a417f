package netgame

import (
	"time"

	"tafl3d/app/board"
	"tafl3d/app/online"
	"tafl3d/game"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/tongue"
)

// Texts of the network: titles, buttons and labels.
const (
	TextChat       = "Chat"
	textSay        = "Send"
	textMuteChat   = "Mute"
	textUnmuteChat = "Unmute"
	TextAbort      = "Abort game"
	TextAnswer     = "Answer"
	textRematch    = "Rematch"
)

// Texts of the network: notes, states and refusals.
const (
	textWantsRematch = "Your opponent wants a rematch"
)

var (
	textPresets = []string{"Hello!", "Good luck!", "Well played!", "Thank you!"}
)

// textChange describes a rating change.
func textChange(c board.RatingChange) string {
	if c.Not {
		return "The service did not rate this game: it was too short, or one of you has played too many today"
	}
	return tongue.Textf("Your rating: %d → %d (%+d)", c.Was, c.Is, c.Is-c.Was)
}

// textTerms describes the terms of the game.
func textTerms(g *board.Game) string {
	st := &g.Remote.Status
	terms := tongue.Text(online.TextNotRated)
	if st.Spec.Rated {
		terms = tongue.Text(online.TextRated)
	}
	if leg := st.Spec.Leg(); leg > 0 {
		terms = tongue.Textf("%s, game %d of 2", terms, leg)
	}
	return terms
}

// textOffered reports a draw offer.
func textOffered(g *board.Game, by game.Side) string {
	if g.Setup.Here(by) {
		return "You offer a draw"
	}
	return board.TextOfferLine(g, by)
}

// textPresence reports whether the opponent is connected and, if not, when they lose or, before both have
// moved, when the game ends without a loser.
func textPresence(name string, here, begun bool, until, now time.Time) string {
	switch {
	case here:
		return tongue.Textf("%s is online", tongue.Name(name))
	case until.IsZero():
		return tongue.Textf("%s is away", tongue.Name(name))
	}
	left := until.Sub(now).Round(time.Second)
	if !begun {
		return tongue.Textf("%s is away: game aborted in %s unless they return", tongue.Name(name),
			board.ClockText(max(left, 0)))
	}
	return tongue.Textf("%s is away and loses in %s unless they return", tongue.Name(name),
		board.ClockText(max(left, 0)))
}

// textAsked describes a request. The five minutes are wire.MaxPause.
func textAsked(g *board.Game, q ledger.Ask) string {
	what := map[wire.Kind]string{wire.Pause: "to pause the game", wire.Resume: "to resume"}[q.Kind]
	if q.Kind == wire.Takeback {
		what = tongue.Textf("to take back %d moves", q.Plies)
	}
	switch {
	case g.Setup.Here(q.By) && q.Kind == wire.Resume:
		return tongue.Text("You ask to resume: after five minutes no answer is needed")
	case g.Setup.Here(q.By):
		return tongue.Textf("You ask %s", what)
	}
	return tongue.Textf("%s asks %s", tongue.Name(g.Setup.Remote[q.By]), what)
}

func textSent(n int) string {
	if n == 1 {
		return tongue.Text("Waiting for an answer")
	}
	return tongue.Textf("Waiting for %d answers", n)
}

func textSaid(s wire.Said) string { return s.By + ": " + s.Text }

func textDeclines(name string) string {
	return tongue.Textf("%s declined your challenge", tongue.Name(name))
}
