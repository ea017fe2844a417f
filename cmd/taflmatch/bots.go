package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"tafl3d/ai"
	"tafl3d/ai/player"
	"tafl3d/ai/protocol"
	"tafl3d/game/table"
	"tafl3d/internal/command"
	"tafl3d/internal/lock"
	"tafl3d/net/client"
	"tafl3d/net/wire"
	"tafl3d/server"
	"tafl3d/server/account"
	"tafl3d/server/cluster"
	"tafl3d/server/engines"
)

// renewEvery is how often a bot renews its offer to play.
const renewEvery = 8 * time.Second

// botOptions are the flags of bots.
type botOptions struct {
	data, service, keys string
	root                string       // certificate of a private authority
	http                *http.Client // client that trusts it; nil trusts the system's authorities
	wanted              string       // levels, separated by commas
	levels              []int
	games               int
	nats                string
	login               cluster.Login
	copies              int
	engine              engineOptions
}

var botsCommand = &command.Command{
	Name: "bots", Summary: "run engines as players of a service", Args: "[flags]",
	Help: "Runs engines as players of a service until it gets SIGTERM or Ctrl-C.",
	Prepare: func(set *flag.FlagSet) func(*command.Env) error {
		o := botFlags(set)
		return func(e *command.Env) error {
			if err := o.read(); err != nil {
				return command.Misused(err)
			}
			return bots(e.Ctx, *o, e.Out, e.Note)
		}
	},
}

// botFlags returns options with the values of flags.
func botFlags(set *flag.FlagSet) *botOptions {
	o := new(botOptions)
	set.StringVar(&o.data, "data", "taflmatch-data", "data `folder` of the service, whose operator you are")
	set.StringVar(&o.service, "service", "http://localhost:7350", "`address` of the service")
	set.StringVar(&o.root, "ca", "",
		"certificate `file` (PEM) of the private authority that signed the service's certificate")
	set.StringVar(&o.keys, "keys", "taflmatch-bots",
		"`folder` of the bots' keys; only one process at a time should have them")
	set.StringVar(&o.wanted, "levels", "",
		"a bot for each of these levels; by default none with -engine, otherwise 1,3,5,7")
	set.StringVar(&o.engine.command, "engine", "",
		"`command` of an engine that speaks UCI like tafl engine, to run as another bot")
	set.StringVar(&o.engine.name, "engine-name", "", "`name` of its account")
	set.IntVar(&o.engine.level, "engine-level", 0, "`level` that its strength compares to, from 1; 0 is unknown")
	set.DurationVar(&o.engine.time, "engine-time", 5*time.Second, "longest `time` for a move")
	set.StringVar(&o.engine.variants, "variants", "",
		"`ids` of the variants that it plays, separated by commas; empty: the variants that the engine names")
	set.IntVar(&o.games, "games", 4, "games that a bot plays at the same time")
	set.StringVar(&o.nats, "nats", "", natsUsage+" for workers on other machines; without it moves are computed here")
	o.login.Flags(set)
	set.IntVar(&o.copies, "copies", 1, "copies of each job in the cluster: 1, 3 or 5")
	return o
}

// read completes and checks the options after the flags are parsed.
func (o *botOptions) read() (err error) {
	if o.wanted == "" && !o.engine.on() {
		o.wanted = "1,3,5,7"
	}
	if o.levels, err = readLevels(o.wanted); err != nil {
		return err
	}
	switch {
	case o.engine.check() != nil:
		return o.engine.check()
	case o.games < 1:
		return errors.New("-games must be at least 1")
	case o.login.Check(o.nats) != nil:
		return o.login.Check(o.nats)
	case o.copies != 1 && o.nats == "":
		return errors.New("-copies needs -nats")
	case !copies(o.copies):
		return errCopies
	}
	return nil
}

// readLevels reads levels, separated by commas.
func readLevels(text string) (levels []int, err error) {
	if text == "" {
		return nil, nil
	}
	for text := range strings.SplitSeq(text, ",") {
		level, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || level < 1 || level > ai.Levels {
			return nil, fmt.Errorf("-levels: %q is not a level from 1 to %d", text, ai.Levels)
		}
		levels = append(levels, level)
	}
	return levels, nil
}

// bots runs engines as bot accounts of a service.
func bots(ctx context.Context, o botOptions, out *bufio.Writer, errs io.Writer) (err error) {
	log := slog.New(slog.NewJSONHandler(errs, nil))
	if o.root != "" {
		if o.http, err = trusting(o.root, 20*time.Second); err != nil {
			return fmt.Errorf("-ca: %w", err)
		}
	}
	queue, leave, err := o.openQueue(ctx, log)
	if err != nil {
		return err
	}
	defer leave()
	pool := ai.NewPool(runtime.NumCPU())
	defer pool.Close()
	mine, err := lock.Take(o.keys)
	if err != nil {
		return fmt.Errorf("-keys: %w", err)
	}
	defer func() { _ = mine.Free() }()
	if err := lock.Private(o.keys, "*.key"); err != nil {
		log.Warn("other users of this machine may read the keys of the bots", "error", err)
	}
	var work sync.WaitGroup
	defer work.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	all, err := o.seated(ctx, queue)
	if err != nil {
		return err
	}
	for _, b := range all {
		b.http, b.pool, b.log = o.http, pool, log.With("bot", b.name)
		b.seats, b.playing = make(chan struct{}, o.games), map[string]bool{}
		if err := b.open(ctx, o.data, o.keys, o.service); err != nil {
			return err
		}
		work.Go(func() { b.run(ctx) })
		fmt.Fprintf(out, "%s plays %s\n", b.session.Player.Name, b.what)
		_ = out.Flush() // an error comes up at the end
	}
	<-ctx.Done()
	return nil
}

// seated lists the bots to run.
func (o botOptions) seated(ctx context.Context, q *engines.Queue) (all []*bot, err error) {
	for _, level := range o.levels {
		all = append(all, ours(level, q))
	}
	if o.engine.on() {
		b, err := o.engine.bot(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, b)
	}
	return all, nil
}

// ours returns a bot that plays at a level of our engine. q computes its moves on workers; nil computes them in this
// process.
func ours(level int, q *engines.Queue) *bot {
	b := &bot{name: fmt.Sprint(account.BotPrefix, level), what: fmt.Sprintf("at level %d", level), level: level,
		key: fmt.Sprintf("level-%d.key", level), variants: catalogue()}
	b.mind = func(r *client.Remote, _ string) (table.Player, func()) { return b.thinker(r, q), func() {} }
	return b
}

// socketClient returns c without a timeout, since a WebSocket stays open.
func socketClient(c *http.Client) *http.Client {
	if c == nil {
		return nil
	}
	return &http.Client{Transport: c.Transport}
}

// openQueue opens the queue to the workers, nil without -nats. The caller calls leave at the end.
func (o botOptions) openQueue(ctx context.Context, log *slog.Logger) (q *engines.Queue, leave func(), err error) {
	if o.nats == "" {
		return nil, func() {}, nil
	}
	nc, err := server.Connect(o.nats, o.login, log)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if q, err = engines.Open(ctx, nc, o.copies, log); err != nil {
		nc.Close()
		return nil, nil, err
	}
	return q, func() { q.Close(); nc.Close() }, nil
}

// bot is an engine with an account.
type bot struct {
	name     string   // of the account
	what     string   // how it plays, shown to the operator
	key      string   // file name of its key
	level    int      // 0 is unknown
	variants []string // ids of the variants that it plays
	// mind returns the player that chooses the bot's moves in a game. The caller calls letGo at its end.
	mind    func(r *client.Remote, variant string) (p table.Player, letGo func())
	http    *http.Client // nil trusts the system's authorities
	pool    *ai.Pool
	log     *slog.Logger
	service *client.Service
	session wire.Session
	seats   chan struct{} // capacity is the number of games at the same time

	mu      sync.Mutex
	playing map[string]bool
}

// open signs the bot in; the first time it creates the account as operator.
func (b *bot) open(ctx context.Context, data, keys, address string) error {
	key, err := loadKey(filepath.Join(keys, b.key))
	if err != nil {
		return err
	}
	if b.service, err = client.NewService(address, key, b.http); err != nil {
		return err
	}
	b.session, err = b.signIn(ctx)
	if e, ok := errors.AsType[*wire.Error](err); !ok || e.Code != wire.Forbidden {
		return err
	}
	q := wire.NewBot{Name: b.name, Key: b.service.PublicKey()}
	if err := makeBot(ctx, data, q); err != nil {
		return fmt.Errorf("the key %s in %s belongs to no bot, and cannot create the account %s: %w", b.key,
			keys, b.name, err)
	}
	b.session, err = b.signIn(ctx)
	return err
}

// busyFor returns how long an overloaded service asks to wait. busy is false for other errors.
func busyFor(err error) (after time.Duration, busy bool) {
	e, ok := errors.AsType[*wire.Error](err)
	if !ok || e.Code != wire.TooMuch && e.Code != wire.Unavailable || e.After == 0 {
		return 0, false
	}
	return e.After, true
}

// signIn opens a session. While the service is overloaded, it retries.
func (b *bot) signIn(ctx context.Context) (wire.Session, error) {
	for {
		s, err := b.service.SignIn(ctx)
		after, busy := busyFor(err)
		if !busy {
			return s, err
		}
		b.warn(ctx, "the service is overloaded: the bot signs in later", err)
		select {
		case <-ctx.Done():
			return s, err
		case <-time.After(after):
		}
	}
}

// loadKey reads the key of a bot, or creates it the first time.
func loadKey(file string) (ed25519.PrivateKey, error) {
	seed, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		seed = make([]byte, ed25519.SeedSize)
		_, _ = rand.Read(seed) // never fails
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return nil, err
		}
		return ed25519.NewKeyFromSeed(seed), os.WriteFile(file, seed, 0o600)
	}
	if err != nil {
		return nil, err
	}
	if len(seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("%s is not a key of %d bytes", file, ed25519.SeedSize)
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

func makeBot(ctx context.Context, data string, q wire.NewBot) error {
	text, err := json.Marshal(q)
	if err != nil {
		return err
	}
	answer, err := askOperator(ctx, data, http.MethodPost, "/bots", bytes.NewReader(text))
	if err != nil {
		return err
	}
	return answer.Body.Close()
}

// run plays until ctx ends. When the bot's session has ended, it signs in again; other bots are not affected.
func (b *bot) run(ctx context.Context) {
	for b.attend(ctx); ctx.Err() == nil; b.attend(ctx) {
		session, err := b.signIn(ctx)
		if err == nil {
			b.session = session
			continue
		}
		b.warn(ctx, "the bot cannot sign in", err)
		select {
		case <-ctx.Done():
		case <-time.After(renewEvery):
		}
	}
}

// attend offers games and plays them until ctx or the bot's session ends.
func (b *bot) attend(ctx context.Context) {
	var work sync.WaitGroup
	defer work.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	wake := make(chan struct{}, 1)
	line := client.Dial(ctx, client.Options{URL: b.service.Socket(), Token: b.session.Token, HTTP: socketClient(b.http),
		Notice: func(wire.Notice) {
			select {
			case wake <- struct{}{}:
			default:
			}
		}})
	defer line.Close()
	tick := time.NewTicker(renewEvery)
	defer tick.Stop()
	for b.round(ctx, func(g wire.GameBrief) { work.Go(func() { b.play(ctx, line, g) }) }) {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-wake: // a game has begun, or a player has challenged the bot
		}
	}
}

// round renews the bot's offer, begins games for its free seats, and answers challenges. It returns false if the bot's
// session has ended.
func (b *bot) round(ctx context.Context, begin func(wire.GameBrief)) bool {
	err := b.offer(ctx)
	b.warn(ctx, "the bot cannot offer games", err)
	if e, ok := errors.AsType[*wire.Error](err); ok && e.Code == wire.BadToken {
		return false
	}
	l, err := wire.GetLobby.Ask(ctx, b, wire.None{})
	if err != nil {
		b.warn(ctx, "the bot cannot list its games", err)
		return true
	}
	for _, g := range l.Mine {
		if b.take(g.Game) {
			begin(g)
		}
	}
	free := cap(b.seats) - len(b.seats)
	for _, o := range l.Seeks {
		if !o.ForMe {
			continue
		}
		accepted, err := b.answer(ctx, o, free > 0)
		b.warn(ctx, "the bot cannot answer a challenge", err)
		if accepted {
			free--
		}
	}
	return true
}

// answer accepts a challenge if the bot is free and accepts the terms. Otherwise it declines, so that the challenger
// does not wait in vain.
func (b *bot) answer(ctx context.Context, o wire.OpenSeek, free bool) (accepted bool, err error) {
	q := wire.Take{ID: o.ID}
	if free && b.plays(o.Seek) {
		_, err = q.Ask(ctx, b)
		if _, busy := busyFor(err); busy { // the next round answers
			return false, err
		}
		if _, refused := errors.AsType[*wire.Error](err); !refused {
			return err == nil, err
		}
	}
	_, err = wire.PostWithdraw.Ask(ctx, b, q)
	if e, ok := errors.AsType[*wire.Error](err); ok && e.Code == wire.Missing {
		return false, nil // withdrawn meanwhile
	}
	return false, err
}

// plays reports whether the bot accepts the terms of a challenge: unrated games of its variants.
func (b *bot) plays(q wire.Seek) bool {
	return !q.Rated && q.Rules == "" && q.Start == "" && len(q.Variants) == 1 &&
		slices.Contains(b.variants, q.Variants[0])
}

// Do implements wire.Asker.
func (b *bot) Do(ctx context.Context, method, path string, in, out any) error {
	return b.service.Do(ctx, method, path, b.session.Token, in, out)
}

// warn logs an error, unless the bot is being ended.
func (b *bot) warn(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		b.log.Warn(what, "error", err)
	}
}

// offer puts the bot's offer into the queue while it has a free seat.
func (b *bot) offer(ctx context.Context) error {
	if len(b.seats) == cap(b.seats) {
		_, err := wire.DeleteQueue.Ask(ctx, b, wire.None{})
		return err
	}
	if w, err := wire.GetQueue.Ask(ctx, b, wire.None{}); err != nil || w.In {
		return err
	}
	q := wire.Seek{Variants: b.variants, Clocks: []string{"5m+3s"}, Level: b.level}
	_, err := wire.PostQueue.Ask(ctx, b, q)
	return err
}

// take reserves a seat for a game. It returns false if the bot plays the game already or has no free seat.
func (b *bot) take(id string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.playing[id] {
		return false
	}
	select {
	case b.seats <- struct{}{}:
	default:
		return false
	}
	b.playing[id] = true
	return true
}

func (b *bot) play(ctx context.Context, line *client.Line, g wire.GameBrief) {
	defer func() {
		b.mu.Lock()
		delete(b.playing, g.Game)
		b.mu.Unlock()
		<-b.seats
	}()
	side, ok := g.Seat(b.session.Player.ID)
	if !ok {
		return
	}
	seat, _ := side.Side()
	r := line.Join(g.Game)
	defer r.Close()
	mind, letGo := b.mind(r, g.Variant)
	defer letGo()
	err := client.Seat(ctx, r, seat, mind)
	if resigned := errors.Is(err, protocol.ErrResigned); resigned || errors.Is(err, errGivesUp) {
		if !resigned {
			b.warn(ctx, "the bot resigns a game", err)
		}
		err = giveUp(ctx, r, seat)
	}
	if err != nil && ctx.Err() == nil {
		b.log.Warn("a game of the bot failed", "game", g.Game, "error", err)
	}
}

// thinker returns the player that chooses the bot's moves in a game.
func (b *bot) thinker(r *client.Remote, q *engines.Queue) table.Player {
	seed := uint64(time.Now().UnixNano())
	home := player.Player{Engine: b.pool.Engine(ai.Level(b.level, seed), ai.ForPlay), Cores: 1}
	if q == nil {
		return home
	}
	return engines.Player{Queue: q, Spec: func() wire.Spec { return r.Status().Spec }, Level: b.level,
		Seed: seed, Home: home}
}
