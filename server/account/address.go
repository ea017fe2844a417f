package account

import (
	"context"
	"net/netip"
)

type addressKey struct{}

// WithAddress returns a context for a request from an address. Without one, new accounts are not limited.
func WithAddress(ctx context.Context, from netip.Addr) context.Context {
	return context.WithValue(ctx, addressKey{}, from)
}

// address returns the address of a request; it is not valid if there is none.
func address(ctx context.Context) netip.Addr {
	from, _ := ctx.Value(addressKey{}).(netip.Addr)
	return from
}
