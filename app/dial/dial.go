// Package dial connects the desktop to other machines: it implements package remote with the packages of net.
package dial

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strings"
	"time"

	"tafl3d/app/events"
	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/game/variant"
	"tafl3d/net/client"
	"tafl3d/net/lan"
	"tafl3d/net/wire"
)

// Network implements remote.Network. Close ends a connection; the context with which it was opened does not.
type Network struct {
	Store  shell.Store // holds the key of the device
	Events events.Store
	Wake   func() // called after every change on any goroutine; must not block; nil: none
	Hosted string // folder of the game hosted on the local network
}

// keyFile is the file of this device's private key, which identifies the player.
const keyFile = "device.key"

// key returns the key of the device and creates it on first use. A damaged key is an error and is
// not replaced, because the accounts would be lost.
func (n Network) key() (ed25519.PrivateKey, error) {
	text, err := n.Store.Load(keyFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		_, key, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			return nil, err
		}
		return key, n.Store.Save(keyFile, []byte(hex.EncodeToString(key.Seed())+"\n"))
	case err != nil:
		return nil, err
	}
	seed, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("%s is damaged: restore a copy of it, or delete it to start with a new identity",
			keyFile)
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

// Host implements remote.Network.
func (n Network) Host(_ context.Context, o remote.Offer, tell func(wire.Notice)) (remote.Offered, error) {
	spec := wire.Spec{Clock: o.Clock}
	spec.Variant, spec.Rules = named(o.Variant, o.Own)
	return n.hosting(lan.Open(lan.Offer{Name: o.Name, Side: o.Side, Spec: spec, Folder: n.Hosted}))(tell)
}

// HostAgain implements remote.Network.
func (n Network) HostAgain(_ context.Context, tell func(wire.Notice)) (remote.Offered, error) {
	return n.hosting(lan.Resume(n.Hosted, false))(tell)
}

// hosting returns a function that joins the game hosted here.
func (n Network) hosting(h *lan.Host, err error) func(tell func(wire.Notice)) (remote.Offered, error) {
	return func(tell func(wire.Notice)) (remote.Offered, error) {
		if err != nil {
			return nil, err
		}
		return hosting{n.lanHost(h.Link(), tell), h}, nil
	}
}

// named returns the id of a variant, and its rules if it is not in the catalogue.
func named(v *variant.Variant, own bool) (id, rules string) {
	if !own {
		return v.ID, ""
	}
	return v.ID, string(variant.Encode(v, nil))
}

// Find implements remote.Network.
func (n Network) Find(ctx context.Context) ([]wire.Found, error) { return lan.Find(ctx) }

// FindServices implements remote.Network.
func (n Network) FindServices(ctx context.Context) ([]wire.Found, error) {
	return lan.FindServices(ctx)
}

// Knock implements remote.Network.
func (n Network) Knock(ctx context.Context, address string) (remote.Door, error) {
	d, err := lan.Probe(ctx, strings.TrimSpace(address))
	if err != nil {
		return nil, err
	}
	return door{d, n}, nil
}

// door is a host found on the network.
type door struct {
	*lan.Peer
	network Network
}

// Offer implements remote.Door.
func (d door) Offer() wire.Found { return d.Peer.Offer }

// Enter implements remote.Door.
func (d door) Enter(_ context.Context, name string, tell func(wire.Notice)) (remote.Host, error) {
	key, err := d.network.key()
	if err != nil {
		return nil, err
	}
	l, err := d.Peer.Connect(d.Code(), name, key)
	if err != nil {
		return nil, err
	}
	e := d.network.lanHost(l, tell)
	if d.Peer.Offer.ID != "" {
		return visit{e, l}, nil
	}
	return e, nil
}

// remoteHost is the host at the other end of a connection.
type remoteHost struct{ *client.Line }

// Join implements remote.Host.
func (c remoteHost) Join(game string) remote.Table { return c.Line.Join(game) }

// lanHost is a game on the local network and its rematches.
type lanHost struct {
	remoteHost
	link *lan.Link
}

func (n Network) lanHost(l *lan.Link, tell func(wire.Notice)) lanHost {
	return lanHost{remoteHost{l.Dial(context.Background(), n.Wake, tell)}, l}
}

// Rematch implements remote.Host.
func (e lanHost) Rematch(ctx context.Context, game string) error { return e.link.Rematch(ctx, game) }

// visit is an event on the local network, as seen by its guests.
type visit struct {
	lanHost
	wire.Asker
}

// Me implements remote.Holder.
func (v visit) Me() wire.Player { return wire.Player{ID: v.link.Guest()} }

// Replay implements remote.Holder.
func (v visit) Replay(ctx context.Context, game string) ([]byte, error) {
	return wire.GetRecord.Ask(ctx, v, wire.None{}, game)
}

// hosting is a lanHost that this program hosts.
type hosting struct {
	lanHost
	host *lan.Host
}

// Code implements remote.Offered.
func (h hosting) Code() string { return h.host.Code() }

// Addresses implements remote.Offered.
func (h hosting) Addresses() []string { return h.host.Addresses() }

// Began implements remote.Offered.
func (h hosting) Began() string { return h.host.Began() }

// Close implements remote.Host.
func (h hosting) Close() {
	h.lanHost.Close()
	h.host.Close()
}

// service is a matching service with a session. Hosts must be comparable.
type service struct {
	remoteHost
	*client.Session
	name string
}

// Service implements remote.Network.
func (n Network) Service(
	ctx context.Context, address, name string, guest bool, tell func(wire.Notice),
) (remote.Service, error) {
	return n.first(address, tell, func(d *client.Service) (wire.Session, error) { return d.Enter(ctx, name, guest) })
}

// first signs in at the first address that a text may stand for and at which a service answers.
func (n Network) first(
	text string, tell func(wire.Notice), in func(d *client.Service) (wire.Session, error),
) (remote.Service, error) {
	key, err := n.key()
	if err != nil {
		return nil, err
	}
	d, session, err := client.First(text, key, in)
	if err != nil {
		return nil, err
	}
	return n.signed(d, session, tell), nil
}

// Pair implements remote.Network.
func (n Network) Pair(ctx context.Context, address, code string, tell func(wire.Notice)) (remote.Service, error) {
	code = strings.TrimSpace(code)
	return n.first(address, tell, func(d *client.Service) (wire.Session, error) {
		return d.Join(ctx, code, len(code) > pairingLetters, "desktop")
	})
}

// pairingLetters is the length of a pairing code; recovery codes are longer.
const pairingLetters = 8

// unnamed is the display name of a service without a name.
const unnamed = "tafl3d"

// signed opens the connection of a session.
func (n Network) signed(d *client.Service, session wire.Session, tell func(wire.Notice)) service {
	opt := client.Options{URL: d.Socket(), Token: session.Token, Wake: n.Wake, Notice: tell}
	line := client.Dial(context.Background(), opt)
	shown := session.Service
	if u, err := url.Parse(d.Address()); err == nil && (shown == "" || shown == unnamed) {
		shown = u.Host
	}
	return service{remoteHost{line}, d.In(session), shown}
}

// At implements remote.Network.
func (n Network) At(address string) (wire.Asker, error) {
	key, err := n.key()
	if err != nil {
		return nil, err
	}
	d, err := client.NewService(address, key, nil)
	if err != nil {
		return nil, err
	}
	return client.Explained{Asker: d.In(wire.Session{})}, nil
}

// Name implements remote.Service.
func (s service) Name() string { return s.name }

// Do implements wire.Asker.
func (s service) Do(ctx context.Context, method, path string, in, out any) error {
	return client.Explained{Asker: s.Session}.Do(ctx, method, path, in, out)
}

// Rematch implements remote.Host.
func (s service) Rematch(ctx context.Context, game string) error {
	return client.Explain(s.Session.Rematch(ctx, game))
}

// Replay implements remote.Holder.
func (s service) Replay(ctx context.Context, game string) ([]byte, error) {
	data, err := s.Session.Replay(ctx, game)
	return data, client.Explain(err)
}

// goodbye is the time limit for signing off.
const goodbye = 2 * time.Second

// Close implements remote.Host. It leaves the queue.
func (s service) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), goodbye)
	defer cancel()
	_, _ = wire.DeleteQueue.Ask(ctx, s, wire.None{}) // otherwise the ticket would expire
	s.remoteHost.Close()
}
