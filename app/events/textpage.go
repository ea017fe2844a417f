package events

import (
	"fmt"
	"strings"
	"time"

	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/tongue"
	"tafl3d/tournament"
	"tafl3d/tournament/tables"
)

// Texts of the page of a tournament.
const (
	TextEvents        = "Tournaments"
	textEvent         = "Tournament"
	textNewEvent      = "New tournament"
	textReadingEvents = "Loading tournaments."
	textOpenEvent     = "Open"
	textCreate        = "Create"
	textFirstEvent    = "House cup"
	textFormat        = "Format"
	textLegs          = "Games per pairing"
	textEntrantsTitle = "Participants"
	textKindHead      = "Type"
	TextCommand       = "Command"
	textAdd           = "Add"
	textTakeOut       = "remove"
	textTakeLast      = "Remove last"
	textNobodyYet     = "No participants yet. A tournament needs two."
	textNoCommand     = "enter the command that starts the program"
	textTooMany       = "the tournament is full (32 players)"
	textNoEngines     = "no engines available"
	textView          = "View"
	textRound         = "Round"
	textStartEvent    = "Start"
	textNextRound     = "Next round"
	textAuto          = "Automatic rounds"
	textPlayNext      = "Play next game"
	TextNextGame      = "Next game"
	textDirector      = "Organizer"
	textExport        = "Share"
	textHonours       = "Awards"
	textToTournament  = "Go to tournament"
	TextBackToEvent   = "Current tournament"
	TextHelpEvent     = "The tournament in progress"
	textWaits         = "Not started yet: this game waits until another one is over"
	textNoRecord      = "No record: this game was not played on the board"
	textEntrantHead   = "Played by"
	textNoGames       = "No engine games in progress"
	textPlayersHead   = "Players"
	textStateHead     = "Status"
	textGame          = "Game"
	textPlayer1Head   = "Player"
	textLateName      = "Late entry"
	textActsHead      = "Decide"
	textActsDo        = "Effect"
	textDirectorLine  = "Choose a game or a player, then decide below."
	textNoShow        = "No-show"
	textNoShowDoes    = "the chosen player forfeits the chosen pairing when the waiting time is over"
	textWithdraw      = "Withdraw"
	textWithdrawDoes  = "the chosen player leaves for good and forfeits open games"
	textWithdrawLine  = "Open games are forfeited. This cannot be undone."
	textLate          = "Late entry"
	textLateDoes      = "a person with the name above joins, if the format allows it"
	textPauseEvent    = "Pause tournament"
	textPauseDoes     = "no pairings and no waiting times until it resumes"
	textEndEvent      = "End tournament"
	textEndDoes       = "the standings become final; open games are void"
	textEndAsk        = "End the tournament?"
	textEndLine       = "The standings become final, and open games are void."
	textForfeit       = "Forfeit"
	textForfeitDoes   = "the chosen player loses the chosen game without play"
	textResumeDoes    = "the tournament resumes, and waiting times run again"
	textShutEvent     = "Close tournament"
	textShutDoes      = "it is saved and can be reopened another day"
	textDecideAsk     = "Decide this game?"
	textDecide        = "Decide"
	textVoid          = "The tournament is over. This game does not count."
	textRuled         = "You decided the result"
	textRevoke        = "Take back decision"
	textRevokeDoes    = "the chosen game is open again or has its earlier result, until the next round"
	textRevoked       = "Decision taken back"
)

var (
	textNoEvents = []string{"No tournaments yet.",
		"People at this computer and engines can play in one tournament."}
	textEnginePaces = []string{"as fast as possible", "1 s per move", "3 s per move"}
	textLegChoices  = []string{"one game", "two, one per side"}
	textDraftKinds  = []string{"Person", "Computer", "Program"}
	textRulings     = []string{"The attackers win", "The defenders win", "A draw", "Both lose"}
	textRulingDoes  = []string{"adjudicates the chosen game or corrects its result", "same for the other side",
		"same, half a point each", "no one came, or both are at fault"}
)

// Texts of the page of further options.
const (
	textMoreTitle    = "More options"
	textNoBreak      = "none"
	textGroupsOf     = "Groups"
	textAdvanceOf    = "Advance per group"
	textPlayOffs     = "Play-offs"
	textPlayOffsNote = "Extra pairs of games when a match is level; after those, wins as the harder side decide"
	textByesOf       = "Half-point byes"
	textThird        = "Third-place match"
	textLadderOf     = "End at first defeat"
	textLadderNote   = "The challenger continues only while winning"
	textWaitOf       = "Waiting time"
	textWaitNote     = "After that, absent players can be made to forfeit"
	textGamesOf      = "The tournament's variants, which alternate by round"
)

func textBreakPlace(n int) string { return tongue.Textf("Tie-break %d", n) }

func textAlso(name string) string {
	return tongue.Textf("Also play %s and choose another game", tongue.Name(name))
}

func textMoreOf(games int) string {
	if games == 1 {
		return "Options"
	}
	return tongue.Textf("Options (%d games)", games)
}

func textNumbersOf(list []int) []string {
	names := make([]string, len(list))
	for i, n := range list {
		if names[i] = fmt.Sprint(n); n < 0 {
			names[i] = textNoBreak
		}
	}
	return names
}

func textPlayOffChoices(most int) []string {
	names := []string{textNoBreak}
	for n := 1; n <= most; n++ {
		names = append(names, tongue.Textf("%d pairs of games", n))
	}
	return names
}

func textWaitChoices(list []time.Duration) []string {
	names := make([]string, len(list))
	for i, d := range list {
		if names[i] = words.Span(d); d >= time.Hour {
			names[i] = tongue.Textf("%d hours", int(d/time.Hour))
		}
	}
	return names
}

func textFormatName(f tournament.Format) string {
	name, _ := tables.Format(f)
	return name
}

func textFormatNames(fs []tournament.Format) (names []string) {
	for _, f := range fs {
		names = append(names, textFormatName(f))
	}
	return names
}

func textRoundsOf(f tournament.Format) string {
	switch f {
	case tournament.Contest:
		return "Best of"
	case tournament.Swiss:
		return "Rounds"
	}
	return "Everyone meets"
}

func textRoundChoices(f tournament.Format, n int) (list []string) {
	if f == tournament.RoundRobin || f == tournament.Groups {
		return []string{"once", "twice", "three times", "four times"}
	}
	for i := range n {
		list = append(list, fmt.Sprint(i+1))
	}
	return list
}

func textEntrants(n int) string { return tongue.Textf("Players (%d)", n) }

func textTwice(name string) string { return tongue.Textf("%s has already joined", name) }

func textTakeOutTip(name string) string { return tongue.Textf("remove %s", tongue.Name(name)) }

func textLevelPlayer(level int) string {
	return tongue.Textf("%s computer", tongue.UpperFirst(tongue.Text(words.Names[level-1])))
}

const textVenueEntrant = "person, other computer"

// textEntrant describes a participant.
func textEntrant(e tournament.Entrant) string {
	switch program, is := strings.CutPrefix(e.Ref, RefProgram); {
	case IsGuest(e):
		return textVenueEntrant
	case e.Kind == Person, e.Kind == "guest":
		return "person"
	case e.Kind == "bot":
		return "bot"
	case is:
		return program
	}
	return words.LevelName(levelOf(e))
}

func textViews(bracket bool) []string {
	list := []string{"Rounds", "Cross-table", "Standings", "Boards"}
	if bracket {
		list = append(list, "Bracket")
	}
	return list
}

func textRounds(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprint(i+1))
	}
	return list
}

func textPhase(ev *tournament.Tournament) string {
	return tables.Phase(tongue.Now(), ev.Phase(), ev.Round(), ev.Rounds(), time.Time{})
}

func textUnderWay(plies int) string { return tongue.Textf("in progress, move %d", plies+1) }

func textGameOf(round int, names [game.Sides]string, score string) string {
	return tongue.Textf("Round %d: %s against %s, %s", round, names[0], names[1], score)
}

func textEntered(name string) string {
	return tongue.Textf("%s has joined", tongue.Name(strings.TrimSpace(name)))
}

func textNotInGame(name string) string {
	return tongue.Textf("%s is not in that game: choose one of its players", tongue.Name(name))
}

func textForfeitOf(name string) string { return tongue.Textf("%s forfeits", tongue.Name(name)) }

func textNoShowOf(name string) string { return tongue.Textf("%s did not show up", tongue.Name(name)) }

func textWithdrawAsk(name string) string { return tongue.Textf("Withdraw %s?", tongue.Name(name)) }

func textHonoursOf(name string) string { return tongue.Textf("%s: awards", tongue.Name(name)) }

func textEventFaults(err error) []string { return []string{TextEventError(err) + "."} }
