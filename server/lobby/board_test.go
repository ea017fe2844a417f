package lobby

import (
	"fmt"
	"testing"

	"tafl3d/net/wire"
)

// TestSeeksFor picks from the board what somebody may take: the newest, as many as are shown, but
// neither his own nor those of who is apart from him.
func TestSeeksFor(t *testing.T) {
	v := &shown{}
	for i := range boardSeeks {
		v.seeks = append(v.seeks, wire.OpenSeek{ID: fmt.Sprint(i), By: wire.Player{ID: fmt.Sprint("p", i%4)}})
	}
	for _, tt := range []struct {
		reader      string
		apart       []string
		count       int
		first, last string
	}{
		{"nobody", nil, lobbyShows, "0", "99"},
		{"p0", nil, lobbyShows, "1", "133"},
		{"p0", []string{"p1", "p2"}, boardSeeks / 4, "3", "299"},
		{"p3", []string{"p0", "p1", "p2"}, 0, "", ""},
	} {
		got := v.seeksFor(tt.reader, tt.apart)
		if len(got) != tt.count {
			t.Errorf("%s apart from %v sees %d seeks", tt.reader, tt.apart, len(got))
		} else if len(got) > 0 && (got[0].ID != tt.first || got[len(got)-1].ID != tt.last) {
			t.Errorf("%s apart from %v sees %s to %s", tt.reader, tt.apart, got[0].ID, got[len(got)-1].ID)
		}
	}
	if got := without([]wire.Player{{ID: "a"}, {ID: "b"}}, []string{"a"}); len(got) != 1 || got[0].ID != "b" {
		t.Errorf("%v", got)
	}
}
