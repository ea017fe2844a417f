package app

import (
	"cmp"
	"slices"

	"tafl3d/app/words"
	"tafl3d/panel"
	"tafl3d/scene"
)

// Texts of the page for the appearance.
const (
	textLook      = "Board and graphics"
	textLookSuits = "suits the game"
)

// textLooks are the names of the options of a style.
var textLooks = map[string]string{
	"ballinderry": "Ballinderry, with pegs", "tablut": "Saami, painted birch", "oak": "oak with inlay",
	"gokstad": "Gokstad",
	"oslo":    "Oslo", "trondheim": "Trondheim", "bergen": "Bergen", "alea": "vellum and ink",
	"leather": "leather, for travel", "stone": "stone",
	"bog-oak": "bog oak, bone and amber", "glass": "glass", "ivory": "walrus ivory", "turned": "turned wood and bronze",
	"discs": "plain discs",
	"hall":  "hall with a fire", "door": "daylight from a doorway", "studio": "studio",
	"auto": "automatic", "low": "low", "medium": "medium", "high": "high", "ultra": "ultra",
}

// lookPage edits the appearance of board and picture.
type lookPage struct{ a *App }

func (p lookPage) Show() panel.Dialog {
	settings := p.a.settings
	s := &settings.Style
	change := func() { p.a.change(settings) }
	return panel.Dialog{
		ID: "look", Kind: panel.Beside, Width: panel.SideChoices, Title: textLook, Cancel: "close",
		Fields: []panel.Field{
			lookField("look.board", "Board", append([]string{""}, scene.Boards...), &s.Board,
				"Each is modelled on an old board, if one is known", change),
			lookField("look.men", "Pieces", scene.Sets, &s.Men, "", change),
			lookField("look.room", "Room", scene.Rooms, &s.Room, "", change),
			lookField("look.quality", "Quality", scene.Qualities, &s.Quality, "Automatic adapts to this computer",
				change),
			{ID: "look.coords", Label: "Coordinates", Options: words.OffOn, Chosen: words.Bit(!s.Plain),
				Note: "Letters and numbers on the board frame", Set: func(n int) {
					s.Plain = n == 0
					change()
				}},
		},
		Buttons: []panel.Button{{ID: "close", Label: words.Done, Primary: true}},
	}
}

// lookField returns a field for a list of names.
func lookField(id, label string, names []string, chosen *string, note string, then func()) panel.Field {
	f := panel.Field{ID: id, Label: label, Chosen: max(slices.Index(names, *chosen), 0), Note: note, Set: func(n int) {
		*chosen = names[n]
		then()
	}}
	for _, n := range names {
		f.Options = append(f.Options, cmp.Or(textLooks[n], textLookSuits))
	}
	return f
}
