package events

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"path"
	"strings"
	"time"

	"tafl3d/app/board"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/panel"
	"tafl3d/tongue"
	"tafl3d/tournament"
	webpage "tafl3d/tournament/page"
	"tafl3d/tournament/play"
	"tafl3d/tournament/tables"
)

// SetAside renames a damaged tournament and shows a notice.
func (r *Room) SetAside(id string, fault error) {
	to, err := r.opt.Events.Events.Aside(path.Join(id, File))
	if err != nil {
		r.shell.Refuse(words.Error(err))
		return
	}
	r.shell.Say(TextBadEvent(r.opt.Events.Events.Where(to), fault), panel.Bad)
}

// Knows returns an error if the tournament refers to something unknown.
func (r *Room) Knows(c tournament.Config) error {
	_, err := match.ParseControl(Clock(c))
	for _, v := range c.Variants {
		_, fault := r.board.Lib.Get(v.ID)
		err = errors.Join(err, fault)
	}
	return err
}

// Happen applies an event, saves the tournament and starts what follows. It reports whether the event was
// accepted, and shows errors.
func (r *Room) Happen(e tournament.Event) bool {
	if err := r.Apply(e); err != nil {
		r.shell.Refuse(TextEventError(err))
		return false
	}
	return true
}

// Apply is Happen with the error returned instead of shown.
func (r *Room) Apply(e tournament.Event) error {
	h := r.Event
	now := r.opt.Clock.Now()
	if last := h.State.Now(); now.Before(last) { // the clock was set back
		now = last
	}
	if err := h.State.Apply(now, e); err != nil {
		return err
	}
	r.Save()
	r.stopDecided()
	r.Pump()
	r.shell.Touch()
	return nil
}

// stopDecided ends running games that were decided otherwise: the one at the board, and engine games.
func (r *Room) stopDecided() {
	h := r.Event
	for n, l := range h.Running {
		if _, open := h.Due(n); open {
			continue
		}
		l.stop()
		delete(h.Running, n)
		l.Take()
		s := l.State
		s.Outcome = h.decided(n)
		l.Tell(table.Update{Action: match.Play{}, State: s})
		if s.Record.Ply() > 0 {
			r.KeepRecord(n, headerOf(h, &l.Due.Game), l.State)
		}
	}
	g := r.board.Game()
	if g == nil || g.Contest == nil || !g.Contest.Play || g.Contest.Scored {
		return
	}
	n := tables.Game{Pairing: g.Contest.Due.Pairing, Leg: g.Contest.Due.Leg}
	if _, open := h.Due(n); open {
		return
	}
	g.Contest.Scored = true
	r.showDecided(n)
}

// showDecided shows the game at the board as decided. It can no longer be played.
func (r *Room) showDecided(n tables.Game) {
	g := r.board.Game()
	b := &board.Contest{Due: g.Contest.Due, Names: g.Contest.Names, Details: g.Contest.Details, Scored: true}
	setup, state := setupOf(r.Event, b), g.State
	setup.Levels = [game.Sides]int{words.Levels, words.Levels}
	state.Outcome, state.Paused = r.Event.decided(n), false
	relay := &Relay{Out: make(chan table.Update, RelayMost)}
	r.board.Exchange(lookedAt(g.Variant, setup, state, relay))
	r.board.Game().Ending = state.Outcome.Over()
	if !r.board.Game().Ending {
		r.shell.Say(textVoid, panel.Plain)
	}
}

// decided returns the recorded outcome of a game; without a winner if it does not count.
func (h *Event) decided(n tables.Game) (o game.Outcome) {
	if p, err := h.State.Pairing(n.Pairing); err == nil && n.Leg < len(p.Legs) && p.Legs[n.Leg].Verdict != "" {
		o = decreed(&p.Legs[n.Leg])
	}
	return o
}

// Save saves the tournament.
func (r *Room) Save() {
	data, err := r.Event.State.Encode()
	if err != nil {
		r.shell.NotSaved(File, err)
		return
	}
	r.Event.Saver.Save(path.Join(r.Event.ID, File), data)
}

// Pump starts engine games and, if automatic, the next round.
func (r *Room) Pump() {
	h := r.Event
	if h.Auto && h.State.Phase() == tournament.Running && len(h.State.Due()) == 0 &&
		h.State.CanPair(r.opt.Clock.Now()) == nil {
		r.NextRound() // calls Pump again
		return
	}
	if h.State.Phase() == tournament.Running && r.opt.Events.Entrants != nil {
		for _, d := range h.State.Due() {
			if len(h.Running) >= r.opt.Events.Entrants.Jobs() {
				break
			}
			if n := (tables.Game{Pairing: d.Pairing, Leg: d.Leg}); h.Running[n] == nil && h.Engines(d.Game) &&
				h.InTurn(d) {
				r.run(d)
			}
		}
	}
	r.guests.updateVenue()
	if h.State.Phase() == tournament.Over && !h.Honours {
		h.Honours = true
		r.shell.Say(textEventOver(h.State.Config().Name), panel.Good)
		if r.looks() {
			r.shell.Open(honoursPage{r})
		}
	}
}

// NextRound pairs the next round. It ends the tournament if no pairing is possible.
func (r *Room) NextRound() {
	h := r.Event
	now := r.opt.Clock.Now()
	if last := h.State.Now(); now.Before(last) {
		now = last
	}
	err := play.NextRound(h.State, func(e tournament.Event) error { return h.State.Apply(now, e) })
	if err != nil {
		h.Auto = false
		r.shell.Refuse(TextEventError(err))
		return
	}
	r.Save()
	r.shell.Touch()
	r.Pump()
}

// KeepRecord saves the record of a game.
func (r *Room) KeepRecord(n tables.Game, head match.Header, s match.State) {
	data, err := match.Encode(head, s)
	if err != nil {
		r.shell.NotSaved(r.Event.ID, err)
		return
	}
	name := RecordFile(r.Event.ID, n)
	r.Event.Records[name] = data
	r.Event.Saver.Save(name, data)
}

// Export writes table, web page and picture of the final standings, and shows their folder. The games are in
// the tournament's folder already.
func (r *Room) Export() {
	h := r.Event
	files := map[string][]byte{}
	var faults []error
	write := func(name string, make func(w io.Writer) error) {
		var b bytes.Buffer
		faults = append(faults, make(&b))
		files[name] = b.Bytes()
	}
	cross := h.State.CrossTable()
	write("table.csv", cross.WriteCSV)
	write("table.json", func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(cross)
	})
	write("event.html", func(w io.Writer) error { return webpage.Write(w, h.Tables()) })
	if err := errors.Join(faults...); err != nil {
		r.shell.Refuse(words.Error(err))
		return
	}
	picture := r.FinalTable()
	store, draw, id := r.opt.Events.Events, r.opt.Events.Picture, h.ID
	h.Workers.Go(r.shell.Guard(func() {
		err := Share(store, id, files, picture, draw)
		r.shell.Report(h.Ctx, func() { r.shared(h, err) })
	}))
}

// shared shows the folder of the files.
func (r *Room) shared(h *Event, err error) {
	if err != nil {
		r.shell.Refuse(words.Error(err))
		return
	}
	h.Shared = r.opt.Events.Events.Where(path.Join(h.ID, ExportFolder))
	r.shell.Say(textShared(h.Shared), panel.Good)
}

// sharing returns the buttons for sharing and for opening the folder.
func (r *Room) sharing() []panel.Button {
	list := []panel.Button{{ID: "export", Label: textExport, Press: r.Export}}
	if r.opt.Events.Reveal != nil {
		list = append(list, panel.Button{ID: "folder", Label: words.OpenFolder, Disabled: r.Event.Shared == "",
			Press: func() { r.shell.Reveal(r.opt.Events.Reveal, r.Event.Shared) }})
	}
	return list
}

// FinalTable returns the content of the picture.
func (r *Room) FinalTable() *panel.Dialog {
	charts := r.Event.CrossCharts()
	if r.Event.State.Bracket() != nil {
		charts = append(r.Event.BracketCharts(), charts...)
	}
	for i := range charts {
		if t := charts[i].Table; t != nil {
			t.Marked = -1
		}
	}
	return &panel.Dialog{ID: "final", Title: r.Event.State.Config().Name, Lines: []string{r.State()}, Charts: charts,
		Kind: panel.Wide}
}

// run plays an engine game in the background.
func (r *Room) run(d tournament.Due) {
	h := r.Event
	v, err := r.board.Lib.Get(d.Game.Variant)
	if err != nil {
		r.shell.Refuse(words.Error(err))
		return
	}
	ctx, stop := context.WithCancel(h.Ctx)
	l := &Live{Due: d, Variant: v, State: match.New(v.Rules.Start(), h.Control).State(), rest: h.Pace, stop: stop}
	l.Pace.Store(int64(h.Pace))
	h.Running[tables.Game{Pairing: d.Pairing, Leg: d.Leg}] = l
	g := play.Game{Due: d, Start: v.Rules.Start(), Control: h.Control, Clock: r.opt.Clock,
		Show: func(list []game.Event, s match.State) {
			if l.Add(table.Update{Action: match.Play{}, Events: list, State: s}) {
				r.shell.Report(h.Ctx, func() { r.see(l) })
			}
		}}
	var refs [game.Sides]string
	for side, id := range d.Game.Players {
		e, _ := h.State.Entrant(id)
		refs[side] = e.Ref
	}
	seeds, _ := play.Chance(h.State.Config().Seed, d)
	h.Workers.Go(r.shell.Guard(func() {
		defer stop()
		end := r.contest(ctx, g, l, refs, seeds)
		r.shell.Report(h.Ctx, func() { r.finish(h, l, end) })
	}))
}

// contest creates the engines and plays. An engine that cannot be created forfeits.
func (r *Room) contest(
	ctx context.Context, g play.Game, l *Live, refs [game.Sides]string, seeds [game.Sides]uint64,
) play.Result {
	for side, ref := range refs {
		p, end, err := r.opt.Events.Entrants.Contender(ref, l.Variant.ID, seeds[side])
		if err != nil {
			return play.Result{Event: play.Failed(g.Due, game.Side(side), err),
				State: match.New(g.Start, g.Control).State()}
		}
		defer end()
		g.Seats[side] = board.Paced{Player: p, Clock: r.opt.Clock, Least: &l.Pace}
	}
	return g.Play(ctx)
}

// see handles the progress of a game.
func (r *Room) see(l *Live) {
	l.Take()
	if r.looks() {
		r.shell.Touch()
	}
}

// finish records the result of an engine game.
func (r *Room) finish(h *Event, l *Live, end play.Result) {
	if r.Event != h || end.Event == nil {
		return
	}
	n := tables.Game{Pairing: l.Due.Pairing, Leg: l.Due.Leg}
	l.Take()
	l.Tell(table.Update{Action: match.Play{}, State: end.State})
	delete(h.Running, n)
	if _, open := h.Due(n); !open { // the director was faster
		r.Pump()
		return
	}
	if end.State.Record.Ply() > 0 {
		r.KeepRecord(n, headerOf(h, &l.Due.Game), end.State)
	}
	if f, failed := end.Event.(tournament.Forfeit); failed {
		r.shell.Say(TextForfeits(h.Name(f.Player), f.Note), panel.Bad)
	}
	r.Happen(end.Event)
}

// State describes the current tournament in one line.
func (r *Room) State() string {
	parts := r.Event.Tables().Facts(time.Time{})
	if n := len(r.Event.Running); n > 0 {
		parts = append(parts, tongue.Textf("%d in progress", n))
	}
	return strings.Join(parts, "  ·  ")
}

// honoursPage shows the end of a tournament.
type honoursPage struct{ a *Room }

func (p honoursPage) Show() panel.Dialog {
	h := p.a.Event
	d := panel.Dialog{ID: "honours", Title: textHonoursOf(h.State.Config().Name), Cancel: "close", Kind: panel.Wide,
		Buttons: append([]panel.Button{{ID: "close", Label: words.Done, Primary: true}}, p.a.sharing()...)}
	t := h.Shown(h.Tables().Awards())
	t.Marked = 0
	d.Charts = []panel.Chart{{Table: t}}
	return d
}
