// Package store keeps the readings of all stations in memory and in one file per station.
package store

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"time"
)

// Reading is one height of the water at one station.
type Reading struct {
	Station string    `json:"-"`
	At      time.Time `json:"at"`
	Height  float64   `json:"height"`
	Quality int       `json:"quality"`
}

type series struct {
	file     *os.File
	readings []Reading
}

// Store is safe for use from many goroutines.
type Store struct {
	mu       sync.RWMutex
	dir      string
	keep     time.Duration
	stations map[string]*series
}

// Open loads every station found in dir and keeps readings for the given time.
func Open(dir string, keep time.Duration) (*Store, error) {
	s := &Store{dir: dir, keep: keep, stations: make(map[string]*series)}
	paths, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		station := strings.TrimSuffix(filepath.Base(path), ".jsonl")
		loaded, err := load(path, station)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		s.stations[station] = loaded
	}
	return s, nil
}

func load(path, station string) (*series, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	loaded := &series{file: file}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		reading := Reading{Station: station}
		if err := json.Unmarshal(lines.Bytes(), &reading); err != nil {
			return nil, err
		}
		loaded.readings = append(loaded.readings, reading)
	}
	return loaded, lines.Err()
}

// Append stores one reading. A gauge that was away may deliver old ones late, or twice: a
// reading for a time that is already known is ignored.
func (s *Store) Append(reading Reading) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	line, err := s.open(reading.Station)
	if err != nil {
		return err
	}
	at := sort.Search(len(line.readings), func(i int) bool { return !line.readings[i].At.Before(reading.At) })
	if at < len(line.readings) && line.readings[at].At.Equal(reading.At) {
		return nil
	}
	encoded, err := json.Marshal(reading)
	if err != nil {
		return err
	}
	if _, err := line.file.Write(append(encoded, '\n')); err != nil {
		return err
	}
	line.readings = append(line.readings, Reading{})
	copy(line.readings[at+1:], line.readings[at:])
	line.readings[at] = reading
	line.prune(line.readings[len(line.readings)-1].At.Add(-s.keep))
	return nil
}

func (s *Store) open(station string) (*series, error) {
	if found := s.stations[station]; found != nil {
		return found, nil
	}
	made, err := load(filepath.Join(s.dir, station+".jsonl"), station)
	if err != nil {
		return nil, err
	}
	s.stations[station] = made
	return made, nil
}

func (l *series) prune(before time.Time) {
	cut := sort.Search(len(l.readings), func(i int) bool { return !l.readings[i].At.Before(before) })
	l.readings = l.readings[cut:]
}

// Latest answers the newest reading of a station.
func (s *Store) Latest(station string) (Reading, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := s.stations[station]
	if found == nil || len(found.readings) == 0 {
		return Reading{}, false
	}
	return found.readings[len(found.readings)-1], true
}

// Range answers the readings from (included) to (excluded), oldest first.
func (s *Store) Range(station string, from, to time.Time) ([]Reading, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := s.stations[station]
	if found == nil {
		return nil, fmt.Errorf("no station %q", station)
	}
	first := sort.Search(len(found.readings), func(i int) bool { return !found.readings[i].At.Before(from) })
	rest := found.readings[first:]
	count := sort.Search(len(rest), func(i int) bool { return !rest[i].At.Before(to) })
	return append([]Reading(nil), rest[:count]...), nil
}

// Stations lists the known stations in alphabetical order.
func (s *Store) Stations() []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	names := make([]string, 0, len(s.stations))
	for name := range s.stations {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// Close closes the files of all stations.
func (s *Store) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, line := range s.stations {
		_ = line.file.Close()
	}
}
