// The problem. What is done at every node: take the conflicts of the chosen
// option off the live options of each open item, count what is left, give up
// if that is nothing, and find the item with the fewest.
//
// The idea. With vectors, eight items at a time, in the order of the groups;
// the group at which we gave up is moved to the front, since it is likely to
// be the first to fail again. Without vectors, one item after the other, in
// the order of a list: the items that had three options or fewer come first,
// and the one that failed moves to the front.
//
// The vectors of AVX-512 have the count of bits as an instruction; for AVX2 the
// bits of half-bytes are looked up and added: W. Mula, N. Kurz and D. Lemire,
// Faster population counts using AVX2 instructions, The Computer Journal 61
// (2018), DOI 10.1093/comjnl/bxx046. The code of both is made by the program in
// kernels. The code here is for other processors, and the oracle of
// the test.
//
// The cost. 1 to 2 ns for a word, 2 ns for a vector of AVX-512.

package bits

import (
	"math"
	"math/bits"
)

// What a step finds is 2^32 times the number of live options plus the item, or
// one of these.
const (
	deadEnd = math.MaxUint32 // or less: there is an open item with no live option
	nothing = math.MaxInt64  // no item is open
)

// tight is a number of live options at which an item is likely to be the first
// that runs out of them, so that it should be looked at first.
const tight = 3

// stepWords is the step without vectors.
func stepWords(now, next *level, drop []uint64) uint64 {
	f := now.frame
	live := now.live
	drop = drop[:len(live)]
	left := next.live[:len(live)]
	for h := range f.heads {
		left[h] = live[h] &^ drop[h]
	}
	items := now.list
	tights := next.list[:len(items)]
	rest := next.rest[:len(items)]
	opens, rests := 0, 0
	best := uint64(nothing)
	for at, s := range items {
		if left[s>>6]>>(uint(s)&63)&1 == 0 {
			continue
		}
		n := 0
		for w := f.first[s]; w < f.end[s]; w += lanes {
			word := live[w] &^ drop[w]
			left[w] = word
			n += bits.OnesCount64(word)
		}
		if n == 0 {
			copy(items[1:at+1], items[:at]) // look there first the next time
			items[0] = s
			return deadEnd
		}
		best = min(best, uint64(n)<<32|f.key[s])
		tights[opens] = s
		rest[rests] = s
		isTight := (n - tight - 1) >> (bits.UintSize - 1) & 1
		opens += isTight
		rests += 1 - isTight
	}
	opens += copy(tights[opens:], rest[:rests])
	next.list = next.list[:opens]
	return best
}

// A machine is a way to do the work of a node.
type machine struct {
	name     string
	step     func(now, next *level, drop []uint64) uint64
	multiple func(v *multisolver, now, next *level, drop []uint64) int // the same with multiplicities
	lists    bool                                                      // whether the steps go through lists of slots
	narrow   bool                                                      // whether multiple takes small numbers only
	gather   func(to, from []uint64, moves []move)
	worth    int64 // how many nodes below one, for each of its live options, are worth a frame
}

// words is the machine for every processor. Its rows take so long to gather
// that it seldom pays.
var words = machine{
	name:     "words",
	step:     stepWords,
	multiple: stepMultiple,
	lists:    true,
	gather:   gatherWords,
	worth:    1024,
}

// machines are those that this processor can be; the last one is used.
var machines = append([]machine{words}, vectors()...)

var my = machines[len(machines)-1]
