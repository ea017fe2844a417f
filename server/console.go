package server

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"tafl3d/net/wire"
	"tafl3d/server/console"
	"tafl3d/server/doctor"
	"tafl3d/server/web"
)

// Console returns the handler of the operator's pages. site is the address of the service's own pages.
func (s *Server) Console(site string) http.Handler {
	opt := console.Options{Name: s.opt.Name, Site: site, Store: s.store, Moderators: s.moderators, Figures: s.figures,
		Games: s.listGames, Style: web.Style(), Hosts: []string{s.opt.Host}, Now: s.opt.Now, Log: s.log}
	if s.opt.Database == "" {
		opt.Backup = s.backups()
	}
	return console.New(opt)
}

// listGames returns the games in progress and those that ended last.
func (s *Server) listGames(ctx context.Context) (live, recent []wire.GameBrief, err error) {
	recent, err = pages{s}.Recent(ctx)
	return s.seeks.Live(), recent, err
}

// lowSpace is how many free bytes in the data folder are too few.
const lowSpace = 1 << 30

// figures returns live figures of this service.
func (s *Server) figures() []console.Figure {
	number := func(label string, n int, alarm bool) console.Figure {
		return console.Figure{Label: label, Value: fmt.Sprint(n), Alarm: alarm}
	}
	damaged, aside, failing := s.hub.DamagedGames(), s.hub.Quarantined(), s.journal.Failing()
	list := []console.Figure{
		number("Connections", s.hub.Conns(), false),
		number("Players in the queue", s.seeks.Waits(), false),
		number("Games open here", s.hub.Rooms(), false),
		number("Damaged games", damaged, damaged > 0),
		number("Games that cannot be opened", aside, aside > 0),
	}
	if late := s.lag.now(s.opt.Now()); late > 0 { // under load
		list = append(list, console.Figure{Label: "A move takes", Value: late.Round(100 * time.Microsecond).String(),
			Alarm: late > maxLag[forPages]})
	}
	if failing > 0 {
		list = append(list, console.Figure{Label: "The log of games fails for",
			Value: failing.Round(time.Second).String(),
			Alarm: true})
	}
	if free, err := doctor.FreeSpace(s.opt.Data); err == nil && s.opt.Data != "" {
		list = append(list, console.Figure{Label: "Free on the disk", Value: fmt.Sprintf("%.1f GB", float64(free)/1e9),
			Alarm: free < lowSpace})
	}
	return list
}
