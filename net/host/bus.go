package host

import (
	"context"
	"slices"
	"sync"

	"tafl3d/net/wire"
)

// Bus carries messages that are not kept (presence, chat, notices, messages between hubs) between all services that
// share games. A topic is the id of a game, a player or a hub, with a prefix. Messages may be lost; those of one
// sender arrive in the order of sending. A Bus is safe for concurrent use.
type Bus interface {
	Tell(topic string, b wire.Body)
	// Hear calls f for every message on a topic, also those from this process. f must not block.
	Hear(topic string, f func(wire.Body)) (stop func(), err error)
	// Post sends bytes that the bus does not interpret. Collect receives them, as Hear does for messages; f must not
	// change them.
	Post(topic string, data []byte)
	Collect(topic string, f func([]byte)) (stop func(), err error)
	// HasListener reports whether a topic has listeners in any process. The error is that of ctx, or says that the
	// bus could not find out.
	HasListener(ctx context.Context, topic string) (bool, error)
}

// Local is a bus within one process. Its zero value has no listeners.
type Local struct {
	mu        sync.Mutex
	listeners map[string][]*func(any) // called with a wire.Body or with bytes
}

// Tell implements Bus.
func (l *Local) Tell(topic string, b wire.Body) { l.tell(topic, b) }

// Post implements Bus.
func (l *Local) Post(topic string, data []byte) { l.tell(topic, data) }

func (l *Local) tell(topic string, b any) {
	l.mu.Lock()
	ears := slices.Clone(l.listeners[topic])
	l.mu.Unlock()
	for _, f := range ears {
		(*f)(b)
	}
}

// Hear implements Bus.
func (l *Local) Hear(topic string, f func(wire.Body)) (stop func(), err error) {
	return l.hear(topic, func(b any) {
		if body, is := b.(wire.Body); is {
			f(body)
		}
	})
}

// Collect implements Bus.
func (l *Local) Collect(topic string, f func([]byte)) (stop func(), err error) {
	return l.hear(topic, func(b any) {
		if data, is := b.([]byte); is {
			f(data)
		}
	})
}

func (l *Local) hear(topic string, f func(any)) (stop func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.listeners == nil {
		l.listeners = map[string][]*func(any){}
	}
	l.listeners[topic] = append(l.listeners[topic], &f)
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.listeners[topic] = slices.DeleteFunc(l.listeners[topic], func(g *func(any)) bool { return g == &f })
		if len(l.listeners[topic]) == 0 {
			delete(l.listeners, topic)
		}
	}, nil
}

// HasListener implements Bus.
func (l *Local) HasListener(_ context.Context, topic string) (bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.listeners[topic]) > 0, nil
}
