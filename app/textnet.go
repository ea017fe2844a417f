package app

import (
	"fmt"
	"strings"
	"time"

	"tafl3d/app/remote"
	"tafl3d/game"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/tongue"
)

// Of the network: titles, buttons and labels.
const (
	textNetwork      = "Play over the network"
	textHostHere     = "Host a game on the local network"
	textJoinNear     = "Join a game on the local network"
	textService      = "A service on the internet"
	textLobby        = "Lobby"
	textHost         = "Host a game"
	textHosting      = "Your game is laid out."
	textJoin         = "Join a game"
	textFoundGames   = "Games found"
	textAddress      = "Address"
	textYourName     = "Your name"
	textKnownOnes    = "Known services"
	textLookAgain    = "Look again"
	textLayOut       = "Lay it out"
	textSameCode     = "It is the same"
	textOtherCode    = "It is another"
	textSignIn       = "Sign in"
	textGuest        = "Come as a guest"
	textChat         = "Chat"
	textSay          = "Say"
	textMuteChat     = "Mute"
	textUnmuteChat   = "Listen again"
	textAbort        = "Call it off"
	textAnswer       = "Answer"
	textAnswerLater  = "Answer later"
	textRematch      = "Rematch"
	textAborted      = "The game was called off"
	textSeekGame     = "Look for a game"
	textMine         = "Your games"
	textOpenGames    = "Open games and challenges"
	textWatchGames   = "Watch a game"
	textLadder       = "Ladder"
	textSignOut      = "Leave the service"
	textRated        = "Rated"
	textDouble       = "Games"
	textDelay        = "Watchers see it"
	textTo           = "Against"
	textToName       = "Name"
	textWait         = "Look"
	textWaiting      = "Looking for an opponent"
	textStopWaiting  = "Stop looking"
	textPlayOn       = "Keep looking, play something else"
	textMore         = "More"
	textAcceptGame   = "Play"
	textDeclineGame  = "Decline"
	textWithdrawGame = "Withdraw"
)

// Of the network: notes, states and refusals.
const (
	textNetworkLine  = "Against people elsewhere. What you play here without them needs no network."
	textNoBrother    = "The program has no hints in a game against somebody"
	textNoRedo       = "What was taken back is not played again over the network"
	textNoRestart    = "A game over the network cannot start over"
	textLeaveFar     = "It goes on without you, and its clocks run; you find it under your games."
	textHostingLine  = "Tell the other player this code to compare and, if he does not find the game, an address to type:"
	textMeanwhile    = "Play something else meanwhile"
	textHostingNote  = "The game begins by itself when the other player has come."
	textCodeLine     = "The host sees a code too. Ask what it is: if it is another, somebody sits between you."
	textFoundNone    = "none yet"
	textFoundSearch  = "looking…"
	textYourNameNote = "What the other player sees"
	textAddressNote  = "address:port, as the host's screen shows it"
	textServiceNote  = "https://… Only services that you trust"
	textSignNote     = "For your first time there; a service recognises this device"
	textNoAddress    = "Type the address of a service"
	textWantsRematch = "The other player wants to play again"
	textRematchSent  = "The other player is asked"
	textNothingHere  = "There is nothing here just now."
	textNoRungs      = "Nobody is on this ladder yet: one comes there when the rating is certain, after some rated games."
	textAsking       = "Asking…"
	textLeftService  = "You have left the service"
	textWaitHint     = "The game begins by itself. You may play something else meanwhile."
	textNoLine       = "What you do waits here and is sent then."
)

var (
	textTos     = []string{"whoever waits", "anybody in the lobby", "whoever has a code", "somebody by name"}
	textDelays  = []string{"at once", "1 min later", "3 min later", "10 min later"}
	textDoubles = []string{"one", "two, with sides swapped"}
	textPresets = []string{"Hello!", "Good luck!", "Well played!", "Thank you!"}
)

func textNotYourTurn(g *sitting) string {
	if name := g.setup.Far[g.state.Position.Turn()]; name != "" {
		return tongue.Textf("It is %s's turn", tongue.Name(name))
	}
	return "It is the computer's turn"
}

// textStanding says how strong somebody is: "1532", "about 1500", "bot, level 3".
func textStanding(p wire.Player) string {
	var parts []string
	if p.Bot {
		parts = append(parts, tongue.Text("bot"))
	}
	if p.Level > 0 {
		parts = append(parts, tongue.Textf("level %d", p.Level))
	}
	switch {
	case p.Rating > 0 && p.Provisional:
		parts = append(parts, tongue.Textf("about %d", p.Rating))
	case p.Rating > 0:
		parts = append(parts, fmt.Sprint(p.Rating))
	}
	return strings.Join(parts, ", ")
}

// textChange says what a game has done to one's rating.
func textChange(c ratingChange) string {
	if c.was == 0 {
		return tongue.Textf("Your rating: %d", c.is)
	}
	return tongue.Textf("Your rating: %d → %d (%+d)", c.was, c.is, c.is-c.was)
}

// textTerms says what the game counts for.
func textTerms(g *sitting) string {
	st := &g.far.standing
	terms := tongue.Text(textNotRated)
	if st.Spec.Rated {
		terms = tongue.Text(textRated)
	}
	if leg := st.Spec.Leg(); leg > 0 {
		terms = tongue.Textf("%s, game %d of 2", terms, leg)
	}
	return terms
}

// textBehind says how much later those who watch see a game, which some do.
func textBehind(delay time.Duration) string {
	return tongue.Textf("Watchers see it %s later", textSpan(delay))
}

// textOffered says that a draw is on offer.
func textOffered(g *sitting, by game.Side) string {
	if g.setup.here(by) {
		return "You offer a draw"
	}
	return textOfferLine(g, by)
}

// textLink says how the line stands.
func textLink(l remote.Link) string {
	switch {
	case l.State == remote.LinkUp && l.Lag > 0:
		return tongue.Textf("Connected, %d ms", max(l.Lag.Milliseconds(), 1))
	case l.State == remote.LinkUp:
		return "Connected"
	case l.State == remote.LinkLost && l.Why != nil:
		return tongue.Textf("Offline: %v", l.Why)
	case l.State == remote.LinkLost:
		return "Offline"
	case l.Why != nil:
		return tongue.Text("Reconnecting.") + " " + tongue.Text(textNoLine)
	}
	return "Connecting"
}

// textPresence says whether the other is there, and when his absence loses, or before
// both have moved ends the game without a loser.
func textPresence(name string, here, begun bool, until, now time.Time) string {
	switch {
	case here:
		return tongue.Textf("%s is here", tongue.Name(name))
	case until.IsZero():
		return tongue.Textf("%s is away", tongue.Name(name))
	}
	left := until.Sub(now).Round(time.Second)
	if !begun {
		return tongue.Textf("%s is away: the game is called off in %s unless he comes back", tongue.Name(name), clockText(max(left, 0)))
	}
	return tongue.Textf("%s is away and loses in %s unless he comes back", tongue.Name(name), clockText(max(left, 0)))
}

// textAsked says what somebody asks. The five minutes are wire.MaxPause.
func textAsked(g *sitting, q ledger.Ask) string {
	what := map[wire.Kind]string{wire.Pause: "to pause the game", wire.Resume: "to go on"}[q.Kind]
	if q.Kind == wire.Takeback {
		what = tongue.Textf("to take %s back", textTurns(q.Plies))
	}
	switch {
	case g.setup.here(q.By) && q.Kind == wire.Resume:
		return tongue.Text("You ask to go on: after five minutes you need no answer")
	case g.setup.here(q.By):
		return tongue.Textf("You ask %s", what)
	}
	return tongue.Textf("%s asks %s", tongue.Name(g.setup.Far[q.By]), what)
}

func textTurns(n int) string {
	return tongue.Textf("%d turns", n)
}

func textSent(n int) string {
	if n == 1 {
		return tongue.Text("Waiting for the answer to what you did")
	}
	return tongue.Textf("Waiting for %d answers", n)
}

func textSaid(s wire.Said) string { return s.By + ": " + s.Text }

func textDeclines(name string) string {
	return tongue.Textf("%s declines your challenge", tongue.Name(name))
}

// textAwaits says that somebody who is challenged is not there to hear it.
func textAwaits(name string) string {
	return tongue.Textf("%s is away: your challenge waits", tongue.Name(name))
}

// textNearby describes a game on the local network, or an event.
func textNearby(a *App, n wire.Found) string {
	if n.Event != "" {
		return tongue.Textf("%s (event of %s): %s", tongue.Name(n.Event), tongue.Name(n.Name), a.textGame(n.Variant))
	}
	return tongue.Textf("%s: %s, %s", n.Name, a.textGame(n.Variant), textControls([]string{n.Clock})[0])
}

// textGame names a variant by its id, which may be one that is not known here.
func (a *App) textGame(id string) string {
	if v, err := a.lib.get(id); err == nil {
		return a.lib.name(v)
	}
	return id
}

// textBrief is a game in a list.
func textBrief(a *App, b wire.GameBrief) string {
	text := tongue.Textf("%s: %s against %s", a.textGame(b.Variant), tongue.Name(b.Attackers.Called()), tongue.Name(b.Defenders.Called()))
	if a.ourTurn(b) {
		text = tongue.Textf("Your turn: %s", text)
	}
	return text
}

// textSeek is an open seek in a list.
func textSeek(a *App, o wire.OpenSeek) string {
	who := o.By.Called()
	if s := textStanding(o.By); s != "" {
		who += " (" + s + ")"
	}
	switch {
	case o.ForMe:
		who = tongue.Textf("%s challenges you", tongue.Name(who))
	case o.Mine && o.Seek.To != "":
		who = tongue.Textf("you challenge %s", tongue.Name(o.Seek.To))
	case o.Mine && o.Seek.Invite:
		who = tongue.Text("your invitation")
	case o.Mine:
		who = tongue.Text("you")
	}
	return tongue.Textf("%s: %s, %s", who, a.textGame(o.Seek.Variant()), textControls([]string{o.Seek.Clock()})[0])
}

// textWaitingLines say how it goes in the queue.
func textWaitingLines(w wire.Waiting) []string {
	who := "any opponent"
	if w.Range > 0 {
		who = tongue.Textf("opponents within %d points", w.Range)
	}
	return []string{tongue.Textf("Waiting %d s, %s, %s.", w.Seconds, who, textPlayersWait(w.Players)), textWaitHint}
}

func textPlayersWait(n int) string {
	if n == 1 {
		return tongue.Text("nobody else waits")
	}
	return tongue.Textf("%d players wait", n)
}

func textPlayBot(p wire.Player) string {
	return tongue.Textf("Play %s (%s)", tongue.Name(p.Name), textStanding(p))
}

func textWelcome(s remote.Service) string {
	return tongue.Textf("Welcome to %s, %s", tongue.Name(s.Name()), tongue.Name(s.Me().Name))
}

func textRung(i int, r wire.Rung) string {
	return fmt.Sprintf("%d.  %s  %d  (%d)", i+1, r.Player.Called(), r.Rating.Points, r.Rating.Games)
}

func textCount(what string, n int) string {
	if n == 0 {
		return what
	}
	return fmt.Sprintf("%s (%d)", tongue.Text(what), n)
}
