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
	"cmp"
	"fmt"
	"go/token"
	"io"
	"math/bits"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"unsafe"
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
	frames  sync.Map // of *frameList, by a *runtime.Frames
	once    sync.Once
}

type frameList struct{ pcs []uintptr }

// callersCall makes the call of a function that reports callers; it is nil for all other functions.
func callersCall(name string) func(t *thread, f *Func, q fp) bool {
	switch name {
	case "runtime.Caller":
		return callerCall
	case "runtime.Callers":
		return func(t *thread, f *Func, q fp) bool {
			sites := append([]int32{t.m.runtimeSites().callers}, t.openSites()...)
			skip, pcs := *at[int](q, f.params.Offsets[0]), *at[[]uintptr](q, f.params.Offsets[1])
			n := 0
			for _, s := range sites[min(max(skip, 0), len(sites)):] {
				if n < len(pcs) {
					pcs[n] = pcOf(s)
					n++
				}
			}
			roots := t.roots()
			n += copy(pcs[n:], roots[min(max(skip-len(sites), 0), len(roots)):])
			*at[int](q, f.results.Offsets[0]) = n
			return true
		}
	case "runtime.FuncForPC":
		return func(t *thread, f *Func, q fp) bool {
			s, ok := t.m.siteOfPC(*at[uintptr](q, f.params.Offsets[0]))
			if ok {
				*at[unsafe.Pointer](q, f.results.Offsets[0]) = t.m.runtimeFunc(s.f)
			}
			return ok
		}
	case "(*runtime.Func).Name", "(*runtime.Func).FileLine", "(*runtime.Func).Entry":
		return funcCall
	case "runtime.CallersFrames":
		return func(t *thread, f *Func, q fp) bool {
			frames := runtime.CallersFrames(nil)
			t.m.callers.frames.Store(frames, &frameList{*at[[]uintptr](q, f.params.Offsets[0])})
			*at[*runtime.Frames](q, f.results.Offsets[0]) = frames
			return true
		}
	case "(*runtime.Frames).Next":
		return nextFrame
	case "runtime.Stack":
		return func(t *thread, f *Func, q fp) bool {
			if *at[bool](q, f.params.Offsets[1]) {
				return false // all goroutines
			}
			*at[int](q, f.results.Offsets[0]) = copy(*at[[]byte](q, f.params.Offsets[0]), t.stackText(t.openSites()))
			return true
		}
	case "runtime/debug.Stack":
		return func(t *thread, f *Func, q fp) bool {
			*at[[]byte](q, f.results.Offsets[0]) = t.stackText(t.openSites())
			return true
		}
	case "runtime/debug.PrintStack":
		return func(t *thread, f *Func, q fp) bool {
			t.m.o.Stderr.Write(t.stackText(t.openSites()))
			return true
		}
	}
	return nil
}

// openSites are the sites of the open calls, the innermost first. While a panic runs deferred calls
// they are followed by the calls that it has ended, as on Go's stack.
func (t *thread) openSites() (list []int32) {
	add := func(n int32) {
		if s := t.m.siteAt(n); s.f != nil && !s.f.hidden && (s.pos.IsValid() && s.f.Pos != s.pos || s.f.compiled) {
			list = append(list, n)
		}
	}
	for i := min(int(t.depth), len(t.sites)) - 1; i >= 0; i-- {
		if n := len(t.panics); n > 0 && int(t.panics[n-1].depth) == i {
			list = append(list, t.m.runtimeSites().gopanic)
			for _, c := range t.panics[n-1].p.Trace {
				add(c.site)
			}
			return list
		}
		add(t.sites[i])
	}
	return list
}

// runtimeSites are the sites that stand for functions of Go's runtime.
func (m *Machine) runtimeSites() *callers {
	c := &m.callers
	c.once.Do(func() {
		site := func(name string) int32 {
			f := m.newFunc(name, 0)
			f.compiled = true
			return m.site(0, f)
		}
		c.gopanic, c.callers = site("runtime.gopanic"), site("runtime.Callers")
	})
	return c
}

func pcOf(site int32) uintptr { return callerBase + uintptr(site)*callerStep + callerStep/2 }

// siteOfPC is the site whose program counter pc is, or is next to.
func (m *Machine) siteOfPC(pc uintptr) (site, bool) {
	if pc < callerBase {
		return site{}, false
	}
	s := m.siteAt(int32((pc - callerBase) / callerStep))
	return s, s.f != nil
}

// runtimeFunc is the *runtime.Func of a function.
func (m *Machine) runtimeFunc(f *Func) unsafe.Pointer {
	f.runtimeOnce.Do(func() {
		f.runtimeFunc = unsafe.Pointer(new([8]uintptr))
		f.entry = pcOf(m.site(f.Pos, f))
		m.callers.funcs.Store(f.runtimeFunc, f)
	})
	return f.runtimeFunc
}

// callerCall is runtime.Caller.
func callerCall(t *thread, f *Func, q fp) bool {
	sites := t.openSites()
	skip := *at[int](q, f.params.Offsets[0])
	pc, file, line := at[uintptr](q, f.results.Offsets[0]), at[string](q, f.results.Offsets[1]), at[int](q, f.results.Offsets[2])
	ok := at[bool](q, f.results.Offsets[3])
	*pc, *file, *line, *ok = 0, "", 0, false
	switch roots := t.roots(); {
	case skip < 0 || skip >= len(sites)+len(roots):
	case skip >= len(sites):
		frame, _ := runtime.CallersFrames(roots[skip-len(sites):]).Next()
		*pc, *file, *line, *ok = frame.PC, frame.File, frame.Line, true
	default:
		*pc, *ok = pcOf(sites[skip]), true
		*file, *line = t.m.fileLine(t.m.siteAt(sites[skip]).pos)
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

// roots are the program counters of the functions below the first call of a goroutine of a program.
// The goroutines of cells have none.
func (t *thread) roots() []uintptr {
	switch {
	case !t.run.Program:
		return nil
	case t.main:
		return mainRoots
	}
	return mainRoots[len(mainRoots)-1:]
}

// funcCall is a method of *runtime.Func.
func funcCall(t *thread, f *Func, q fp) bool {
	v, ok := t.m.callers.funcs.Load(*at[unsafe.Pointer](q, f.params.Offsets[0]))
	if !ok {
		return false
	}
	fn := v.(*Func)
	switch f.Name {
	case "(*runtime.Func).Name":
		*at[string](q, f.results.Offsets[0]) = fn.fullName()
	case "(*runtime.Func).Entry":
		*at[uintptr](q, f.results.Offsets[0]) = fn.entry
	default:
		pos := fn.Pos
		if s, ok := t.m.siteOfPC(*at[uintptr](q, f.params.Offsets[1])); ok {
			pos = s.pos
		}
		*at[string](q, f.results.Offsets[0]), *at[int](q, f.results.Offsets[1]) = t.m.fileLine(pos)
	}
	return true
}

// nextFrame is the method Next of *runtime.Frames.
func nextFrame(t *thread, f *Func, q fp) bool {
	frames := *at[*runtime.Frames](q, f.params.Offsets[0])
	v, ok := t.m.callers.frames.Load(frames)
	if !ok {
		return false
	}
	l := v.(*frameList)
	var r runtime.Frame
	if len(l.pcs) > 0 {
		pc := l.pcs[0]
		l.pcs = l.pcs[1:]
		if s, ok := t.m.siteOfPC(pc); ok {
			r = runtime.Frame{PC: pc - 1, Func: (*runtime.Func)(t.m.runtimeFunc(s.f)), Function: s.f.fullName(), Entry: pc - 1}
			r.File, r.Line = t.m.fileLine(s.pos)
		} else {
			r, _ = runtime.CallersFrames([]uintptr{pc}).Next()
		}
	}
	if len(l.pcs) == 0 {
		t.m.callers.frames.Delete(frames)
	}
	*at[runtime.Frame](q, f.results.Offsets[0]), *at[bool](q, f.results.Offsets[1]) = r, len(l.pcs) > 0
	return true
}

// fileLine is where a position is.
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

// fullName is the name that Go gives the function, with the name of the package.
func (f *Func) fullName() string {
	switch {
	case f.compiled:
		return f.Name
	case f.outer != nil && f.outer.outer == nil:
		return f.outer.fullName() + ".func" + strconv.Itoa(f.number)
	case f.outer != nil:
		return f.outer.fullName() + "." + strconv.Itoa(f.number)
	case f.Name == "" && f.path == "":
		return "main.main" // the statements of a cell
	case f.Name == "":
		return f.path + ".init" // variables of a package
	}
	path := cmp.Or(f.path, "main")
	if f.Name == "init" {
		return path + ".init.0"
	}
	typ, method, isMethod := strings.Cut(f.Name, ".")
	switch {
	case !isMethod || strings.HasPrefix(f.Name, "("):
		return path + "." + f.Name
	case f.pointer:
		return path + ".(*" + typ + ")." + method
	}
	return path + "." + typ + "." + method
}

// stackText is what runtime.Stack writes about the calls of sites.
func (t *thread) stackText(sites []int32) []byte {
	var b bytes.Buffer
	buf := make([]byte, 64)
	head, _, _ := bytes.Cut(buf[:runtime.Stack(buf, false)], []byte("\n"))
	fmt.Fprintf(&b, "%s\n", head)
	for _, n := range sites {
		s := t.m.siteAt(n)
		writeCall(&b, t.m, s)
	}
	return b.Bytes()
}

func writeCall(w io.Writer, m *Machine, s site) {
	if s.f.compiled {
		fmt.Fprintf(w, "panic(...)\n\t%s\n", s.f.Name)
		return
	}
	args := "(...)"
	if len(s.f.params.Types) == 0 {
		args = "()"
	}
	file, line := m.fileLine(s.pos)
	fmt.Fprintf(w, "%s%s\n\t%s:%d +0x1\n", s.f.fullName(), args, file, line)
}
