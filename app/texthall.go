package app

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"tafl3d/game"
	"tafl3d/tongue"
	"tafl3d/tournament"
)

// What the tournament hall says.
const (
	textEvents        = "Tournaments"
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
	textCommand       = "Command"
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
	textNextBout      = "Next game"
	textDirector      = "Director"
	textExport        = "Share"
	textHonours       = "Awards"
	textToHall        = "To the hall"
	textBackToHall    = "Tournament hall"
	textHelpHall      = "The tournament that is under way"
	textWatching      = "you only look on in this game"
	textWaits         = "That game has not begun: it waits for a free place"
	textNoRecord      = "There is no record of that game: it was not played on the board"
	textToCome        = "to come"
	textNobody        = "nobody"
	textAttackersHead = "Attackers"
	textDefendersHead = "Defenders"
	textResult        = "Result"
	textHow           = "How"
	textEntrantHead   = "Played by"
	textPoints        = "Points"
	textRank          = "#"
	textGamesHead     = "Games"
	textTally         = "+ = −"
	textTallyTip      = "games won, drawn and lost"
	textReached       = "Reached"
	textSeeFigures    = "show what the figures are made of"
	textTiebreakHead  = "Tie-break"
	textFigure        = "Figure"
	textMadeOf        = "Made of"
	textNoGames       = "No game between engines is under way"
	textNotBegun      = "waits"
	textYoursToPlay   = "to be played here"
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
	textResumeDoes    = "the pause ends, and the waits run on"
	textShutEvent     = "Close the event"
	textShutDoes      = "it is saved and can be opened again another day"
	textRuled         = "The result stands as you said"
	textHonour        = "Award"
	textFor           = "For"
	textQuickest      = "Quickest win"
)

var (
	textNoEvents   = []string{"No event has been held here yet.", "A tournament can mix people at this machine and engines."}
	textLegChoices = []string{"one", "two, each side once"}
	textDraftKinds = []string{"Person", "Computer", "Program"}
	textRulings    = []string{"The attackers win", "The defenders win", "A draw", "Both lose"}
	textRulingDoes = []string{"adjudicates the chosen game, or corrects its result", "the same, for the other side", "the same, half a point for each", "nobody came, or both are to blame"}
	textPlaces     = []string{"First", "Second", "Third"}
	textBestSides  = [game.Sides]string{"Best with the attackers", "Best with the defenders"}
)

var textFormats = map[tournament.Format][2]string{
	tournament.Contest:    {"Best of n", "Two players, sides changing every round, until one cannot be caught."},
	tournament.RoundRobin: {"Round robin", "Everybody meets everybody."},
	tournament.Groups:     {"Groups, then knock-out", "Round robins in groups, whose best two go on to a knock-out."},
	tournament.KnockOut:   {"Knock-out", "Whoever loses a match is out."},
	tournament.DoubleOut:  {"Double elimination", "Whoever loses a second match is out."},
	tournament.Swiss:      {"Swiss", "Players of like scores meet, nobody twice."},
	tournament.Arena:      {"Arena", "Whoever is free is paired, until the time is up."},
	tournament.Gauntlet:   {"Gauntlet", "Whoever entered first meets all others, the weakest first."},
}

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

func textAlso(name string) string { return tongue.Textf("Keep %s, choose another", tongue.Name(name)) }

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
		if names[i] = textSpan(d); d >= time.Hour {
			names[i] = tongue.Textf("%d hours", int(d/time.Hour))
		}
	}
	return names
}

func textFormatName(f tournament.Format) string { return textFormats[f][0] }
func textFormatNote(f tournament.Format) string { return textFormats[f][1] }

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
	return tongue.Textf("%s computer", upperFirst(tongue.Text(textNames[level-1])))
}

// textEntrant says who plays for an entrant.
func textEntrant(e tournament.Entrant) string {
	switch program, is := strings.CutPrefix(e.Ref, refProgram); {
	case guest(e):
		return textGateEntrant
	case e.Kind == kindPerson, e.Kind == "guest":
		return "person"
	case e.Kind == "bot":
		return "bot"
	case is:
		return program
	}
	return textLevelName(levelOf(e))
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

// textState says in a line how the open event stands.
func (a *App) textState() string {
	h := a.hall
	c := h.ev.Config()
	parts := []string{tongue.Text(textFormatName(c.Format)), a.variantName(c.Variants[0].ID), textPhase(h.ev)}
	done, all := 0, 0
	for _, p := range h.ev.Pairings() {
		done, all = done+len(p.Legs)-p.Open(), all+len(p.Legs)
	}
	if all > 0 {
		parts = append(parts, tongue.Textf("%d of %d games played", done, all))
	}
	if n := len(h.running); n > 0 {
		parts = append(parts, tongue.Textf("%d under way", n))
	}
	return strings.Join(parts, "  ·  ")
}

func textPhase(ev *tournament.Tournament) string {
	switch ev.Phase() {
	case tournament.Entry:
		return tongue.Text("not started")
	case tournament.Paused:
		return tongue.Text("paused")
	case tournament.Over:
		return tongue.Text("finished")
	}
	if n := ev.Rounds(); n > 0 {
		return tongue.Textf("round %d of %d", ev.Round(), n)
	}
	return tongue.Textf("round %d", ev.Round())
}

func textBye(b tournament.Bye) string {
	switch b {
	case tournament.OddBye:
		return "bye, counts as won"
	case tournament.AskedBye:
		return "sits out"
	}
	return "free this round"
}

func textScore(l *tournament.Leg) string {
	switch l.Verdict {
	case tournament.Attackers:
		return "1 – 0"
	case tournament.Defenders:
		return "0 – 1"
	case tournament.Draw:
		return "½ – ½"
	case tournament.Neither:
		return "0 – 0"
	}
	return "–"
}

func textHowEnded(l *tournament.Leg) string {
	text := upperFirst(tongue.Text(strings.ReplaceAll(l.Cause, "-", " ")))
	if l.Plies > 0 {
		text += tongue.Textf(", %s", textMoves(l.Plies))
	}
	if l.Note != "" {
		text += ": " + tongue.Text(l.Note)
	}
	return text
}

func textUnderWay(plies int) string { return tongue.Textf("under way, turn %d", plies+1) }

func textTipOf(l *tournament.Leg, runs bool) string {
	switch {
	case l.Verdict != "" && l.Plies > 0:
		return "look at the game again"
	case l.Verdict != "":
		return "decided without play"
	case runs:
		return "watch it"
	}
	return "play it"
}

func textNotMet(a, b string) string { return tongue.Textf("%s and %s have not met", a, b) }

func textMet(a, b string, c *tournament.Cell) string {
	return tongue.Textf("%s against %s: %s, %s", a, b, c.String(), textPointsOf(c.Points))
}

func textPointsOf(p tournament.Points) string {
	if p == 2 {
		return tongue.Text("1 point")
	}
	return tongue.Textf("%s points", p.String())
}

func textWinsOf(n int) string {
	return tongue.Textf("%d wins", n)
}

func textTallyOf(t tournament.Tally) string {
	return fmt.Sprintf("%d  %d  %d", t.Wins, t.Draws, t.Losses)
}

var textTiebreaks = map[tournament.Tiebreak][2]string{
	tournament.Direct:          {"Direct", "points in the games among those who are tied, if all of them have met"},
	tournament.SonnebornBerger: {"Berger", "Sonneborn-Berger: points of the opponents beaten, half of those drawn with"},
	tournament.Buchholz:        {"Buchholz", "points of the opponents"},
	tournament.HarderWins:      {"Hard wins", "games won as the harder side"},
	tournament.FewestPlies:     {"Brevity", "mean length of the games won; shorter is better"},
}

func textTiebreak(t tournament.Tiebreak) string    { return textTiebreaks[t][0] }
func textTiebreakTip(t tournament.Tiebreak) string { return textTiebreaks[t][1] }

func textFiguresOf(name string) string { return tongue.Textf("The figures of %s", tongue.Name(name)) }

// termsWide is about how many letters of a figure's parts stand in a line.
const termsWide = 110

// terms says what a figure is made of, in lines.
func (h *hall) terms(f *tournament.Figure, variant func(id string) string) []string {
	if !f.Valid {
		return []string{"says nothing here"}
	}
	if len(h.ev.Config().Variants) < 2 {
		variant = nil
	}
	lines := []string{""}
	for i, t := range f.Terms {
		who := textByeHead
		if t.Opponent > 0 {
			who = h.name(t.Opponent)
		}
		part := textTerm(who, &t, variant)
		if i < len(f.Terms)-1 {
			part += ",  "
		}
		if last := &lines[len(lines)-1]; len(*last)+len(part) <= termsWide {
			*last += part
			continue
		}
		lines = append(lines, part)
	}
	return lines
}

// textTerm says what a figure has from one opponent, and in which variant unless that
// is plain.
func textTerm(who string, t *tournament.Term, variant func(id string) string) string {
	if t.Win == nil {
		return who + " " + t.Text
	}
	what := tongue.Text(string(t.Win.Verdict)) + ", " + textMoves(t.Win.Plies)
	if variant != nil {
		what = variant(t.Win.Variant) + ", " + what
	}
	return who + " (" + what + ")"
}

const textByeHead = "bye"

func textPlayer(r *tournament.Row) string {
	switch {
	case r.Annulled:
		return tongue.Textf("%s (annulled)", tongue.Name(r.Name))
	case r.Withdrawn:
		return tongue.Textf("%s (withdrawn)", tongue.Name(r.Name))
	}
	return r.Name
}

func textStage(s tournament.Stage) string {
	switch s {
	case tournament.Final:
		return "Final"
	case tournament.Third:
		return "Third place"
	case tournament.Reset:
		return "Second final"
	}
	return ""
}

func textBout(round int, names [game.Sides]string, score string) string {
	return tongue.Textf("Round %d: %s against %s, %s", round, names[0], names[1], score)
}

func textThinking(name string) string { return tongue.Textf("%s is thinking", tongue.Name(name)) }

func textWins(name string) string { return tongue.Textf(textWinsOne, tongue.Name(name)) }

func textForfeits(name, why string) string { return tongue.Textf("%s forfeits: %s", name, why) }

func textEntered(name string) string {
	return tongue.Textf("%s has entered", tongue.Name(strings.TrimSpace(name)))
}

func textNotInGame(name string) string {
	return tongue.Textf("%s does not play in that game: choose one of its players", tongue.Name(name))
}

func textWithdrawAsk(name string) string { return tongue.Textf("Withdraw %s?", tongue.Name(name)) }

func textEventOver(name string) string { return tongue.Textf("%s is over", tongue.Name(name)) }

func textHonoursOf(name string) string { return tongue.Textf("%s: awards", tongue.Name(name)) }

func textShared(where string) string {
	return tongue.Textf("Table, page and picture are in %s", tongue.Name(where))
}

func textBadEvent(file string, fault error) string {
	return tongue.Textf("An event cannot be read and is kept as %s: %s", file, firstLine(fault))
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// textEventError says why something cannot happen to an event.
func textEventError(err error) string {
	var few *tournament.TooFew
	switch {
	case errors.As(err, &few):
		return tongue.Textf("There are too few players: %d of at least %d", few.There, few.Least)
	case errors.Is(err, tournament.ErrFew):
		return tongue.Text("There are too few players: an event needs at least two") + textBeyond(err, tournament.ErrFew)
	case errors.Is(err, tournament.ErrOpen):
		return "Games of the round are still open"
	case errors.Is(err, tournament.ErrPaused):
		return "The event is paused"
	case errors.Is(err, tournament.ErrName):
		return tongue.Text("That name cannot be entered") + textBeyond(err, tournament.ErrName)
	}
	text := firstLine(err)
	if _, rest, cut := strings.Cut(text, ": "); cut {
		text = rest
	}
	return upperFirst(text)
}

// textBeyond is what an error says after its kind.
func textBeyond(err, kind error) string {
	if _, more, found := strings.Cut(firstLine(err), kind.Error()+": "); found {
		return ": " + more
	}
	return ""
}

func textEventFaults(err error) []string { return []string{textEventError(err) + "."} }
