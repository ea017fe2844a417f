// Package push tells players who are away that it is their move in a correspondence game, by Web Push (RFC 8030, 8291
// and 8292): encrypted messages through the push service of their browser.
package push

import (
	"cmp"
	"context"
	"crypto/ecdh"
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"tafl3d/game/match"
	"tafl3d/game/variant"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/store"
	"tafl3d/tongue"
)

// Options configures a Notifier. All fields but Client are required.
type Options struct {
	Store   *store.Store
	Now     func() time.Time
	Log     *slog.Logger
	Host    string // name of the service
	Contact string // of the operator, mailto: or https:, for push services; empty is the host
	// Client sends to push services. nil reaches only public addresses, by port 443; another one may reach any.
	Client *http.Client
	Done   func(Result) // counts messages
}

// Result is what became of a message.
type Result string

// The results.
const (
	Sent    Result = "sent"
	Failed  Result = "failed"
	Expired Result = "expired" // the push service no longer knows the browser
	Dropped Result = "dropped" // too many were waiting
)

// Limits of messages.
const (
	mostWaiting = 1000 // moves whose players are not told yet
	workers     = 8
	mostFailed  = 5 // in a row, before a subscription is removed
	// keptFor is how long a push service keeps a message for a browser that is off.
	keptFor = 3 * 24 * time.Hour
)

// Notifier tells players that it is their move. Its methods may be called by many goroutines.
type Notifier struct {
	opt    Options
	anyone bool // Client may reach any address
	queue  chan turn
	mu     sync.Mutex
	keys   keys
}

// turn is a move that a player is told about.
type turn struct {
	game, account, opponent, variant string
}

// keys are the key pair of the service (VAPID), in base64url.
type keys struct{ private, public string }

// New returns a Notifier. Run sends what it is told.
func New(opt Options) *Notifier {
	n := &Notifier{opt: opt, queue: make(chan turn, mostWaiting), anyone: opt.Client != nil}
	if opt.Client == nil {
		n.opt.Client = publicClient()
	}
	return n
}

// Notice returns a function that tells the player whose turn it is, if it is a correspondence game. It never waits.
func (n *Notifier) Notice(g *ledger.Game) (send func()) {
	spec := g.Spec()
	control, err := match.ParseControl(spec.Clock)
	if err != nil || g.Over() || ledger.Speed(control) != "correspondence" {
		return func() {}
	}
	to := g.Turn()
	t := turn{spec.Game, spec.Seats[to].ID, spec.Seats[to.Other()].Name, spec.Variant}
	return func() {
		select {
		case n.queue <- t:
		default:
			n.opt.Done(Dropped)
		}
	}
}

// Run sends messages until ctx ends.
func (n *Notifier) Run(ctx context.Context) {
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for {
				select {
				case <-ctx.Done():
					return
				case t := <-n.queue:
					n.tell(ctx, t)
				}
			}
		})
	}
	all.Wait()
}

// tell sends a message to each browser of a player.
func (n *Notifier) tell(ctx context.Context, t turn) {
	list, err := n.opt.Store.Pushes.Of(ctx, t.account)
	if err != nil {
		n.opt.Log.Warn("cannot read whom to tell about a move", "error", err)
		return
	}
	for _, p := range list {
		result, err := n.send(ctx, p, t)
		if ctx.Err() != nil {
			return
		}
		n.opt.Done(result)
		if err != nil {
			n.opt.Log.Warn("cannot tell a player about a move", "push_service", service(p.Endpoint), "error", err)
		}
		if err := n.note(ctx, p, result); err != nil {
			n.opt.Log.Warn("cannot store what became of a message", "error", err)
		}
	}
}

// note stores what became of a message.
func (n *Notifier) note(ctx context.Context, p store.Push, result Result) error {
	if result == Expired {
		return n.opt.Store.Pushes.Expired(ctx, p)
	}
	return n.opt.Store.Pushes.Sent(ctx, p, result == Sent, mostFailed)
}

// message is what the service worker of the pages shows.
type message struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	Game  string `json:"game"`
}

// send sends a message to a browser.
func (n *Notifier) send(ctx context.Context, p store.Push, t turn) (Result, error) {
	own, err := n.ownKeys(ctx)
	if err != nil {
		return Failed, err
	}
	say := tongue.Accepted(p.Language)
	game := t.variant
	if v, err := variant.Get(game); err == nil {
		game = say.Text(v.Name)
	}
	text, err := json.Marshal(message{say.Text("Your turn"), t.opponent + " · " + game, t.game})
	if err != nil {
		return Failed, err
	}
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	answer, err := webpush.SendNotificationWithContext(ctx, text,
		&webpush.Subscription{Endpoint: p.Endpoint, Keys: webpush.Keys{Auth: p.Auth, P256dh: p.P256dh}},
		&webpush.Options{HTTPClient: n.opt.Client, TTL: int(keptFor / time.Second), Topic: topic(t.game),
			Subscriber:     strings.TrimPrefix(cmp.Or(n.opt.Contact, "https://"+n.opt.Host), "mailto:"),
			VAPIDPublicKey: own.public, VAPIDPrivateKey: own.private})
	if err != nil {
		return Failed, plainError(err)
	}
	defer answer.Body.Close()
	_, _ = io.CopyN(io.Discard, answer.Body, 4096) // so that the connection is used again
	switch code := answer.StatusCode; {
	case code == http.StatusNotFound || code == http.StatusGone:
		return Expired, nil
	case code/100 != 2:
		return Failed, &refusal{answer.Status}
	}
	return Sent, nil
}

// topic returns the topic of a game: a newer message about it replaces one that waits. It has at most 32 letters.
func topic(game string) string { return game[:min(len(game), 32)] }

// refusal is an answer of a push service.
type refusal struct{ status string }

func (r *refusal) Error() string { return "the push service answers: " + r.status }

// ownKeys returns the key pair of the service, which all services of a database share. It is made at the first use.
func (n *Notifier) ownKeys(ctx context.Context) (keys, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.keys.public != "" {
		return n.keys, nil
	}
	private, public, err := webpush.GenerateVAPIDKeys()
	if err != nil {
		return keys{}, err
	}
	pair, err := n.opt.Store.Moderation.Secret(ctx, "push", private+" "+public)
	if err != nil {
		return keys{}, err
	}
	n.keys.private, n.keys.public, _ = strings.Cut(pair, " ")
	return n.keys, nil
}

// List returns the browsers of the caller that are told.
func (n *Notifier) List(ctx context.Context, who account.Caller, _ wire.None) (all wire.Pushes, err error) {
	own, err := n.ownKeys(ctx)
	if err != nil {
		return all, err
	}
	all.Key = own.public
	all.List, err = n.Of(ctx, who)
	return all, err
}

// Of returns the browsers of an account that are told.
func (n *Notifier) Of(ctx context.Context, who account.Caller) ([]wire.Push, error) {
	list, err := n.opt.Store.Pushes.Of(ctx, who.ID)
	if err != nil {
		return nil, err
	}
	devices, err := n.opt.Store.Accounts.Devices(ctx, who.ID)
	labels := map[string]string{}
	for _, d := range devices {
		labels[d.Key] = d.Label
	}
	all := make([]wire.Push, len(list))
	for i, p := range list {
		all[i] = wire.Push{Device: p.Device, Label: labels[p.Device], Service: service(p.Endpoint),
			Created: p.Created / 1e6, Here: p.Device == who.Device()}
	}
	return all, err
}

// Add tells the caller's device from now on.
func (n *Notifier) Add(ctx context.Context, who account.Caller, q wire.Subscription) (wire.None, error) {
	if !mayReach(q.Endpoint, n.anyone) {
		return wire.None{}, wire.Badf("the address of the push service must begin with https:// and be public")
	}
	if !isKey(q.P256dh) || !isSecret(q.Auth) || len(q.Language) > mostLanguage {
		return wire.None{}, wire.Badf("the keys or the language of the subscription are wrong")
	}
	return wire.None{}, n.opt.Store.Pushes.Put(ctx, store.Push{Device: who.Device(), Account: who.ID,
		Endpoint: q.Endpoint, P256dh: q.P256dh, Auth: q.Auth, Language: q.Language}, n.opt.Now())
}

// Remove tells a device of the caller no longer.
func (n *Notifier) Remove(ctx context.Context, who account.Caller, q wire.Revoke) (wire.None, error) {
	return wire.None{}, n.opt.Store.Pushes.Remove(ctx, who.ID, q.Key)
}

// mostLanguage is the length of the name of a language.
const mostLanguage = 20

// isKey reports whether a text is a public key on P-256, in base64url.
func isKey(text string) bool {
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return false
	}
	_, err = ecdh.P256().NewPublicKey(data)
	return err == nil
}

// isSecret reports whether a text is a secret of a subscription: 16 bytes in base64url.
func isSecret(text string) bool {
	data, err := base64.RawURLEncoding.DecodeString(text)
	return err == nil && len(data) == 16
}

// service returns the host of a push service.
func service(endpoint string) string {
	u, err := url.Parse(endpoint)
	if err != nil {
		return ""
	}
	return u.Host
}
