package web

import (
	"cmp"
	"errors"
	"html/template"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/tournament/tables"
)

// invitationPage says who invites to which game, and how to come to it.
type invitationPage struct {
	By         wire.Player
	Game       string
	Own        bool // the rules are the inviter's own
	Terms      []term
	Board      template.HTML
	Code, Link string
	Fault      string // why there is no game to be had; all else is empty then
}

// term is a condition of a game and what it is called.
type term struct{ Name, Value string }

// invitation shows an invitation. Looking at it does not accept it: programs that show
// what a link leads to ask for the page as well.
func (s *Site) invitation(w http.ResponseWriter, r *http.Request) {
	code := r.PathValue("code")
	o, err := s.source.Invitation(r.Context(), code)
	if e, refused := errors.AsType[*wire.Error](err); refused && invitationFaults[e.Code] != "" {
		s.show(w, r, "invitation", http.StatusNotFound, page{Title: "Invitation", Body: invitationPage{Fault: invitationFaults[e.Code]}})
		return
	}
	var p invitationPage
	if err == nil {
		p, err = invitationOf(o)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	p.Code, p.Link = code, wire.Invitation{Service: s.origin(r), Code: code}.Link()
	w.Header().Set("X-Robots-Tag", "noindex")
	s.show(w, r, "invitation", http.StatusOK, page{Title: p.By.Name + " invites you to a game", About: p.Game + ". The page says how to take it.", Script: "copy.js", Body: p})
}

// invitationFaults are the words for who comes too late or in vain.
var invitationFaults = map[wire.Code]string{
	wire.Taken:      "This invitation has been accepted already. Each is good for one game.",
	wire.TooLate:    "This invitation has run out: each is good for a week.",
	wire.Missing:    "There is no such invitation. It may have been withdrawn, or a part of the link is missing.",
	wire.BadMessage: "There is no such invitation. It may have been withdrawn, or a part of the link is missing.",
}

// origin returns the address of the service: the one that a request came to, if it has the
// name of the service or is this machine, else its name. Who is not on this machine has come by
// TLS, which a proxy may have ended.
func (s *Site) origin(r *http.Request) string {
	name, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		name = r.Host
	}
	_, err = strconv.ParseUint(cmp.Or(port, "0"), 10, 16)
	switch {
	case err != nil, !strings.EqualFold(name, s.host) && !wire.ThisMachine(name):
		return "https://" + s.host
	case r.TLS == nil && wire.ThisMachine(name):
		return "http://" + r.Host
	}
	return "https://" + strings.ToLower(r.Host)
}

// invitationOf describes a seek to who is invited by it.
func invitationOf(o wire.OpenSeek) (p invitationPage, err error) {
	q := o.Seek
	p = invitationPage{By: o.By, Own: q.Rules != ""}
	spec := wire.Spec{Variant: q.Variants[0], Rules: q.Rules, Start: q.Start, Clock: q.Clocks[0]}
	first, err := ledger.Begin(spec, 0)
	if err != nil {
		return p, err
	}
	f, err := develop([]wire.Entry{first})
	if err != nil {
		return p, err
	}
	r := f.Variant.Rules
	p.Game = f.Variant.Name
	p.Board = drawBoard(r, f.Frames[0], p.Game+" at the beginning", true)
	side := "drawn by lot"
	if his, ok := q.Side.Side(); ok {
		side = strings.ToLower(r.SideName(his.Other()))
	}
	p.Terms = []term{{"You play", side}, {"Time", tables.Clock(english, q.Clocks[0])}, {"Games", [...]string{"one", "two, with sides swapped"}[bit(q.Double)]},
		{"Rated", [...]string{"no", "yes"}[bit(q.Rated)]}}
	if q.Delay > 0 {
		p.Terms = append(p.Terms, term{"Spectators see it", english.Span(time.Duration(q.Delay)*time.Second) + " later"})
	}
	p.Terms = append(p.Terms, term{"Good until", when(o.Ends) + " UTC"})
	return p, nil
}
