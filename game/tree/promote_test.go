package tree_test

import (
	"testing"

	"tafl3d/game"
	"tafl3d/game/record"
	"tafl3d/game/tree"
)

// TestOutcomeFollowsTheMainLine: a line that becomes the main line has an end of its own, and the
// game has its old one again when the line that ended so is back.
func TestOutcomeFollowsTheMainLine(t *testing.T) {
	games, err := record.Read("[Variant \"brandubh-gorrion\"]\n[Result \"defenders\"]\n[End \"resigned\"]\n\n"+
		"1. d6-f6 (1. d6-c6 d5-f5) d5-e5 2. d7-e7\n", record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := tree.NewStudy(games[0])
	resigned := game.Outcome{Winner: game.Defenders, Cause: game.Resigned}
	wants := func(when string, want game.Outcome) {
		t.Helper()
		if got := s.Game().Outcome; got != want {
			t.Errorf("%s: %+v, want %+v", when, got, want)
		}
	}
	old := s.Game().Root.Main()
	s.Promote(s.Game().Root.Next()[1])
	wants("the variation is the main line", game.Outcome{})
	s.Undo()
	wants("that is taken back", resigned)
	s.Redo()
	s.Promote(old)
	wants("the old line is back", resigned)
	s.Delete(old.Last())
	wants("its end is deleted", game.Outcome{})
	s.Undo()
	wants("and is there again", resigned)
}
