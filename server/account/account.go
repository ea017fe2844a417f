// Package account manages the accounts of the service: their devices and sessions, names, ratings and vacations. It
// authenticates callers. It knows nothing of challenges, rooms and events.
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
	"tafl3d/server/signup"
	"tafl3d/server/store"
)

// Lifetimes.
const (
	sessionTime = 30 * 24 * time.Hour
	guestTime   = 24 * time.Hour
	signTime    = 2 * time.Minute // allowed deviation of a signature's time in either direction
	pairingTime = 10 * time.Minute
	never       = 100 * 365 * 24 * time.Hour
)

// Limits per account.
const (
	recoveryCodes = 8
	maxDevices    = 20 // not counting revoked ones
	maxSessions   = 32 // per device
	maxBots       = 10
)

// Options configures Accounts. All fields except NewAccounts are required.
type Options struct {
	Store *store.Store
	Now   func() time.Time // time of day
	Log   *slog.Logger
	Host  string // host name of the service; it is part of what clients sign
	Name  string // of the service, shown to players
	// NoGuests disables guests: an account needs a chosen name.
	NoGuests bool
	// NewAccounts limits new accounts; nil does not.
	NewAccounts *signup.Limits
	// RevalidateSessions checks the sessions of all connections of an account again.
	RevalidateSessions func(account string)
	// Gone is called after accounts were deleted, to end their games.
	Gone func(context.Context)
}

// Accounts manages the accounts of a service. It is safe for use by many goroutines.
type Accounts struct {
	Options
	seen seen

	markMu  sync.Mutex
	markKey []byte // of the hashes in marks; nil until it is read
}

// seen caches the callers of recently used sessions, by hash of the token.
type seen struct {
	mu  sync.Mutex
	all map[string]sight
	nr  uint64 // incremented when entries are removed
}

type sight struct {
	who Caller
	at  time.Time
}

// New returns the accounts of the database.
func New(opt Options) *Accounts { return &Accounts{Options: opt} }

// Caller is the account that a request's session belongs to.
type Caller struct {
	store.Account
	device string
	hash   string // of the token
}

// Device returns the key of the device that asks.
func (c Caller) Device() string { return c.device }

// Login returns the player of a session token. The error code is wire.Unavailable if the database does not answer.
func (s *Accounts) Login(ctx context.Context, token string) (wire.Player, error) {
	who, err := s.Caller(ctx, token)
	if _, refused := errors.AsType[*wire.Error](err); err != nil && !refused {
		s.Log.Error("cannot check sessions", "error", err)
		err = wire.Refuse(wire.Unavailable, "the service cannot check your sign-in right now")
	}
	if err != nil {
		return wire.Player{}, err
	}
	return wire.Player{ID: who.ID, Name: who.Name, Bot: who.Kind == store.Bot}, nil
}

// Caller returns the account of a session token.
func (s *Accounts) Caller(ctx context.Context, token string) (Caller, error) {
	hash := Digest(token)
	a, device, err := s.Store.Sessions.Get(ctx, hash, s.Now())
	if errors.Is(err, store.ErrNone) {
		return Caller{}, wire.Refuse(wire.BadToken, "your session is unknown or has ended: sign in again")
	}
	return Caller{a, device, hash}, err
}

// Digest returns the SHA-256 of a secret in hexadecimal. Only this is stored.
func Digest(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// ID returns a new unguessable id.
func ID() string { return strings.ToLower(rand.Text()) }

// proven checks a proof and returns its key. Each proof can be used once.
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
			"the signature does not match the key for %s: check the address", wire.Name(s.Host))
	case now.Sub(time.Unix(p.Time, 0)).Abs() > signTime:
		return "", wire.Refuse(wire.Forbidden, "your clock seems to be wrong: check the time on your computer")
	}
	err := s.Store.Sessions.Spend(ctx, Digest(p.Signature), now.Add(2*signTime))
	if errors.Is(err, store.ErrTaken) {
		return "", wire.Refuse(wire.Forbidden, "this signature has already been used")
	}
	return p.Key, err
}

// smallOrder are the Ed25519 keys of small order, in hexadecimal without the sign bit: the y of the points of order 1,
// 2, 4 and 8, and those encoded with p added. Anyone can sign for them. (Source: the list of libsodium,
// ge25519_has_small_order.)
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

// names returns the hosts that a proof may be made for: the service's host name and, if that is this machine, its usual
// names.
func (s *Accounts) names() []string {
	if wire.ThisMachine(s.Host) {
		return []string{s.Host, "localhost", "127.0.0.1", "::1"}
	}
	return []string{s.Host}
}

// exactly decodes base64 and accepts only the canonical form: otherwise a proof could be used twice in different
// encodings.
func exactly(text string, size int) ([]byte, bool) {
	data, err := base64.RawURLEncoding.DecodeString(text)
	return data, err == nil && len(data) == size && base64.RawURLEncoding.EncodeToString(data) == text
}

// SignUp creates an account with its first device and opens a session.
func (s *Accounts) SignUp(ctx context.Context, q wire.SignUp) (wire.Session, error) {
	key, err := s.proven(ctx, q.Proof)
	if err != nil {
		return wire.Session{}, err
	}
	kind, name := store.Person, newName
	if q.Guest && s.NoGuests {
		return wire.Session{}, wire.Refuse(wire.Forbidden, "this service does not allow guests: choose a name")
	}
	if q.Guest {
		kind = store.Guest
		q.Name, name = "Guest-"+rand.Text()[:6], guestName
	}
	nameKey, looks, err := name(s.Host, q.Name)
	if err == nil {
		err = s.mayJoin(ctx, key)
	}
	if err != nil {
		return wire.Session{}, err
	}
	now := s.Now()
	a := store.Account{ID: ID(), Name: q.Name, Key: nameKey, Kind: kind, Created: now.UnixMicro()}
	d := store.Device{Key: key, Account: a.ID, Label: label(q.Label), Created: now.UnixMicro()}
	if err := s.counted(ctx, limitOf[kind], func() error {
		return s.Store.Accounts.Create(ctx, a, d, looks...)
	}); err != nil {
		return wire.Session{}, err
	}
	s.Log.Info("account created", "name", a.Name, "kind", a.Kind)
	return s.session(ctx, a, key)
}

// limitOf is the limit of new accounts of a kind.
var limitOf = map[store.Kind]signup.Kind{store.Guest: signup.Guest, store.Person: signup.Name}

// counted creates an account if the limits of the request's address allow one more. An account that is not created
// does not count.
func (s *Accounts) counted(ctx context.Context, k signup.Kind, create func() error) error {
	if s.NewAccounts == nil {
		return create()
	}
	undo, wait, ok := s.NewAccounts.Take(k, address(ctx), s.Now())
	if !ok {
		e := wire.Refuse(wire.TooMuch, "too many new accounts from your network: try again in %v",
			max(wait.Round(time.Minute), time.Minute))
		e.After = wait
		return e
	}
	err := create()
	if err != nil {
		undo()
	}
	return err
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

// SignIn opens a session for the device of the proof.
func (s *Accounts) SignIn(ctx context.Context, q wire.SignIn) (wire.Session, error) {
	key, err := s.proven(ctx, q.Proof)
	if err != nil {
		return wire.Session{}, err
	}
	d, err := s.Store.Accounts.Device(ctx, key)
	if errors.Is(err, store.ErrNone) {
		return wire.Session{}, wire.Refuse(wire.Forbidden, "this device is unknown or has been removed")
	}
	if err != nil {
		return wire.Session{}, err
	}
	a, err := s.Store.Accounts.Get(ctx, d.Account)
	if err != nil {
		return wire.Session{}, err
	}
	opened, err := s.session(ctx, a, key)
	if err == nil {
		s.Log.Info("signed in", "name", a.Name, "kind", a.Kind)
	}
	return opened, err
}

// session opens a session unless the account is banned.
func (s *Accounts) session(ctx context.Context, a store.Account, device string) (wire.Session, error) {
	if err := s.mayEnter(ctx, a.ID); err != nil {
		return wire.Session{}, err
	}
	token := rand.Text() + rand.Text()
	lasts := sessionTime
	if a.Kind == store.Guest {
		lasts = guestTime
	}
	ends := s.Now().Add(lasts)
	pushed, err := s.Store.Sessions.Open(ctx, Digest(token), a.ID, device, ends, maxSessions)
	if err != nil {
		return wire.Session{}, err
	}
	if pushed {
		s.RevalidateSessions(a.ID)
	}
	s.noteMarks(ctx, a.ID, device)
	return wire.Session{Token: token, Ends: ends.Unix(), Player: Player(a), Service: s.Options.Name}, nil
}

// Player returns the public part of an account.
func Player(a store.Account) wire.Player {
	return wire.Player{ID: a.ID, Name: a.Name, Bot: a.Kind == store.Bot}
}

// SignOut ends the caller's session.
func (s *Accounts) SignOut(ctx context.Context, who Caller, _ wire.None) (wire.None, error) {
	err := s.Store.Sessions.Close(ctx, who.hash)
	s.RevalidateSessions(who.ID)
	return wire.None{}, err
}

// Rename gives an account another name. A guest becomes a regular account and keeps its games.
func (s *Accounts) Rename(ctx context.Context, who Caller, q wire.Rename) (wire.Player, error) {
	key, looks, err := newName(s.Host, q.Name)
	if err != nil {
		return wire.Player{}, err
	}
	rename := func() error { return s.Store.Accounts.Rename(ctx, who.ID, q.Name, key, looks...) }
	if who.Kind == store.Guest {
		err = s.counted(ctx, signup.Name, rename)
	} else {
		err = rename()
	}
	if err != nil {
		return wire.Player{}, err
	}
	who.Name = q.Name
	return Player(who.Account), nil
}

// DeleteMe deletes the caller's account.
func (s *Accounts) DeleteMe(ctx context.Context, who Caller, _ wire.None) (wire.None, error) {
	return wire.None{}, s.Delete(ctx, who.ID)
}

// Delete deletes an account and its bots, and ends their connections and games.
func (s *Accounts) Delete(ctx context.Context, account string) error {
	bots, err := s.Store.Accounts.Bots(ctx, account)
	if err != nil {
		return err
	}
	if err := s.Store.Accounts.Delete(ctx, account, s.Now()); err != nil {
		return err
	}
	s.RevalidateSessions(account)
	for _, b := range bots {
		s.RevalidateSessions(b.ID)
	}
	s.Gone(ctx)
	return nil
}

// Pairing returns a code that adds another device to the account.
func (s *Accounts) Pairing(ctx context.Context, who Caller, _ wire.None) (wire.Codes, error) {
	codes, err := s.codes(ctx, who, "pairing", 1, 8, pairingTime)
	return wire.Codes{Codes: codes, Ends: s.Now().Add(pairingTime).Unix()}, err
}

// Recovery returns new recovery codes; older ones become invalid.
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
	return codes, s.Store.Sessions.AddCodes(ctx, who.ID, who.device, purpose, hashes, s.Now().Add(lasts))
}

// Join adds the device of the proof to the account of a code.
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
	account, err := s.Store.Sessions.UseCode(ctx, Digest(strings.ToUpper(strings.TrimSpace(q.Code))), purpose, d,
		maxDevices, now)
	switch {
	case errors.Is(err, store.ErrNone):
		return wire.Session{}, wire.Refuse(wire.Forbidden, "the code is wrong, already used or expired")
	case errors.Is(err, store.ErrFull):
		return wire.Session{}, wire.Refuse(wire.TooMuch,
			"the account already has %d devices: remove one you no longer use", maxDevices)
	case err != nil:
		return wire.Session{}, err
	}
	a, err := s.Store.Accounts.Get(ctx, account)
	if err != nil {
		return wire.Session{}, err
	}
	s.Log.Info("device added", "name", a.Name, "code", purpose)
	return s.session(ctx, a, key)
}

// Revoke revokes a device: it ends its sessions and connections and invalidates its codes.
func (s *Accounts) Revoke(ctx context.Context, who Caller, q wire.Revoke) (wire.None, error) {
	err := s.Store.Accounts.Revoke(ctx, who.ID, q.Key, s.Now())
	s.RevalidateSessions(who.ID)
	return wire.None{}, err
}

// MakeBot creates an account for an engine that belongs to the caller.
func (s *Accounts) MakeBot(ctx context.Context, who Caller, q wire.SignUp) (wire.Player, error) {
	if who.Kind != store.Person {
		return wire.Player{}, wire.Refuse(wire.Forbidden, "only a person can own a bot")
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
	err = s.counted(ctx, signup.Name, func() error { return store.CreateBot(ctx, s.Store, a, d, maxBots, looks...) })
	if errors.Is(err, store.ErrFull) {
		err = wire.Refuse(wire.TooMuch, "you already own %d bots", maxBots)
	}
	if err == nil {
		s.Log.Info("account created", "name", a.Name, "kind", a.Kind)
	}
	return Player(a), err
}

// Named returns the account with a name.
func (s *Accounts) Named(ctx context.Context, name string) (store.Account, error) {
	key, err := ProperName(name)
	if err != nil {
		return store.Account{}, err
	}
	a, err := s.Store.Accounts.Named(ctx, key)
	if errors.Is(err, store.ErrNone) {
		return a, wire.Refuse(wire.Missing, "no player here is called %.60q", wire.Name(name))
	}
	return a, err
}

// HostBot creates the account of a bot that belongs to the service. Its name may look like another name. If a player of
// an older version has the name of one of our levels, the bot gets another one.
func (s *Accounts) HostBot(ctx context.Context, q wire.NewBot) (wire.Player, error) {
	p, err := s.hostBot(ctx, q)
	level, ours := strings.CutPrefix(q.Name, BotPrefix)
	if !ours || !errors.Is(err, store.ErrTaken) {
		return p, err
	}
	holder, unknown := s.Named(ctx, q.Name)
	if unknown != nil || holder.Kind == store.Bot && holder.Owner == "" {
		return p, err // a bot of the service whose key is lost
	}
	q.Name = BotPrefix + "Bot-" + level
	return s.hostBot(ctx, q)
}

func (s *Accounts) hostBot(ctx context.Context, q wire.NewBot) (wire.Player, error) {
	nameKey, err := ProperName(q.Name)
	if err != nil {
		return wire.Player{}, err
	}
	now := s.Now().UnixMicro()
	a := store.Account{ID: ID(), Name: q.Name, Key: nameKey, Kind: store.Bot, Created: now}
	err = s.Store.Accounts.Create(ctx, a, store.Device{Key: q.Key, Account: a.ID, Label: "bots", Created: now})
	if err == nil {
		s.Log.Info("account created", "name", a.Name, "kind", a.Kind)
	}
	return Player(a), errors.Join(err, s.Store.Accounts.FillLooks(ctx, Looks))
}
