// Package account is who plays at the service: accounts, their devices and sessions, names,
// ratings and vacations. It proves who asks. It knows nothing of seeks, rooms and events.
package account

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"tafl3d/net/wire"
	"tafl3d/server/store"
)

// How long things last.
const (
	sessionTime = 30 * 24 * time.Hour
	guestTime   = 24 * time.Hour
	signTime    = 2 * time.Minute // a signature, to either side of the time of day
	pairingTime = 10 * time.Minute
	never       = 100 * 365 * 24 * time.Hour
)

// Codes and devices that an account may have.
const (
	recoveryCodes = 8
	maxDevices    = 20 // that are not revoked
	maxSessions   = 32 // of a device
	maxBots       = 10
)

// Options is what the room stands on. All of it is required.
type Options struct {
	Store *store.Store
	Now   func() time.Time // time of day
	Log   *slog.Logger
	Host  string // name that players reach the service by: it is part of what they sign
	Name  string // of the service, shown to players
	// NoGuests says that only who chooses a name may come.
	NoGuests bool
	// Doubt has every connection of an account asked again whether its session holds.
	Doubt func(account string)
	// Gone is told that accounts were deleted: their games are to end.
	Gone func(context.Context)
}

// Accounts knows the accounts of a service. It is safe for use by many goroutines.
type Accounts struct {
	Options
	seen seen
}

// seen are the callers of sessions that were asked for of late, by hash.
type seen struct {
	mu  sync.Mutex
	all map[string]sight
	nr  uint64 // grows with what is forgotten
}

type sight struct {
	who Caller
	at  time.Time
}

// New returns the accounts that the database has.
func New(opt Options) *Accounts { return &Accounts{Options: opt} }

// Caller is who asks: the account of a session.
type Caller struct {
	store.Account
	device string
	hash   string // of the token
}

// Login tells the hub whose a token is, or that this cannot be known just now.
func (s *Accounts) Login(ctx context.Context, token string) (wire.Player, error) {
	who, err := s.Caller(ctx, token)
	if _, refused := errors.AsType[*wire.Error](err); err != nil && !refused {
		s.Log.Error("nobody can be let in", "error", err)
		err = wire.Refuse(wire.Unavailable, "the service cannot tell just now who you are")
	}
	if err != nil {
		return wire.Player{}, err
	}
	return wire.Player{ID: who.ID, Name: who.Name, Bot: who.Kind == store.Bot}, nil
}

// Caller returns who has a session, by its token.
func (s *Accounts) Caller(ctx context.Context, token string) (Caller, error) {
	hash := Digest(token)
	a, device, err := s.Store.Session(ctx, hash, s.Now())
	if errors.Is(err, store.ErrNone) {
		return Caller{}, wire.Refuse(wire.BadToken, "the session is unknown or has ended: sign in again")
	}
	return Caller{a, device, hash}, err
}

// Digest is what is kept of a secret: its SHA-256 in hexadecimal.
func Digest(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// ID makes an id that nobody can guess.
func ID() string { return strings.ToLower(rand.Text()) }

// proven checks a proof and returns its key. A proof is good once.
func (s *Accounts) proven(ctx context.Context, p wire.Proof) (string, error) {
	now := s.Now()
	key, ok := exactly(p.Key, ed25519.PublicKeySize)
	if !ok || weak(key) {
		return "", wire.Badf("the key is no Ed25519 key")
	}
	sig, ok := exactly(p.Signature, ed25519.SignatureSize)
	switch {
	case !ok:
		return "", wire.Badf("the signature is no Ed25519 signature")
	case !slices.ContainsFunc(s.names(),
		func(host string) bool { return ed25519.Verify(key, []byte(p.Message(host)), sig) }):
		return "", wire.Refuse(wire.Forbidden,
			"the signature is not that of the key for %s: is that the address you went to?", wire.Name(s.Host))
	case now.Sub(time.Unix(p.Time, 0)).Abs() > signTime:
		return "", wire.Refuse(wire.Forbidden, "the signature is not of now: is the clock of your machine right?")
	}
	err := s.Store.Spend(ctx, Digest(p.Signature), now.Add(2*signTime))
	if errors.Is(err, store.ErrTaken) {
		return "", wire.Refuse(wire.Forbidden, "this signature was used before")
	}
	return p.Key, err
}

// smallOrder are the keys of small order, as hexadecimal numbers without the bit of the sign:
// the y of the points of order 1, 2, 4 and 8, and those written with p added. Anybody can sign
// for them. (Source: the list of libsodium, ge25519_has_small_order.)
var smallOrder = []string{
	"0000000000000000000000000000000000000000000000000000000000000000",
	"0100000000000000000000000000000000000000000000000000000000000000",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
}

// weak reports whether a key is of small order.
func weak(key []byte) bool {
	y := slices.Clone(key)
	y[len(y)-1] &= 0x7f
	return slices.Contains(smallOrder, hex.EncodeToString(y))
}

// names returns for which hosts a proof may be made: the one that the service calls
// itself, and if that is the machine of who signs the names that it is mostly given.
func (s *Accounts) names() []string {
	if wire.ThisMachine(s.Host) {
		return []string{s.Host, "localhost", "127.0.0.1", "::1"}
	}
	return []string{s.Host}
}

// exactly reads bytes in base64, in the one way in which they are to be written: what is
// good once would be good again in another.
func exactly(text string, size int) ([]byte, bool) {
	data, err := base64.RawURLEncoding.DecodeString(text)
	return data, err == nil && len(data) == size && base64.RawURLEncoding.EncodeToString(data) == text
}

// SignUp makes an account with its first device and opens a session.
func (s *Accounts) SignUp(ctx context.Context, q wire.SignUp) (wire.Session, error) {
	key, err := s.proven(ctx, q.Proof)
	if err != nil {
		return wire.Session{}, err
	}
	kind, name := store.Person, newName
	if q.Guest && s.NoGuests {
		return wire.Session{}, wire.Refuse(wire.Forbidden, "this service has no guests: choose a name")
	}
	if q.Guest {
		kind = store.Guest
		q.Name, name = "Guest-"+rand.Text()[:6], guestName
	}
	nameKey, looks, err := name(s.Host, q.Name)
	if err != nil {
		return wire.Session{}, err
	}
	now := s.Now()
	a := store.Account{ID: ID(), Name: q.Name, Key: nameKey, Kind: kind, Created: now.UnixMicro()}
	d := store.Device{Key: key, Account: a.ID, Label: label(q.Label), Created: now.UnixMicro()}
	if err := s.Store.CreateAccount(ctx, a, d, looks...); err != nil {
		return wire.Session{}, err
	}
	s.Log.Info("account created", "name", a.Name, "kind", a.Kind)
	return s.session(ctx, a, key)
}

func label(text string) string {
	r := []rune(strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, text))
	return string(r[:min(len(r), wire.MaxName)])
}

// SignIn opens a session for the device that proves itself.
func (s *Accounts) SignIn(ctx context.Context, q wire.SignIn) (wire.Session, error) {
	key, err := s.proven(ctx, q.Proof)
	if err != nil {
		return wire.Session{}, err
	}
	d, err := s.Store.Device(ctx, key)
	if errors.Is(err, store.ErrNone) {
		return wire.Session{}, wire.Refuse(wire.Forbidden, "this device is not known, or was revoked")
	}
	if err != nil {
		return wire.Session{}, err
	}
	a, err := s.Store.Account(ctx, d.Account)
	if err != nil {
		return wire.Session{}, err
	}
	s.Log.Info("signed in", "name", a.Name, "kind", a.Kind)
	return s.session(ctx, a, key)
}

func (s *Accounts) session(ctx context.Context, a store.Account, device string) (wire.Session, error) {
	token := rand.Text() + rand.Text()
	lasts := sessionTime
	if a.Kind == store.Guest {
		lasts = guestTime
	}
	ends := s.Now().Add(lasts)
	pushed, err := s.Store.OpenSession(ctx, Digest(token), a.ID, device, ends, maxSessions)
	if err != nil {
		return wire.Session{}, err
	}
	if pushed {
		s.Doubt(a.ID)
	}
	return wire.Session{Token: token, Ends: ends.Unix(), Player: Player(a), Service: s.Options.Name}, nil
}

// Player returns what others see of an account.
func Player(a store.Account) wire.Player {
	return wire.Player{ID: a.ID, Name: a.Name, Bot: a.Kind == store.Bot}
}

// SignOut ends the session that asks.
func (s *Accounts) SignOut(ctx context.Context, who Caller, _ wire.None) (wire.None, error) {
	err := s.Store.CloseSession(ctx, who.hash)
	s.Doubt(who.ID)
	return wire.None{}, err
}

// Rename gives an account another name. A guest becomes a person by it, who keeps his games.
func (s *Accounts) Rename(ctx context.Context, who Caller, q wire.Rename) (wire.Player, error) {
	key, looks, err := newName(s.Host, q.Name)
	if err != nil {
		return wire.Player{}, err
	}
	if err := s.Store.Rename(ctx, who.ID, q.Name, key, looks...); err != nil {
		return wire.Player{}, err
	}
	who.Name = q.Name
	return Player(who.Account), nil
}

// DeleteMe deletes the account that asks.
func (s *Accounts) DeleteMe(ctx context.Context, who Caller, _ wire.None) (wire.None, error) {
	return wire.None{}, s.Delete(ctx, who.ID)
}

// Delete forgets an account and its bots, and ends their connections and games.
func (s *Accounts) Delete(ctx context.Context, account string) error {
	bots, err := s.Store.Bots(ctx, account)
	if err != nil {
		return err
	}
	if err := s.Store.Delete(ctx, account, s.Now()); err != nil {
		return err
	}
	s.Doubt(account)
	for _, b := range bots {
		s.Doubt(b.ID)
	}
	s.Gone(ctx)
	return nil
}

// Pairing gives out a code with which another device joins the account.
func (s *Accounts) Pairing(ctx context.Context, who Caller, _ wire.None) (wire.Codes, error) {
	codes, err := s.codes(ctx, who, "pairing", 1, 8, pairingTime)
	return wire.Codes{Codes: codes, Ends: s.Now().Add(pairingTime).Unix()}, err
}

// Recovery gives out new recovery codes; older ones end.
func (s *Accounts) Recovery(ctx context.Context, who Caller, _ wire.None) (wire.Codes, error) {
	codes, err := s.codes(ctx, who, "recovery", recoveryCodes, 20, never)
	return wire.Codes{Codes: codes}, err
}

func (s *Accounts) codes(
	ctx context.Context, who Caller, purpose string, n, letters int, lasts time.Duration,
) (codes []string, err error) {
	var hashes []string
	for range n {
		code := rand.Text()[:letters]
		codes, hashes = append(codes, code), append(hashes, Digest(code))
	}
	return codes, s.Store.AddCodes(ctx, who.ID, who.device, purpose, hashes, s.Now().Add(lasts))
}

// Join gives the account of a code the device that proves itself.
func (s *Accounts) Join(ctx context.Context, q wire.Join) (wire.Session, error) {
	key, err := s.proven(ctx, q.Proof)
	if err != nil {
		return wire.Session{}, err
	}
	purpose := "pairing"
	if q.Recovery {
		purpose = "recovery"
	}
	now := s.Now()
	d := store.Device{Key: key, Label: label(q.Label), Created: now.UnixMicro()}
	account, err := s.Store.UseCode(ctx, Digest(strings.ToUpper(strings.TrimSpace(q.Code))), purpose, d,
		maxDevices, now)
	switch {
	case errors.Is(err, store.ErrNone):
		return wire.Session{}, wire.Refuse(wire.Forbidden, "the code is wrong, used up or too old")
	case errors.Is(err, store.ErrFull):
		return wire.Session{}, wire.Refuse(wire.TooMuch,
			"the account has %d devices already: revoke one that is not used any more", maxDevices)
	case err != nil:
		return wire.Session{}, err
	}
	a, err := s.Store.Account(ctx, account)
	if err != nil {
		return wire.Session{}, err
	}
	s.Log.Info("device added", "name", a.Name, "code", purpose)
	return s.session(ctx, a, key)
}

// Revoke ends a device: its sessions, its connections, and the codes that it was told.
func (s *Accounts) Revoke(ctx context.Context, who Caller, q wire.Revoke) (wire.None, error) {
	err := s.Store.Revoke(ctx, who.ID, q.Key, s.Now())
	s.Doubt(who.ID)
	return wire.None{}, err
}

// MakeBot makes an account for an engine of a person.
func (s *Accounts) MakeBot(ctx context.Context, who Caller, q wire.SignUp) (wire.Player, error) {
	if who.Kind != store.Person {
		return wire.Player{}, wire.Refuse(wire.Forbidden, "only a person may own a bot")
	}
	key, err := s.proven(ctx, q.Proof)
	if err != nil {
		return wire.Player{}, err
	}
	nameKey, looks, err := newName(s.Host, q.Name)
	if err != nil {
		return wire.Player{}, err
	}
	now := s.Now().UnixMicro()
	a := store.Account{ID: ID(), Name: q.Name, Key: nameKey, Kind: store.Bot, Owner: who.ID, Created: now}
	d := store.Device{Key: key, Account: a.ID, Label: label(q.Label), Created: now}
	err = store.CreateBot(ctx, s.Store, a, d, maxBots, looks...)
	if errors.Is(err, store.ErrFull) {
		err = wire.Refuse(wire.TooMuch, "you own %d bots already", maxBots)
	}
	if err == nil {
		s.Log.Info("account created", "name", a.Name, "kind", a.Kind)
	}
	return Player(a), err
}

// HostBot makes an account of a bot that belongs to the service. It is called as the operator
// wants, whatever that looks like.
func (s *Accounts) HostBot(ctx context.Context, q wire.NewBot) (wire.Player, error) {
	nameKey, err := ProperName(q.Name)
	if err != nil {
		return wire.Player{}, err
	}
	now := s.Now().UnixMicro()
	a := store.Account{ID: ID(), Name: q.Name, Key: nameKey, Kind: store.Bot, Created: now}
	err = s.Store.CreateAccount(ctx, a, store.Device{Key: q.Key, Account: a.ID, Label: "bots", Created: now})
	if err == nil {
		s.Log.Info("account created", "name", a.Name, "kind", a.Kind)
	}
	return Player(a), errors.Join(err, s.Store.FillLooks(ctx, Looks))
}
