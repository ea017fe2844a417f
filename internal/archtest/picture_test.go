package archtest

import (
	"bytes"
	"flag"
	"fmt"
	"html"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "draw docs/design.svg again")

const pictureFile = "../../docs/design.svg"

// TestPicture holds docs/design.svg to the table. After a change of the table:
// go test ./internal/archtest -run TestPicture -update
func TestPicture(t *testing.T) {
	picture := draw(floors())
	if *update {
		if err := os.WriteFile(pictureFile, picture, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if kept, err := os.ReadFile(pictureFile); err != nil || !bytes.Equal(kept, picture) {
		t.Error("docs/design.svg is not what the table says: go test ./internal/archtest -run TestPicture -update")
	}
}

// TestFloors: a folder at the top and what it sees, without those it is part of.
func TestFloors(t *testing.T) {
	all := floors()
	if f := all["server"]; !slices.Contains(f.rooms, "journal") || !slices.Contains(f.sees, "net") ||
		slices.Contains(f.sees, "server") {
		t.Errorf("server: %+v", f)
	}
	for name, f := range all {
		for _, below := range f.sees {
			if all[below] == nil || all[below].level >= f.level {
				t.Errorf("%s sees %s, which is not below it", name, below)
			}
		}
	}
}

// floor is a folder at the top of the tree.
type floor struct {
	name        string
	rooms, sees []string // in order
	level       int      // 0 sees no other floor
	x, y, w, h  int
}

// floors gathers the table by folders. What only tests, builds or measures is
// left out, and so is the arrow to what a floor sees through another anyway.
func floors() map[string]*floor {
	all := map[string]*floor{}
	for name := range ours {
		top, room, _ := strings.Cut(name, "/")
		forTests := room == "gametest" || room == "played" || room == "wire/wiretest"
		if strings.Contains(name, "internal/") || top == "e2e" || top == "assets" || forTests {
			continue
		}
		if all[top] == nil {
			all[top] = &floor{name: top}
		}
		f := all[top]
		if room != "" {
			f.rooms = append(f.rooms, room)
		}
		for pattern := range strings.FieldsSeq(ours[name]) {
			below, _, _ := strings.Cut(pattern, "/")
			if below != top && below != "*" && below != "internal" && below != "assets" &&
				!slices.Contains(f.sees, below) {
				f.sees = append(f.sees, below)
			}
		}
	}
	for range all { // as often as the longest way down is long
		for _, f := range all {
			slices.Sort(f.rooms)
			slices.Sort(f.sees)
			for _, below := range f.sees {
				f.level = min(max(f.level, all[below].level+1), len(all))
			}
		}
	}
	for _, f := range all {
		if f.name == "cmd" {
			f.sees = nil // everything
			f.level = 1
			for _, other := range all {
				if other != f {
					f.level = max(f.level, other.level+1)
				}
			}
		}
	}
	return all
}

const (
	width, gap, line = 1080, 26, 18
	letter           = 8 // pixels of a letter
)

// draw lays the floors out by level, the highest on top, with an arrow to each
// floor that one sees and does not see through another.
func draw(all map[string]*floor) []byte {
	var rows [][]*floor
	for _, name := range slices.Sorted(maps.Keys(all)) {
		f := all[name]
		for len(rows) <= f.level {
			rows = append(rows, nil)
		}
		rows[f.level] = append(rows[f.level], f)
	}
	y := gap
	for _, row := range slices.Backward(rows) {
		tallest := 0
		for i, f := range row {
			f.w = min(250, (width-gap)/len(row)-gap)
			f.x = width*(2*i+1)/(2*len(row)) - f.w/2
			f.y, f.h = y, line*(len(f.lines())+1)+14
			tallest = max(tallest, f.h)
		}
		y += tallest + 2*gap
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="14">
<!-- Drawn from the table of internal/archtest: go test ./internal/archtest -run TestPicture -update -->
<defs><marker id="head" markerWidth="9" markerHeight="8" refX="8" refY="4" orient="auto"><path d="M0 0L9 4L0 8z" fill="#776"/></marker></defs>
<rect width="100%%" height="100%%" fill="#fbf9f4"/>
`, width, y-gap)
	for _, row := range rows {
		for _, f := range row {
			for _, below := range direct(all, f) {
				to := all[below]
				fmt.Fprintf(&b, `<path d="M%d %dL%d %d" stroke="#776" fill="none" marker-end="url(#head)"/>`+"\n",
					f.x+f.w/2, f.y+f.h, to.x+to.w/2, to.y)
			}
		}
	}
	for _, row := range slices.Backward(rows) {
		for _, f := range row {
			fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" rx="6" fill="#fff" stroke="#443"/>`+"\n", f.x,
				f.y, f.w, f.h)
			fmt.Fprintf(&b, `<text x="%d" y="%d" font-weight="bold">%s</text>`+"\n", f.x+10, f.y+line+2, f.name)
			for i, l := range f.lines() {
				fmt.Fprintf(&b, `<text x="%d" y="%d" fill="#554">%s</text>`+"\n", f.x+10, f.y+line*(i+2)+2,
					html.EscapeString(l))
			}
		}
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// lines are the words in a floor's box: its rooms, and what it sees.
func (f *floor) lines() (list []string) {
	words := f.rooms
	if f.name == "cmd" {
		words = append(slices.Clone(words), "(sees everything)")
	} else if len(f.sees) > 0 {
		words = append(slices.Clone(words), "→", strings.Join(f.sees, ", "))
	}
	at := ""
	for _, w := range strings.Fields(strings.Join(words, " ")) {
		if at != "" && (w == "→" || letter*(len(at)+1+len(w)) > f.w-20) {
			list, at = append(list, at), ""
		}
		at = strings.TrimSpace(at + " " + w)
	}
	return append(list, at)
}

// direct is what f sees and none of the others that it sees does.
func direct(all map[string]*floor, f *floor) (list []string) {
	for _, below := range f.sees {
		if !slices.ContainsFunc(f.sees, func(other string) bool { return reaches(all, other, below) }) {
			list = append(list, below)
		}
	}
	return list
}

func reaches(all map[string]*floor, from, to string) bool {
	return slices.ContainsFunc(all[from].sees, func(below string) bool {
		return below == to || all[below].level < all[from].level && reaches(all, below, to)
	})
}
