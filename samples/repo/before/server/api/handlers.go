// Package api serves stored and live readings over HTTP.
package api

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"tidewatch.example/server/feed"
	"tidewatch.example/server/store"
)

// maxRange bounds one request, so that a phone cannot ask for ten years.
const maxRange = 40 * 24 * time.Hour

// Server answers the board's requests.
type Server struct {
	mux   *http.ServeMux
	store *store.Store
	hub   *feed.Hub
	log   *slog.Logger
}

type wireReading struct {
	Time    string  `json:"t"`
	Height  float64 `json:"h"`
	Quality int     `json:"q"`
}

type wireError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// NewServer wires the routes.
func NewServer(readings *store.Store, hub *feed.Hub, log *slog.Logger) *Server {
	s := &Server{mux: http.NewServeMux(), store: readings, hub: hub, log: log}
	s.mux.HandleFunc("GET /v1/stations", s.stations)
	s.mux.HandleFunc("GET /v1/stations/{id}/readings", s.readings)
	s.mux.HandleFunc("GET /v1/stations/{id}/stream", s.stream)
	s.mux.HandleFunc("POST /v1/stations/{id}/readings", s.accept)
	return s
}

// ServeHTTP logs the request and passes it to its route.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	started := time.Now()
	s.mux.ServeHTTP(w, r)
	s.log.Debug("request", "method", r.Method, "path", r.URL.Path, "took", time.Since(started))
}

func (s *Server) stations(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, s.store.Stations())
}

func (s *Server) readings(w http.ResponseWriter, r *http.Request) {
	from, to, err := parseRange(r)
	if err != nil {
		writeError(w, http.StatusBadRequest, "bad_range", err)
		return
	}
	found, err := s.store.Range(r.PathValue("id"), from, to)
	if err != nil {
		writeError(w, http.StatusNotFound, "no_station", err)
		return
	}
	out := make([]wireReading, 0, len(found))
	for _, reading := range found {
		out = append(out, toWire(reading))
	}
	writeJSON(w, http.StatusOK, out)
}

func (s *Server) accept(w http.ResponseWriter, r *http.Request) {
	var batch []wireReading
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&batch); err != nil {
		writeError(w, http.StatusBadRequest, "bad_json", err)
		return
	}
	for _, wire := range batch {
		at, err := time.Parse(time.RFC3339, wire.Time)
		if err != nil {
			writeError(w, http.StatusBadRequest, "bad_time", err)
			return
		}
		reading := store.Reading{Station: r.PathValue("id"), At: at, Height: wire.Height, Quality: wire.Quality}
		if err := s.store.Append(reading); err != nil {
			writeError(w, http.StatusInternalServerError, "not_stored", err)
			return
		}
		s.hub.Broadcast(reading)
	}
	w.WriteHeader(http.StatusAccepted)
}

func parseRange(r *http.Request) (from, to time.Time, err error) {
	query := r.URL.Query()
	if from, err = time.Parse(time.RFC3339, query.Get("from")); err != nil {
		return from, to, err
	}
	if to, err = time.Parse(time.RFC3339, query.Get("to")); err != nil {
		return from, to, err
	}
	if !to.After(from) {
		return from, to, errors.New("to is not after from")
	}
	if to.Sub(from) > maxRange {
		return from, to, errors.New("more than 40 days asked for")
	}
	return from, to, nil
}

func toWire(reading store.Reading) wireReading {
	return wireReading{
		Time:    reading.At.UTC().Format(time.RFC3339),
		Height:  reading.Height,
		Quality: reading.Quality,
	}
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value)
}

func writeError(w http.ResponseWriter, status int, code string, err error) {
	writeJSON(w, status, wireError{Code: code, Message: err.Error()})
}
