package main

import (
	"errors"
	"flag"
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"tafl3d/server/signup"
)

// newAccountFlags declares the flags of the limits of new accounts.
func newAccountFlags(set *flag.FlagSet, o *signup.Options) {
	o.Guests, o.Names = signup.DefaultGuests, signup.DefaultNames
	set.Var((*limitFlag)(&o.Names), "new-names",
		"`number` of accounts with a name that an address may create at once, "+
			"and in each hour after that; 0 is no limit")
	set.Var((*limitFlag)(&o.Guests), "new-guests", "`number` of guests that an address may create at once, "+
		"and in each hour after that; 0 is no limit")
	set.Var((*networksFlag)(&o.Trusted), "new-from",
		"`networks` whose new accounts are not limited, such as that of a "+
			"school: 203.0.113.0/24,2001:db8:1::/48")
}

// limitFlag is a number from 0.
type limitFlag int

// String implements flag.Value.
func (l *limitFlag) String() string { return strconv.Itoa(int(*l)) }

// Set implements flag.Value.
func (l *limitFlag) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 1e6 {
		return errors.New("must be a number from 0 to 1000000")
	}
	*l = limitFlag(n)
	return nil
}

// networksFlag is a list of networks and addresses.
type networksFlag []netip.Prefix

// String implements flag.Value.
func (f *networksFlag) String() string {
	var all []string
	for _, p := range *f {
		all = append(all, p.String())
	}
	return strings.Join(all, ",")
}

// Set implements flag.Value.
func (f *networksFlag) Set(text string) error {
	*f = nil
	if text == "" {
		return nil
	}
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		p, err := netip.ParsePrefix(part)
		if ip, bad := netip.ParseAddr(part); bad == nil {
			p, err = netip.PrefixFrom(ip, ip.BitLen()), nil
		}
		if err != nil {
			return fmt.Errorf("%q is neither a network nor an address", part)
		}
		*f = append(*f, p.Masked())
	}
	return nil
}
