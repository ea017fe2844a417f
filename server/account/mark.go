package account

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/netip"

	"tafl3d/net/wire"
	"tafl3d/server/store"
)

// Marks are hashes with a secret key that all services of a database share. Equal marks of two accounts show that they
// signed in from the same address, with the same program there, or with the same device.

type programKey struct{}

// WithProgram returns a context for a request of a program, by its User-Agent.
func WithProgram(ctx context.Context, program string) context.Context {
	return context.WithValue(ctx, programKey{}, program)
}

// The prefixes of addresses of which marks are made.
const (
	addressBits4, networkBits4 = 32, 24
	addressBits6, networkBits6 = 64, 48
)

// secret returns the key of marks.
func (s *Accounts) secret(ctx context.Context) ([]byte, error) {
	s.markMu.Lock()
	defer s.markMu.Unlock()
	if s.markKey == nil {
		key, err := s.Store.Moderation.Secret(ctx, "marks", rand.Text()+rand.Text())
		if err != nil {
			return nil, err
		}
		s.markKey = []byte(key)
	}
	return s.markKey, nil
}

// mark returns the mark of a text.
func (s *Accounts) mark(ctx context.Context, kind store.MarkKind, text string) (store.Mark, error) {
	key, err := s.secret(ctx)
	if err != nil {
		return store.Mark{}, err
	}
	h := hmac.New(sha256.New, key)
	h.Write([]byte(string(kind) + "\n" + text))
	return store.Mark{Kind: kind, Mark: hex.EncodeToString(h.Sum(nil)[:16])}, nil
}

// NetworkMark returns the mark of an address or a network: a /24 or an address of IPv4, a /48 or a /64 of IPv6. An IPv6
// address stands for its /64.
func (s *Accounts) NetworkMark(ctx context.Context, network netip.Prefix) (store.Mark, error) {
	ip := network.Addr()
	if ip.Is6() && network.Bits() == ip.BitLen() {
		network = netip.PrefixFrom(ip, addressBits6)
	}
	kind := store.MarkAddress
	switch bits := network.Bits(); {
	case ip.Is4() && bits == networkBits4, ip.Is6() && bits == networkBits6:
		kind = store.MarkNetwork
	case ip.Is4() && bits == addressBits4, ip.Is6() && bits == addressBits6:
	default:
		return store.Mark{}, wire.Badf("%v: only addresses, /24 (IPv4), /48 and /64 (IPv6) can be searched", network)
	}
	return s.mark(ctx, kind, network.Masked().String())
}

// OriginMark returns the mark of a request's address, empty if it has none.
func (s *Accounts) OriginMark(ctx context.Context) (string, error) {
	ip := address(ctx).Unmap().WithZone("")
	if !ip.IsValid() {
		return "", nil
	}
	m, err := s.NetworkMark(ctx, netip.PrefixFrom(ip, ip.BitLen()))
	return m.Mark, err
}

// marks returns the marks of a request that signs in with a device.
func (s *Accounts) marks(ctx context.Context, device string) ([]store.Mark, error) {
	all := make([]store.Mark, 0, 4)
	var err error
	add := func(m store.Mark, failed error) { all, err = append(all, m), errors.Join(err, failed) }
	add(s.mark(ctx, store.MarkDevice, device))
	ip := address(ctx).Unmap().WithZone("")
	if !ip.IsValid() {
		return all, err
	}
	network := networkBits6
	if ip.Is4() {
		network = networkBits4
	}
	add(s.NetworkMark(ctx, netip.PrefixFrom(ip, ip.BitLen())))
	add(s.NetworkMark(ctx, netip.PrefixFrom(ip, network)))
	if program, _ := ctx.Value(programKey{}).(string); program != "" {
		add(s.mark(ctx, store.MarkProgram, ip.String()+"\n"+program))
	}
	return all, err
}

// noteMarks stores the marks of a request that signs in. Failing to do so keeps no one out.
func (s *Accounts) noteMarks(ctx context.Context, account, device string) {
	marks, err := s.marks(ctx, device)
	if err == nil {
		err = s.Store.Moderation.AddMarks(ctx, account, marks, s.Now())
	}
	if err != nil && ctx.Err() == nil {
		s.Log.Warn("cannot store from where an account signed in", "error", err)
	}
}
