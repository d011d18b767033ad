// SPDX-License-Identifier: BSD-3-Clause

// The file of the history: reading it, adding records to it, and cutting it. The essay is in
// history.go.

package kernel

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"polka/internal/limit"
	"polka/internal/replace"
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

// locked calls f while no other kernel uses the file.
func (h *history) locked(f func() error) error {
	if err := os.MkdirAll(filepath.Dir(h.file), 0o700); err != nil {
		return err
	}
	end := time.Now().Add(h.patience)
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
