package e2e

import (
	"bytes"
	"testing"

	"tafl3d/game/tree"
)

// clubGames is the content of the library: two games that differ from the second move, and a longer one.
const clubGames = `[Variant "brandubh-gorrion"]
[Attackers "Astrid"]
[Defenders "Odd"]
[Date "2026-11-20"]

1. d6-f6 d5-f5 2. d7-e7

[Variant "brandubh-gorrion"]
[Attackers "Ragnhild"]
[Defenders "Sigrid"]
[Date "2026-11-19"]

1. d6-f6 d5-e5 2. d7-e7

[Variant "brandubh-gorrion"]
[Attackers "Dag"]
[Defenders "Knut"]
[Date "2026-11-21"]
[Result "attackers"]
[End "king-captured"]

1. b4-b5 c4-c1 2. b5-b1xc1 d5-a5 3. d6-a6xa5 Kd4-d5 4. a6-c6 Kd5-c5 5. a4-c4xKc5
`

// TestStudyRoomByMouse opens a game of the library and studies it with the mouse alone: a variation is
// played, commented, annotated, marked, promoted, deleted and restored. After a restart it is in the list of
// studies.
func TestStudyRoomByMouse(t *testing.T) {
	t.Parallel()
	s := newStudent(t, clubGames)
	s.presses("library")
	s.chooses("game", 1)
	s.keep("e2e-mouse-1-library-game")
	s.presses("study")
	s.chooses("goto", 1)
	s.moves("d5", "c5")
	s.says("the variation", "d5-c5 )")
	s.presses("comment")
	s.writes("Quieter")
	s.presses("keep")
	s.says("the comment", "d5-c5 {Quieter}")
	s.presses("study", "sign", "sign-4")
	s.says("the sign", "d5-c5!? {Quieter}")
	s.draws("c5-c2")
	s.says("the arrow", "[arrow green c5 c2]")
	s.presses("study", "colour")
	s.draws("e4")
	s.says("the coloured square", "[square red e4]")
	s.still()
	s.keep("e2e-mouse-2-variation")
	s.presses("study")
	s.keep("e2e-mouse-3-menu")
	s.presses("promote")
	s.says("the variation as the main line", "1. d6-f6 d5-c5!?")
	s.presses("study", "delete")
	s.lacks("the variation", "d5-c5")
	s.presses("undo")
	s.says("the variation again", "1. d6-f6 d5-c5!?")
	s.presses("study", "unmark")
	s.lacks("the arrow", "arrow")
	s.presses("study", "play")
	s.keep("e2e-mouse-4-play-on")
	s.presses("close")
	s.trusts("menu", "title")
	s.presses("study")
	s.keep("e2e-mouse-5-studies")
	s.presses("all")
	s.keep("e2e-mouse-6-all-studies")
	s.presses("open")
	s.chooses("goto", 2)
	s.presses("study", "sign", "sign-0")
	s.says("a sign at the turn that was chosen", "d5-c5! {Quieter}")
	s.leaves()
}

// TestReviewByMouse reviews a game, opens a mistake by a click on the chart, solves it as an exercise, and
// shares the study, with the mouse alone.
func TestReviewByMouse(t *testing.T) {
	t.Parallel()
	s := newStudent(t, clubGames)
	s.presses("library")
	s.chooses("game", 0)
	s.presses("study")
	s.presses("study")
	s.points("review", 0, false)
	s.says("the review", "Loses")
	close(s.reviewed)
	s.until("the chart", func() bool { return len(s.mind.Screen().Dialog.Charts) > 0 })
	s.still()
	s.keep("e2e-mouse-7-review")
	n := mistake(s.kept())
	must(t, n != nil, "no mistake is marked")
	s.chooses("turn", n.Ply())
	s.draws("a1")
	s.says("the square", "[square green a1]")
	must(t, len(mistake(s.kept()).Marks) == 1, "the square is not at the mistake")
	s.still()
	s.keep("e2e-mouse-8-mistake")
	s.presses("study")
	s.trusts("review")
	s.presses("close", "study", "learn")
	s.keep("e2e-mouse-9-task")
	board, m := s.on.Rules.Board(), better(n).Turn[0]
	s.moves(board.Name(m.From), board.Name(m.To))
	s.keep("e2e-mouse-10-mended")
	s.presses("close", "study", "share")
	s.keep("e2e-mouse-11-share")
	s.presses("picture", "drawing", "file", "report")
	s.decodes(s.made("png"), "png")
	must(t, bytes.Contains(s.made("svg"), []byte("<svg")), "the drawing is none")
	must(t, bytes.Contains(s.made("tafl"), []byte("Loses")), "the file of moves says nothing of the review")
	must(t, bytes.Contains(s.made("html"), []byte("Loses")), "the page says nothing of the review")
	s.presses("copy", "close")
	s.trusts("menu", "title")
	s.presses("study", "paste")
	s.draws("g7")
	s.keepsLooking(patience, pause, func() bool { return len(s.studies()) == 2 },
		inVain("a study of its own of what was pasted"))
	s.leaves()
}

// TestExplorerByMouse browses the openings on the board, finds a game by a drawn pattern, and previews, pins
// and adds lines of the computer, with the mouse alone.
func TestExplorerByMouse(t *testing.T) {
	t.Parallel()
	s := newStudent(t, clubGames)
	s.presses("study", "new", "explorer")
	s.keep("e2e-mouse-12-openings")
	s.chooses("play", 0)
	s.chooses("play", 0)
	s.says("the turns of the explorer", "1. d6-f6 d5-")
	s.keep("e2e-mouse-13-walked")
	s.presses("back")
	s.draws("f6")
	s.draws("b4")
	s.says("what is drawn beside the explorer", "[square green b4]")
	s.presses("squares")
	s.keep("e2e-mouse-14-pattern")
	s.presses("game", "study", "analyse")
	s.trusts("analysis")
	s.points("depth", 1, false)
	s.still()
	s.keep("e2e-mouse-15-analysis")
	s.trusts("close")
	before := s.still()
	s.rests("line", 0)
	s.seesChange("the line under the pointer played out", before, 1000)
	s.points("line", 0, true)
	line := s.still()
	s.keep("e2e-mouse-16-line")
	s.points("keep", 0, false)
	s.seesChange("that the line is kept", line, 50)
	s.trusts("back", "on", "again")
	s.grows("the line", func() { s.trusts("add") })
	s.keep("e2e-mouse-17-added")
	s.leaves()
}

// mistake returns the first move of the main line that is marked as a mistake.
func mistake(g *tree.Game) *tree.Node {
	for n := range g.Root.Line() {
		if n.Mistaken() {
			return n
		}
	}
	return nil
}

// better returns the move that the review suggests instead of a mistake.
func better(n *tree.Node) *tree.Node { return n.Parent().Next()[1] }
