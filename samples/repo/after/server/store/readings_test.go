package store

import (
	"testing"
	"time"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func openEmpty(t *testing.T, keep time.Duration) *Store {
	t.Helper()
	s, err := Open(t.TempDir(), keep)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func appendAll(t *testing.T, s *Store, minutes ...int) {
	t.Helper()
	for _, minute := range minutes {
		at := noon.Add(time.Duration(minute) * time.Minute)
		if err := s.Append(Reading{Station: "pier", At: at, Height: float64(minute)}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRangeIsHalfOpen(t *testing.T) {
	s := openEmpty(t, time.Hour)
	appendAll(t, s, 0, 1, 2)
	got, err := s.Range("pier", noon, noon.Add(2*time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[1].Height != 1 {
		t.Errorf("got %v, want the first two readings", got)
	}
}

func TestOldReadingsArePruned(t *testing.T) {
	s := openEmpty(t, 10*time.Minute)
	appendAll(t, s, 0, 5, 12)
	got, err := s.Range("pier", noon, noon.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0].Height != 5 {
		t.Errorf("got %v, want the readings of minutes 5 and 12", got)
	}
}

func TestLateAndRepeatedReadings(t *testing.T) {
	s := openEmpty(t, time.Hour)
	appendAll(t, s, 0, 3, 1, 3, 2)
	got, err := s.Range("pier", noon, noon.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 4 || got[1].Height != 1 || got[3].Height != 3 {
		t.Errorf("got %v, want minutes 0 to 3 once each", got)
	}
}

func TestUnknownStation(t *testing.T) {
	s := openEmpty(t, time.Hour)
	if _, err := s.Range("nowhere", noon, noon.Add(time.Minute)); err == nil {
		t.Error("no error for an unknown station")
	}
	if _, known := s.Latest("nowhere"); known {
		t.Error("an unknown station has a latest reading")
	}
}
