// SPDX-License-Identifier: BSD-3-Clause

// The replay set.
//
// An attacker who can record the traffic between a client and the kernel can send a message again;
// its signature is still valid. So a kernel remembers the signatures that it has accepted and drops
// a message whose signature it has seen. (Different messages never have the same signature, since
// each has its own msg_id.) The protocol does not specify the size; jupyter_client's Session keeps
// 65536 and, when there are more, discards a random tenth. We discard the oldest tenth: recent
// messages are the most likely to be sent again.
//
// The set is a map for membership and a queue for age. Invariant: order holds the keys of seen,
// each once, oldest first, at most replayLimit of them. An add costs one map operation; every
// 6553rd add also moves the queue, which is 1.9 MB. A full set takes about 6 MB.

package wire

import "sync"

const (
	replayLimit = 65536
	replayCull  = replayLimit / 10
)

// A replaySet remembers the last messages. The zero value is empty.
type replaySet struct {
	mu    sync.Mutex
	seen  map[sum]struct{}
	order []sum
}

// add puts s into the set and reports whether it is new.
func (r *replaySet) add(s sum) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, dup := r.seen[s]; dup {
		return false
	}
	if r.seen == nil {
		r.seen = make(map[sum]struct{})
	}
	if len(r.order) == replayLimit {
		for _, old := range r.order[:replayCull] {
			delete(r.seen, old)
		}
		r.order = r.order[:copy(r.order, r.order[replayCull:])]
	}
	r.seen[s] = struct{}{}
	r.order = append(r.order, s)
	return true
}
