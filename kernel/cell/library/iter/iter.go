// Package iter is the twin of Go's package iter, but for its types, which are functions.
//
// Pull needs two threads of control. Go's own has coroutines; here a goroutine and the caller take
// turns, by two channels without room: what the caller sends asks for a value, what it receives is
// the answer. Between the two exactly one of them runs.
package iter

import "iter"

// Pull turns the push-style seq around: next gives its values one by one, and stop ends it.
func Pull[V any](seq iter.Seq[V]) (next func() (V, bool), stop func()) {
	n, s := Pull2(func(yield func(V, bool) bool) {
		seq(func(v V) bool { return yield(v, true) })
	})
	return func() (V, bool) {
		v, _, ok := n()
		return v, ok
	}, s
}

// Pull2 is Pull for sequences of pairs.
func Pull2[K, V any](seq iter.Seq2[K, V]) (next func() (K, V, bool), stop func()) {
	type answer struct {
		k       K
		v       V
		ok      bool // there is a pair
		failed  bool // seq panicked
		problem any
	}
	var ask chan bool // true: the next pair; false: stop
	var answers chan answer
	done := false
	run := func() {
		var last answer
		if <-ask {
			func() {
				returned := false
				defer func() {
					if !returned {
						last.failed, last.problem = true, recover()
					}
				}()
				seq(func(k K, v V) bool {
					answers <- answer{k: k, v: v, ok: true}
					more := <-ask
					return more
				})
				returned = true
			}()
		}
		answers <- last
	}
	turn := func(more bool) answer {
		if ask == nil {
			ask, answers = make(chan bool), make(chan answer)
			go run()
		}
		ask <- more
		a := <-answers
		if !a.ok {
			done = true
		}
		if a.failed {
			panic(a.problem)
		}
		return a
	}
	next = func() (k K, v V, ok bool) {
		if done {
			return k, v, false
		}
		a := turn(true)
		return a.k, a.v, a.ok
	}
	stop = func() {
		if done {
			return
		}
		done = true
		if ask != nil {
			turn(false)
		}
	}
	return next, stop
}
