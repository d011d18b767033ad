// SPDX-License-Identifier: BSD-3-Clause

package live

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"

	"polka/internal/limit"
	"polka/internal/replace"
)

// A log is the file of a class. Only one process has it open.
type log struct {
	f      *os.File
	size   int64 // of the complete lines
	fault  error // after it, nothing more is written
	unlock func()
}

// openLog opens a file, or makes one that only this user can read, and returns its events. A last
// line that is not complete is removed: the process was killed before it acknowledged the event.
func openLog(name string) (l *log, events []event, err error) {
	unlock, err := replace.Lock(name)
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			unlock()
		}
	}()
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, nil, err
	}
	l = &log{f: f, unlock: unlock}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	text, err := io.ReadAll(limit.Reader(f, 2*mostFile))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	complete := text[:bytes.LastIndexByte(text, '\n')+1]
	if l.size = int64(len(complete)); len(complete) < len(text) {
		if l.size == 0 && !bytes.HasPrefix([]byte(`{"class":`), text[:min(len(text), 9)]) {
			return nil, nil, fmt.Errorf("%s is not the file of a class", name)
		}
		if err := f.Truncate(l.size); err != nil {
			return nil, nil, err
		}
	}
	for n, line := range bytes.Split(bytes.TrimSuffix(complete, []byte("\n")), []byte("\n")) {
		if l.size == 0 {
			break
		}
		var e event
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, nil, fmt.Errorf("%s is not the file of a class, or damaged: line %d: %w", name, n+1, err)
		}
		events = append(events, e)
	}
	if dir, err := os.Open(filepath.Dir(name)); err == nil {
		dir.Sync() // so that a new file has its name on disk; not all systems can do that
		dir.Close()
	}
	return l, events, nil
}

// append writes an event, and returns when it is on disk. After an error the file is as before.
func (l *log) append(e event) error {
	if l.fault != nil {
		return l.fault
	}
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if l.size+int64(len(text)) > mostFile {
		return refuse(http.StatusInsufficientStorage, "the file of the class is full")
	}
	if _, err = l.f.WriteAt(text, l.size); err == nil {
		err = l.f.Sync()
	}
	if err != nil {
		if l.fault = l.f.Truncate(l.size); l.fault != nil {
			l.fault = fmt.Errorf("%w; %w", err, l.fault)
		}
		return err
	}
	l.size += int64(len(text))
	return nil
}

// close closes the file. Only the first call of close or delete does anything.
func (l *log) close() error {
	if l.unlock == nil {
		return nil
	}
	defer l.release()
	return l.f.Close()
}

// delete closes the file and deletes it, before another process can open it.
func (l *log) delete() error {
	if l.unlock == nil {
		return os.ErrClosed
	}
	defer l.release()
	l.f.Close() // Windows deletes no file that is open
	return os.Remove(l.f.Name())
}

// release permits other processes to open the file.
func (l *log) release() {
	l.unlock()
	l.unlock = nil
}
