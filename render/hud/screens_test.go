package hud

import (
	"fmt"

	"tafl3d/game"
	"tafl3d/panel"
)

// men returns n men of a side.
func someMen(side game.Side, n int) []game.Kind {
	ks := make([]game.Kind, n)
	for i := range ks {
		ks[i] = game.Kind{Name: "man", Side: side}
	}
	return ks
}

func someTools() []panel.Button {
	return []panel.Button{
		{ID: "undo", Label: "Undo", Key: "Ctrl+Z"}, {ID: "redo", Label: "Redo", Key: "Ctrl+Y", Disabled: true},
		{ID: "hint", Label: "Hint", Key: "H"}, {ID: "draw", Label: "Offer draw", Key: "D"},
		{ID: "resign", Label: "Resign", Key: "R"}, {ID: "pause", Label: "Pause", Key: "P"},
		{ID: "flat", Label: "Flat view", Key: "V", On: true}, {ID: "flip", Label: "Flip", Key: "F"},
		{ID: "fullscreen", Label: "Full screen", Key: "F11"}, {ID: "new", Label: "New game", Key: "Ctrl+N"},
		{ID: "help", Label: "Help", Key: "F1"}, {ID: "menu", Label: "Menu", Key: "Esc"},
	}
}

// someGame is a game in its middle.
func someGame() *panel.Sheet {
	g := &panel.Sheet{Variant: "Copenhagen 11x11", Near: game.Defenders, Status: "Your turn",
		Warning: "The king threatens to escape", Current: 79}
	g.Seats[game.Attackers] = panel.Seat{Side: game.Attackers, Army: "Attackers", Name: "Computer", Detail: "level 4",
		Clock: panel.Clock{On: true, Figures: "4:59"}, Men: 21, Left: "21 men left", Taken: someMen(game.Defenders, 4)}
	g.Seats[game.Defenders] = panel.Seat{Side: game.Defenders, Kind: game.Kind{Name: "man", Side: game.Defenders},
		Army: "Defenders", Name: "You", Detail: "human", Active: true, Men: 8, Left: "8 men left",
		Clock: panel.Clock{On: true, Figures: "0:25", Words: "byo-yomi (2)", Running: true, Low: true},
		Taken: someMen(game.Attackers, 3)}
	for i := 1; i <= 40; i++ {
		g.Rows = append(g.Rows, panel.Row{Number: i, Ply: [2]int{2*i - 1, 2 * i},
			Text: [2]string{"d1-d4", "Kf6-g6xg7"}})
	}
	last := &g.Rows[39]
	last.Ply[1], last.Text[1] = 0, ""
	return g
}

// longGame is a game in which everything is too long.
func longGame() *panel.Sheet {
	g := someGame()
	for side := range g.Seats {
		g.Seats[side].Army = "Attackers with a long name"
		for i, k := range someKinds()[1:] {
			g.Seats[side].Hand = append(g.Seats[side].Hand,
				panel.Held{Piece: game.Piece(i + 1), Kind: k, Count: 20, On: i == 0})
		}
	}
	g.Variant = "Alea Evangelii 19x19 with a name that goes on and on"
	a, d := &g.Seats[game.Attackers], &g.Seats[game.Defenders]
	a.Name, a.Detail = "Þorgeir Ljósvetningagoði Þorkelsson, who has a very long name", "level 10, and thinks for long"
	a.Clock.Figures, a.Clock.Words = "1123:59:59.9", "byo-yomi (2 periods of 30 seconds)"
	a.Taken = append(someMen(game.Defenders, 23), game.Kind{Name: "knight", Side: game.Defenders})
	d.Taken = append(someMen(game.Attackers, 171), game.Kind{Name: "commander"},
		game.Kind{Name: "king", Side: game.Defenders, Royal: true})
	g.Status =
		"Attackers win: the king is surrounded and cannot ever reach the edge of the board again, whatever he does"
	g.Warning = "The king threatens to be taken on the very next turn by the men on f6 and g7, or by those on c4 and d5"
	g.Review, g.Thinking = true, true
	for i := range g.Rows {
		g.Rows[i].Number = 1000 + i
		g.Rows[i].Text = [2]string{"Kf6^f4xf5xg4 Kf4-a4xCa5 Ka4-a1", "Ke5-e2xd2xf2xe1xe3"}
	}
	return g
}

func someDialogs() map[string]*panel.Dialog {
	var variants []string
	for i := range 40 {
		variants = append(variants, fmt.Sprintf("Variant %d with a name that is far too long for its box, really", i))
	}
	var keys []panel.KeyLine
	for range 13 {
		keys = append(keys, panel.KeyLine{Keys: "Ctrl+Z", Does: "undo"},
			panel.KeyLine{Keys: "PageUp, PageDown, Home, End, Ctrl+Shift+Tab",
				Does: "something long that is explained in many words, too many for one line"})
	}
	var many []panel.Button
	for i := range 14 {
		many = append(many, panel.Button{ID: fmt.Sprint("b", i), Label: fmt.Sprint("Button with a long label ", i),
			Key: "Ctrl+X", Disabled: i == 3})
	}
	fields := []panel.Field{
		{ID: "variant", Label: "Variant", Options: variants, Chosen: 3,
			Note: "Seven squares a side, an armed king, the corners are his way out. The quickest of the family, and " +
				"sharp, and so on and on, until no line is left for it at all, and then some."},
		{ID: "side", Label: "A label that is too long for its place",
			Options: []string{"Attackers", "Defenders"}, Chosen: 1},
		{ID: "level", Label: "Level", Options: []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}},
		{ID: "clock", Label: "Clock", Options: []string{"None", "10 min + 3 × 30 s byo-yomi"}, Chosen: 1},
		{ID: "only", Label: "Only one", Options: []string{"none"}, Disabled: true},
		{ID: "empty", Label: "None at all"},
	}
	more := append([]panel.Field{}, fields...)
	for range 8 {
		more = append(more, fields[2])
	}
	ok := []panel.Button{{ID: "play", Label: "Play", Primary: true}, {ID: "cancel", Label: "Cancel"}}
	long := "A line that has to be broken because no dialog is as wide as all that is said in it, and it says a lot."
	parts := someParts()
	var swatches []panel.Swatch
	for i, k := range someKinds() {
		swatches = append(swatches, panel.Swatch{Kind: k, Label: "A label that is long " + k.Name,
			Key: "1", On: i == 1})
	}
	swatches = append(swatches, panel.Swatch{Label: "Nothing"}, panel.Swatch{Sign: "throne", Label: "Throne"},
		panel.Swatch{Sign: "camp", Label: "Camp"})
	faults := []string{long, "There must be a king."}
	return map[string]*panel.Dialog{
		"rules": {ID: "rules", Kind: panel.Article, Title: "Copenhagen Hnefatafl 11x11", Parts: append(parts, parts...),
			Buttons: ok[:1], Scroll: 7},
		"aside": {ID: "custom", Kind: panel.Chooser, Title: "Customise Copenhagen Hnefatafl 11x11", Fields: more,
			Faults: faults,
			Aside:  parts, Buttons: append(ok, many[:4]...), Focus: 3},
		"start": {ID: "setup", Kind: panel.Chooser, Title: "Start", Fields: fields[1:3], Aside: parts[:2], Buttons: ok},
		"name": {ID: "name", Title: "A name",
			Fields: []panel.Field{{ID: "name", Label: "Name", Write: true,
				Text: "A very long name that goes on and on and will not end"}}, Faults: faults[:1], Buttons: ok},
		"edit": {ID: "edit", Title: "Edit board", Kind: panel.Beside, Palette: swatches, Fields: fields[:2],
			Faults: faults, Buttons: append(ok, many[:3]...), Focus: -1},
		"new":    {ID: "new", Title: "New game", Fields: fields, Buttons: ok},
		"fields": {ID: "settings", Title: "Settings", Fields: more, Buttons: ok, Focus: 13},
		"title": {ID: "title", Kind: panel.Title, Title: "TAFL", Lines: []string{"Hnefatafl and its kin", long},
			Buttons: many[:6]},
		"eight": {ID: "title", Kind: panel.Title, Title: "TAFL", Lines: []string{long}, Buttons: many[:8], Focus: 7},
		"titles": {ID: "title", Kind: panel.Title, Title: "A TITLE TOO LONG TO BE ONE", Lines: []string{long, long},
			Buttons: many},
		"help": {ID: "help", Kind: panel.Reference, Title: "Keys", Keys: keys, Buttons: ok[:1]},
		"menu": {ID: "menu", Kind: panel.Menu, Title: "Menu", Buttons: many, Focus: 13},
		"over": {ID: "over", Kind: panel.Over, Width: panel.ShortRow, Title: "Attackers win",
			Lines:   []string{"The king is captured.", long},
			Buttons: append(ok, many[:1]...)},
		"overs": {ID: "over", Kind: panel.Over, Title: "The defenders win: you lose",
			Lines: []string{"The king has escaped."}, Buttons: append(ok, many[:4]...)},
		"confirm": {ID: "confirm", Kind: panel.Question,
			Title: "A title that is much too long to stand in one line of a small dialog",
			Lines: []string{long, "", long}, Buttons: ok, Focus: 99},
		"bare": {ID: "bare", Kind: panel.Question},
	}
}

// someKinds are kinds of pieces, the empty one first.
func someKinds() []game.Kind {
	return []game.Kind{{Letter: '.'}, {Letter: 't', Name: "man"}, {Letter: 'T', Name: "man", Side: game.Defenders},
		{Letter: 'K', Name: "king", Side: game.Defenders, Royal: true}}
}

// someParts are running text with pictures of both kinds of boards.
func someParts() []panel.Part {
	grid, _ := game.NewGrid(7)
	fox, err := game.Shape("cross33", "")
	if err != nil {
		panic(err)
	}
	none := [2]game.Square{game.NoSquare, game.NoSquare}
	pieces := make([]game.Piece, 49)
	pieces[3], pieces[10], pieces[24] = 1, 2, 3
	long := "A paragraph that has to be broken because no column is as wide as all that is said in it, and it says a " +
		"lot, and then some more, and still more."
	return []panel.Part{
		{Head: "A heading", Board: &panel.Diagram{Board: grid, Kinds: someKinds(), Pieces: pieces,
			Throne: []game.Square{24}, Corner: []game.Square{0}, Camps: []game.Square{3}, Signs: []game.Square{12},
			Bad: []game.Square{10}, Arrow: [2]game.Square{1, 3}}, Text: long},
		{Text: long},
		{Head: "A heading that is much too long for its column, really, it is, whatever one does",
			Board: &panel.Diagram{Board: fox, Kinds: someKinds(), Pieces: pieces[:33], Arrow: none},
			Text:  long + " " + long},
		{Board: &panel.Diagram{Board: grid, Kinds: someKinds(), Arrow: none}},
	}
}

func someToasts() []panel.Toast {
	return []panel.Toast{{Text: "Gone by now"}, {Text: "Game saved", Tone: panel.Good},
		{Text: "That piece cannot stop on the throne, for only the king may rest there, as the rules of this variant " +
			"say: so try another square, any other square will do.", Tone: panel.Bad},
		{Text: "Plain"}}
}

// someScreens are screens of all kinds, by name.
func someScreens() map[string]*panel.Screen {
	all := map[string]*panel.Screen{
		"empty":  {},
		"bar":    {Bar: someTools()},
		"game":   {Game: someGame(), Bar: someTools(), Toasts: someToasts()},
		"long":   {Game: longGame(), Bar: append(someTools(), someTools()...), Toasts: someToasts()},
		"begins": {Game: &panel.Sheet{}, Bar: someTools()[:1]},
	}
	for name, d := range someDialogs() {
		all[name] = &panel.Screen{Game: someGame(), Bar: someTools(), Dialog: d, Toasts: someToasts()}
		all[name+" alone"] = &panel.Screen{Dialog: d}
	}
	v := uint64(0)
	for _, s := range all {
		v++
		s.Version = v
	}
	return all
}
