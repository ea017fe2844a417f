package server

import (
	"context"
	"encoding/json"
	"math"
	"net/http"

	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/store"
)

// exportsAtOnce is how many exports may run at the same time: each reads many archived games.
const exportsAtOnce = 2

// export sends a player all data of their account as JSON lines: first the account, then each of their games, the
// newest first.
func (s *Server) export(w http.ResponseWriter, r *http.Request) {
	who, err := s.accounts.Caller(r.Context(), token(r))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	select {
	case s.exports <- struct{}{}:
		defer func() { <-s.exports }()
	default:
		s.refuse(w, r, wire.Refuse(wire.TooMuch, "the service is sending data to others right now: wait a moment"))
		return
	}
	kept, err := s.kept(r.Context(), who)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	games, err := s.store.Archive.Of(r.Context(), who.ID, math.MaxInt64, math.MaxInt32)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="tafl3d-account.jsonl"`)
	if err := s.tellAll(r.Context(), json.NewEncoder(slowReply{w, s.opt.AnswerTime}), kept, games); err != nil {
		s.log.Warn("an export was interrupted", "error", err)
		panic(http.ErrAbortHandler) // the client notices that the answer is incomplete
	}
}

func (s *Server) tellAll(ctx context.Context, out *json.Encoder, kept wire.Export, games []store.Game) error {
	if err := out.Encode(kept); err != nil {
		return err
	}
	for _, g := range games {
		full, err := s.games.Full(ctx, g.ID)
		if err != nil {
			return err
		}
		if err := out.Encode(full); err != nil {
			return err
		}
	}
	return nil
}

// kept returns the data of an account apart from its games.
func (s *Server) kept(ctx context.Context, who account.Caller) (e wire.Export, err error) {
	if e.Me, err = s.accounts.Me(ctx, who, wire.None{}); err != nil {
		return e, err
	}
	if e.History, err = s.accounts.History(ctx, who.ID, e.Me.Ratings, math.MaxInt32); err != nil {
		return e, err
	}
	if e.Push, err = s.push.Of(ctx, who); err != nil {
		return e, err
	}
	if e.Conditional, err = s.conditional.Of(ctx, who); err != nil {
		return e, err
	}
	blocks, err := s.store.Conduct.Blocks(ctx, who.ID)
	if err != nil {
		return e, err
	}
	for _, b := range blocks {
		other, err := s.store.Accounts.Get(ctx, b)
		if err != nil {
			return e, err
		}
		e.Blocks = append(e.Blocks, other.Name)
	}
	reports, err := s.store.Conduct.ReportsBy(ctx, who.ID)
	for _, r := range reports {
		other, err := s.store.Accounts.Get(ctx, r.Other)
		if err != nil {
			return e, err
		}
		e.Reports = append(e.Reports, wire.Report{Name: other.Name, Game: r.Game, Text: r.Text})
	}
	return e, err
}
