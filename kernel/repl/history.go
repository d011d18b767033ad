// SPDX-License-Identifier: BSD-3-Clause

package repl

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// The history keeps at most historyLimit bytes; when a longer file is opened, its older half is
// removed. A cell longer than historyLine is not kept.
const (
	historyLimit = 1 << 20
	historyLine  = 64 << 10
)

// A history is the list of the cells that a user has typed, in memory and in a file of one JSON
// string a line. It implements readline.History. If the file cannot be read or written, cells are
// kept only in memory.
type history struct {
	file  string // "" if there is none
	cells []string
}

// openHistory reads the history of a file, which need not exist.
func openHistory(file string) *history {
	h := &history{file: file}
	if file == "" {
		return h
	}
	info, err := os.Stat(file)
	if err != nil {
		return h
	}
	if !info.Mode().IsRegular() {
		h.file = ""
		return h
	}
	f, err := os.Open(file)
	if err != nil {
		return h
	}
	defer f.Close()
	if over := info.Size() - historyLimit; over > 0 {
		f.Seek(over+historyLimit/2, 0)
	}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 2*historyLine)
	for lines.Scan() {
		var cell string
		if json.Unmarshal(lines.Bytes(), &cell) == nil && cell != "" {
			h.cells = append(h.cells, cell)
		}
	}
	if info.Size() > historyLimit {
		h.rewrite()
	}
	return h
}

func (h *history) rewrite() {
	var b strings.Builder
	for _, c := range h.cells {
		b.WriteString(historyEntry(c))
	}
	os.WriteFile(h.file, []byte(b.String()), 0o600)
}

func historyEntry(cell string) string {
	line, _ := json.Marshal(cell)
	return string(line) + "\n"
}

// Write adds a cell, unless it is the last one again.
func (h *history) Write(cell string) (int, error) {
	cell = strings.TrimSpace(cell)
	if n := len(h.cells); cell == "" || len(cell) > historyLine || n > 0 && h.cells[n-1] == cell {
		return len(h.cells), nil
	}
	h.cells = append(h.cells, cell)
	if h.file == "" {
		return len(h.cells), nil
	}
	os.MkdirAll(filepath.Dir(h.file), 0o700)
	f, err := os.OpenFile(h.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		h.file = ""
		return len(h.cells), nil
	}
	defer f.Close()
	f.WriteString(historyEntry(cell))
	return len(h.cells), nil
}

var errNoCell = errors.New("the history has no such cell")

// GetLine returns the cell with the number i, from 0.
func (h *history) GetLine(i int) (string, error) {
	if i < 0 || i >= len(h.cells) {
		return "", errNoCell
	}
	return h.cells[i], nil
}

// Len returns the number of cells.
func (h *history) Len() int { return len(h.cells) }

// Dump returns all cells.
func (h *history) Dump() any { return h.cells }
