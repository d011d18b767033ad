// SPDX-License-Identifier: BSD-3-Clause

package gosmith

// A random is a source of pseudo-random choices: Vigna's SplitMix64. It is written out here because
// the sequence for a seed must never change, whatever the version of Go.
type random struct{ state uint64 }

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// intn returns a number in [0, n). The bias is below 2⁻³² for the small n used here.
func (r *random) intn(n int) int { return int(r.next() >> 32 * uint64(n) >> 32) }

// between returns a number in [lo, hi].
func (r *random) between(lo, hi int) int { return lo + r.intn(hi-lo+1) }

// chance reports true in percent of the cases.
func (r *random) chance(percent int) bool { return r.intn(100) < percent }

// pick returns one of the elements of list, which must not be empty.
func pick[T any](r *random, list []T) T { return list[r.intn(len(list))] }

// one returns one of its arguments.
func one[T any](r *random, list ...T) T { return list[r.intn(len(list))] }

// shuffle permutes list.
func shuffle[T any](r *random, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		j := r.intn(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}
