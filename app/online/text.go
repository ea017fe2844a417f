package online

import (
	"cmp"
	"fmt"
	"time"

	"tafl3d/app/remote"
	"tafl3d/app/words"
	"tafl3d/net/client"
	"tafl3d/net/wire"
	"tafl3d/tongue"
)

// Texts of the whole client.
const (
	textOnline = "online"
	textDone   = "Done"
	textCancel = "Cancel"
)

// Texts of the network: titles, buttons and labels.
const (
	TextNotRated   = "Not rated"
	TextNetwork    = "Play over the network"
	textService    = "Online service"
	TextLobby      = "Lobby"
	textJoin       = "Join a game"
	textAddress    = "Address"
	textYourName   = "Your name"
	textGuest      = "Play as guest"
	textSeekGame   = "Find a game"
	textMine       = "Your games"
	textOpenGames  = "Open challenges"
	textLadder     = "Ladder"
	TextRated      = "Rated"
	textToName     = "Name"
	textWaiting    = "Looking for an opponent"
	textAcceptGame = "Play"
)

// Texts of the network: notes, states and refusals.
const (
	textYourNameNote = "Shown to the other player"
	textSignNote     = "Needed only the first time: the service remembers this device"
	textNoAddress    = "Enter the address of a service"
	TextRematchSent  = "Rematch offer sent"
	TextAsking       = "Please wait…"
	TextLeftService  = "You have left the service"
)

var (
	textNoYes = []string{"no", "yes"}
	textTos   = []string{"the first player found", "anyone in the lobby", "anyone with the code",
		"a player by name"}
	textDelays  = []string{"at once", "1 min later", "3 min later", "10 min later"}
	textDoubles = []string{"one game", "two, with sides swapped"}
)

const textCopied = "Copied. Paste it into a message."
const textShow = "Show"

// TextBehind returns the delay for spectators.
func TextBehind(delay time.Duration) string {
	return tongue.Textf("Spectators see each move %s later", tongue.Now().Span(delay))
}

// TextLink describes the state of a connection.
func TextLink(l client.Link) string {
	switch {
	case l.Up() && l.Lag > 0:
		return tongue.Textf("Connected, %d ms", max(l.Lag.Milliseconds(), 1))
	case l.Up():
		return "Connected"
	case l.Lost() && l.Why != nil:
		return tongue.Textf("Offline: %s", words.Plain(l.Why))
	case l.Lost():
		return "Offline"
	case l.Why != nil:
		return tongue.Text("Reconnecting.") + " " + tongue.Text("Your actions are kept and sent afterwards.")
	}
	return "Connecting"
}

// TextAwaits reports that a challenged player is offline.
func TextAwaits(name string) string {
	return tongue.Textf("%s is offline: your challenge waits", tongue.Name(name))
}

// textForgotten reports which service was removed, and what stays.
func textForgotten(e *Elsewhere, address string) string {
	return tongue.Textf("%s removed from the list. Your account there remains.",
		tongue.Name(cmp.Or(e.Called[address], host(address))))
}

// textNearby describes a game or a tournament on the local network.
func textNearby(r *Room, n wire.Found) string {
	if n.Event != "" {
		return tongue.Textf("%s (tournament by %s): %s", tongue.Name(n.Event), tongue.Name(n.Name),
			r.opt.Words.Game(n.Variant))
	}
	return tongue.Textf("%s: %s, %s", tongue.Name(n.Name), tongue.Name(cmp.Or(n.Called, r.opt.Words.Game(n.Variant))),
		r.opt.Words.Controls([]string{n.Clock})[0])
}

// textBrief describes a game in a list.
func textBrief(r *Room, b wire.GameBrief) string {
	text := tongue.Textf("%s: %s against %s", r.opt.Words.Game(b.Variant), tongue.Name(b.Attackers.Called()),
		tongue.Name(b.Defenders.Called()))
	if r.ourTurn(b) {
		text = tongue.Textf("Your turn: %s", text)
	}
	return text
}

// textWhoSeeks returns the author of an open challenge.
func textWhoSeeks(o wire.OpenSeek) string {
	who := o.By.Called()
	if s := words.Standing(o.By); s != "" {
		who += " (" + s + ")"
	}
	switch {
	case o.ForMe:
		return tongue.Textf("%s challenges you", tongue.Name(who))
	case o.Mine && o.Seek.To != "":
		return tongue.Textf("you challenge %s", tongue.Name(o.Seek.To))
	case o.Mine && o.Seek.Invite:
		return tongue.Text("your invitation")
	case o.Mine:
		return tongue.Text("you")
	}
	return who
}

// textSeek describes an open challenge in one line.
func textSeek(r *Room, o wire.OpenSeek) string {
	return tongue.Textf("%s: %s, %s", textWhoSeeks(o), r.opt.Words.Game(o.Seek.Variant()),
		r.opt.Words.Controls([]string{o.Seek.Clock()})[0])
}

// textWaitingLines describes the state of the queue.
func textWaitingLines(w wire.Waiting) []string {
	who := "You can now be paired with anyone."
	if w.Range > 0 {
		who = tongue.Textf("You are paired with players within %d points of your rating. The range widens as you wait.",
			w.Range)
	}
	return []string{tongue.Textf("You have waited %d s: %s.", w.Seconds, textPlayersWait(w.Players)), who,
		"The game starts automatically. You can play something else meanwhile."}
}

func textPlayersWait(n int) string {
	if n == 1 {
		return tongue.Text("no one else is waiting")
	}
	return tongue.Textf("%d players waiting", n)
}

func textPlayBot(p wire.Player) string {
	return tongue.Textf("Play %s (%s)", tongue.Name(p.Name), words.Standing(p))
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
