// Output in order.
//
// What a cell shows leaves the child by four ways: descriptor 1, the descriptor behind os.Stderr,
// descriptor 2, and frames (pictures, questions, the reply). The problem is to give it to the
// cell's Output in the order in which the cell made it, although a pipe keeps order only in itself,
// and although compiled code writes to descriptors without telling anybody.
//
// Text goes through the descriptors and through nothing else, so that what the interpreter prints
// and what compiled code prints keep their order for free. Where the interpreter goes from one way
// to another, the child makes a barrier: it sends a frame and waits until the parent has emptied
// all pipes and has said so. One round trip of some ten microseconds is paid where stdout follows
// stderr, and none by a cell that writes to one stream. The reply needs no answer: on its arrival
// the parent empties the pipes once more.
//
// Compiled code (fmt.Fprintln(os.Stderr) is such) makes no barriers. But text of the interpreter's
// goes to one stream until the next barrier, of which the parent knows, and the parent always reads
// that one first. So text of compiled code on the other stream comes after the interpreter's text
// that was there before it, and the child asks the system, before each of its writes, whether there
// is such text, and makes a barrier if there is: it comes before the interpreter's next text too.
// (So that neither side misses the other, the parent first counts the bytes on the other stream,
// then reads the interpreter's, and takes those bytes last.) The question costs the child less than
// a microsecond a write. It is not asked for descriptor 2, which hardly anybody writes; its text
// keeps its place among barriers only. The order of two streams that compiled code writes without
// anything between remains open too.
//
// Invariants:
//
//   - Whatever was written to a pipe before a frame was sent is in the pipe when the frame arrives,
//     and a pipe holds at most pipeSize bytes, so that one read with a buffer of that size empties
//     it.
//   - A byte is read and given to the Output under one mutex. There is no moment in which a reader
//     holds text that a barrier does not see.
//   - Pipes are read without blocking: the goroutine that follows a pipe waits for readiness
//     outside of the mutex and then may find the pipe empty, because a barrier was faster.
//
// Descriptor 2 is a way of its own because the Go runtime writes its last words there, which are a
// report for crash.go and no text of the cell. See suspect.

//go:build unix

package worker

import (
	"bytes"
	"fmt"
	"os"
	"sync"
	"syscall"
	"time"

	"polka/kernel/display"
	"polka/kernel/engine"
)

// pipeSize is at least the capacity of a pipe as the system makes it.
const pipeSize = 64 << 10

// gather is how long text may gather in a pipe before it is looked at again, where nobody waits for
// it.
const gather = time.Millisecond

// maxKept bounds the text that is kept from before the first cell.
const maxKept = 64 << 10

// A sink gives what comes out of one child to the Output of the running cell.
type sink struct {
	pipes     [3]*pipe // stdout, stderr, descriptor 2
	crash     *pipe    // what the runtime writes for us alone
	following sync.WaitGroup

	mu     sync.Mutex
	buf    [pipeSize]byte
	first  int           // the pipe that the interpreter writes: 0 or 1
	out    engine.Output // of the running cell, or of the one before; nil before the first
	kept   []note        // text from before the first cell
	size   int           // of kept
	left   int           // bytes that kept had no room for
	doubt  suspect
	report bytes.Buffer // from crash
	enough func()       // ends a child whose last words take too long
}

type note struct {
	stream engine.Stream
	text   []byte
}

// A pipe is the parent's end of a pipe that the child writes.
type pipe struct {
	file *os.File
	raw  syscall.RawConn
	take func(text []byte) // called with the sink's mutex held
}

// newSink takes over the four files. It calls enough when the runtime's last words take too long.
func newSink(stdout, stderr, second, crash *os.File, enough func()) (*sink, error) {
	s := &sink{enough: enough}
	open := func(f *os.File, take func([]byte)) (*pipe, error) {
		raw, err := f.SyscallConn()
		return &pipe{f, raw, take}, err
	}
	s.doubt.release = func(text []byte) { s.text(engine.Stderr, text) }
	s.doubt.dying = func() bool {
		s.read(s.crash)
		return s.report.Len() > 0
	}
	s.doubt.mu = &s.mu
	var err [4]error
	s.pipes[0], err[0] = open(stdout, func(b []byte) { s.text(engine.Stdout, b) })
	s.pipes[1], err[1] = open(stderr, func(b []byte) { s.text(engine.Stderr, b) })
	s.pipes[2], err[2] = open(second, s.doubt.add)
	s.crash, err[3] = open(crash, s.last)
	for _, e := range err {
		if e != nil {
			return nil, e
		}
	}
	for _, p := range []*pipe{s.pipes[0], s.pipes[1], s.pipes[2], s.crash} {
		s.following.Add(1)
		go s.follow(p)
	}
	return s, nil
}

// follow gives on what comes through p until it is closed.
func (s *sink) follow(p *pipe) {
	defer s.following.Done()
	p.raw.Read(func(fd uintptr) (done bool) {
		for {
			s.mu.Lock()
			n := available(fd)
			if first := s.pipes[s.first]; first != p && p != s.crash && n > 0 {
				s.read(first)
			}
			if n > 0 {
				n = s.readFrom(p, fd, n)
			}
			s.mu.Unlock()
			if n <= 0 {
				return false
			}
			// A cell that prints line by line would wake us for each. Barriers do not wait for
			// this.
			time.Sleep(gather)
		}
	})
}

// readFrom makes one read of at most n bytes from p and gives on what it got; s.mu is held.
func (s *sink) readFrom(p *pipe, fd uintptr, most int) int {
	for {
		n, err := syscall.Read(int(fd), s.buf[:min(most, len(s.buf))])
		if err == syscall.EINTR {
			continue
		}
		if n > 0 {
			p.take(s.buf[:n])
		}
		return n
	}
}

// read empties p; s.mu is held.
func (s *sink) read(p *pipe) {
	p.raw.Control(func(fd uintptr) { s.readFrom(p, fd, pipeSize) })
}

// drain empties the pipes of text: everything that was written before the call is given on before
// it returns. From now on the interpreter writes to next.
func (s *sink) drain(next engine.Stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drainLocked()
	if next == engine.Stderr {
		s.first = 1
	}
}

// drainLocked empties the pipes of text. The interpreter writes to stdout, until a barrier says
// otherwise.
func (s *sink) drainLocked() {
	s.read(s.pipes[s.first])
	for i, p := range s.pipes {
		if i != s.first {
			s.read(p)
		}
	}
	s.first = 0
}

// begin makes out the Output of what comes from now on, until the next begin: what goroutines of
// the cell print after its end too. The first Output gets what came before it.
func (s *sink) begin(out engine.Output) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.out = out
	for _, n := range s.kept {
		out.Write(n.stream, n.text)
	}
	if s.left > 0 {
		out.Write(engine.Stderr, fmt.Appendf(nil, "[%d bytes of output from before the first cell are left out]\n", s.left))
	}
	s.kept, s.size, s.left = nil, 0, 0
}

// end empties the pipes, so that the Output has everything that the cell wrote.
func (s *sink) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drainLocked()
}

// display and clear pass on what the child has to show, after everything before it.
func (s *sink) display(e display.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drainLocked()
	if s.out != nil {
		s.out.Display(e)
	}
}

func (s *sink) clear(wait bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drainLocked()
	if s.out != nil {
		s.out.Clear(wait)
	}
}

// text gives b to the Output; s.mu is held.
func (s *sink) text(stream engine.Stream, b []byte) {
	switch {
	case len(b) == 0:
	case s.out != nil:
		s.out.Write(stream, b)
	case s.size+len(b) > maxKept:
		s.left += len(b)
	default:
		s.kept = append(s.kept, note{stream, bytes.Clone(b)})
		s.size += len(b)
	}
}

// last keeps the beginning of the runtime's last words, in which the cause stands; s.mu is held. A
// child that has said that much, or has talked for long enough, is ended: to write down the stacks
// of 60,000 goroutines, a few bytes at a time, takes it minutes.
func (s *sink) last(b []byte) {
	if s.report.Len() == 0 {
		time.AfterFunc(lastWords, s.enough)
	}
	s.report.Write(b[:min(len(b), max(0, maxDump-s.report.Len()))])
	if s.report.Len() == maxDump {
		s.enough()
	}
}

// close takes out what is left in the pipes of a child that has ended, and closes them. It gives
// the runtime's last words: those for us alone, and those on descriptor 2. A program that crashed
// exits with status 2; if there is no report, what looks like last words of any other status is
// text.
func (s *sink) close(status int) (report, doubt string) {
	s.mu.Lock()
	s.drainLocked()
	s.read(s.crash)
	report, doubt = s.report.String(), string(s.doubt.held)
	if report == "" && status != 2 {
		s.text(engine.Stderr, s.doubt.held)
		doubt = ""
	}
	s.doubt.drop()
	s.mu.Unlock()

	for _, p := range s.pipes {
		p.file.Close()
	}
	s.crash.file.Close()
	s.following.Wait()
	return report, doubt
}

// A suspect looks at descriptor 2. Compiled code may write there (print, C libraries, a logger that
// took the descriptor early), and that is given on at once. But a line that begins as the runtime's
// last words do is held back, with all that follows, until the child ends, or has lived on for a
// second without a word on the pipe of debug.SetCrashOutput.
//
// That pipe has a twin of the report, but without the headline of a fatal error, so that it alone
// does not do.
type suspect struct {
	mu      *sync.Mutex // of the sink; held when add and drop are called
	release func(text []byte)
	dying   func() bool // whether there is a twin
	held    []byte
	inLine  bool // the text so far ends inside a line
	timer   *time.Timer
}

// patience is how long a child may take to die of what looks like its last words.
const patience = time.Second

// lastWords is how long a dying child may report: enough for the cause and the stack of the guilty
// goroutine.
const lastWords = patience / 3

// heads are the beginnings of the runtime's last words.
var heads = []string{"panic: ", "fatal error: ", "runtime: ", "runtime/cgo: ", "SIGSEGV: ", "SIGBUS: ", "SIGFPE: ", "SIGILL: ",
	"SIGABRT: ", "SIGQUIT: ", "SIGTRAP: ", "SIGSYS: ", "unexpected fault address ", "[signal ", "goroutine "}

func (s *suspect) add(b []byte) {
	if s.held != nil {
		s.held = append(s.held, b[:min(len(b), max(0, maxDump-len(s.held)))]...)
		if !beginsDump(s.held) {
			b = s.held
			s.drop()
			s.add(b)
		}
		return
	}
	for len(b) > 0 {
		if !s.inLine && beginsDump(b) {
			s.held = bytes.Clone(b)
			var timer *time.Timer
			timer = time.AfterFunc(patience, func() {
				s.mu.Lock()
				defer s.mu.Unlock()
				if s.timer == timer && !s.dying() {
					text := s.held
					s.drop()
					s.release(text)
				}
			})
			s.timer = timer
			return
		}
		line := b
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			line = b[:i+1]
		}
		s.inLine = line[len(line)-1] != '\n'
		s.release(line)
		b = b[len(line):]
	}
}

// drop forgets what is held.
func (s *suspect) drop() {
	if s.timer != nil {
		s.timer.Stop()
	}
	s.held, s.inLine, s.timer = nil, false, nil
}

// beginsDump reports whether b begins as last words do, or is the beginning of such a beginning.
func beginsDump(b []byte) bool {
	for _, h := range heads {
		if n := min(len(b), len(h)); string(b[:n]) == h[:n] {
			return true
		}
	}
	return false
}
