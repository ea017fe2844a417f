package main

import (
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
	"strconv"
	"strings"
	"sync"
	"time"

	"tafl3d/ai"
	"tafl3d/ai/player"
	"tafl3d/game/variant"
	"tafl3d/net/client"
	"tafl3d/net/wire"
)

// renewEvery is how often a bot says that it is there.
const renewEvery = 8 * time.Second

// bots runs engines as ordinary accounts of bots beside a service.
func bots(ctx context.Context, args []string, out, errs io.Writer) error {
	set := flag.NewFlagSet("taflmatch bots", flag.ContinueOnError)
	set.SetOutput(errs)
	data := set.String("data", "taflmatch-data", "data `folder` of the service, whose operator you are")
	address := set.String("service", "http://127.0.0.1:7350", "`address` of the service")
	keys := set.String("keys", "taflmatch-bots", "`folder` of the bots' keys")
	levels := set.String("levels", "1,3,5,7", "a bot for each of these levels")
	games := set.Int("games", 4, "games that a bot plays at once")
	if err := set.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return &usageError{err}
	}
	log := slog.New(slog.NewJSONHandler(errs, nil))
	pool := ai.NewPool(runtime.NumCPU())
	defer pool.Close()
	var work sync.WaitGroup
	defer work.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	failed := make(chan error, 1)
	for text := range strings.SplitSeq(*levels, ",") {
		level, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || level < 1 || level > ai.Levels {
			return &usageError{fmt.Errorf("-levels: %q is no level from 1 to %d", text, ai.Levels)}
		}
		b := &bot{level: level, pool: pool, log: log, seats: make(chan struct{}, *games), playing: map[string]bool{}}
		if err := b.open(ctx, *data, *keys, *address); err != nil {
			return err
		}
		work.Go(func() {
			if err := b.run(ctx); err != nil && ctx.Err() == nil {
				select {
				case failed <- err:
				default:
				}
			}
		})
		fmt.Fprintf(out, "%s plays at level %d\n", b.session.Player.Name, level)
	}
	select {
	case <-ctx.Done():
		return nil
	case err := <-failed:
		return err
	}
}

// bot is an engine of a level with an account.
type bot struct {
	level   int
	pool    *ai.Pool
	log     *slog.Logger
	service *client.Service
	session wire.Session
	seats   chan struct{} // has room for the games at once

	mu      sync.Mutex
	playing map[string]bool
}

// open signs in; the first time the operator makes the account.
func (b *bot) open(ctx context.Context, data, keys, address string) error {
	key, err := loadKey(filepath.Join(keys, fmt.Sprintf("level-%d.key", b.level)))
	if err != nil {
		return err
	}
	if b.service, err = client.NewService(address, key, nil); err != nil {
		return err
	}
	b.session, err = b.service.SignIn(ctx)
	if e, ok := errors.AsType[*wire.Error](err); !ok || e.Code != wire.Forbidden {
		return err
	}
	q := wire.NewBot{Name: fmt.Sprintf("Tafl3d-%d", b.level), Key: b.service.PublicKey()}
	if err := makeBot(ctx, data, q); err != nil {
		return err
	}
	b.session, err = b.service.SignIn(ctx)
	return err
}

// loadKey reads the key of a bot, or makes one the first time.
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
		return nil, fmt.Errorf("%s is no key of %d bytes", file, ed25519.SeedSize)
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

func makeBot(ctx context.Context, data string, q wire.NewBot) error {
	text, err := json.Marshal(q)
	if err != nil {
		return err
	}
	answer, err := operator(ctx, data, http.MethodPost, "/bots", bytes.NewReader(text))
	if err != nil {
		return err
	}
	return answer.Body.Close()
}

// run offers the bot and plays the games that come, until ctx ends.
func (b *bot) run(ctx context.Context) error {
	var work sync.WaitGroup
	defer work.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	line := client.Dial(ctx, client.Options{URL: b.service.Socket(), Token: b.session.Token})
	defer line.Close()
	tick := time.NewTicker(renewEvery)
	defer tick.Stop()
	for {
		if err := b.offer(ctx); err != nil && ctx.Err() == nil {
			b.log.Warn("the bot cannot offer itself", "level", b.level, "error", err)
		}
		games, err := b.games(ctx)
		if err != nil && ctx.Err() == nil {
			b.log.Warn("the bot cannot ask for its games", "level", b.level, "error", err)
		}
		for _, g := range games {
			if b.take(g.Game) {
				work.Go(func() { b.play(ctx, line, g) })
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// offer says what the bot plays: everything, as long as it has a seat free.
func (b *bot) offer(ctx context.Context) error {
	if len(b.seats) == cap(b.seats) {
		return b.service.Do(ctx, http.MethodDelete, "v1/queue", b.session.Token, nil, nil)
	}
	var w wire.Waiting
	if err := b.service.Do(ctx, http.MethodGet, "v1/queue", b.session.Token, nil, &w); err != nil || w.In {
		return err
	}
	q := wire.Seek{Clocks: []string{"5m+3s"}}
	for _, v := range variant.All() {
		q.Variants = append(q.Variants, v.ID)
	}
	return b.service.Do(ctx, http.MethodPost, "v1/queue", b.session.Token, q, nil)
}

func (b *bot) games(ctx context.Context) ([]wire.GameBrief, error) {
	var l wire.Lobby
	err := b.service.Do(ctx, http.MethodGet, "v1/lobby", b.session.Token, nil, &l)
	return l.Mine, err
}

// take notes a game that the bot begins to play; it is false if it does already, or
// has no seat free.
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
	side, ok := wire.Spec{Seats: [2]wire.Player{g.Attackers, g.Defenders}}.Seat(b.session.Player.ID)
	if !ok {
		return
	}
	seat, _ := side.Side()
	seed := uint64(time.Now().UnixNano())
	p := player.Player{Engine: b.pool.Engine(ai.Level(b.level, seed), ai.ForPlay), Cores: 1}
	r := line.Join(g.Game)
	defer r.Close()
	if err := client.Seat(ctx, r, seat, p); err != nil && ctx.Err() == nil {
		b.log.Warn("a game of the bot went wrong", "level", b.level, "game", g.Game, "error", err)
	}
}
