// Package feed hands live readings to everyone who listens to a station.
package feed

import (
	"log/slog"
	"sync"

	"tidewatch.example/server/store"
)

// backlog is how many readings a slow listener may fall behind before it loses some.
const backlog = 4

// Listener receives the readings of one station.
type Listener struct {
	C       chan store.Reading
	station string
}

// Hub knows the listeners of every station.
type Hub struct {
	mu        sync.Mutex
	listeners map[string]map[*Listener]struct{}
	log       *slog.Logger
}

// NewHub makes a hub without listeners.
func NewHub(log *slog.Logger) *Hub {
	return &Hub{
		listeners: make(map[string]map[*Listener]struct{}),
		log:       log,
	}
}

// Join adds a listener. The caller has to Leave when it is done.
func (h *Hub) Join(station string) *Listener {
	listener := &Listener{C: make(chan store.Reading, backlog), station: station}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.listeners[station] == nil {
		h.listeners[station] = make(map[*Listener]struct{})
	}
	h.listeners[station][listener] = struct{}{}
	return listener
}

// Leave removes a listener and closes its channel.
func (h *Hub) Leave(listener *Listener) {
	h.mu.Lock()
	delete(h.listeners[listener.station], listener)
	if len(h.listeners[listener.station]) == 0 {
		delete(h.listeners, listener.station)
	}
	h.mu.Unlock()
	close(listener.C)
}

// Broadcast hands one reading to all listeners of its station and never waits for them.
func (h *Hub) Broadcast(reading store.Reading) {
	h.mu.Lock()
	targets := make([]*Listener, 0, len(h.listeners[reading.Station]))
	for listener := range h.listeners[reading.Station] {
		targets = append(targets, listener)
	}
	h.mu.Unlock()
	for _, listener := range targets {
		select {
		case listener.C <- reading:
		default:
			h.log.Debug("slow listener", "station", listener.station)
		}
	}
}
