// SPDX-License-Identifier: BSD-3-Clause

package library_test

import (
	"cmp"
	"container/heap"
	"fmt"
	"iter"
	"maps"
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	twincmp "polka/kernel/cell/library/cmp"
	twinheap "polka/kernel/cell/library/heap"
	twiniter "polka/kernel/cell/library/iter"
	twinmaps "polka/kernel/cell/library/maps"
	twinslices "polka/kernel/cell/library/slices"
)

// outcome is what a call gave, or what it panicked with.
func outcome(f func() []any) (values []any) {
	defer func() {
		if p := recover(); p != nil {
			values = []any{"panic", reflect.TypeOf(p).Kind() == reflect.String, p}
			if _, ok := p.(error); ok {
				values = []any{"runtime error"} // of the same kind; its numbers may differ
			}
		}
	}()
	return f()
}

// same fails if the two disagree.
func same(t *rapid.T, name string, twin, original func() []any) {
	t.Helper()
	if got, want := outcome(twin), outcome(original); !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: the twin gives %v, the original %v", name, got, want)
	}
}

// A pair of slices that share no memory, so that both can be changed.
func twice(x []int) (a, b []int) { return slices.Clone(x), slices.Clone(x) }

// TestSlices compares the twin of package slices with the original.
func TestSlices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		small := rapid.SliceOfN(rapid.IntRange(-3, 3), 0, 8)
		x, y := small.Draw(t, "x"), small.Draw(t, "y")
		i, j, n := rapid.IntRange(-1, 9).Draw(t, "i"), rapid.IntRange(-1, 9).Draw(t, "j"), rapid.IntRange(-1, 4).Draw(t, "n")
		even := func(v int) bool { return v%2 == 0 }
		near := func(a, b int) bool { return a/2 == b/2 }
		byHalf := func(a, b int) int { return cmp.Compare(a/2, b/2) }
		a, b := twice(x)
		show := func(s []int) []any { return []any{s, s == nil, cap(s)} }

		same(t, "Insert", func() []any { return append(show(twinslices.Insert(a, i, y...)), a) }, func() []any { return append(show(slices.Insert(b, i, y...)), b) })
		a, b = twice(x)
		same(t, "Insert without room", func() []any { return append(show(twinslices.Insert(a[:len(a):len(a)], i, y...)), a) }, func() []any { return append(show(slices.Insert(b[:len(b):len(b)], i, y...)), b) })
		a, b = twice(x)
		same(t, "Insert itself", func() []any { return show(twinslices.Insert(a[:len(a):len(a)], i, a...)) }, func() []any { return show(slices.Insert(b[:len(b):len(b)], i, b...)) })
		a, b = twice(x)
		same(t, "Delete", func() []any { return append(show(twinslices.Delete(a, i, j)), a) }, func() []any { return append(show(slices.Delete(b, i, j)), b) })
		a, b = twice(x)
		same(t, "Replace", func() []any { return append(show(twinslices.Replace(a, i, j, y...)), a) }, func() []any { return append(show(slices.Replace(b, i, j, y...)), b) })
		a, b = twice(x)
		same(t, "Replace without room", func() []any { return append(show(twinslices.Replace(a[:len(a):len(a)], i, j, y...)), a) }, func() []any { return append(show(slices.Replace(b[:len(b):len(b)], i, j, y...)), b) })
		a, b = twice(x)
		same(t, "DeleteFunc", func() []any { return append(show(twinslices.DeleteFunc(a, even)), a) }, func() []any { return append(show(slices.DeleteFunc(b, even)), b) })
		a, b = twice(x)
		same(t, "Compact", func() []any { return append(show(twinslices.Compact(a)), a) }, func() []any { return append(show(slices.Compact(b)), b) })
		a, b = twice(x)
		same(t, "CompactFunc", func() []any { return append(show(twinslices.CompactFunc(a, near)), a) }, func() []any { return append(show(slices.CompactFunc(b, near)), b) })
		a, b = twice(x)
		same(t, "Reverse", func() []any { twinslices.Reverse(a); return show(a) }, func() []any { slices.Reverse(b); return show(b) })
		same(t, "SortFunc", func() []any { twinslices.SortFunc(a, byHalf); return show(a) }, func() []any { slices.SortFunc(b, byHalf); return show(b) })
		a, b = twice(x)
		same(t, "SortStableFunc", func() []any { twinslices.SortStableFunc(a, byHalf); return show(a) }, func() []any { slices.SortStableFunc(b, byHalf); return show(b) })
		same(t, "Sort", func() []any { twinslices.Sort(a); return show(a) }, func() []any { slices.Sort(b); return show(b) })
		same(t, "BinarySearch", func() []any { k, ok := twinslices.BinarySearch(a, n); return []any{k, ok} }, func() []any { k, ok := slices.BinarySearch(b, n); return []any{k, ok} })
		same(t, "BinarySearchFunc", func() []any { k, ok := twinslices.BinarySearchFunc(a, n, byHalf); return []any{k, ok} },
			func() []any { k, ok := slices.BinarySearchFunc(b, n, byHalf); return []any{k, ok} })
		same(t, "questions", func() []any {
			return []any{twinslices.Index(x, n), twinslices.IndexFunc(x, even), twinslices.Contains(x, n), twinslices.ContainsFunc(x, even),
				twinslices.Equal(x, y), twinslices.EqualFunc(x, y, near), twinslices.Compare(x, y), twinslices.CompareFunc(x, y, byHalf),
				twinslices.IsSorted(x), twinslices.IsSortedFunc(x, byHalf)}
		}, func() []any {
			return []any{slices.Index(x, n), slices.IndexFunc(x, even), slices.Contains(x, n), slices.ContainsFunc(x, even),
				slices.Equal(x, y), slices.EqualFunc(x, y, near), slices.Compare(x, y), slices.CompareFunc(x, y, byHalf),
				slices.IsSorted(x), slices.IsSortedFunc(x, byHalf)}
		})
		same(t, "extremes", func() []any {
			return []any{twinslices.Min(x), twinslices.Max(x), twinslices.MinFunc(x, byHalf), twinslices.MaxFunc(x, byHalf)}
		}, func() []any {
			return []any{slices.Min(x), slices.Max(x), slices.MinFunc(x, byHalf), slices.MaxFunc(x, byHalf)}
		})
		same(t, "MinFunc of nothing", func() []any { return []any{twinslices.MinFunc(x[:0], byHalf)} }, func() []any { return []any{slices.MinFunc(x[:0], byHalf)} })
		same(t, "Repeat", func() []any { return show(twinslices.Repeat(x, n)) }, func() []any { return show(slices.Repeat(x, n)) })
		same(t, "Concat", func() []any { return show(twinslices.Concat(x, y, nil)) }, func() []any { return show(slices.Concat(x, y, nil)) })
		same(t, "Clone", func() []any { return show(twinslices.Clone(x)) }, func() []any { return show(slices.Clone(x)) })
		same(t, "Clone of nil", func() []any { return show(twinslices.Clone([]int(nil))) }, func() []any { return show(slices.Clone([]int(nil))) })
		same(t, "Clip", func() []any { return []any{cap(twinslices.Clip(x))} }, func() []any { return []any{cap(slices.Clip(x))} })
		same(t, "Grow", func() []any { return show(twinslices.Grow(x, n)) }, func() []any { return show(slices.Grow(x, n)) })
		same(t, "Chunk", func() []any { return []any{slices.Collect(twinslices.Chunk(x, n))} }, func() []any { return []any{slices.Collect(slices.Chunk(x, n))} })
		same(t, "iterators", func() []any {
			return []any{twinslices.Collect(twinslices.Values(x)), maps.Collect(twinslices.All(x)), maps.Collect(twinslices.Backward(x)), twinslices.AppendSeq(y, twinslices.Values(x)),
				twinslices.Sorted(twinslices.Values(x)), twinslices.SortedFunc(twinslices.Values(x), byHalf), twinslices.SortedStableFunc(twinslices.Values(x), byHalf)}
		}, func() []any {
			return []any{slices.Collect(slices.Values(x)), maps.Collect(slices.All(x)), maps.Collect(slices.Backward(x)), slices.AppendSeq(y, slices.Values(x)),
				slices.Sorted(slices.Values(x)), slices.SortedFunc(slices.Values(x), byHalf), slices.SortedStableFunc(slices.Values(x), byHalf)}
		})
	})
}

// TestFloats compares what NaN and -0 could spoil.
func TestFloats(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.SampledFrom([]float64{math.NaN(), math.Inf(-1), -1, math.Copysign(0, -1), 0, 1})
		x := rapid.SliceOfN(number, 1, 6).Draw(t, "x")
		v := number.Draw(t, "v")
		bits := func(s ...float64) []any {
			var list []any
			for _, f := range s {
				if math.IsNaN(f) {
					f = math.NaN() // any will do
				}
				list = append(list, math.Float64bits(f))
			}
			return list
		}
		same(t, "Min", func() []any { return bits(twinslices.Min(x)) }, func() []any { return bits(slices.Min(x)) })
		same(t, "Max", func() []any { return bits(twinslices.Max(x)) }, func() []any { return bits(slices.Max(x)) })
		same(t, "Index", func() []any { return []any{twinslices.Index(x, v)} }, func() []any { return []any{slices.Index(x, v)} })
		a, b := slices.Clone(x), slices.Clone(x)
		same(t, "Sort", func() []any { twinslices.Sort(a); return bits(a...) }, func() []any { slices.Sort(b); return bits(b...) })
		same(t, "BinarySearch", func() []any { i, ok := twinslices.BinarySearch(a, v); return []any{i, ok} }, func() []any { i, ok := slices.BinarySearch(b, v); return []any{i, ok} })
		same(t, "cmp", func() []any { return []any{twincmp.Compare(x[0], v), twincmp.Less(x[0], v), twinslices.Compare(x, b)} },
			func() []any { return []any{cmp.Compare(x[0], v), cmp.Less(x[0], v), slices.Compare(x, b)} })
	})
}

// TestMaps compares the twin of package maps with the original.
func TestMaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := rapid.MapOfN(rapid.IntRange(0, 5), rapid.IntRange(0, 2), 0, 5)
		x, y := draw.Draw(t, "x"), draw.Draw(t, "y")
		odd := func(k, v int) bool { return (k+v)%2 == 1 }
		equal := func(a, b int) bool { return a == b }
		same(t, "questions", func() []any { return []any{twinmaps.Equal(x, y), twinmaps.EqualFunc(x, y, equal)} },
			func() []any { return []any{maps.Equal(x, y), maps.EqualFunc(x, y, equal)} })
		same(t, "iterators", func() []any {
			return []any{slices.Sorted(twinmaps.Keys(x)), slices.Sorted(twinmaps.Values(x)), twinmaps.Collect(twinmaps.All(x))}
		}, func() []any {
			return []any{slices.Sorted(maps.Keys(x)), slices.Sorted(maps.Values(x)), maps.Collect(maps.All(x))}
		})
		a, b := twinmaps.Clone(x), maps.Clone(x)
		same(t, "Copy", func() []any { twinmaps.Copy(a, y); return []any{a} }, func() []any { maps.Copy(b, y); return []any{b} })
		same(t, "DeleteFunc", func() []any { twinmaps.DeleteFunc(a, odd); return []any{a} }, func() []any { maps.DeleteFunc(b, odd); return []any{b} })
		same(t, "Insert", func() []any { twinmaps.Insert(a, maps.All(x)); return []any{a} }, func() []any { maps.Insert(b, maps.All(x)); return []any{b} })
		same(t, "Clone of nil", func() []any { return []any{twinmaps.Clone(map[int]int(nil)) == nil} }, func() []any { return []any{maps.Clone(map[int]int(nil)) == nil} })
	})
}

// TestPull takes a few values, perhaps more than there are, and stops, perhaps twice; the sequence
// may panic.
func TestPull(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length, take, stops := rapid.IntRange(0, 4).Draw(t, "length"), rapid.IntRange(0, 6).Draw(t, "take"), rapid.IntRange(0, 2).Draw(t, "stops")
		bad := rapid.IntRange(-1, 4).Draw(t, "bad")
		run := func(pull func(iter.Seq[int]) (func() (int, bool), func())) func() []any {
			return func() (out []any) {
				ended := 0
				defer func() { out = append(out, ended) }()
				next, stop := pull(func(yield func(int) bool) {
					defer func() { ended++ }()
					for i := range length {
						if i == bad {
							panic("bad")
						}
						if !yield(i) {
							return
						}
					}
				})
				step := func(f func()) {
					defer func() {
						if p := recover(); p != nil {
							out = append(out, p)
						}
					}()
					f()
				}
				for range take {
					step(func() { v, ok := next(); out = append(out, v, ok) })
				}
				for range stops {
					step(stop)
				}
				step(func() {
					if stops > 0 {
						v, ok := next()
						out = append(out, v, ok)
					}
				})
				stop()
				return out
			}
		}
		same(t, "Pull", run(twiniter.Pull[int]), run(iter.Pull[int]))
	})
}

// A recorder is a heap that notes the calls of its methods.
type recorder struct {
	list  []int
	calls []string
}

func (r *recorder) note(format string, args ...any) {
	r.calls = append(r.calls, fmt.Sprintf(format, args...))
}

func (r *recorder) Len() int           { r.note("Len"); return len(r.list) }
func (r *recorder) Less(i, j int) bool { r.note("Less %d %d", i, j); return r.list[i] < r.list[j] }
func (r *recorder) Swap(i, j int) {
	r.note("Swap %d %d", i, j)
	r.list[i], r.list[j] = r.list[j], r.list[i]
}
func (r *recorder) Push(x any) { r.note("Push %v", x); r.list = append(r.list, x.(int)) }
func (r *recorder) Pop() any {
	r.note("Pop")
	n := len(r.list) - 1
	x := r.list[n]
	r.list = r.list[:n]
	return x
}

// A heapPackage is package container/heap or its twin.
type heapPackage struct {
	push   func(heap.Interface, any)
	pop    func(heap.Interface) any
	remove func(heap.Interface, int) any
	fix    func(heap.Interface, int)
}

// do makes one of the four kinds of calls.
func (p heapPackage) do(r *recorder, op, n int) any {
	switch op {
	case 0:
		p.push(r, n)
	case 1:
		return p.pop(r)
	case 2:
		return p.remove(r, n)
	default:
		if n < len(r.list) {
			r.list[n] = (n*7 + 3) % 11
		}
		p.fix(r, n)
	}
	return nil
}

// TestHeap compares the calls of methods by the twin of package container/heap with those of the
// original.
func TestHeap(t *testing.T) {
	ours := heapPackage{twinheap.Push, twinheap.Pop, twinheap.Remove, twinheap.Fix}
	gos := heapPackage{heap.Push, heap.Pop, heap.Remove, heap.Fix}
	rapid.Check(t, func(t *rapid.T) {
		var twin, original recorder
		twin.list, original.list = twice(rapid.SliceOfN(rapid.IntRange(0, 9), 0, 12).Draw(t, "start"))
		same(t, "Init", func() []any { twinheap.Init(&twin); return []any{twin} }, func() []any { heap.Init(&original); return []any{original} })
		for range rapid.IntRange(0, 20).Draw(t, "operations") {
			op, n := rapid.IntRange(0, 3).Draw(t, "operation"), rapid.IntRange(0, 12).Draw(t, "number")
			got := outcome(func() []any { return []any{ours.do(&twin, op, n)} })
			want := outcome(func() []any { return []any{gos.do(&original, op, n)} })
			if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(twin, original) {
				t.Fatalf("the twin gives %v and is\n%v\nthe original gives %v and is\n%v", got, twin, want, original)
			}
		}
	})
}
