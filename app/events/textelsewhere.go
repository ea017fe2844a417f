package events

import (
	"time"

	"tafl3d/net/wire"
	"tafl3d/tongue"
	"tafl3d/tournament"
	"tafl3d/tournament/tables"
)

// Of tournaments at a service.
const (
	textNoRemoteEvents = "No tournament is being held here just now. Anybody with an account can make one."
	textJoinEvent      = "Join"
	textLeaveEvent     = "Withdraw"
	textLeaveEventAsk  = "Withdraw from this event?"
	textLeaveEventLine = "Your open games are forfeited. This cannot be undone."
	textToMyGame       = "To your game"
	textEndEventLine   = "It ends as it stands, and games that are being played are void. This cannot be undone."
	textEnginesOf      = "Engines"
	textStartsOf       = "Begins"
	textInvite         = "Invite an engine"
	textInviteDoes     = "the engine of the name above enters, if it offers itself at the service"
	textInviteName     = "Engine to invite"
	textOrderDone      = "It is done"
	textPlayedThere    = "That game is played at the machine of whoever hosts the event"
	TextToEvent        = "To the event"
	textNotNow         = "That game is over or has not begun: it cannot be joined now"
)

var (
	textEngineChoices = []string{"none", "one, where the number is odd", "as players, too"}
	textStartChoices  = []string{"when you say so", "in ten minutes", "in an hour", "in a day"}
)

// textRemotePhase says how far an event elsewhere has come.
func textRemotePhase(e wire.EventBrief) string {
	return tables.Phase(tongue.Now(), tournament.Phase(e.Phase), e.Round, e.Rounds, startsOf(e))
}

// startsOf is when an event elsewhere begins, zero where its director says so.
func startsOf(e wire.EventBrief) (at time.Time) {
	if e.Spec.Starts != 0 {
		at = time.Unix(e.Spec.Starts, 0)
	}
	return at
}
