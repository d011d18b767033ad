// SPDX-License-Identifier: BSD-3-Clause

//go:build (amd64 || arm64) && (linux || darwin || windows)

// The self-test.
//
// Native code depends on four facts that Go does not promise: where the runtime says that a
// goroutine has to yield, where it says that the collector marks, that the registers are used as
// the assembly code of this package assumes, and that maps and channels begin with how much is in
// them. If a release of Go changes one of them, native code would not just fail but corrupt memory,
// so it must not run then.
//
// The Go compiler has to know the same facts. Every function that may need more stack begins with a
// comparison of the stack pointer with the word of g, and every store of a pointer compares the
// flag with 0. So the self-test reads the machine code of a Go function that does both, sample, and
// looks for instructions that refer to the word and the flag that this package uses, with the same
// width. That takes less than a microsecond. Then it runs a few instructions of native code, which
// enter, look at the word, and leave.
//
// What no compiled function shows is the value that the runtime puts into the word. It is negative
// as a signed integer in all releases so far. Live makes the runtime do it, while a goroutine runs
// native code that looks at nothing else: a collection must set both the word and the flag. The
// self-test includes that for releases of Go with which Polka has not been tested.

package code

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"time"
	"unsafe"
)

// tested is the release of Go with which native code has been tested.
const tested = "go1.26"

// Guard is the offset from g of the word in which the runtime says that the goroutine has to yield:
// it is negative then, and the lowest address of the usable stack otherwise.
const Guard = 16

func check() error {
	if err := asCompiled(codeOf(sample)); err != nil {
		return err
	}
	if err := goroutine(); err != nil {
		return err
	}
	if err := counts(); err != nil {
		return err
	}
	if err := trial(); err != nil {
		return err
	}
	if v := runtime.Version(); v != tested && !strings.HasPrefix(v, tested+".") {
		return Live()
	}
	return nil
}

// sample stores a pointer, and may need more stack since it calls the write barrier.
//
//go:noinline
func sample(p **int, v *int) { *p = v }

// codeOf is the beginning of the machine code of a function.
func codeOf(f func(**int, *int)) []byte {
	pc := **(**unsafe.Pointer)(unsafe.Pointer(&f))
	return unsafe.Slice((*byte)(pc), 256)
}

// goroutine looks at the record of the calling goroutine: it begins with the bounds of the stack,
// and the guard is not far from the lower one.
func goroutine() error {
	g := (*[3]uintptr)(pointer(getg()))
	lo, hi, guard := g[0], g[1], g[2]
	var local byte
	here := uintptr(unsafe.Pointer(&local))
	if here < lo || here >= hi {
		return errors.New("the runtime's record of a goroutine is not as expected")
	}
	if int64(guard) >= 0 && (guard < lo || guard > here) {
		return errors.New("the runtime's record of a goroutine has an unexpected guard")
	}
	return nil
}

// counts looks at the first words of a small map, a large one, and a channel.
func counts() error {
	small, large, c := map[int]bool{1: true, 2: true}, make(map[int]bool), make(chan bool, 9)
	for i := range 99 {
		large[i] = true
	}
	delete(large, 7)
	for range 5 {
		c <- true
	}
	for _, x := range []struct {
		p    unsafe.Pointer
		want int
	}{{unsafe.Pointer(&small), 2}, {unsafe.Pointer(&large), 98}, {unsafe.Pointer(&c), 5}} {
		if got := **(**int)(x.p); got != x.want {
			return errors.New("the runtime's maps or channels are not as expected")
		}
	}
	return nil
}

// pointer is the address in memory that the collector does not manage.
func pointer(a uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&a)) }

// trial maps the code of a watch and runs it for some turns.
func trial() error {
	b, err := Map(watch())
	if err != nil {
		return err
	}
	c := newWatch(b)
	for range 10 { // a guard may really be set
		c.run(10)
		if c.Code == watchTurns {
			break
		}
	}
	if c.Code != watchTurns {
		return errors.New("native code does not run as expected")
	}
	return b.Free()
}

// A watcher is a goroutine's state in the code that watch returns. That takes A turns, or fewer
// until the guard is set, adds the flag of the write barrier to B in each, and says in Code why it
// ended.
type watcher struct {
	*Context
	stack [8]uintptr
	at    uintptr
}

const (
	watchTurns = 1
	watchGuard = 2
)

func newWatch(b *Block) *watcher {
	c := &watcher{Context: NewContext(), at: b.Addr()}
	c.Stack = uintptr(unsafe.Pointer(&c.stack[len(c.stack)-2]))
	return c
}

// run runs the code. It is a call also for the compiler, since what makes a goroutine yield is the
// beginning of a function: the code leaves if the guard is set, and the next call notices that.
//
//go:noinline
func (c *watcher) run(turns uint64) {
	c.PC, c.A = c.at, turns
	Enter(c.Context)
	runtime.KeepAlive(c)
}

// Live makes the collector run while the calling goroutine runs native code, and returns an error
// if the code does not see that the collector marks, or that the goroutine has to yield. It takes
// some milliseconds, and with a large heap as long as a few collections.
func Live() error {
	b, err := Map(watch())
	if err != nil {
		return err
	}
	var stop atomic.Bool
	collected := make(chan int)
	go func() {
		n := 0
		for !stop.Load() && n < 100 {
			runtime.GC()
			n++
		}
		stop.Store(true)
		collected <- n
	}()
	c := newWatch(b)
	guard := false
	turns := uint64(1000)
	for end := time.Now().Add(10 * time.Second); !stop.Load() && time.Now().Before(end); {
		c.run(turns)
		turns = min(2*turns, 1<<28) // a goroutine that computes for 10 ms has to yield, even alone
		guard = guard || c.Code == watchGuard
		if guard && c.B > 0 {
			stop.Store(true)
		}
		runtime.Gosched()
	}
	stop.Store(true)
	n := <-collected
	if err := b.Free(); err != nil {
		return err
	}
	if !guard {
		return fmt.Errorf("native code was not asked to yield in %d collections", n)
	}
	if c.B == 0 {
		return fmt.Errorf("native code has not seen the write barrier in %d collections", n)
	}
	return nil
}
