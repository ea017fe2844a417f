package moderation

import (
	"context"
	"errors"
	"net/netip"
	"strings"
	"time"

	"tafl3d/net/wire"
	"tafl3d/server/store"
)

// Dossier is what a moderator needs to know about an account.
type Dossier struct {
	Account   store.Account
	Devices   []store.Device
	Games     int // archived
	Sanctions []store.Sanction
	Reports   []store.NamedReport // about the account, the newest first
	Related   []Related
	Deeds     []store.Deed // about the account, the newest first
}

// Related is an account that shares something with another.
type Related struct {
	ID      string
	Name    string
	Kind    string
	Created int64
	Gone    bool
	Shares  []string // address, program, device
	Seen    int64    // when it last signed in with one of them
}

// dossierShows is how many reports and deeds a dossier has.
const dossierShows = 50

// Look returns what is known of the account with a name or an id.
func (m *Moderators) Look(ctx context.Context, name string) (d Dossier, err error) {
	if d.Account, err = m.account(ctx, name); err != nil {
		return d, err
	}
	id, st := d.Account.ID, m.Store
	var failed [5]error
	d.Devices, failed[0] = st.Accounts.Devices(ctx, id)
	d.Sanctions, failed[1] = st.Moderation.Sanctions(ctx, id, m.Now())
	d.Reports, failed[2] = st.Conduct.Reports(ctx, store.ReportFilter{About: id, Most: dossierShows})
	d.Related, failed[3] = m.related(ctx, id)
	d.Deeds, failed[4] = st.Moderation.Deeds(ctx, id, dossierShows)
	if err := errors.Join(failed[:]...); err != nil {
		return d, err
	}
	d.Games, err = st.Moderation.Games(ctx, id)
	return d, err
}

// related returns the accounts that share something with an account, each once.
func (m *Moderators) related(ctx context.Context, id string) ([]Related, error) {
	all, err := m.Store.Moderation.Related(ctx, id)
	list, at := []Related{}, map[string]int{}
	for _, r := range all {
		i, known := at[r.Account.ID]
		if !known {
			i, at[r.Account.ID] = len(list), len(list)
			list = append(list, Related{ID: r.Account.ID, Name: r.Account.Name, Kind: string(r.Account.Kind),
				Created: r.Account.Created, Gone: r.Account.Gone != 0, Seen: r.Seen})
		}
		list[i].Shares = append(list[i].Shares, string(r.Kind))
	}
	return list, err
}

// Filter selects accounts. Empty fields select nothing in particular.
type Filter struct {
	Address  string `json:"address,omitempty"` // or a network: 203.0.113.0/24, 2001:db8::/48
	Name     string `json:"name,omitempty"`    // with * for any letters
	Since    string `json:"since,omitempty"`   // created: 2h (ago), 2026-11-28 or 2026-11-28T18:00:00Z
	Until    string `json:"until,omitempty"`
	Kind     string `json:"kind,omitempty"` // person, guest or bot
	Unplayed bool   `json:"unplayed,omitempty"`
}

// maxFound is how many accounts a filter selects at most.
const maxFound = 1000

// Find returns the accounts that a filter selects, the newest first, at most maxFound.
func (m *Moderators) Find(ctx context.Context, f Filter) ([]store.FoundAccount, error) {
	q := store.AccountFilter{Name: strings.ToLower(f.Name), Kind: store.Kind(f.Kind), Unplayed: f.Unplayed,
		Most: maxFound}
	switch q.Kind {
	case "", store.Person, store.Guest, store.Bot:
	default:
		return nil, wire.Badf("%.20q is no kind of account: person, guest, bot", f.Kind)
	}
	var err error
	if f.Address != "" {
		if q.Mark, err = m.markOf(ctx, f.Address); err != nil {
			return nil, err
		}
	}
	if q.Since, err = m.moment(f.Since); err != nil {
		return nil, err
	}
	if q.Until, err = m.moment(f.Until); err != nil {
		return nil, err
	}
	return m.Store.Moderation.Find(ctx, q)
}

// markOf returns the mark of an address or a network.
func (m *Moderators) markOf(ctx context.Context, text string) (store.Mark, error) {
	network, err := netip.ParsePrefix(text)
	if ip, bad := netip.ParseAddr(text); bad == nil {
		ip = ip.Unmap().WithZone("")
		network, err = netip.PrefixFrom(ip, ip.BitLen()), nil
	}
	if err != nil {
		return store.Mark{}, wire.Badf("%.50q is neither an address nor a network", text)
	}
	return m.Accounts.NetworkMark(ctx, network)
}

// moment parses a time: a period ago, a day or a time. Empty is zero.
func (m *Moderators) moment(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if ago, err := Period(text); err == nil {
		return m.Now().Add(-ago), nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, nil
		}
	}
	return time.Time{}, wire.Badf("%.30q is no time: write 2h, 2026-11-28 or 2026-11-28T18:00:00Z", text)
}

// Purge is an order to delete all accounts that a filter selects.
type Purge struct {
	Filter Filter `json:"filter"`
	Reason string `json:"reason,omitempty"`
	By     string `json:"by"`
}

// Purge deletes the accounts that a filter selects and returns them.
func (m *Moderators) Purge(ctx context.Context, p Purge) ([]store.FoundAccount, error) {
	if err := (Order{Do: Delete, Name: "x", Reason: p.Reason, By: p.By}).check(); err != nil {
		return nil, err
	}
	if p.Filter.Address == "" && p.Filter.Name == "" && p.Filter.Since == "" {
		return nil, wire.Badf("name the accounts to delete by address, name or time")
	}
	all, err := m.Find(ctx, p.Filter)
	for i, a := range all {
		err := m.Accounts.Delete(ctx, a.ID)
		if errors.Is(err, store.ErrNone) {
			continue // deleted meanwhile, or as a bot of another one
		}
		if err == nil {
			err = m.Store.Moderation.Record(ctx, m.deed(p.By, Delete, a.Account, strings.TrimSpace("by filter "+
				p.Reason)))
		}
		if err != nil {
			return all[:i], err
		}
	}
	if len(all) > 0 {
		m.Log.Info("moderated", "moderator", p.By, "action", "delete by filter", "accounts", len(all))
	}
	return all, err
}
