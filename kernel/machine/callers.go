// SPDX-License-Identifier: BSD-3-Clause

// The functions of packages runtime and runtime/debug that report callers. They take the calls of
// cells from the sites of the thread, because the stack of the goroutine shows the machine's own
// functions.
//
// A call in a cell has a program counter outside of all code, which stands for the site of the
// call. The *runtime.Func of a function of a cell points to an empty block; only its methods, when
// cells call them, return the function's name and position.

package machine

import (
	"bytes"
	"fmt"
	"go/token"
	"io"
	"math/bits"
	"runtime"
	"sync"
	"unsafe"

	"polka/kernel/machine/internal/run"
)

const (
	callerBase = uintptr(1) << (bits.UintSize*25/32 + 6) // from here on program counters are those of sites: 2^56, or 2^31
	callerStep = 16                                      // between the counters of two sites
)

// callers maps program counters and runtime values to functions of cells.
type callers struct {
	gopanic int32    // the site of the function that runs deferred calls
	callers int32    // the site of runtime.Callers itself
	funcs   sync.Map // of *Func, by the block that stands for it
	blocks  sync.Map // of *runtimeFunc, by the *Func
	frames  sync.Map // of *frameList, by a *runtime.Frames
	helpers sync.Map // of true, by the *Func of functions that have called Helper of a test
	once    sync.Once
}

type frameList struct{ pcs []uintptr }

// callersCall makes the call of a function that reports callers; it is nil for all other functions.
func (m *Machine) callersCall(name string) func(t *run.Thread, f *run.Func, q run.FP) bool {
	switch name {
	case "runtime.Caller":
		return m.callerCall
	case "runtime.Callers":
		return func(t *run.Thread, f *run.Func, q run.FP) bool {
			sites := append([]int32{m.runtimeSites().callers}, m.openSites(t)...)
			skip, pcs := *run.At[int](q, f.Params.Offsets[0]), *run.At[[]uintptr](q, f.Params.Offsets[1])
			n := 0
			for _, s := range sites[min(max(skip, 0), len(sites)):] {
				if n < len(pcs) {
					pcs[n] = pcOf(s)
					n++
				}
			}
			roots := roots(t)
			n += copy(pcs[n:], roots[min(max(skip-len(sites), 0), len(roots)):])
			*run.At[int](q, f.Results.Offsets[0]) = n
			return true
		}
	case "runtime.FuncForPC":
		return func(t *run.Thread, f *run.Func, q run.FP) bool {
			s, ok := m.siteOfPC(*run.At[uintptr](q, f.Params.Offsets[0]))
			if ok {
				*run.At[unsafe.Pointer](q, f.Results.Offsets[0]) = unsafe.Pointer(m.runtimeFunc(s.F).block)
			}
			return ok
		}
	case "(*runtime.Func).Name", "(*runtime.Func).FileLine", "(*runtime.Func).Entry":
		return m.funcCall
	case "runtime.CallersFrames":
		return func(t *run.Thread, f *run.Func, q run.FP) bool {
			frames := runtime.CallersFrames(nil)
			m.callers.frames.Store(frames, &frameList{*run.At[[]uintptr](q, f.Params.Offsets[0])})
			*run.At[*runtime.Frames](q, f.Results.Offsets[0]) = frames
			return true
		}
	case "(*runtime.Frames).Next":
		return m.nextFrame
	case "runtime.Stack":
		return func(t *run.Thread, f *run.Func, q run.FP) bool {
			if *run.At[bool](q, f.Params.Offsets[1]) {
				return false // all goroutines
			}
			*run.At[int](q, f.Results.Offsets[0]) = copy(*run.At[[]byte](q, f.Params.Offsets[0]), m.stackText(m.openSites(t)))
			return true
		}
	case "runtime/debug.Stack":
		return func(t *run.Thread, f *run.Func, q run.FP) bool {
			*run.At[[]byte](q, f.Results.Offsets[0]) = m.stackText(m.openSites(t))
			return true
		}
	case "runtime/debug.PrintStack":
		return func(t *run.Thread, f *run.Func, q run.FP) bool {
			m.o.Stderr.Write(m.stackText(m.openSites(t)))
			return true
		}
	}
	return nil
}

// openSites returns the sites of the open calls, the innermost first. While a panic runs deferred
// calls they are followed by the calls that it has ended, as on Go's stack.
func (m *Machine) openSites(t *run.Thread) (list []int32) {
	add := func(n int32) {
		if s := m.SiteAt(n); s.F != nil && !s.F.Hidden && (s.Pos.IsValid() && s.F.Pos != s.Pos || s.F.Compiled) {
			list = append(list, n)
		}
	}
	for i := min(int(t.Depth), len(t.Sites)) - 1; i >= 0; i-- {
		if n := len(t.Panics); n > 0 && int(t.Panics[n-1].Depth) == i {
			list = append(list, m.runtimeSites().gopanic)
			calls, _ := t.Panics[n-1].P.Trace()
			for _, c := range calls {
				add(c.Site)
			}
			return list
		}
		add(t.Sites[i])
	}
	return list
}

// runtimeSites returns the sites that stand for functions of Go's runtime.
func (m *Machine) runtimeSites() *callers {
	c := &m.callers
	c.once.Do(func() {
		site := func(name string) int32 {
			f := m.NewFunc(name, 0)
			f.Compiled = true
			return m.Site(0, f)
		}
		c.gopanic, c.callers = site("runtime.gopanic"), site("runtime.Callers")
	})
	return c
}

func pcOf(site int32) uintptr { return callerBase + uintptr(site)*callerStep + callerStep/2 }

// siteOfPC returns the site whose program counter pc is, or is next to.
func (m *Machine) siteOfPC(pc uintptr) (run.Site, bool) {
	if pc < callerBase {
		return run.Site{}, false
	}
	s := m.SiteAt(int32((pc - callerBase) / callerStep))
	return s, s.F != nil
}

// A runtimeFunc stands for a function: a block that a *runtime.Func points to, and a program
// counter.
type runtimeFunc struct {
	block *[8]uintptr
	entry uintptr
}

// runtimeFunc returns what stands for a function.
func (m *Machine) runtimeFunc(f *run.Func) *runtimeFunc {
	if r, ok := m.callers.blocks.Load(f); ok {
		return r.(*runtimeFunc)
	}
	r, made := m.callers.blocks.LoadOrStore(f, &runtimeFunc{new([8]uintptr), pcOf(m.Site(f.Pos, f))})
	x := r.(*runtimeFunc)
	if !made {
		m.callers.funcs.Store(unsafe.Pointer(x.block), f)
	}
	return x
}

// callerCall is runtime.Caller.
func (m *Machine) callerCall(t *run.Thread, f *run.Func, q run.FP) bool {
	sites := m.openSites(t)
	skip := *run.At[int](q, f.Params.Offsets[0])
	pc, file, line := run.At[uintptr](q, f.Results.Offsets[0]), run.At[string](q, f.Results.Offsets[1]), run.At[int](q, f.Results.Offsets[2])
	ok := run.At[bool](q, f.Results.Offsets[3])
	*pc, *file, *line, *ok = 0, "", 0, false
	switch roots := roots(t); {
	case skip < 0 || skip >= len(sites)+len(roots):
	case skip >= len(sites):
		frame, _ := runtime.CallersFrames(roots[skip-len(sites):]).Next()
		*pc, *file, *line, *ok = frame.PC, frame.File, frame.Line, true
	default:
		*pc, *ok = pcOf(sites[skip]), true
		*file, *line = m.fileLine(m.SiteAt(sites[skip]).Pos)
	}
	return true
}

// mainRoots are the program counters of the functions below main.main on Go's stack: package
// variables are initialized there, too.
var mainRoots = func() []uintptr {
	pcs := make([]uintptr, 100)
	pcs = pcs[:runtime.Callers(0, pcs)]
	return pcs[max(len(pcs)-2, 0):]
}()

// roots returns the program counters of the functions below the first call of a goroutine of a
// program. The goroutines of cells have none.
func roots(t *run.Thread) []uintptr {
	switch {
	case !t.Run.Program:
		return nil
	case t.Main:
		return mainRoots
	}
	return mainRoots[len(mainRoots)-1:]
}

// funcCall calls a method of *runtime.Func.
func (m *Machine) funcCall(t *run.Thread, f *run.Func, q run.FP) bool {
	v, ok := m.callers.funcs.Load(*run.At[unsafe.Pointer](q, f.Params.Offsets[0]))
	if !ok {
		return false
	}
	fn := v.(*run.Func)
	switch f.Name {
	case "(*runtime.Func).Name":
		*run.At[string](q, f.Results.Offsets[0]) = fn.FullName()
	case "(*runtime.Func).Entry":
		*run.At[uintptr](q, f.Results.Offsets[0]) = m.runtimeFunc(fn).entry
	default:
		pos := fn.Pos
		if s, ok := m.siteOfPC(*run.At[uintptr](q, f.Params.Offsets[1])); ok {
			pos = s.Pos
		}
		*run.At[string](q, f.Results.Offsets[0]), *run.At[int](q, f.Results.Offsets[1]) = m.fileLine(pos)
	}
	return true
}

// nextFrame is the method Next of *runtime.Frames.
func (m *Machine) nextFrame(t *run.Thread, f *run.Func, q run.FP) bool {
	frames := *run.At[*runtime.Frames](q, f.Params.Offsets[0])
	v, ok := m.callers.frames.Load(frames)
	if !ok {
		return false
	}
	l := v.(*frameList)
	var r runtime.Frame
	if len(l.pcs) > 0 {
		pc := l.pcs[0]
		l.pcs = l.pcs[1:]
		if s, ok := m.siteOfPC(pc); ok {
			r = runtime.Frame{PC: pc - 1, Func: (*runtime.Func)(unsafe.Pointer(m.runtimeFunc(s.F).block)), Function: s.F.FullName(), Entry: pc - 1}
			r.File, r.Line = m.fileLine(s.Pos)
		} else {
			r, _ = runtime.CallersFrames([]uintptr{pc}).Next()
		}
	}
	if len(l.pcs) == 0 {
		m.callers.frames.Delete(frames)
	}
	*run.At[runtime.Frame](q, f.Results.Offsets[0]), *run.At[bool](q, f.Results.Offsets[1]) = r, len(l.pcs) > 0
	return true
}

// fileLine returns where a position is.
func (m *Machine) fileLine(pos token.Pos) (string, int) {
	switch {
	case !pos.IsValid():
		return "", 0
	case m.o.Place != nil:
		return m.o.Place(pos)
	}
	p := m.o.Fset.Position(pos)
	return p.Filename, p.Line
}

// stackText returns what runtime.Stack writes about the calls of sites.
func (m *Machine) stackText(sites []int32) []byte {
	var b bytes.Buffer
	buf := make([]byte, 64)
	head, _, _ := bytes.Cut(buf[:runtime.Stack(buf, false)], []byte("\n"))
	fmt.Fprintf(&b, "%s\n", head)
	for _, n := range sites {
		s := m.SiteAt(n)
		writeCall(&b, m, s)
	}
	return b.Bytes()
}

func writeCall(w io.Writer, m *Machine, s run.Site) {
	if s.F.Compiled {
		fmt.Fprintf(w, "panic(...)\n\t%s\n", s.F.Name)
		return
	}
	args := "(...)"
	if len(s.F.Params.Types) == 0 {
		args = "()"
	}
	file, line := m.fileLine(s.Pos)
	fmt.Fprintf(w, "%s%s\n\t%s:%d +0x1\n", s.F.FullName(), args, file, line)
}
