// Package slices is the twin of Go's package slices.
package slices

import (
	"cmp"
	"iter"
	"sort"

	"polka/kernel/cell/library/native"
)

// All ranges over the indices and elements of s.
func All[Slice ~[]E, E any](s Slice) iter.Seq2[int, E] {
	return func(yield func(int, E) bool) {
		for i, v := range s {
			if !yield(i, v) {
				return
			}
		}
	}
}

// AppendSeq appends the values of seq to s.
func AppendSeq[Slice ~[]E, E any](s Slice, seq iter.Seq[E]) Slice {
	seq(func(v E) bool {
		s = append(s, v)
		return true
	})
	return s
}

// Backward ranges over s from its end.
func Backward[Slice ~[]E, E any](s Slice) iter.Seq2[int, E] {
	return func(yield func(int, E) bool) {
		for i := len(s) - 1; i >= 0; i-- {
			if !yield(i, s[i]) {
				return
			}
		}
	}
}

// BinarySearch finds target, or the place for it, in the sorted x.
func BinarySearch[S ~[]E, E cmp.Ordered](x S, target E) (int, bool) {
	i, j := 0, len(x)
	for i < j {
		h := int(uint(i+j) / 2)
		if v := x[h]; v < target || v != v && target == target {
			i = h + 1
		} else {
			j = h
		}
	}
	return i, i < len(x) && (x[i] == target || x[i] != x[i] && target != target)
}

// BinarySearchFunc finds target, or the place for it, in x, which is sorted as f says.
func BinarySearchFunc[S ~[]E, E, T any](x S, target T, f func(E, T) int) (int, bool) {
	i, j := 0, len(x)
	for i < j {
		h := int(uint(i+j) / 2)
		if f(x[h], target) < 0 {
			i = h + 1
		} else {
			j = h
		}
	}
	return i, i < len(x) && f(x[i], target) == 0
}

// Chunk ranges over the parts of s of n elements each; the last may be shorter.
func Chunk[Slice ~[]E, E any](s Slice, n int) iter.Seq[Slice] {
	if n < 1 {
		panic("cannot be less than 1")
	}
	return func(yield func(Slice) bool) {
		for i := 0; i < len(s); i += n {
			end := min(n, len(s)-i)
			if !yield(s[i : i+end : i+end]) {
				return
			}
		}
	}
}

// Clip removes the unused capacity of s.
func Clip[S ~[]E, E any](s S) S { return s[:len(s):len(s)] }

// Clone copies s.
func Clone[S ~[]E, E any](s S) S { return append(s[:0:0], s...) }

// Collect makes a slice of the values of seq.
func Collect[E any](seq iter.Seq[E]) []E {
	var s []E
	seq(func(v E) bool {
		s = append(s, v)
		return true
	})
	return s
}

// Compact keeps the first of each run of equal elements.
func Compact[S ~[]E, E comparable](s S) S {
	if len(s) < 2 {
		return s
	}
	k := 1
	for i := 1; i < len(s); i++ {
		if s[i] != s[i-1] {
			s[k] = s[i]
			k++
		}
	}
	clear(s[k:])
	return s[:k]
}

// CompactFunc keeps the first of each run of elements that are equal by eq.
func CompactFunc[S ~[]E, E any](s S, eq func(E, E) bool) S {
	if len(s) < 2 {
		return s
	}
	k := 1
	for i := 1; i < len(s); i++ {
		if !eq(s[k-1], s[i]) {
			s[k] = s[i]
			k++
		}
	}
	clear(s[k:])
	return s[:k]
}

// Compare orders slices as a dictionary does.
func Compare[S ~[]E, E cmp.Ordered](s1, s2 S) int {
	for i, v := range s1 {
		if i >= len(s2) {
			return +1
		}
		if c := cmp.Compare(v, s2[i]); c != 0 {
			return c
		}
	}
	if len(s1) < len(s2) {
		return -1
	}
	return 0
}

// CompareFunc orders slices as a dictionary does, their elements as f says.
func CompareFunc[S1 ~[]E1, S2 ~[]E2, E1, E2 any](s1 S1, s2 S2, f func(E1, E2) int) int {
	for i, v := range s1 {
		if i >= len(s2) {
			return +1
		}
		if c := f(v, s2[i]); c != 0 {
			return c
		}
	}
	if len(s1) < len(s2) {
		return -1
	}
	return 0
}

// Concat joins slices into a new one.
func Concat[S ~[]E, E any](ss ...S) S {
	n := 0
	for _, s := range ss {
		n += len(s)
	}
	out := Grow[S](nil, n)
	for _, s := range ss {
		out = append(out, s...)
	}
	return out
}

// Contains reports whether v is an element of s.
func Contains[S ~[]E, E comparable](s S, v E) bool { return Index(s, v) >= 0 }

// ContainsFunc reports whether f holds for an element of s.
func ContainsFunc[S ~[]E, E any](s S, f func(E) bool) bool { return IndexFunc(s, f) >= 0 }

// Delete removes s[i:j].
func Delete[S ~[]E, E any](s S, i, j int) S {
	_ = s[i:j:len(s)]
	if i == j {
		return s
	}
	old := s
	s = append(s[:i], s[j:]...)
	clear(old[len(s):])
	return s
}

// DeleteFunc removes the elements for which del holds.
func DeleteFunc[S ~[]E, E any](s S, del func(E) bool) S {
	k := IndexFunc(s, del)
	if k < 0 {
		return s
	}
	for i := k + 1; i < len(s); i++ {
		if v := s[i]; !del(v) {
			s[k] = v
			k++
		}
	}
	clear(s[k:])
	return s[:k]
}

// Equal reports whether slices have equal elements.
func Equal[S ~[]E, E comparable](s1, s2 S) bool {
	if len(s1) != len(s2) {
		return false
	}
	for i, v := range s1 {
		if v != s2[i] {
			return false
		}
	}
	return true
}

// EqualFunc reports whether slices have elements that are equal by eq.
func EqualFunc[S1 ~[]E1, S2 ~[]E2, E1, E2 any](s1 S1, s2 S2, eq func(E1, E2) bool) bool {
	if len(s1) != len(s2) {
		return false
	}
	for i, v := range s1 {
		if !eq(v, s2[i]) {
			return false
		}
	}
	return true
}

// Grow makes room for n more elements.
func Grow[S ~[]E, E any](s S, n int) S {
	if n < 0 {
		panic("cannot be negative")
	}
	if n -= cap(s) - len(s); n > 0 {
		s = append(s[:cap(s)], make([]E, n)...)[:len(s)]
	}
	return s
}

// Index finds the first v in s.
func Index[S ~[]E, E comparable](s S, v E) int {
	if i, ok := native.Index(s, v); ok {
		return i
	}
	for i := 0; i < len(s); i++ {
		if s[i] == v {
			return i
		}
	}
	return -1
}

// IndexFunc finds the first element of s for which f holds.
func IndexFunc[S ~[]E, E any](s S, f func(E) bool) int {
	for i := 0; i < len(s); i++ {
		if f(s[i]) {
			return i
		}
	}
	return -1
}

// Insert puts values before s[i].
func Insert[S ~[]E, E any](s S, i int, v ...E) S {
	tail := s[i:]
	switch {
	case len(v) == 0:
		return s
	case len(tail) == 0:
		return append(s, v...)
	case len(s)+len(v) > cap(s): // s keeps its elements
		return spliced(s[:i], v, tail)
	}
	tail = append([]E(nil), tail...)
	values := append([]E(nil), v...) // they may be part of s
	return append(append(s[:i], values...), tail...)
}

// spliced returns a new slice of the elements of all three. Its capacity is the one that append
// chooses for head, as in the original.
func spliced[S ~[]E, E any](head S, values, tail []E) S {
	out := append(head, make(S, len(values)+len(tail))...)
	copy(out[len(head):], values)
	copy(out[len(head)+len(values):], tail)
	return out
}

// IsSorted reports whether x is in ascending order.
func IsSorted[S ~[]E, E cmp.Ordered](x S) bool { return native.IsSorted(x) }

// IsSortedFunc reports whether x is in the order of f.
func IsSortedFunc[S ~[]E, E any](x S, f func(a, b E) int) bool {
	for i := len(x) - 1; i > 0; i-- {
		if f(x[i], x[i-1]) < 0 {
			return false
		}
	}
	return true
}

// Max returns the largest element; NaN if there is one.
func Max[S ~[]E, E cmp.Ordered](x S) E {
	if len(x) < 1 {
		panic("slices.Max: empty list")
	}
	return x[native.Max(x)]
}

// MaxFunc returns the first element that none exceeds by f.
func MaxFunc[S ~[]E, E any](x S, f func(a, b E) int) E {
	if len(x) < 1 {
		panic("slices.MaxFunc: empty list")
	}
	m := x[0]
	for i := 1; i < len(x); i++ {
		if f(x[i], m) > 0 {
			m = x[i]
		}
	}
	return m
}

// Min returns the smallest element; NaN if there is one.
func Min[S ~[]E, E cmp.Ordered](x S) E {
	if len(x) < 1 {
		panic("slices.Min: empty list")
	}
	return x[native.Min(x)]
}

// MinFunc returns the first element that is not more than another by f.
func MinFunc[S ~[]E, E any](x S, f func(a, b E) int) E {
	if len(x) < 1 {
		panic("slices.MinFunc: empty list")
	}
	m := x[0]
	for i := 1; i < len(x); i++ {
		if f(x[i], m) < 0 {
			m = x[i]
		}
	}
	return m
}

// Repeat joins count copies of x.
func Repeat[S ~[]E, E any](x S, count int) S {
	if count < 0 {
		panic("cannot be negative")
	}
	out := make(S, 0, len(x)*count)
	for i := 0; i < count; i++ {
		out = append(out, x...)
	}
	return out
}

// Replace puts values in place of s[i:j].
func Replace[S ~[]E, E any](s S, i, j int, v ...E) S {
	_ = s[i:j]
	if i == j {
		return Insert(s, i, v...)
	}
	old := s
	if j < len(s) && len(s)-(j-i)+len(v) > cap(s) { // s keeps its elements
		return spliced(s[:i], v, s[j:])
	}
	tail := append([]E(nil), s[j:]...)
	values := append([]E(nil), v...)
	s = append(append(s[:i], values...), tail...)
	if len(s) < len(old) {
		clear(old[len(s):])
	}
	return s
}

// Reverse turns s around.
func Reverse[S ~[]E, E any](s S) { native.Reverse(s) }

// Sort puts x in ascending order; NaNs come first.
func Sort[S ~[]E, E cmp.Ordered](x S) { native.Sort(x) }

// SortFunc puts x in the order of f.
func SortFunc[S ~[]E, E any](x S, f func(a, b E) int) {
	sort.Slice(x, func(i, j int) bool { return f(x[i], x[j]) < 0 })
}

// SortStableFunc puts x in the order of f and keeps the order of equal elements.
func SortStableFunc[S ~[]E, E any](x S, f func(a, b E) int) {
	sort.SliceStable(x, func(i, j int) bool { return f(x[i], x[j]) < 0 })
}

// Sorted collects the values of seq and sorts them.
func Sorted[E cmp.Ordered](seq iter.Seq[E]) []E {
	s := Collect(seq)
	Sort(s)
	return s
}

// SortedFunc collects the values of seq and sorts them by f.
func SortedFunc[E any](seq iter.Seq[E], f func(E, E) int) []E {
	s := Collect(seq)
	SortFunc(s, f)
	return s
}

// SortedStableFunc collects the values of seq and sorts them by f, equal ones in the order of seq.
func SortedStableFunc[E any](seq iter.Seq[E], f func(E, E) int) []E {
	s := Collect(seq)
	SortStableFunc(s, f)
	return s
}

// Values ranges over the elements of s.
func Values[Slice ~[]E, E any](s Slice) iter.Seq[E] {
	return func(yield func(E) bool) {
		for _, v := range s {
			if !yield(v) {
				return
			}
		}
	}
}
