// Threads, frames and calls.
//
// A frame is one Go value, made with the layout of the function's results, parameters and local
// variables in this order, so that the collector sees every pointer and nodes reach a variable by
// an offset. Frames of calls that are over are used again, one stack of them for each function and
// thread; those of calls that a panic has ended are left to the collector. Variables that a closure
// changes, or whose address is taken, live on the heap, and the frame has a pointer.
//
// A thread is one goroutine that runs code of cells: its depth, and the sites of the calls that it
// is in, from which traces are made. A call costs two stores for that, and one comparison finds
// both, too deep a recursion and a cell that has been stopped.

package machine

import (
	"go/ast"
	"go/token"
	"go/types"
	"sync"
	"sync/atomic"
	"unsafe"

	"polka/internal/yield"
	"polka/kernel/machine/internal/memory"
)

type fp = unsafe.Pointer

type atomicInt32 = atomic.Int32

// An ev is a node that evaluates to a T.
type ev[T any] = func(*thread, fp) T

// A stmt is the node of a statement. It says what comes next.
type stmt = func(*thread, fp) ctl

// A ctl says where control goes after a statement: on, out of the function, or to the label
// numbered n, as labels.go says.
type ctl int

const (
	next ctl = iota
	returned
	firstLabel
)

// A Func is a function of a cell. Another can replace it when a cell declares it again.
type Func struct {
	m    *Machine
	id   int
	Name string // as a trace shows it: f, T.M, or func
	path string // of the package, empty for main
	Pos  token.Pos

	sig     *types.Signature
	results memory.Layout
	params  memory.Layout // with the receiver first
	caught  memory.Layout // the variables of a closure, behind the parameters
	frame   *memory.FrameType
	ptrs    []uintptr // the pointers of the frame, which are cleared after a call
	body    stmt
	compile func() // makes frame and body, if that has not been done
	next    *Func  // that has replaced this one
	end     token.Pos

	// What a declared function of a cell is made from, for a trace.
	decl *Decl
	unit *Unit
	env  *env
	// tracing is the trace that records the calls, nil for none
	tracing atomic.Pointer[Tracing]
	label   string // of a literal that is traced: the name of the variable
	hooked  bool   // it has been compiled with the hooks of a trace

	outer    *Func   // the function that a literal is in, nil for none
	literals int     // of the function
	number   int     // of a literal among those of outer, from 1
	pointer  bool    // a method of a pointer
	compiled bool    // it stands for a function of Go's runtime
	hidden   bool    // not shown in traces
	recovers bool    // it calls recover
	nativeAt uintptr // where the frame has the function value, of the Func that calls those of compiled code
	locals   []local
	closed   unsafe.Pointer // the value of a function that catches nothing
	late     *lateMethod    // what is called instead, nil for most functions
	wide     bool           // compiled code calls it by way of package reflect, whatever its signature

	other stmt // the body with hooks if hooks is not set, and the body without them if it is
	hooks bool // body calls hooks

	runtimeOnce sync.Once
	runtimeFunc unsafe.Pointer // see callers.go
	entry       uintptr        // its program counter
}

// A thread is a goroutine that runs code of cells.
type thread struct {
	m     *Machine
	run   *Run
	depth int32
	limit *atomicInt32 // of depth; 0 after the run has been stopped
	grace int32        // stops that this thread may ignore while it runs deferred calls
	sites []int32      // of the open calls
	pools [poolCount]pool
	// panics are those that are running deferred calls, the innermost last
	panics []panicking
	// passing is the panic that a deferred function may recover which is about to be called
	passing *passing
	site    int32
	goexit  bool
	waits   atomic.Bool // for others
	turns   uint32      // calls and turns of loops, counted in a browser
	// borrowed says that compiled code has called a function of a cell, and its goroutine may not
	// be one of the machine's.
	borrowed bool
	main     bool // it is that of Run.Do
	home     int8 // of a borrowed thread: 1 if it is on the goroutine of Run.Do, 2 if not, 0 if not known
	// ordering is the last that packages sort and heap have used, nil while they use it
	ordering *ordering
}

const poolCount = 64

// A pool holds free frames of one function.
type pool struct {
	f    *Func
	free []fp
}

// get is a frame for a call of f.
func (t *thread) get(f *Func) fp {
	p := &t.pools[uint(f.id)%poolCount]
	if p.f == f {
		if n := len(p.free); n > 0 {
			q := p.free[n-1]
			p.free = p.free[:n-1]
			return q
		}
	}
	return t.newFrame(f, p)
}

func (t *thread) newFrame(f *Func, p *pool) fp {
	if f.compile != nil {
		f.ready()
	}
	if p.f != f {
		p.f, p.free = f, p.free[:0]
	}
	return f.frame.Alloc()
}

// put gives back the frame of a call that is over.
func (t *thread) put(f *Func, q fp) {
	for _, off := range f.ptrs {
		*(*unsafe.Pointer)(unsafe.Add(q, off)) = nil
	}
	p := &t.pools[uint(f.id)%poolCount]
	if p.f == f && len(p.free) < maxFree {
		p.free = append(p.free, q)
	}
}

const maxFree = 1 << 12

// enter is the beginning of a call at a site. The caller decrements depth after it.
func (t *thread) enter(site int32) {
	if yield.Cooperative {
		t.pause()
	}
	d := t.depth
	t.depth = d + 1
	if d >= t.limit.Load() {
		t.over(site)
	}
	if int(d) < len(t.sites) {
		t.sites[d] = site
	} else {
		t.growSites(site)
	}
}

func (t *thread) growSites(site int32) {
	t.growTo(int(t.depth))
	t.sites[t.depth-1] = site
}

func (t *thread) growTo(n int) {
	s := make([]int32, max(64, 2*len(t.sites), n))
	copy(s, t.sites)
	t.sites = s
}

// over is called where depth has reached the limit: the recursion is too deep, the run has been
// stopped, or a stop of another run is under way.
func (t *thread) over(site int32) {
	if t.run.stopped.Load() > t.grace && !t.m.siteAt(site).unlocks {
		t.end()
	}
	if t.depth > t.run.most.Load() {
		if t.run.Program {
			t.site = t.lastSite()
			t.run.tooDeep.Store(t.newPanic(t.site, errStackOverflow)) // if compiled code recovers the panic
			panic(overflow{})
		}
		t.depth -= 64 // room for deferred calls
		t.failDeep(t.lastSite())
	}
	t.yield()
}

func (t *thread) lastSite() int32 {
	if d := int(t.depth) - 1; d >= 0 && d < len(t.sites) {
		return t.sites[d]
	}
	return 0
}

// back is looked at where a loop goes round.
func (t *thread) back() {
	if yield.Cooperative {
		t.pause()
	}
	if t.limit.Load() == 0 {
		t.turn()
	}
}

// returned is looked at where compiled code has returned.
func (t *thread) returned() {
	t.back()
	if p := t.run.tooDeep.Load(); p != nil {
		panic(p)
	}
}

// pause gives way from time to time.
func (t *thread) pause() {
	if t.turns++; t.turns%64 == 0 {
		yield.Check()
	}
}

// turn is called where a loop goes round and the limit of depth is zero.
func (t *thread) turn() {
	if t.run.stopped.Load() > t.grace {
		t.end()
	}
	t.yield()
}

// A site is a place in the text where a call is made, or where something can fail.
type site struct {
	pos      token.Pos
	f        *Func
	unsigned uint8 // which of the bounds of an index or a slice, lo, hi and max, are of a large unsigned type
	unlocks  bool  // it is a call at which a thread is not stopped
}

// site assigns a number to a position in a function.
func (m *Machine) site(pos token.Pos, f *Func) int32 {
	m.sitesMu.Lock()
	defer m.sitesMu.Unlock()
	m.sites = append(m.sites, site{pos: pos, f: f})
	return int32(len(m.sites) - 1)
}

// boundsSite is the site of an index or a slice, whose errors show numbers as their types do.
func (c *comp) boundsSite(at ast.Node, bounds ...node) int32 {
	n := c.site(at)
	for i, b := range bounds {
		if b.t == nil {
			continue
		}
		switch b.t.Rep {
		case memory.RepUint, memory.RepUint64, memory.RepUintptr:
			c.m.sitesMu.Lock()
			c.m.sites[n].unsigned |= 1 << i
			c.m.sitesMu.Unlock()
		}
	}
	return n
}

func (m *Machine) siteAt(n int32) site {
	m.sitesMu.Lock()
	defer m.sitesMu.Unlock()
	if n < 0 || int(n) >= len(m.sites) {
		return site{}
	}
	return m.sites[n]
}

// begin calls f at the start of a thread. A stop does not keep f from deferring its first call.
func (t *thread) begin(f *Func, q fp) {
	t.depth++
	t.growSites(0)
	f.body(t, q)
	t.depth--
}

// invoke calls f with a frame whose parameters have been set, and returns the frame with the
// results. The caller puts it back.
func (t *thread) invoke(f *Func, q fp, site int32) {
	t.enter(site)
	f.body(t, q)
	t.depth--
}
