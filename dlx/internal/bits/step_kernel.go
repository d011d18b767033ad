// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && !purego

package bits

// with makes a step from a kernel, which returns the place of the group at
// which it gave up, or the result of the step.
func with(kernel func(live, drop, next *uint64, groups *int32, keys *uint64, n int) uint64) func(now, next *level, drop []uint64) uint64 {
	return func(now, next *level, drop []uint64) uint64 {
		f := now.frame
		for h := range f.heads {
			next.live[h] = now.live[h] &^ drop[h]
		}
		best := kernel(&now.live[0], &drop[0], &next.live[0], &f.groups[0].at, &f.key[0], len(f.groups))
		if best <= deadEnd {
			f.advance(best)
		}
		return best
	}
}

// advance moves a group to the front, since it is likely to fail again.
func (f *frame) advance(at uint64) {
	if at > 0 {
		failed := f.groups[at]
		copy(f.groups[1:at+1], f.groups[:at])
		f.groups[0] = failed
	}
}

// withMultiple makes a step with multiplicities from a kernel.
func withMultiple(kernel func(live, drop, next *uint64, groups *int32, degrees *int64, keys *uint64, n int) uint64) func(v *multisolver, now, next *level, drop []uint64) int {
	return func(v *multisolver, now, next *level, drop []uint64) int {
		f := now.frame
		v.Updates += v.effort
		for h := range f.heads {
			next.live[h] = now.live[h] &^ drop[h]
		}
		best := kernel(&now.live[0], &drop[0], &next.live[0], &f.groups[0].at, &f.degree[0], &f.rank[0], len(f.groups))
		switch {
		case best <= deadEnd:
			f.advance(best)
			return dead
		case best == nothing:
			return solved
		}
		next.item = int32(best & 0xffff)
		next.size = int32(0xffff - best>>16&0xffff)
		next.degree = int32(best >> 48)
		return open
	}
}
