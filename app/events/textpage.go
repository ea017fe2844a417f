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

// What the page of an event says.
const (
	TextEvents        = "Tournaments"
	textEvent         = "Event"
	textNewEvent      = "New event"
	textReadingEvents = "Reading the events."
	textOpenEvent     = "Open"
	textCreate        = "Create"
	textFirstEvent    = "House cup"
	textFormat        = "Format"
	textLegs          = "Games per pairing"
	textEntrantsTitle = "Who plays"
	textKindHead      = "Who"
	TextCommand       = "Command"
	textAdd           = "Add"
	textTakeOut       = "remove"
	textTakeLast      = "Remove last"
	textNobodyYet     = "Nobody has entered yet. An event needs two."
	textNoCommand     = "type the command that starts the program"
	textTooMany       = "no more can enter: 32 are enough for one table"
	textNoEngines     = "there are no engines here"
	textView          = "View"
	textRound         = "Round"
	textStartEvent    = "Start"
	textNextRound     = "Next round"
	textAuto          = "Automatic rounds"
	textPlayNext      = "Play next game"
	TextNextGame      = "Next game"
	textDirector      = "Director"
	textExport        = "Share"
	textHonours       = "Awards"
	textToTournament  = "To the tournament"
	TextBackToEvent   = "Tournament hall"
	TextHelpEvent     = "The tournament that is under way"
	textWaits         = "That game has not begun: it waits until another one is over"
	textNoRecord      = "There is no record of that game: it was not played on the board"
	textAttackersHead = "Attackers"
	textDefendersHead = "Defenders"
	textResult        = "Result"
	textEntrantHead   = "Played by"
	textNoGames       = "No game between engines is under way"
	textPlayersHead   = "Players"
	textStateHead     = "State"
	textGame          = "Game"
	textPlayer1Head   = "Player"
	textLateName      = "Late entry"
	textActsHead      = "Decide"
	textActsDo        = "What that does"
	textDirectorLine  = "Choose a game or a player, then decide below."
	textNoShow        = "Did not come"
	textNoShowDoes    = "the chosen player forfeits the chosen pairing, once the wait is over"
	textWithdraw      = "Withdraw"
	textWithdrawDoes  = "the chosen player leaves for good and forfeits what is open"
	textWithdrawLine  = "Open games are forfeited. That cannot be undone."
	textLate          = "Late entry"
	textLateDoes      = "a person of the name above joins, where the format allows it"
	textPauseEvent    = "Pause the event"
	textPauseDoes     = "nobody is paired and nobody waited for until it goes on"
	textEndEvent      = "End the event"
	textEndDoes       = "it ends as it stands; open games are void"
	textEndAsk        = "End the event?"
	textEndLine       = "It ends as it stands, and open games are void."
	textForfeit       = "Forfeit"
	textForfeitDoes   = "the chosen player loses the chosen game without play"
	textResumeDoes    = "the event goes on, and players who are away are waited for again"
	textShutEvent     = "Close the event"
	textShutDoes      = "it is saved and can be opened again another day"
	textDecideAsk     = "Decide this game?"
	textDecide        = "Decide"
	textVoid          = "The event is over. This game does not count."
	textRuled         = "The result is as you decided"
)

var (
	textNoEvents = []string{"No event has been held here yet.",
		"A tournament can mix people at this machine and engines."}
	textEnginePaces = []string{"as fast as they can", "1 s a turn", "3 s a turn"}
	textLegChoices  = []string{"one", "two, each side once"}
	textDraftKinds  = []string{"Person", "Computer", "Program"}
	textRulings     = []string{"The attackers win", "The defenders win", "A draw", "Both lose"}
	textRulingDoes  = []string{"adjudicates the chosen game, or corrects its result", "the same, for the other side",
		"the same, half a point for each", "nobody came, or both are to blame"}
)

// Of the sheet of what else an event may have.
const (
	textMoreTitle    = "More of the event"
	textNoBreak      = "none"
	textGroupsOf     = "Groups"
	textAdvanceOf    = "Go on from each"
	textPlayOffs     = "Play-offs"
	textPlayOffsNote = "Further pairs of games where a match is level; after those the wins as the harder side decide"
	textThird        = "Match for third place"
	textLadderOf     = "Ends with a defeat"
	textLadderNote   = "The challenger goes on only as long as he wins"
	textWaitOf       = "Wait for a player"
	textWaitNote     = "Whoever has not come after that may be made to forfeit"
	textGamesOf      = "The games of the event, which take turns round by round"
)

func textBreakPlace(n int) string { return tongue.Textf("Tie-break %d", n) }

func textAlso(name string) string {
	return tongue.Textf("Play %s as well, and choose another game", tongue.Name(name))
}

func textMoreOf(games int) string {
	if games == 1 {
		return "More"
	}
	return tongue.Textf("More (%d games)", games)
}

func textNumbersOf(list []int) []string {
	names := make([]string, len(list))
	for i, n := range list {
		names[i] = fmt.Sprint(n)
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
	return "All meet"
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

func textTwice(name string) string { return tongue.Textf("%s has entered already", name) }

func textTakeOutTip(name string) string { return tongue.Textf("take %s out again", tongue.Name(name)) }

func textLevelPlayer(level int) string {
	return tongue.Textf("%s computer", tongue.UpperFirst(tongue.Text(words.Names[level-1])))
}

const textVenueEntrant = "person, another machine"

// textEntrant says who plays for an entrant.
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

func textUnderWay(plies int) string { return tongue.Textf("under way, turn %d", plies+1) }

func textGameOf(round int, names [game.Sides]string, score string) string {
	return tongue.Textf("Round %d: %s against %s, %s", round, names[0], names[1], score)
}

func textEntered(name string) string {
	return tongue.Textf("%s has entered", tongue.Name(strings.TrimSpace(name)))
}

func textNotInGame(name string) string {
	return tongue.Textf("%s does not play in that game: choose one of its players", tongue.Name(name))
}

func textForfeitOf(name string) string { return tongue.Textf("%s forfeits", tongue.Name(name)) }

func textNoShowOf(name string) string { return tongue.Textf("%s did not come", tongue.Name(name)) }

func textWithdrawAsk(name string) string { return tongue.Textf("Withdraw %s?", tongue.Name(name)) }

func textHonoursOf(name string) string { return tongue.Textf("%s: awards", tongue.Name(name)) }

func textEventFaults(err error) []string { return []string{TextEventError(err) + "."} }
