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
	s := &p.a.settings.Style
	boards := append([]string{""}, scene.Boards...)
	return panel.Dialog{
		ID: "look", Kind: panel.Beside, Title: textLook, Cancel: "close",
		Fields: []panel.Field{
			lookField("look.board", "Board", boards, s.Board,
				"Each is modelled on an old board, if one is known"),
			lookField("look.men", "Pieces", scene.Sets, s.Men, ""),
			lookField("look.room", "Room", scene.Rooms, s.Room, ""),
			lookField("look.quality", "Quality", scene.Qualities, s.Quality,
				"Automatic adapts to this computer"),
			{ID: "look.coords", Label: "Coordinates", Options: words.OffOn, Chosen: words.Bit(!s.Plain),
				Note: "Letters and numbers on the board frame"},
		},
		Buttons: []panel.Button{{ID: "close", Label: words.Done, Primary: true}},
	}
}

// lookField returns a field for a list of names.
func lookField(id, label string, names []string, chosen, note string) panel.Field {
	f := panel.Field{ID: id, Label: label, Chosen: max(slices.Index(names, chosen), 0), Note: note}
	for _, n := range names {
		f.Options = append(f.Options, cmp.Or(textLooks[n], textLookSuits))
	}
	return f
}

func (p lookPage) Do(c panel.Command) {
	s := p.a.settings
	pick := func(names []string) string { return names[min(max(c.Arg, 0), len(names)-1)] }
	switch c.ID {
	case "look.board":
		s.Style.Board = pick(append([]string{""}, scene.Boards...))
	case "look.men":
		s.Style.Men = pick(scene.Sets)
	case "look.room":
		s.Style.Room = pick(scene.Rooms)
	case "look.quality":
		s.Style.Quality = pick(scene.Qualities)
	case "look.coords":
		s.Style.Plain = c.Arg == 0
	default:
		return
	}
	p.a.change(s)
}
