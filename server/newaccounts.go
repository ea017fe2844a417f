package server

import (
	"net/netip"

	"tafl3d/server/signup"
)

// newAccounts returns the limits of new accounts, which count and log their refusals.
func (s *Server) newAccounts() *signup.Limits {
	opt := s.opt.NewAccounts
	opt.Refused = func(k signup.Kind, part string, network netip.Prefix, since int) {
		s.metrics.Refused.WithLabelValues(string(k), part).Inc()
		if since > 0 {
			s.log.Warn("too many new accounts from a network", "kind", k, "limit", part, "network", network.String(),
				"refused", since)
		}
	}
	return signup.New(opt)
}
