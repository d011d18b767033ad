// SPDX-License-Identifier: BSD-3-Clause

// Output in order.
//
// The output of a cell leaves the child in four ways: descriptor 1, the descriptor of os.Stderr,
// descriptor 2, and frames (pictures, requests for input, the reply). It must be passed to the
// cell's Output in the order in which the cell produced it, although only the data of one pipe is
// ordered, and although compiled code writes to descriptors without notice.
//
// Text is sent only through the descriptors, so that text of the interpreter and text of compiled
// code on the same stream are ordered at no cost. When the interpreter switches from one way to
// another, the child makes a barrier: it sends a frame and waits until the parent has emptied all
// pipes and has acknowledged it. This costs a round trip of some ten microseconds when stdout
// follows stderr, and nothing in a cell that writes to one stream. The reply needs no
// acknowledgment: when it arrives, the parent empties the pipes once more.
//
// Compiled code (such as fmt.Fprintln(os.Stderr)) makes no barriers. But until the next barrier the
// interpreter writes to one stream, which the parent knows and always reads first. So text of
// compiled code on the other stream follows the text that the interpreter wrote before it. Before
// each of its writes, the child asks the system whether there is such text, and makes a barrier if
// there is, so that it also precedes the interpreter's next text. (To avoid races, the parent first
// counts the bytes on the other stream, then reads the interpreter's stream, and reads those bytes
// last.) The question takes the child less than a microsecond per write. It is not asked for
// descriptor 2, which is rarely used; its text is ordered only with respect to barriers. The order
// of text that compiled code writes to both streams without a barrier is not defined.
//
// Invariants:
//
//   - Whatever was written to a pipe before a frame was sent is in the pipe when the frame arrives,
//     and a pipe holds at most pipeSize bytes, so that one read with a buffer of that size empties
//     it.
//   - A byte is read and passed to the Output under one mutex, so that a reader never holds text
//     that a barrier does not see.
//   - Pipes are read without blocking: the goroutine that follows a pipe waits for readiness
//     outside the mutex and may then find the pipe empty, because a barrier was faster.
//
// Descriptor 2 is separate because the Go runtime writes its crash report there, which is for
// crash.go and not output of the cell. See suspect.

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

// gather is the interval at which a pipe is read while no barrier waits for it.
const gather = time.Millisecond

// maxKept bounds the text that is kept before the first cell.
const maxKept = 64 << 10

// A sink passes the output of a child to the Output of the running cell.
type sink struct {
	pipes     [3]*pipe // stdout, stderr, descriptor 2
	crash     *pipe    // the copy of the runtime's crash report
	following sync.WaitGroup

	mu     sync.Mutex
	buf    [pipeSize]byte
	first  int           // the pipe that the interpreter writes: 0 or 1
	out    engine.Output // of the running cell, or of the one before; nil before the first
	kept   []note        // text from before the first cell
	size   int           // of kept
	left   int           // bytes for which kept had no room
	doubt  suspect
	report bytes.Buffer // from crash
	enough func()       // ends a child whose crash report takes too long
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

// newSink takes over the four files. It calls enough if the crash report takes too long.
func newSink(stdout, stderr, second, crash *os.File, enough func()) (*sink, error) {
	s := &sink{enough: enough}
	open := func(f *os.File, take func([]byte)) (*pipe, error) {
		raw, err := f.SyscallConn()
		if err == nil {
			unblock(raw)
		}
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

// follow passes on the data from p until p is closed.
func (s *sink) follow(p *pipe) {
	defer s.following.Done()
	followPipe(p, func(fd uintptr) int {
		s.mu.Lock()
		defer s.mu.Unlock()
		n := available(fd)
		if first := s.pipes[s.first]; first != p && p != s.crash && n > 0 {
			s.read(first)
		}
		if n > 0 {
			n = s.readFrom(p, fd, n)
		}
		return n
	})
}

// readFrom makes one read of at most n bytes from p and passes them on; s.mu is held.
func (s *sink) readFrom(p *pipe, fd uintptr, most int) int {
	n := readPipe(fd, s.buf[:min(most, len(s.buf))])
	if n > 0 {
		p.take(s.buf[:n])
	}
	return n
}

// read empties p; s.mu is held.
func (s *sink) read(p *pipe) {
	p.raw.Control(func(fd uintptr) { s.readFrom(p, fd, pipeSize) })
}

// drain empties the pipes of text: everything written before the call is passed on before it
// returns. From now on the interpreter writes to next.
func (s *sink) drain(next engine.Stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drainLocked()
	if next == engine.Stderr {
		s.first = 1
	}
}

// drainLocked empties the pipes of text. The interpreter then writes to stdout until the next
// barrier.
func (s *sink) drainLocked() {
	s.read(s.pipes[s.first])
	for i, p := range s.pipes {
		if i != s.first {
			s.read(p)
		}
	}
	s.first = 0
}

// begin makes out the Output of everything from now on, until the next begin, including what
// goroutines of the cell print after its end. The first Output also gets what came before it.
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

// end empties the pipes, so that the Output has all text of the cell.
func (s *sink) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drainLocked()
}

// display and clear pass on an event of the child, after everything before it.
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

// commOutput returns where messages of comms go, nil if they go nowhere.
func (s *sink) commOutput() engine.CommOutput {
	s.mu.Lock()
	defer s.mu.Unlock()
	out, _ := s.out.(engine.CommOutput)
	return out
}

// markOutput returns where marks go that change between cells, nil if they go nowhere.
func (s *sink) markOutput() engine.MarkOutput {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drainLocked()
	out, _ := s.out.(engine.MarkOutput)
	return out
}

// text passes b to the Output; s.mu is held.
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

// last keeps the beginning of the runtime's crash report, which contains the cause; s.mu is held. A
// child that has written that much, or has been writing for too long, is ended: writing the stacks
// of 60,000 goroutines, a few bytes at a time, takes minutes.
func (s *sink) last(b []byte) {
	if s.report.Len() == 0 {
		time.AfterFunc(lastWords, s.enough)
	}
	s.report.Write(b[:min(len(b), max(0, maxDump-s.report.Len()))])
	if s.report.Len() == maxDump {
		s.enough()
	}
}

// close reads what is left in the pipes of a child that has ended, and closes them. It returns the
// runtime's crash report: the copy for us, and the one on descriptor 2. A program that crashed
// exits with status 2; with another status and without a copy, what looks like a crash report is
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

// A suspect examines descriptor 2. Compiled code may write there (print, C libraries, a logger that
// took the descriptor early), and such text is passed on at once. But a line that begins like a
// crash report is held back, with everything after it, until the child ends, or is still running
// after a second and nothing has been written to the pipe of debug.SetCrashOutput.
//
// That pipe has a copy of the report, but without the first line of a fatal error, so that it is
// not sufficient.
type suspect struct {
	mu      *sync.Mutex // of the sink; held when add and drop are called
	release func(text []byte)
	dying   func() bool // whether there is a copy
	held    []byte
	inLine  bool // the text so far ends inside a line
	timer   *time.Timer
}

// patience is how long a child may run after what looks like a crash report.
const patience = time.Second

// lastWords is the time limit for a crash report: enough for the cause and the stack of the
// goroutine that failed.
const lastWords = patience / 3

// heads are the beginnings of crash reports.
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

// drop discards the text held back.
func (s *suspect) drop() {
	if s.timer != nil {
		s.timer.Stop()
	}
	s.held, s.inLine, s.timer = nil, false, nil
}

// beginsDump reports whether b begins like a crash report, or may do so when more has been read.
func beginsDump(b []byte) bool {
	for _, h := range heads {
		if n := min(len(b), len(h)); string(b[:n]) == h[:n] {
			return true
		}
	}
	return false
}
