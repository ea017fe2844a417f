package games

import (
	"fmt"
	"slices"

	"tafl3d/app/rulebook"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Choice receives the game selected in the gallery.
type Choice interface {
	All() []*variant.Variant   // to choose from
	Choose(v *variant.Variant) // selects a variant
}

// Beginner is a Choice that can start a game at once.
type Beginner interface{ Begin() }

// Number of cards per row, and the largest length of a search.
const (
	galleryColumns = 4
	longestSearch  = 40
)

// Texts of the gallery.
const (
	showAll = iota
	showFavourites
	showLately
)

// sizes are the board sizes to filter by, as the largest number of squares.
var sizes = []int{0, 49, 81, 1 << 10}

// gallery shows the games as cards.
type gallery struct {
	r      *Browser
	of     Choice
	search *shell.Entry
	family string // empty: all
	size   int    // index of sizes
	which  int
	at     int
}

// OpenGallery opens the gallery of games for of.
func (r *Browser) OpenGallery(of Choice) {
	g := &gallery{r: r, of: of, search: shell.NewEntry("", longestSearch)}
	r.shell.Open(g)
	r.shell.Focus(len(g.Show().Fields) - 1)
}

// families returns the families of games, with an option for all first.
func (p *gallery) families() []string {
	list := []string{""}
	for _, v := range p.of.All() {
		list = shell.With(list, v.Family)
	}
	return list
}

// found returns the games to show. named is false if no name matches the search and these are the most
// similar ones.
func (p *gallery) found() (list []*variant.Variant, named bool) {
	list = slices.DeleteFunc(p.of.All(), func(v *variant.Variant) bool {
		n := v.Rules.Board().Squares()
		return p.family != "" && v.Family != p.family || p.size > 0 && (n > sizes[p.size] || n <= sizes[p.size-1])
	})
	of := func(ids []string) {
		slices.SortStableFunc(list, func(a,
			b *variant.Variant) int {
			return slices.Index(ids, a.ID) - slices.Index(ids, b.ID)
		})
		list = slices.DeleteFunc(list, func(v *variant.Variant) bool { return !slices.Contains(ids, v.ID) })
	}
	switch p.which {
	case showFavourites:
		of(p.r.host.Favourites())
	case showLately:
		of(p.r.host.Lately())
	}
	return variant.Search(p.search.String(), list, func(v *variant.Variant) string {
		return tongue.Text(v.Name) + " " + p.r.host.Families([]string{v.Family})[0]
	})
}

func (p *gallery) Show() panel.Dialog {
	list, named := p.found()
	p.at = max(min(p.at, len(list)-1), 0)
	families := p.families()
	names := append([]string{textAllFamilies}, p.r.host.Families(families[1:])...)
	search := p.search.Field("search", "Search", "")
	top := func() { p.at = 0 }
	open := func(n int) {
		if p.at = n; n < len(list) {
			p.r.shell.Open(gamePage{p, list[n]})
		}
	}
	search.Search, search.Typed, search.Pick, search.Open = true, top, "open", open
	d := panel.Dialog{ID: "gallery", Kind: panel.Wide, Title: "The games", Cancel: "close",
		Fields: []panel.Field{
			search,
			{ID: "which", Label: "Show", Options: []string{"all games", "favourites", "played recently"},
				Chosen: p.which, Set: panel.Into(&p.which, top), Beside: true},
			{ID: "family", Label: "Family", Options: names, Chosen: slices.Index(families, p.family),
				Set: func(n int) { p.family, p.at = families[n], 0 }},
			{ID: "size", Label: "Board", Options: []string{"any size", "small, up to 7 × 7", "medium, up to 9 × 9",
				"large"}, Chosen: p.size, Set: panel.Into(&p.size, top), Beside: true},
		},
		Buttons: []panel.Button{{ID: "close", Label: words.Cancel}}}
	switch {
	case len(list) == 0:
		d.Lines = []string{textNoGame}
	case !named:
		d.Lines = []string{tongue.Textf("No game is named “%s”. These names are similar.",
			tongue.Name(p.search.String()))}
	default:
		d.Lines = []string{tongue.Textf("%d games. Type to search; press Enter to open one.", len(list))}
	}
	cards := panel.Field{ID: "game", Set: panel.Into(&p.at), Pick: search.Pick, Open: open, Columns: galleryColumns,
		Chosen: p.at, Cards: []panel.Card{}, Start: func(n int) { p.begin(list[n]) }}
	for _, v := range list {
		card := p.card(v)
		if _, begins := p.of.(Beginner); begins {
			card.Start = "begin"
		}
		cards.Cards = append(cards.Cards, card)
	}
	if len(list) > 0 {
		d.Fields = append(d.Fields, cards)
	}
	return d
}

// card returns the card of a game: start position, board and pieces, and goal.
func (p *gallery) card(v *variant.Variant) panel.Card {
	c := panel.Card{Board: rulebook.Diagram(v.Rules, v.Rules.Setup().Pieces), Head: p.r.board.Lib.Name(v),
		Lines: []string{textBoard(v.Rules), textGoal(v)}}
	if slices.Contains(p.r.host.Favourites(), v.ID) {
		c.Sign = "star"
	}
	return c
}

// begin starts a game with the settings of the last one.
func (p *gallery) begin(v *variant.Variant) {
	of, begins := p.of.(Beginner)
	if !begins {
		return
	}
	p.of.Choose(v)
	p.r.shell.CloseTop()
	of.Begin()
}

// gamePage describes a game.
type gamePage struct {
	of *gallery
	v  *variant.Variant
}

func (p gamePage) Show() panel.Dialog {
	r := p.v.Rules
	s := r.Setup()
	favour := "Add to favourites"
	if slices.Contains(p.of.r.host.Favourites(), p.v.ID) {
		favour = "Remove from favourites"
	}
	choose := []panel.Button{{ID: "choose", Label: "Choose this game", Icon: "accept", Press: p.choose, Primary: true}}
	if of, begins := p.of.of.(Beginner); begins {
		choose = []panel.Button{{ID: "start", Label: "Start", Icon: "play", Primary: true, Press: func() {
			p.choose()
			of.Begin()
		}},
			{ID: "choose", Label: "Opponent and clock", Press: p.choose}}
	}
	return panel.Dialog{ID: "game", Kind: panel.Chooser, Title: p.of.r.board.Lib.Name(p.v), Cancel: "close",
		Parts: []panel.Part{{Text: p.v.Summary}, {Text: p.of.r.host.About(p.v)}},
		Aside: []panel.Part{{Board: rulebook.Diagram(r, s.Pieces)}, {Text: rulebook.Forces(r, s, false)},
			{Text: textGoal(p.v)}},
		Buttons: append(append(choose,
			panel.Button{ID: "rules", Label: "Rules", Press: func() { p.of.r.host.Rules(p.v) }},
			panel.Button{ID: "fairness", Label: "How fair?", Press: func() { p.of.r.host.Fairness(p.v) }},
			panel.Button{ID: "favour", Label: favour, Press: func() { p.of.r.host.Favour(p.v.ID) }}),
			append(p.setButton(),
				panel.Button{ID: "close", Label: words.Cancel})...)}
}

// setButton returns the button that makes a set, if sets can be made.
func (p gamePage) setButton() []panel.Button {
	if p.of.r.host.SetMaker() == nil {
		return nil
	}
	return []panel.Button{{ID: "set", Label: "Make this set", Press: func() { p.of.r.makeSet(p.v) }}}
}

// choose selects the game and returns to the page that asked for it.
func (p gamePage) choose() {
	p.of.of.Choose(p.v)
	p.of.r.shell.CloseTop()
	p.of.r.shell.CloseTop()
}

const (
	textAllFamilies = "all families"
	textNoGame      = "No matching game in this list."
)

// textBoard describes the size of the board and the pieces.
func textBoard(r *rules.Rules) string {
	p := r.Start()
	men := func(side game.Side) int {
		n := p.Count(side)
		for c, k := range r.Kinds() {
			if c > 0 && k.Side == side {
				n += p.Hand(game.Piece(c))
			}
		}
		return n
	}
	size := tongue.Textf("%d points", r.Board().Squares())
	if n := r.Board().Size(); n > 0 {
		size = fmt.Sprintf("%d × %d", n, n)
	}
	return tongue.Textf("%s, %d against %d", size, men(game.Attackers), men(game.Defenders))
}

// goals are the goals of games by family.
var textGoals = map[string]string{
	"fox": "Trap the fox", "asalto": "Storm the fortress", "tiger": "Trap the tigers",
	"dablot":   "Beat the other army",
	"halatafl": "Leap past the other army", "morris": "Make mills of three", "maharajah": "Hunt one mighty piece",
}

// textGoal returns the goal of a game.
func textGoal(v *variant.Variant) string {
	if v.Family != "tafl" {
		return textGoals[v.Family]
	}
	if set := v.Rules.Ruleset(); set.Escape == ruleset.EscapeCorner {
		return "The king runs for a corner"
	}
	return "The king runs for the edge"
}
