package events

import (
	"time"

	"tafl3d/net/wire"
	"tafl3d/tongue"
	"tafl3d/tournament"
	"tafl3d/tournament/tables"
)

// Texts of tournaments at a service.
const (
	textNoRemoteEvents = "No tournaments right now. Anyone with an account can create one."
	textJoinEvent      = "Join"
	textLeaveEvent     = "Withdraw"
	textLeaveEventAsk  = "Withdraw from this tournament?"
	textLeaveEventLine = "Your open games are forfeited. This cannot be undone."
	textToMyGame       = "Go to game"
	textEndEventLine   = "The standings become final, and games in progress are void. This cannot be undone."
	textEnginesOf      = "Engines"
	textStartsOf       = "Starts"
	textInvite         = "Invite engine"
	textInviteDoes     = "the engine named above joins, if it is available on the service"
	textInviteName     = "Engine to invite"
	textOrderDone      = "Change saved"
	textPlayedThere    = "That game is played on the host's computer"
	TextToEvent        = "Go to tournament"
	textNotNow         = "This game cannot be joined now: it is over or has not started"
)

var (
	textEngineChoices = []string{"none", "one if the number is odd", "also as players"}
	textStartChoices  = []string{"when you start it", "in ten minutes", "in an hour", "in a day"}
)

// textRemotePhase describes the phase of a remote tournament.
func textRemotePhase(e wire.EventBrief) string {
	return tables.Phase(tongue.Now(), tournament.Phase(e.Phase), e.Round, e.Rounds, startsOf(e))
}

// startsOf returns the start time of a remote tournament; zero if its director starts it.
func startsOf(e wire.EventBrief) (at time.Time) {
	if e.Spec.Starts != 0 {
		at = time.Unix(e.Spec.Starts, 0)
	}
	return at
}
