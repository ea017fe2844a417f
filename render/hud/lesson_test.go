package hud

import (
	"fmt"
	"testing"

	"tafl3d/game/lesson"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// TestEveryLessonFits lays each step of each course out in each language, and its end.
func TestEveryLessonFits(t *testing.T) {
	t.Cleanup(func() { _ = tongue.Use(tongue.English) })
	h := newHUD(t)
	for _, language := range []string{"de", "is", "da", "sv", "nb", "en"} {
		for i, c := range lesson.All() {
			for at := range len(c.Steps) + 1 {
				do := append(commands("learn", "lessons"), panel.Command{ID: "course", Arg: i},
					panel.Command{ID: "begin"})
				for range at {
					do = append(do, panel.Command{ID: "next"})
				}
				p := aPage{fmt.Sprintf("%s %d", c.ID, at+1), "", do, nil}
				t.Run(language+" "+p.name, func(t *testing.T) { p.audit(t, h, language, sizes[:1]) })
			}
		}
	}
}
