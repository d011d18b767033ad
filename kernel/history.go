// History.
//
// The history is the list of the cells that users have run, over all sessions: each kernel process is a
// session with a number, and each counted cell a line of it. Frontends ask for the last cells, for a range
// of a session, and for cells that match a pattern.
//
// It is kept in a file of JSON lines, one record a line, that several kernels write at the same time:
//
//	{"session":12,"start":"2026-11-21T10:00:00Z"}
//	{"session":12,"line":1,"input":"1+1"}
//	{"session":12,"line":1,"output":"2"}
//
// The file is only read and written while a lock is held (lock_unix.go), by a goroutine of its own, so
// that a slow disk or a lock that is not given delays no cell. A session's number is one more than the
// largest in the file, and its first record reserves it. A record is one write at the end of the file; if
// the last line is not finished (a machine went down), a new one is begun, and what is not a record is
// skipped. When the file is longer than historyLimit, its older half goes.
//
// A kernel reads the file once, when it is first needed, so cells of kernels that run at the same time
// are seen by the next one.
//
// Invariants: past holds records of other sessions, own those of this one, both in order of time; session,
// past and err do not change after ready is closed.

package kernel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"polka/internal/limit"
	"polka/internal/replace"
)

const (
	historyLimit = 4 << 20  // bytes in the file
	inputLimit   = 64 << 10 // bytes of a cell that are kept in the file
	shownLimit   = 4 << 10  // bytes of an output that are kept
)

// HistoryFile is where the history belongs on this machine: the file that POLKA_HISTORY names, no file ("")
// if it says off, and without it polka/history.jsonl in the user's data folder ($XDG_DATA_HOME or
// ~/.local/share, ~/Library/Application Support, %LOCALAPPDATA%).
func HistoryFile() (string, error) {
	if v := os.Getenv(HistoryEnv); strings.EqualFold(v, "off") {
		return "", nil
	} else if v != "" {
		return v, nil
	}
	var dir string
	switch runtime.GOOS {
	case "windows":
		dir = os.Getenv("LOCALAPPDATA")
	case "darwin", "ios":
	default:
		dir = os.Getenv("XDG_DATA_HOME")
	}
	if !filepath.IsAbs(dir) {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		switch runtime.GOOS {
		case "windows":
			dir = filepath.Join(home, "AppData", "Local")
		case "darwin", "ios":
			dir = filepath.Join(home, "Library", "Application Support")
		default:
			dir = filepath.Join(home, ".local", "share")
		}
	}
	return filepath.Join(dir, "polka", "history.jsonl"), nil
}

// A record is a line of the file: the start of a session, a cell, or the output of one.
type record struct {
	Session int     `json:"session"`
	Start   string  `json:"start,omitempty"`
	Line    int     `json:"line,omitempty"`
	Input   *string `json:"input,omitempty"`
	Output  *string `json:"output,omitempty"`
}

// A line is a cell of the history.
type line struct {
	session, line int
	input         string
	output        *string // text/plain of its value; nil if it had none
}

// A history is the history as one kernel sees it.
type history struct {
	file string
	log  *slog.Logger

	begin sync.Once
	ready chan struct{} // closed when session and past are known
	ended chan struct{} // closed when everything was written

	session int
	past    []line

	mu     sync.Mutex
	own    []line   // session is set only when they are read
	queue  []record // to be written; session is set then
	filled sync.Cond
	closed bool
}

func newHistory(file string, log *slog.Logger) *history {
	h := &history{file: file, log: log, ready: make(chan struct{}), ended: make(chan struct{}), session: 1}
	h.filled.L = &h.mu
	return h
}

// input adds a cell.
func (h *history) input(n int, code string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.own = append(h.own, line{line: n, input: code})
	kept := prefix(code, inputLimit)
	h.enqueue(record{Line: n, Input: &kept})
}

// output adds the value of the last cell that was added.
func (h *history) output(n int, text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	text = prefix(text, shownLimit)
	if i := len(h.own) - 1; i >= 0 && h.own[i].line == n {
		h.own[i].output = &text
	}
	h.enqueue(record{Line: n, Output: &text})
}

// prefix is s, or as much of it as fits into n bytes.
func prefix(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}

// enqueue gives a record to the goroutine that writes; h.mu is held.
func (h *history) enqueue(r record) {
	h.start()
	if h.file != "" && !h.closed {
		h.queue = append(h.queue, r)
		h.filled.Signal()
	}
}

// start starts the goroutine, if the history has a file.
func (h *history) start() {
	h.begin.Do(func() {
		if h.file == "" {
			close(h.ready)
			close(h.ended)
			return
		}
		go h.run()
	})
}

// run reads the file, and then writes records to it until close. Whatever fails is logged, and the
// history goes on in memory.
func (h *history) run() {
	defer close(h.ended)
	if err := h.load(); err != nil {
		h.log.Error("history not read", "err", err)
	}
	close(h.ready)
	for {
		h.mu.Lock()
		for len(h.queue) == 0 && !h.closed {
			h.filled.Wait()
		}
		records := h.queue
		h.queue = nil
		h.mu.Unlock()
		if len(records) == 0 {
			return
		}
		for i := range records {
			records[i].Session = h.session
		}
		if err := h.locked(func() error { return h.append(records) }); err != nil {
			h.log.Error("history not written", "err", err)
		}
	}
}

// close waits until everything is written, but no longer than a person would notice.
func (h *history) close() {
	h.begin.Do(func() { close(h.ready); close(h.ended) })
	h.mu.Lock()
	h.closed = true
	h.filled.Signal()
	h.mu.Unlock()
	if !within(flushGrace, h.ended) {
		h.log.Error("history not written in time")
	}
}

// locked calls f while no other kernel works on the file.
func (h *history) locked(f func() error) error {
	if err := os.MkdirAll(filepath.Dir(h.file), 0o700); err != nil {
		return err
	}
	unlock, err := lockFile(h.file + ".lock")
	if err != nil {
		return err
	}
	defer unlock()
	return f()
}

// load reads the file and reserves a session number.
func (h *history) load() error {
	return h.locked(func() error {
		b, err := ending(h.file)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		var last int
		h.past, last = parseHistory(b)
		h.session = last + 1
		return h.append([]record{{Session: h.session, Start: time.Now().UTC().Format(time.RFC3339)}})
	})
}

// ending gives the end of a history file, and of one that other programs have not made longer than it should be the whole.
func ending(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if size, err := f.Seek(0, io.SeekEnd); err == nil {
		f.Seek(max(0, size-2*historyLimit), io.SeekStart)
	}
	return limit.ReadAll(f, 3*historyLimit)
}

// parseHistory reads the lines of a history file and the largest session number in it.
func parseHistory(b []byte) (lines []line, last int) {
	type place struct{ session, line int }
	at := map[place]int{}
	for text := range bytes.Lines(b) {
		var r record
		if json.Unmarshal(text, &r) != nil || r.Session < 1 {
			continue
		}
		last = max(last, r.Session)
		p := place{r.Session, r.Line}
		if r.Input != nil {
			at[p] = len(lines)
			lines = append(lines, line{session: r.Session, line: r.Line, input: *r.Input})
		}
		if i, ok := at[p]; ok && r.Output != nil {
			lines[i].output = r.Output
		}
	}
	return lines, last
}

// append writes records at the end of the file; the lock is held.
func (h *history) append(records []record) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, r := range records {
		if err := enc.Encode(r); err != nil {
			return err
		}
	}
	f, err := os.OpenFile(h.file, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	size, err := f.Seek(0, 2)
	if err != nil {
		return err
	}
	text := b.Bytes()
	if size > 0 {
		end := []byte{0}
		if _, err := f.ReadAt(end, size-1); err != nil {
			return err
		}
		if end[0] != '\n' {
			text = append([]byte{'\n'}, text...)
		}
	}
	if _, err := f.Write(text); err != nil {
		return err
	}
	if size+int64(len(text)) > historyLimit {
		return h.trim()
	}
	return nil
}

// trim removes the older half of the file; the lock is held. A kernel that fails in the middle leaves the
// file as it was.
func (h *history) trim() error {
	b, err := ending(h.file)
	if err != nil {
		return err
	}
	b = b[max(0, len(b)-historyLimit/2):]
	_, b, _ = bytes.Cut(b, []byte{'\n'})
	return replace.File(h.file, b, 0o600)
}

// A historyRequest is the content of history_request. What it does not say is nil.
type historyRequest struct {
	Output  bool   `json:"output"`
	Access  string `json:"hist_access_type"`
	Session int    `json:"session"`
	Start   *int   `json:"start"`
	Stop    *int   `json:"stop"`
	N       *int   `json:"n"`
	Pattern string `json:"pattern"`
	Unique  bool   `json:"unique"`
}

// recall answers history_request.
func (k *kernel) recall(ctx context.Context, r *request) any {
	q := historyRequest{Access: "tail", Pattern: "*"}
	if err := r.Bind(&q); err != nil {
		content := badRequest(err)
		content["history"] = []any{}
		return content
	}
	lines, err := k.history.find(ctx, &q)
	if err != nil {
		content := badRequest(err)
		content["history"] = []any{}
		return content
	}
	rows := make([][3]any, len(lines))
	for i, l := range lines {
		rows[i] = [3]any{l.session, l.line, l.input}
		if q.Output {
			rows[i][2] = [2]any{l.input, l.output}
		}
	}
	return reply{"status": "ok", "history": rows}
}

// find gives the lines that q asks for, in order of time.
func (h *history) find(ctx context.Context, q *historyRequest) ([]line, error) {
	h.start()
	select {
	case <-h.ready:
	case <-ctx.Done():
		return nil, errors.New("stopped before the history was read")
	}
	h.mu.Lock()
	all := slices.Concat(h.past, h.own)
	h.mu.Unlock()
	for i := len(h.past); i < len(all); i++ {
		all[i].session = h.session
	}
	switch q.Access {
	case "tail":
		return last(all, q.N), nil
	case "range":
		return h.between(all, q), nil
	case "search":
		return search(all, q), nil
	}
	return nil, errors.New(`hist_access_type is "` + q.Access + `", expected "tail", "range" or "search"`)
}

// last gives the last n lines; nil means all.
func last(lines []line, n *int) []line {
	if n == nil {
		return lines
	}
	return lines[len(lines)-min(max(*n, 0), len(lines)):]
}

// between gives lines start to stop-1 of a session; sessions up to 0 and negative lines count from the
// last one on, as IPython's do.
func (h *history) between(all []line, q *historyRequest) (lines []line) {
	session := q.Session
	if session <= 0 {
		session += h.session
	}
	end := 1
	for _, l := range all {
		if l.session == session {
			lines = append(lines, l)
			end = l.line + 1
		}
	}
	bound := func(p *int, missing int) int {
		switch {
		case p == nil:
			return missing
		case *p < 0:
			return *p + end
		}
		return *p
	}
	start, stop := bound(q.Start, 0), bound(q.Stop, end)
	return slices.DeleteFunc(lines, func(l line) bool { return l.line < start || l.line >= stop })
}

// search gives the last lines that match a pattern; of equal ones, if they are to be unique, the last.
func search(all []line, q *historyRequest) []line {
	var found []line
	seen := map[string]bool{}
	for _, l := range slices.Backward(all) {
		if !glob(q.Pattern, l.input) || q.Unique && seen[l.input] {
			continue
		}
		seen[l.input] = true
		found = append(found, l)
	}
	slices.Reverse(found)
	return last(found, q.N)
}

// glob reports whether the whole of s matches a pattern, in which * stands for any text and ? for any
// character. It takes time proportional to the product of their lengths at worst: when a match fails, only
// the last * is tried again, one character later, since an earlier one could do nothing that it cannot.
func glob(pattern, s string) bool {
	p, t := []rune(pattern), []rune(s)
	i, star, from := 0, -1, 0
	for j := 0; j < len(t); {
		switch {
		case i < len(p) && p[i] == '*':
			star, from = i, j
			i++
		case i < len(p) && (p[i] == '?' || p[i] == t[j]):
			i, j = i+1, j+1
		case star >= 0:
			from++
			i, j = star+1, from
		default:
			return false
		}
	}
	for i < len(p) && p[i] == '*' {
		i++
	}
	return i == len(p)
}
