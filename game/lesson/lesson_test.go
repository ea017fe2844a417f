package lesson

import (
	"strings"
	"testing"

	"tafl3d/game/variant"
)

const small = `id = "own"
name = "Mine"
variant = "brandubh-gorrion"
[[step]]
title = "Go"
text = "To the corner."
position = "7/2t4/7/K6/2t4/7/4t2 d"
want = ["Ka4-a7"]
reply = "c6-b6"
done = "Won."
hint = "No."
[[step.wrong]]
turn = "K*-a5"
say = "Farther."
`

// TestParse reads a course, and says of faulty ones what is wrong with them.
func TestParse(t *testing.T) {
	text := strings.Replace(small, "reply = \"c6-b6\"\n", "", 1)
	c, err := Parse([]byte(text), variant.Get)
	if err != nil {
		t.Fatal(err)
	}
	say := map[string]string{}
	for _, a := range c.Steps[0].Answers() {
		say[a.Text] = a.Say
	}
	if say["Ka4-a7"] != "Won." || say["Ka4-a5"] != "Farther." || say["Ka4-a6"] != "No." {
		t.Errorf("%v", say)
	}
	for _, x := range []struct{ was, is, say string }{
		{"Ka4-a7", "Ka4-h7", "matches no legal move"},
		{"7/2t4/7/K6/2t4/7/4t2 d", "7/7", "position"},
		{"brandubh-gorrion", "nothing", "nothing"},
		{"id = \"own\"", "id = \"../own\"", "small letters"},
		{"hint =", "hont =", "line 10: unknown key \"step.hont\""},
		{"[[step]]", "[[step", "line 4"},
		{"done = \"Won.\"", "done = \"Won.\"\nreply = \"c6-b6\"", "step 1"},
	} {
		if _, err := Parse([]byte(strings.Replace(text, x.was, x.is, 1)), variant.Get); err == nil ||
			!strings.Contains(err.Error(), x.say) {
			t.Errorf("%s: %v, want %s", x.is, err, x.say)
		}
	}
}
