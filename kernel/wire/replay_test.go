// SPDX-License-Identifier: BSD-3-Clause

package wire

import (
	"encoding/binary"
	"testing"
)

func TestReplaySetIsBounded(t *testing.T) {
	key := func(i int) (s sum) {
		binary.BigEndian.PutUint64(s[:], uint64(i))
		return s
	}
	var r replaySet
	for i := range replayLimit {
		if !r.add(key(i)) {
			t.Fatalf("key %d is said to be in the set before it was added", i)
		}
	}
	for i := range replayLimit {
		if r.add(key(i)) {
			t.Fatalf("key %d is not in the set of %d", i, replayLimit)
		}
	}
	// One more drives out the oldest tenth, and no other.
	if !r.add(key(replayLimit)) {
		t.Fatal("the key over the limit is not new")
	}
	if got, want := len(r.seen), replayLimit-replayCull+1; got != want || len(r.order) != want {
		t.Fatalf("%d keys in %d places, want %d", got, len(r.order), want)
	}
	for i := replayCull; i <= replayLimit; i++ {
		if r.add(key(i)) {
			t.Fatalf("key %d was forgotten before its time", i)
		}
	}
	for i := range replayCull {
		if !r.add(key(i)) {
			t.Fatalf("key %d, of the oldest tenth, is still there", i)
		}
	}
	for i := range 5 * replayLimit {
		r.add(key(replayLimit + 1 + i))
		if len(r.seen) > replayLimit || len(r.seen) != len(r.order) || cap(r.order) > 2*replayLimit {
			t.Fatalf("after %d more: %d keys, %d in order, capacity %d", i+1, len(r.seen), len(r.order), cap(r.order))
		}
	}
}
