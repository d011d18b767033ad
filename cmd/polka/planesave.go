// SPDX-License-Identifier: BSD-3-Clause

// The file with the answers of polka plane, heesch and regions, from which an interrupted run is
// resumed.

package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"polka/internal/pattern"
	"polka/internal/replace"
	"polka/shapes"
)

// answers is the file of --output, or nothing.
type answers struct {
	file   *os.File
	w      *bufio.Writer
	lines  []string // of the file so far, those that are left
	name   string
	at     int   // the number of the next line
	end    int64 // of the complete lines, until an answer is added
	unlock func()
	saved  time.Time
}

// open opens the file of --output. An unfinished line at its end does not count.
func (v *survey) open() (*answers, error) {
	if v.output == "" {
		return nil, nil
	}
	unlock, err := replace.Lock(v.output)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(v.output, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		unlock()
		return nil, err
	}
	a := &answers{file: f, w: bufio.NewWriter(f), name: v.output, unlock: unlock, at: 1, saved: time.Now()}
	text, err := io.ReadAll(f)
	if err == nil {
		text = text[:strings.LastIndex(string(text), "\n")+1]
		a.end, err = f.Seek(int64(len(text)), io.SeekStart)
	}
	if err != nil {
		a.close()
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		a.lines = append(a.lines, strings.TrimSuffix(line, "\n"))
	}
	return a, nil
}

// next returns the saved answer for a shape, if there is one.
func (a *answers) next(s shapes.Shape, valid *pattern.Pattern) (words string, ok bool, err error) {
	if a == nil || len(a.lines) == 0 {
		return "", false, nil
	}
	words, ok = strings.CutPrefix(a.lines[0], s.String()+"\t")
	if !ok || !valid.MatchString(words) {
		return "", false, fmt.Errorf("%s:%d: expected the answer for %v", a.name, a.at, s)
	}
	a.lines = a.lines[1:]
	a.at++
	return words, true, nil
}

// saveEvery is how long answers may be kept in memory before they are written.
const saveEvery = time.Second

// add writes an answer. An unfinished line that was in the file is cut off.
func (a *answers) add(s shapes.Shape, words string) error {
	if a == nil {
		return nil
	}
	if a.end >= 0 {
		if err := a.file.Truncate(a.end); err != nil {
			return err
		}
		a.end = -1
	}
	if _, err := fmt.Fprintf(a.w, "%v\t%s\n", s, words); err != nil {
		return err
	}
	if time.Since(a.saved) < saveEvery {
		return nil
	}
	a.saved = time.Now()
	return a.w.Flush()
}

// finish writes what is left, and refuses a file with more answers than there are shapes.
func (a *answers) finish() error {
	if a == nil {
		return nil
	}
	if len(a.lines) > 0 {
		return fmt.Errorf("%s:%d: expected the end of the file", a.name, a.at)
	}
	return a.w.Flush()
}

func (a *answers) close() {
	if a == nil {
		return
	}
	a.w.Flush() // an error was returned by finish
	a.file.Close()
	a.unlock()
}
