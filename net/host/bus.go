package host

import (
	"context"
	"slices"
	"sync"

	"tafl3d/net/wire"
)

// Bus carries what is said but not kept, presence, chat, notices and letters, between
// all who serve the same games. Topics are ids of games, of players and of hubs. It is safe
// for use by many goroutines; what it carries may be lost, and comes in the order in which
// one has told it.
type Bus interface {
	Tell(topic string, b wire.Body)
	// Hear calls f for everything that is told on a topic, by this process too. f
	// must not wait.
	Hear(topic string, f func(wire.Body)) (stop func(), err error)
	// Post tells bytes that mean nothing to the bus; Collect hears those of a topic as Hear
	// does, which are not to be changed.
	Post(topic string, data []byte)
	Collect(topic string, f func([]byte)) (stop func(), err error)
	// Heard reports whether anybody hears a topic. The error is that of ctx, or says
	// that it could not be found out.
	HasListener(ctx context.Context, topic string) (bool, error)
}

// Local is a bus within the process. Its zero value has no listeners.
type Local struct {
	mu        sync.Mutex
	listeners map[string][]*func(any) // of a wire.Body, or bytes
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
