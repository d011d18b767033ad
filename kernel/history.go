// History.
//
// The history lists the cells that users have run, in all sessions. Each kernel process is a
// numbered session, and each counted cell is a line of it. Frontends ask for the last cells, for a
// range of a session, or for cells that match a pattern.
//
// It is stored in a file of JSON lines, one record per line, which several kernels may write at the
// same time:
//
//	{"session":12,"start":"2026-11-21T10:00:00Z"}
//	{"session":12,"line":1,"input":"1+1"}
//	{"session":12,"line":1,"output":"2"}
//
// A separate goroutine reads and writes the file while it holds a lock (lock_unix.go), so that a
// slow disk or a contended lock delays no cell. If the lock is held by somebody else for longer
// than historyPatience, the file is not a regular file, or the disk is full, the history stays in
// memory; the next cell reports this once. A session's number is one more than the largest in the
// file; the first record of the session reserves it. A record is one write at the end of the file.
// If the last line is incomplete (after a power failure), the next record begins a new line, and
// what is not a record is skipped. When the file is longer than historyLimit, its older half is
// removed.
//
// A kernel reads the file once, when it is first needed. Cells of kernels that run at the same time
// become visible to the next kernel.
//
// Own is bounded too: when it holds more than historyLimit bytes, its older half is removed.
//
// Invariants: past holds records of other sessions, own those of this one, both in order of time;
// session, past and err do not change after ready is closed.

package kernel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"polka/internal/limit"
	"polka/internal/replace"
)

const (
	historyLimit = 4 << 20  // bytes in the file
	inputLimit   = 64 << 10 // bytes of a cell that are kept in the file
	shownLimit   = 4 << 10  // bytes of an output that are kept

	historyPatience = time.Second // for a lock that another process holds
	lockPause       = 10 * time.Millisecond
)

// HistoryFile returns the path of the history: the file that POLKA_HISTORY names, no file ("") if
// it is "off", and otherwise polka/history.jsonl in the user's data folder ($XDG_DATA_HOME or
// ~/.local/share, ~/Library/Application Support, %LOCALAPPDATA%).
func HistoryFile() (string, error) {
	if v := os.Getenv(HistoryEnv); strings.EqualFold(v, "off") || v == os.DevNull {
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

// A history is the history as seen by one kernel.
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
	size   int      // of own, in bytes
	fault  error    // why the file is not used
	told   bool     // fault was said
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
	kept := prefix(code, inputLimit)
	h.own = append(h.own, line{line: n, input: kept})
	if h.size += len(kept); h.size > historyLimit {
		for i, l := range h.own {
			if h.size -= len(l.input); h.size <= historyLimit/2 {
				h.own = slices.Clone(h.own[i+1:])
				break
			}
		}
	}
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

// prefix returns s, or as much of it as fits into n bytes.
func prefix(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}

// enqueue passes a record to the goroutine that writes; h.mu is held.
func (h *history) enqueue(r record) {
	h.start()
	if h.file != "" && !h.closed && (h.fault == nil || h.fileWorks()) {
		h.queue = append(h.queue, r)
		h.filled.Signal()
	}
}

// fileWorks reports whether the file was read, so that records can be written to it; h.mu is held.
func (h *history) fileWorks() bool {
	select {
	case <-h.ended:
		return false
	default:
		return true
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

// run reads the file, and then writes records to it until close. If the file cannot be read, it is
// left alone, and the history is kept in memory.
func (h *history) run() {
	defer close(h.ended)
	err := h.load()
	if err != nil {
		h.log.Error("history not read", "err", err)
		h.fail(err)
	}
	close(h.ready)
	for err == nil {
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
			h.fail(err)
		}
	}
}

// fail records why the file is not used.
func (h *history) fail(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.fault == nil {
		h.fault = err
	}
}

// remark returns, once, the message that the file is not used and why.
func (h *history) remark() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.fault == nil || h.told {
		return ""
	}
	h.told = true
	return fmt.Sprintf("note: the history of cells is not kept in a file: %v (%s names another file, or off)", h.fault, HistoryEnv)
}

// close waits until everything is written, but not long enough for a user to notice.
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

// locked calls f while no other kernel uses the file.
func (h *history) locked(f func() error) error {
	if err := os.MkdirAll(filepath.Dir(h.file), 0o700); err != nil {
		return err
	}
	end := time.Now().Add(historyPatience)
	for {
		unlock, err := lockFile(h.file + ".lock")
		if err == nil {
			defer unlock()
			return f()
		}
		if !errors.Is(err, errLocked) || time.Now().After(end) {
			return err
		}
		time.Sleep(lockPause)
	}
}

// errLocked says that another process holds a lock.
var errLocked = errors.New("another process holds it")

// regular returns an error if the file exists and is not a regular file: reading a FIFO might never
// end.
func (h *history) regular() error {
	switch info, err := os.Stat(h.file); {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file", h.file)
	}
	return nil
}

// load reads the file and reserves a session number.
func (h *history) load() error {
	return h.locked(func() error {
		if err := h.regular(); err != nil {
			return err
		}
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

// ending returns the end of a history file: the whole file, unless another program has made it too
// long.
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

// trim removes the older half of the file; the lock is held. If the kernel fails halfway, the file
// is unchanged.
func (h *history) trim() error {
	b, err := ending(h.file)
	if err != nil {
		return err
	}
	b = b[max(0, len(b)-historyLimit/2):]
	_, b, _ = bytes.Cut(b, []byte{'\n'})
	return replace.Save(h.file, b, 0o600)
}

// A historyRequest is the content of history_request. Members that are missing are nil.
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

// find returns the lines that q asks for, in chronological order.
func (h *history) find(ctx context.Context, q *historyRequest) ([]line, error) {
	h.start()
	select {
	case <-h.ready:
	case <-ctx.Done():
		return nil, errors.New("stopped before the history was read")
	}
	h.mu.Lock()
	lines := [2][]line{h.past, slices.Clone(h.own)} // the last cell of own may get its output now
	h.mu.Unlock()
	var found []line
	switch q.Access {
	case "tail":
		found = last(lines, q.N, func(*line) bool { return true })
	case "range":
		found = h.between(lines, q)
	case "search":
		parts := strings.Split(q.Pattern, "*")
		seen := map[string]bool{}
		found = last(lines, q.N, func(l *line) bool {
			if !glob(parts, l.input) || q.Unique && seen[l.input] {
				return false
			}
			if q.Unique {
				seen[l.input] = true
			}
			return true
		})
	default:
		return nil, errors.New(`hist_access_type is "` + q.Access + `", expected "tail", "range" or "search"`)
	}
	for i := range found {
		if found[i].session == 0 {
			found[i].session = h.session
		}
	}
	return found, nil
}

// last returns the last n lines for which keep reports true; nil keeps all. It calls keep for the
// last line first.
func last(lines [2][]line, n *int, keep func(*line) bool) (found []line) {
	for _, part := range [][]line{lines[1], lines[0]} {
		for i := len(part) - 1; i >= 0 && (n == nil || len(found) < *n); i-- {
			if keep(&part[i]) {
				found = append(found, part[i])
			}
		}
	}
	slices.Reverse(found)
	return found
}

// between returns lines start to stop-1 of a session. Sessions up to 0 and negative lines count
// from the end, as in IPython.
func (h *history) between(lines [2][]line, q *historyRequest) (found []line) {
	session := q.Session
	if session <= 0 {
		session += h.session
	}
	part := lines[0]
	if session == h.session {
		part, session = lines[1], 0 // it has no session yet
	}
	end := 1
	for i := range part {
		if part[i].session == session {
			end = part[i].line + 1
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
	for i := range part {
		if l := &part[i]; l.session == session && l.line >= start && l.line < stop {
			found = append(found, *l)
		}
	}
	return found
}

// glob reports whether the whole of s matches a pattern, in which * matches any text and ? any
// character. The pattern is given as the parts between the *. The first match of a part is always
// sufficient, since a later match leaves less text for the other parts.
func glob(parts []string, s string) bool {
	n, ok := fits(parts[0], s)
	if !ok {
		return false
	}
	s = s[n:]
	if len(parts) == 1 {
		return s == ""
	}
	last := parts[len(parts)-1]
	for _, part := range parts[1 : len(parts)-1] {
		n, ok := find(part, s)
		if !ok {
			return false
		}
		s = s[n:]
	}
	at := len(s)
	for range utf8.RuneCountInString(last) {
		_, size := utf8.DecodeLastRuneInString(s[:at])
		if size == 0 {
			return false
		}
		at -= size
	}
	n, ok = fits(last, s[at:])
	return ok && n == len(s)-at
}

// find returns the end of the first match of part in s; ? matches any character.
func find(part, s string) (end int, ok bool) {
	literal, _, questions := strings.Cut(part, "?")
	for at := 0; ; {
		i := strings.Index(s[at:], literal)
		if i < 0 {
			return 0, false
		}
		at += i
		if !questions {
			return at + len(part), true
		}
		if n, ok := fits(part, s[at:]); ok {
			return at + n, true
		}
		_, size := utf8.DecodeRuneInString(s[at:])
		if size == 0 {
			return 0, false
		}
		at += size
	}
}

// fits returns the length of the prefix of s that matches part.
func fits(part, s string) (n int, ok bool) {
	for {
		literal, rest, questions := strings.Cut(part, "?")
		if !strings.HasPrefix(s[n:], literal) {
			return 0, false
		}
		n += len(literal)
		if !questions {
			return n, true
		}
		_, size := utf8.DecodeRuneInString(s[n:])
		if size == 0 {
			return 0, false
		}
		n += size
		part = rest
	}
}
