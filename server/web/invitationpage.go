package web

import (
	"errors"
	"html/template"
	"net/http"
	"strings"
	"time"

	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/tongue"
	"tafl3d/tournament/tables"
)

// invitationPage is the page of an invitation: inviter, game, and how to accept it.
type invitationPage struct {
	By         wire.Player
	Game       string
	Own        bool // custom rules of the inviter
	Terms      []term
	Board      template.HTML
	About      string // describes the variant
	Title      string
	Code, Link string
	Fault      string // why there is no game; then all other fields are empty
}

// term is a condition of a game with its name.
type term struct {
	Name, Value string
	Until       int64 // instead of Value: seconds since 1970
}

// invitation shows an invitation. This does not accept it: programs that preview links request the page as well.
func (s *Site) invitation(w http.ResponseWriter, r *http.Request) {
	code, say := r.PathValue("code"), printerFor(w, r)
	o, err := s.source.Invitation(r.Context(), code)
	if e, refused := errors.AsType[*wire.Error](err); refused && textInvitationFaults[e.Code] != "" {
		s.show(w, r, "invitation", http.StatusNotFound, page{Title: printerFor(w, r).Text("Invitation"),
			Body: invitationPage{Fault: printerFor(w, r).Text(textInvitationFaults[e.Code])}})
		return
	}
	var p invitationPage
	if err == nil {
		p, err = invitationOf(say, o)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	p.Title, p.Code, p.Link = say.Textf("%s invites you to a game", tongue.Name(p.By.Name)), code,
		wire.Invitation{Service: s.origin(r), Code: code}.Link()
	w.Header().Set("X-Robots-Tag", "noindex")
	s.show(w, r, "invitation", http.StatusOK,
		page{Title: p.Title, About: p.Game + ". " + p.About, Scripts: []string{"copy.js"}, Body: p})
}

// textInvitationFaults are the texts for invitations that cannot be accepted.
var textInvitationFaults = map[wire.Code]string{
	wire.Taken:      "This invitation has already been accepted. Each is valid for one game.",
	wire.TooLate:    "This invitation has expired: each is valid for a week.",
	wire.Missing:    "Invitation not found. It may have been withdrawn, or part of the link is missing.",
	wire.BadMessage: "Invitation not found. It may have been withdrawn, or part of the link is missing.",
}

// invitationOf describes a challenge to the invited player.
func invitationOf(say *tongue.Speaker, o wire.OpenSeek) (p invitationPage, err error) {
	q := o.Seek
	p = invitationPage{By: o.By, Own: q.Rules != ""}
	spec := wire.Spec{Variant: q.Variants[0], Rules: q.Rules, Start: q.Start, Clock: q.Clocks[0]}
	first, err := ledger.Begin(spec, 0)
	if err != nil {
		return p, err
	}
	f, err := filmFrom([]wire.Entry{first})
	if err != nil {
		return p, err
	}
	r := f.Variant.Rules
	p.Game, p.About = say.Text(f.Variant.Name), aboutGame(say, f.Variant)
	p.Board = drawBoard(say, r, f.Frames[0], p.Game, true)
	side := say.Text("random")
	if his, ok := q.Side.Side(); ok {
		side = say.Text(strings.ToLower(r.SideName(his.Other())))
	}
	p.Terms = []term{{Name: say.Text("You play"), Value: side},
		{Name: say.Text("Clock"), Value: tables.Clock(say, q.Clocks[0])}}
	if q.Double {
		p.Terms = append(p.Terms, term{Name: say.Text("Games"), Value: say.Text("two, with sides swapped")})
	}
	rated := say.Text("no")
	if q.Rated {
		rated = say.Text("Yes, but guest games never count")
	}
	p.Terms = append(p.Terms, term{Name: say.Text("Rated"), Value: rated})
	if q.Delay > 0 {
		p.Terms = append(p.Terms, term{Name: say.Text("Spectators see moves"),
			Value: say.Textf("%s later", tongue.Name(say.Span(time.Duration(q.Delay)*time.Second)))})
	}
	p.Terms = append(p.Terms, term{Name: say.Text("Valid until"), Until: o.Ends})
	return p, nil
}
