package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"tidewatch.example/server/store"
)

// heartbeat keeps proxies from closing an idle stream.
const heartbeat = 20 * time.Second

// eventWriter writes server-sent events and flushes after each.
type eventWriter struct {
	w       http.ResponseWriter
	flusher http.Flusher
}

func newEventWriter(w http.ResponseWriter) (*eventWriter, bool) {
	flusher, ok := w.(http.Flusher)
	if !ok {
		return nil, false
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
	flusher.Flush()
	return &eventWriter{w: w, flusher: flusher}, true
}

func (e *eventWriter) reading(reading store.Reading) error {
	data, err := json.Marshal(toWire(reading))
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(e.w, "event: reading\nid: %d\ndata: %s\n\n", reading.At.Unix(), data); err != nil {
		return err
	}
	e.flusher.Flush()
	return nil
}

func (e *eventWriter) beat() error {
	if _, err := fmt.Fprint(e.w, ": still here\n\n"); err != nil {
		return err
	}
	e.flusher.Flush()
	return nil
}

// stream sends the latest reading at once and then every new one until the client goes away.
func (s *Server) stream(w http.ResponseWriter, r *http.Request) {
	station := r.PathValue("id")
	latest, known := s.store.Latest(station)
	if !known {
		writeError(w, http.StatusNotFound, "no_station", fmt.Errorf("no station %q", station))
		return
	}
	events, ok := newEventWriter(w)
	if !ok {
		writeError(w, http.StatusInternalServerError, "no_stream", fmt.Errorf("connection cannot stream"))
		return
	}
	listener := s.hub.Join(station)
	defer s.hub.Leave(listener)

	if err := events.reading(latest); err != nil {
		return
	}
	ticker := time.NewTicker(heartbeat)
	defer ticker.Stop()
	for {
		var err error
		select {
		case <-r.Context().Done():
			s.hub.Leave(listener)
			return
		case reading := <-listener.C:
			err = events.reading(reading)
		case <-ticker.C:
			err = events.beat()
		}
		if err != nil {
			s.log.Debug("listener gone", "station", station, "err", err)
			return
		}
	}
}
