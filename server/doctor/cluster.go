package doctor

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tafl3d/server/store"
)

// aClock is the largest tolerated difference of two clocks.
const aClock = time.Second

// database checks PostgreSQL. Without PostgreSQL the database is a file, which needs no check.
func (o Options) database(ctx context.Context) []Finding {
	const what = "database"
	if o.Database == "" {
		return one(what, Fine, "", "a file in %s; `taflmatch check` checks it for damage", o.Data)
	}
	began := time.Now()
	a, err := store.Look(ctx, o.Database)
	switch {
	case err != nil:
		return one(what, Fault, "is it up, may this machine reach it (pg_hba.conf), are user, password (PGPASSWORD, "+
			"PGPASSFILE) and name right?", "%v", err)
	case a.Now.Sub(began).Abs() > aClock+time.Since(began):
		return one(what, Doubt, "keep both clocks by NTP", "%s; its clock and ours are %v apart", a.Version,
			a.Now.Sub(began).Abs().Round(time.Millisecond))
	case a.Connections < 40:
		return one(what, Doubt, "set max_connections to 32 for each service and some for yourself",
			"%s; %d connections at most", a.Version, a.Connections)
	}
	return one(what, Fine, "", "%s, %d connections at most, answers within %v", a.Version, a.Connections,
		a.Took.Round(10*time.Microsecond))
}

// standby checks the standby of the database.
func (o Options) standby(ctx context.Context) []Finding {
	const what = "standby"
	if o.Standby == "" {
		return nil
	}
	a, err := store.Look(ctx, o.Standby)
	switch {
	case err != nil:
		return one(what, Doubt,
			"is it up, and may this machine reach it? Until then the primary serves all reads", "%v", err)
	case !a.Follows:
		return one(what, Doubt, "make it a standby of the one in -db (pg_basebackup -R); until then it is not read",
			"%s; it follows no other database", a.Version)
	}
	return one(what, Fine, "", "%s, answers within %v", a.Version, a.Took.Round(10*time.Microsecond))
}

// brokers checks each broker, and then whether they form one cluster.
func (o Options) brokers(ctx context.Context) (all []Finding) {
	const what = "brokers"
	if o.NATS == "" {
		return one(what, Fine, "", "one in the service's process")
	}
	lines, all := o.lines()
	defer func() {
		for _, nc := range lines {
			nc.Close()
		}
	}()
	asked := strings.Count(o.NATS, ",") + 1
	if len(lines)*2 <= asked {
		return append(all, one(what, Fault, "start them: more than half must run", "%d of %d can be reached",
			len(lines), asked)...)
	}
	for _, nc := range lines[1:] {
		if a, b := lines[0].ConnectedClusterName(), nc.ConnectedClusterName(); a != b {
			return append(all, one(what, Fault, "give all of them the same -peers",
				"%s and %s are not in one cluster (%q, %q)", lines[0].ConnectedServerName(),
				nc.ConnectedServerName(), a, b)...)
		}
	}
	return append(all, o.streams(ctx, lines[0])...)
}

// lines connects to each broker.
func (o Options) lines() (lines []*nats.Conn, all []Finding) {
	shown, err := o.Login.Options()
	if err != nil {
		return nil, one("brokers", Fault, "correct the file or its flag", "%v", err)
	}
	for i, address := range strings.Split(o.NATS, ",") {
		if address = strings.TrimSpace(address); !strings.Contains(address, "://") {
			address = "nats://" + address
		}
		name := fmt.Sprintf("address %d", i+1) // an invalid address may contain the password
		if u, err := url.Parse(address); err == nil {
			name = u.Redacted()
		}
		nc, err := nats.Connect(address, append(shown, nats.NoReconnect(), nats.Timeout(3*time.Second),
			nats.Name("tafl3d-doctor"), nats.IgnoreDiscoveredServers())...)
		if err != nil {
			all = append(all, one("broker", Doubt,
				"is it up, may this machine reach its port, are user and password right?", "%s: %v", name, err)...)
			continue
		}
		lines = append(lines, nc)
		took, err := nc.RTT()
		if err != nil {
			all = append(all, one("broker", Doubt, "see its log", "%s: %v", name, err)...)
			continue
		}
		all = append(all, one("broker", Fine, "", "%s is %s, NATS %s, answers within %v", name,
			nc.ConnectedServerName(), nc.ConnectedServerVersion(), took.Round(10*time.Microsecond))...)
	}
	return lines, all
}

// streams checks the state of the cluster's streams.
func (o Options) streams(ctx context.Context, nc *nats.Conn) (all []Finding) {
	const what = "brokers"
	js, err := jetstream.New(nc)
	if err == nil {
		_, err = js.AccountInfo(ctx)
	}
	if err != nil {
		return one(what, Fault, "more than half of them must run with JetStream and reach each other at -cluster; "+
			"their logs say who is missing", "they do not agree: %v", err)
	}
	found := 0
	list := js.ListStreams(ctx)
	for info := range list.Info() {
		if strings.HasPrefix(info.Config.Name, "GAMES-") {
			found++
		}
		all = append(all, stream(info, o.Replicas)...)
	}
	switch {
	case list.Err() != nil:
		all = append(all, one(what, Fault, "their logs say who is missing", "they do not list their streams: %v",
			list.Err())...)
	case found != 0 && found != o.Shards:
		all = append(all, one(what, Fault, fmt.Sprintf("give every service -shards %d", found),
			"games in progress use %d streams, not %d", found, o.Shards)...)
	case len(all) == 0:
		all = one(what, Fine, "", "they agree; %d streams of games in progress", found)
	}
	return all
}

// stream returns what is wrong with a stream.
func stream(info *jetstream.StreamInfo, copies int) []Finding {
	name := info.Config.Name
	if info.Cluster != nil && info.Cluster.Leader == "" {
		return one(name, Fault, "more than half of its brokers must run: start those that do not", "it has no leader")
	}
	if strings.HasPrefix(name, "GAMES-") && copies > 0 && info.Config.Replicas != copies {
		return one(name, Doubt, "give every service the same -copies", "it has %d copies, not %d",
			info.Config.Replicas, copies)
	}
	if info.Cluster == nil {
		return nil
	}
	for _, r := range info.Cluster.Replicas {
		if r.Offline || !r.Current {
			return one(name, Doubt, "a broker that has just started catches up automatically; otherwise see its log",
				"the copy on %s is behind by %d (away: %t)", r.Name, r.Lag, r.Offline)
		}
	}
	return nil
}
