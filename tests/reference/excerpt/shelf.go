package shelf

import "sort"

// Doc comment.
type Shelf[K comparable, V any] struct {
	less func(a, b K) bool
}

type Reader interface {
	Read(p []byte) (n int, err error)
}

type (
	Pair struct{ a, b int }
	Num  interface{ ~int | ~float64 }
)

var handler = func(a int) int {
	return a
}

// New makes one.
// Two lines.
func New[K comparable, V any](less func(a, b K) bool) *Shelf[K, V] {
	inner := func() {
		sort.Ints(nil)
	}
	defer inner()
	return &Shelf[K, V]{less: less}
}

func (s *Shelf[K, V]) Get(key K) (value V, ok bool) {
	return
}

func (s Shelf[_, V]) Len() int { return 0 }

func (*Pair) Unnamed() {}

func (Pair) Plain() {
}

func (p /* comment */ *Pair) Commented(
	a int,
	b ...string,
) (
	c error,
) {
	type local struct{ x int }
	if a > 0 {
		return nil
	}
	return func() error {
		return nil
	}()
}

func (p *(Pair)) Wrapped() {}

/* block */ func After() {}

//go:noescape
func external(p *byte) int

func init() {}
func init() {
	_ = `
func inString() {
}
`
}

func Map[T, U Num](xs []T, f func(T) U) []U {
	out := make([]U, 0, len(xs))
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
} // trailing
