// SPDX-License-Identifier: BSD-3-Clause

// What happens when records cannot be written, for example because the disk is full.
//
// After a write that failed, the server does not write to that stream any more until it is started
// again, and it does not answer, so that clients repeat their requests. The program with the server
// learns the reason from what the server logs. It passes the reason on, tells everyone who asks on
// a subject of its own, and tries the folder until it can be written. Then it stops the server; the
// clients dial again, and the first of them starts another one. Records whose request was not
// answered are written then, and what the last moments have lost is found by the audit.

package jet

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// troubleSubject is the subject on which the program with the server says why it cannot write.
const troubleSubject = "polka-trouble"

const (
	// healEvery is the time between two attempts to write to a folder.
	healEvery = time.Second

	// healthy is the time after which the same trouble is reported again.
	healthy = time.Minute

	// probeBytes is the size of the file that must fit.
	probeBytes = 256 << 10
)

// A serverLog receives what the server logs, and keeps the errors of the file system.
type serverLog struct{ troubles chan error }

var _ server.Logger = serverLog{}

func (serverLog) Noticef(string, ...any)      {}
func (serverLog) Debugf(string, ...any)       {}
func (serverLog) Tracef(string, ...any)       {}
func (l serverLog) Errorf(_ string, v ...any) { l.note(v, false) }
func (l serverLog) Fatalf(_ string, v ...any) { l.note(v, false) }
func (l serverLog) Warnf(_ string, v ...any)  { l.note(v, true) }

// note is called while the server holds locks.
func (l serverLog) note(v []any, warning bool) {
	for _, a := range v {
		var failed *fs.PathError
		err, _ := a.(error)
		if !errors.As(err, &failed) || errors.Is(failed, fs.ErrNotExist) || warning && !errors.Is(failed, fs.ErrPermission) {
			continue
		}
		select {
		case l.troubles <- failed:
		default: // there is one already
		}
	}
}

// heal waits until the server cannot write, says so, and stops the server as soon as the folder can
// be written.
func (f *folder) heal(s *server.Server, troubles <-chan error, stopped <-chan struct{}) {
	var failed error
	select {
	case <-stopped:
		return
	case failed = <-troubles:
	case <-time.After(healthy):
		f.complaints.say("")
		select {
		case <-stopped:
			return
		case failed = <-troubles:
		}
	}
	f.complaints.say(failed.Error())
	if conn, err := nats.Connect("", append(options(), nats.InProcessServer(s))...); err == nil {
		defer conn.Close()
		_, _ = conn.Subscribe(troubleSubject, func(m *nats.Msg) { _ = m.Respond([]byte(failed.Error())) }) // only for the status
	}
	ticker := time.NewTicker(healEvery)
	defer ticker.Stop()
	for healed := false; !healed; {
		select {
		case <-stopped:
			return
		case <-ticker.C:
			healed = probe(f.dir) == nil
		}
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.stopped == stopped {
		f.stop()
	}
}

// unwritable reports whether an error says that files cannot be written.
func unwritable(err error) bool {
	for _, e := range []error{fs.ErrPermission, syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, syscall.EROFS} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// Full reports whether an error of Open says that the disk is full, or a quota is used up.
func Full(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// probe reports whether a file can be written in a folder.
func probe(dir string) error {
	file, err := os.CreateTemp(dir, ".probe-*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = file.Write(make([]byte, probeBytes))
	return errors.Join(err, file.Sync(), file.Close())
}

// A complaints passes on why records cannot be written, each reason once.
type complaints struct {
	notice func(string) // nil for nobody

	mutex sync.Mutex
	last  string // the reason that was passed on, until it is over
}

// say passes on a reason, unless it did so before; "" if records can be written.
func (c *complaints) say(reason string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if reason != "" && reason != c.last && c.notice != nil {
		c.notice("results cannot be stored: " + reason + "; trying again")
	}
	c.last = reason
}

// Trouble returns why the program with the server cannot write at the moment; "" if it can, and for
// servers that are not part of such a program.
func (s *Store) Trouble(ctx context.Context) string {
	if !s.conn.IsConnected() {
		return ""
	}
	within, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	m, err := s.conn.RequestWithContext(within, troubleSubject, nil)
	if err != nil {
		return ""
	}
	return string(m.Data)
}
