// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// Native code that stores pointers while the collector runs.

package code

import (
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
)

// The code of moves takes the first node of a list and puts it at the front of another, again and
// again. The lists and the nodes are chosen so that the collector looks at them at very different
// times: each list has an object of its own.

type node struct {
	next *node
	v    int
	_    [2]int
}

type list struct {
	first *node
	_     [7]int
}

const (
	lists = 256 // one byte of the random state chooses one
	nodes = 4096
)

// A mover is the frame of the code that moves returns. The offsets of the fields are known to it.
type mover struct {
	lists *[lists]*list // 0
	state uint64        // 8, of the random numbers: xorshift
	count uint64        // 16, of moves that are still to be made
	*Context
	block           *Block
	stack           [8]uintptr
	polls, barriers int
}

// Why the code of moves leaves.
const (
	moverDone    = 1
	moverPoll    = 2
	moverBarrier = 3 // the collector marks; Go has to move the node from list A to list B
)

func newMover(b *Block, seed uint64) *mover {
	m := &mover{lists: new([lists]*list), state: seed, Context: NewContext(), block: b}
	for i := range m.lists {
		m.lists[i] = new(list)
	}
	for i := range nodes {
		l := m.lists[i%lists]
		l.first = &node{next: l.first, v: i}
	}
	return m
}

// run makes moves.
func (m *mover) run(count uint64) {
	m.count = count
	m.PC = m.block.Addr()
	m.Stack = uintptr(unsafe.Pointer(&m.stack[len(m.stack)-2]))
	for {
		m.Frame = uintptr(unsafe.Pointer(m))
		Enter(m.Context)
		switch m.Code {
		case moverDone:
			runtime.KeepAlive(m)
			return
		case moverPoll:
			m.polls++
			runtime.Gosched()
		case moverBarrier:
			m.barriers++
			from, to := m.lists[m.A], m.lists[m.B]
			if n := from.first; n != nil {
				from.first = n.next
				n.next = to.first
				to.first = n
			}
		}
	}
}

// check looks whether all nodes are there.
func (m *mover) check() error {
	var seen [nodes]bool
	count := 0
	for _, l := range m.lists {
		for n := l.first; n != nil; n = n.next {
			if n.v < 0 || n.v >= nodes || seen[n.v] {
				return fmt.Errorf("a list has a node with the number %#x", n.v)
			}
			seen[n.v] = true
			count++
		}
	}
	if count != nodes {
		return fmt.Errorf("the lists have %d nodes, want %d", count, nodes)
	}
	return nil
}

// disturb makes the collector run all the time, beside allocations of the size of a node, until end
// is called.
func disturb() (end func()) {
	var stop atomic.Bool
	var wg sync.WaitGroup
	wg.Go(func() {
		for !stop.Load() {
			runtime.GC()
		}
	})
	wg.Go(func() {
		var keep [1000]*node
		for i := 0; !stop.Load(); i++ {
			keep[i%len(keep)] = &node{v: -i}
			if i%1000 == 0 {
				runtime.Gosched()
			}
		}
		runtime.KeepAlive(&keep)
	})
	return func() { stop.Store(true); wg.Wait() }
}

// moveAll moves nodes in several goroutines, for a while, or until a list is broken.
func moveAll(b *Block, d time.Duration) (moved, polls, barriers int, err error) {
	defer disturb()()
	var mu sync.Mutex
	var wg sync.WaitGroup
	end := time.Now().Add(d)
	for g := range 4 {
		wg.Go(func() {
			m := newMover(b, uint64(g)*0x9e3779b97f4a7c15+1)
			for time.Now().Before(end) {
				m.run(200_000)
				e := m.check()
				mu.Lock()
				moved += 200_000
				if err == nil {
					err = e
				}
				e = err
				mu.Unlock()
				if e != nil {
					break
				}
			}
			mu.Lock()
			defer mu.Unlock()
			polls += m.polls
			barriers += m.barriers
		})
	}
	wg.Wait()
	return moved, polls, barriers, err
}

// TestLists moves nodes while the collector runs, with a profile of the processor, whose signals
// come in the middle of native code.
func TestLists(t *testing.T) {
	b := mapCode(t, moves(true))
	d := 2 * time.Second
	if testing.Short() {
		d = 300 * time.Millisecond
	}
	if os.Getenv("POLKA_LONG") != "" {
		d = 8 * time.Minute // a few seconds where nothing else runs
	}
	var profile strings.Builder
	if err := pprof.StartCPUProfile(&profile); err != nil {
		t.Log(err) // there is one already
	} else {
		defer pprof.StopCPUProfile()
	}
	moved, polls, barriers, err := moveAll(b, d)
	if err != nil {
		t.Fatal(err)
	}
	if polls == 0 || barriers == 0 {
		t.Errorf("%d moves, %d polls, %d barriers: the test does not test", moved, polls, barriers)
	}
	t.Logf("%d moves, %d polls, %d barriers", moved, polls, barriers)
}

// TestWithoutBarrier is the negative control: code that does not look at the flag must break lists,
// where code that does is right. Both run in processes of their own, in which the collector
// overwrites what it frees.
func TestWithoutBarrier(t *testing.T) {
	if kind := os.Getenv("POLKA_TEST_BARRIER"); kind != "" {
		d := 2 * time.Second
		if kind == "unchecked" {
			d = 8 * time.Minute // a few seconds where nothing else runs
		}
		if _, _, _, err := moveAll(mapCode(t, moves(kind == "checked")), d); err != nil {
			t.Fatal(err)
		}
		return
	}
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	for _, kind := range []string{"checked", "unchecked"} {
		cmd := again(t, "-test.run=^TestWithoutBarrier$", "-test.timeout=10m")
		cmd.Env = append(os.Environ(), "POLKA_TEST_BARRIER="+kind, "GODEBUG=clobberfree=1,gccheckmark=1")
		start := time.Now()
		out, err := cmd.CombinedOutput()
		switch {
		case kind == "checked" && err != nil:
			t.Errorf("with the barrier: %v\n%s", err, out)
		case kind == "unchecked" && err == nil:
			t.Error("without the barrier, no list was broken in eight minutes")
		case kind == "unchecked":
			t.Logf("without the barrier, after %.1f s: %v\n%.300s", time.Since(start).Seconds(), err, out)
		}
	}
}

// mapCode maps code for the duration of a test.
func mapCode(tb testing.TB, code []byte) *Block {
	tb.Helper()
	b, err := Map(code)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := b.Free(); err != nil {
			tb.Error(err)
		}
	})
	return b
}

// compiled is the loop of watch, as the Go compiler translates it.
//
//go:noinline
func compiled(c *Context, stop *atomic.Bool) {
	for !stop.Load() {
		for i := range 1000 {
			c.B += c.A ^ uint64(i)
		}
	}
}

// BenchmarkCollection measures how long a collection takes while other goroutines compute: nothing,
// loops of compiled code, or native loops. What differs is how fast they are stopped.
func BenchmarkCollection(b *testing.B) {
	for _, kind := range []string{"idle", "compiled", "native"} {
		b.Run(kind, func(b *testing.B) {
			var stop atomic.Bool
			var wg sync.WaitGroup
			block := mapCode(b, watch())
			for range runtime.GOMAXPROCS(0) {
				switch kind {
				case "compiled":
					c := NewContext()
					wg.Go(func() { compiled(c, &stop) })
				case "native":
					c := newWatch(block)
					wg.Go(func() {
						for !stop.Load() {
							c.run(1 << 40) // until the guard is set, which the next call notices, too
						}
					})
				}
			}
			var longest time.Duration
			for b.Loop() {
				start := time.Now()
				runtime.GC()
				longest = max(longest, time.Since(start))
			}
			b.ReportMetric(float64(longest.Microseconds())/1000, "ms-longest")
			stop.Store(true)
			wg.Wait()
		})
	}
}
