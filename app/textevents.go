package app

import (
	"time"

	"tafl3d/net/wire"
	"tafl3d/tongue"
	"tafl3d/tournament"
)

// Of tournaments at a service.
const (
	textNoFarEvents  = "No tournament is being held here just now. Anybody with an account can make one."
	textJoinEvent    = "Join"
	textLeaveEvent   = "Withdraw"
	textToMyGame     = "To your game"
	textEndEventLine = "It ends as it stands, and games that are being played are void. This cannot be undone."
	textEnginesOf    = "Engines"
	textStartsOf     = "Begins"
	textInvite       = "Invite an engine"
	textInviteDoes   = "the engine of the name above enters, if it offers itself at the service"
	textInviteName   = "Engine to invite"
	textOrderDone    = "It is done"
	textPlayedThere  = "That game is played at the machine of whoever hosts the event"
	textToEvent      = "To the event"
	textNotNow       = "That game is over or has not begun: it cannot be joined now"
	textPlayedNow    = "it is being played"
)

var (
	textEngineChoices = []string{"none", "one, where the number is odd", "as players, too"}
	textStartChoices  = []string{"when you say so", "in ten minutes", "in an hour", "in a day"}
)

// textFarPhase says how far an event elsewhere has come.
func textFarPhase(e wire.EventBrief) string {
	switch tournament.Phase(e.Phase) {
	case tournament.Entry:
		if e.Spec.Starts == 0 {
			return tongue.Text("open for entry")
		}
		return tongue.Textf("begins %s", time.Unix(e.Spec.Starts, 0).Format(time.DateTime)[:16])
	case tournament.Paused:
		return tongue.Text("paused")
	case tournament.Over:
		return tongue.Text("finished")
	}
	if e.Rounds > 0 {
		return tongue.Textf("round %d of %d", e.Round, e.Rounds)
	}
	return tongue.Textf("round %d", e.Round)
}

// textFarParts says what an event elsewhere is and how it stands.
func textFarParts(e wire.EventBrief, variant string, done, all int) []string {
	parts := []string{tongue.Text(textFormatName(tournament.Format(e.Spec.Format))), variant, textControls([]string{e.Spec.Clock})[0], textFarPhase(e), tongue.Textf("director: %s", tongue.Name(e.Director.Name))}
	if all > 0 {
		parts = append(parts, tongue.Textf("%d of %d games played", done, all))
	}
	return parts
}
