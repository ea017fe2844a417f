package web

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"tafl3d/game"
	"tafl3d/game/record"
	"tafl3d/game/tree"
	"tafl3d/library/ask"
	"tafl3d/tongue"
)

// turn is a move in the tree of a game, with the moves that were taken back in its place.
type turn struct {
	Ply    int // 0 outside the main line
	Round  int // number of the round that it begins; 0 for the second move of a round
	Link   string
	Text   string
	Here   bool     // the board shows it
	Asides [][]turn // variations
}

// link returns the address of a node on the page of its game. Nodes outside the main line are numbered in the order of
// the tree.
func link(g *tree.Game, n *tree.Node) string {
	if n.OnMain() {
		return fmt.Sprintf("?ply=%d", n.Ply())
	}
	i := 0
	for x := range g.Root.All() {
		if x == n {
			break
		}
		i++
	}
	return fmt.Sprintf("?line=%d", i)
}

// lineOf lists the main line from a node, with variations. here is the node that the board shows.
func lineOf(g *tree.Game, n, here *tree.Node) (list []turn) {
	for ; n != nil; n = n.Main() {
		t := turn{Link: link(g, n), Text: n.Text, Here: n == here}
		if n.OnMain() {
			if t.Ply = n.Ply(); t.Ply%game.Sides == 1 {
				t.Round = (t.Ply + 1) / game.Sides
			}
		}
		if before := n.Parent(); before.Main() == n {
			for _, aside := range before.Next()[1:] {
				t.Asides = append(t.Asides, lineOf(g, aside, here))
			}
		}
		list = append(list, t)
	}
	return list
}

// sideNode returns the node with a number of the tree.
func sideNode(g *tree.Game, text string) (*tree.Node, error) {
	i, err := strconv.Atoi(text)
	if err != nil {
		return nil, ErrNone
	}
	for n := range g.Root.All() {
		if i == 0 && !n.OnMain() {
			return n, nil
		}
		i--
	}
	return nil, ErrNone
}

// showAside makes a page show a move that was taken back.
func (p *gamePage) showAside(n *tree.Node) {
	c := p.Film.Tree.Cursor()
	c.To(n)
	steps := c.Steps()
	fr := frameOf(c.Line().Setup(), n.Ply(), c.Line().Turn(), p.Film.Variant)
	if len(steps) > 0 {
		first, last := steps[0].Move(), steps[len(steps)-1].Move()
		if fr.From, fr.To = int(first.From), int(last.To); first.Op == game.Drop {
			fr.From = -1
		}
	}
	p.Aside, p.Ply, p.node, p.Said = true, n.Ply(), n, n.Text
	p.Where = p.Say.Textf("%d, taken back", n.Ply())
	p.Board = drawBoard(p.Say, p.Film.Variant.Rules, fr,
		p.Say.Textf("%s: %s", p.Film.Variant.Name, tongue.Name(p.Film.title(p.Say))), false)
	p.Position = p.Film.piecesByKind(p.Say, fr)
	on := n
	if n.Main() != nil {
		on = n.Main()
	}
	p.First, p.Back, p.On, p.Last = "?ply=0", link(p.Film.Tree, n.Parent()), link(p.Film.Tree, on),
		link(p.Film.Tree, n.Last())
}

// mostPlayed is how many moves the explorer shows.
const mostPlayed = 12

// move is a move in other games.
type move struct {
	ask.Move
	Percent [3]int // results in percent: attackers, defenders, draws
	Link    string // to the newest game with it, at this move; empty if it is this game
}

// explore adds the moves played in archived games from the page's position.
func (s *Site) explore(r *http.Request, p *gamePage) {
	if p.Film.Spec.Rules != "" {
		return
	}
	c := p.Film.Tree.Cursor()
	c.To(p.node)
	list, err := s.source.Explore(r.Context(), p.Film.Variant.ID, &c.Line().Position)
	if err != nil {
		s.log.Debug("no result from the opening explorer", "error", err) // the page is shown without it
		return
	}
	for _, m := range list[:min(len(list), mostPlayed)] {
		x := move{Move: m}
		if all := m.Attackers + m.Defenders + m.Draws; all > 0 {
			for i, n := range []int{m.Attackers, m.Defenders, m.Draws} {
				x.Percent[i] = (200*n + all) / (2 * all)
			}
		}
		if m.Game != "" && m.Game != p.ID {
			x.Link = fmt.Sprintf("/games/%s?ply=%d", m.Game, m.Ply)
		}
		p.Played = append(p.Played, x)
	}
}

// played sends only the explorer, for the script that steps through the game.
func (s *Site) played(w http.ResponseWriter, r *http.Request) {
	p, err := s.gameAt(w, r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.explore(r, &p)
	s.show(w, r, "game", http.StatusOK, page{Body: &p})
}

// formats are the file formats of games, with their file name extensions.
var formats = map[string]struct {
	ending string
	write  func(*tree.Game) (string, error)
}{
	"tafl":     {"tafl", func(g *tree.Game) (string, error) { return record.Text(g), nil }},
	"opentafl": {"otg", record.OpenTafl},
}

// record sends a game as a file.
func (s *Site) record(w http.ResponseWriter, r *http.Request) {
	f, err := s.film(r.Context(), r.PathValue("id"), 0)
	format, known := formats[r.PathValue("format")]
	if err == nil && !known {
		err = ErrNone
	}
	text := ""
	if err == nil {
		g := *f.Tree
		g.Tags = append([]tree.Tag{{Name: tree.TagSite, Value: s.name}}, g.Tags...)
		if text, err = format.write(&g); err != nil {
			err = errors.Join(ErrNone, err)
		}
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", "game-"+f.Spec.Game+"."+format.ending))
	send(w, r, http.StatusOK, []byte(text), "no-cache")
}
