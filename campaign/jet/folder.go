// SPDX-License-Identifier: BSD-3-Clause

package jet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"polka/internal/replace"
)

// A folder is a store in a folder. It dials: the server inside this program if this program has
// claimed the folder, or can claim it now, and the socket of the one that has otherwise. The
// client dials again whenever a connection breaks, and that is all there is to taking over.
type folder struct {
	dir      string
	opened   os.FileInfo     // the folder as it was opened
	options  *server.Options // nil unless the server listens for other machines
	patience time.Duration   // for which opening waits for another program; 0 means mostOpening

	complaints complaints

	mutex    sync.Mutex
	ready    bool // opening was successful
	closed   bool
	server   *server.Server
	unlock   func()
	stopped  chan struct{} // closed with the server
	listener net.Listener
	remove   string // a temporary folder
}

// The files in the folder.
const (
	lockName    = "campaigns" // for replace.Lock
	storeName   = "jetstream"
	socketName  = "socket/s"
	addressName = "socket/address"
)

// longestSocket is the length up to which every system accepts the path of a socket.
const longestSocket = 100

// ready is the time in which a server must be ready.
const ready = 30 * time.Second

// mostOpening is the time after which a folder cannot be opened: longer than another program needs
// to start its server.
const mostOpening = 2 * ready

// Open returns the store in a folder, which it makes if there is none. Close must be
// called. It is an error if the program that has the folder does not answer, for example because it
// runs on another machine. Notice, if not nil, is called with a sentence when records cannot be
// written afterwards, for example because the disk is full; calls wait until they can.
func Open(ctx context.Context, dir string, notice func(string)) (*Store, error) {
	return openFolder(ctx, &folder{dir: dir, complaints: complaints{notice: notice}})
}

// openFolder is Open.
func openFolder(ctx context.Context, f *folder) (*Store, error) {
	dir, err := filepath.Abs(f.dir)
	if err != nil {
		return nil, err
	}
	f.dir = dir
	if err := os.MkdirAll(filepath.Join(dir, "socket"), 0o700); err != nil {
		return nil, fmt.Errorf("campaign: %w", err)
	}
	if f.opened, err = os.Stat(dir); err != nil {
		return nil, fmt.Errorf("campaign: %w", err)
	}
	list := append(options(), nats.SetCustomDialer(f), nats.SkipHostLookup())
	for begin := time.Now(); ; {
		conn, err := nats.Connect("nats://folder:4222", list...)
		if err == nil {
			store, err := newStore(conn, 1)
			if err != nil {
				f.close()
				return nil, err
			}
			store.folder, store.complaints = f, &f.complaints
			f.mutex.Lock()
			f.ready = true
			f.mutex.Unlock()
			return store, nil
		}
		var failed *startError
		if errors.As(err, &failed) {
			f.close()
			return nil, err
		}
		if err := f.check(); err != nil {
			f.close()
			return nil, err
		}
		if time.Since(begin) > cmp.Or(f.patience, mostOpening) {
			f.close()
			return nil, fmt.Errorf("campaign: %s cannot be opened; is it used on another machine? %w", dir, err)
		}
		select { // the other program is starting or ending
		case <-ctx.Done():
			f.close()
			return nil, fmt.Errorf("campaign: %s: %w", dir, err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// check returns an error if the folder was removed. The server may continue with the open files,
// but nobody else finds them.
func (f *folder) check() error {
	if f == nil { // a server elsewhere
		return nil
	}
	if now, err := os.Stat(f.dir); err == nil && os.SameFile(f.opened, now) {
		return nil
	}
	return fmt.Errorf("campaign: the folder %s was removed or renamed", f.dir)
}

// A startError says why the server does not start.
type startError struct{ err error }

func (e *startError) Error() string { return e.err.Error() }
func (e *startError) Unwrap() error { return e.err }

// Dial connects to the server of the folder, and starts it if there is none.
func (f *folder) Dial(_, _ string) (net.Conn, error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.closed {
		return nil, net.ErrClosed
	}
	if f.server == nil {
		if f.options == nil && f.wanted() {
			return f.outside()
		}
		unlock, err := replace.Lock(filepath.Join(f.dir, lockName))
		if err != nil {
			if f.options == nil {
				if conn, err := f.outside(); err == nil {
					return conn, nil
				}
			}
			if unwritable(err) {
				return nil, f.failed(err)
			}
			return nil, err // its owner is starting, or will hand it over
		}
		f.unlock = unlock
		if err := f.start(); err != nil {
			f.stop()
			return nil, f.failed(err)
		}
	}
	return f.server.InProcessConn()
}

// failed returns the error of a server that cannot be started, and passes it on if that is not the
// error of Open.
func (f *folder) failed(err error) error {
	if f.ready {
		f.complaints.say(err.Error())
	}
	return &startError{fmt.Errorf("campaign: %s: %w", f.dir, err)}
}

// outside connects to the server in another program.
func (f *folder) outside() (net.Conn, error) {
	address, err := os.ReadFile(filepath.Join(f.dir, addressName))
	if err != nil {
		return nil, err
	}
	return net.DialTimeout("unix", strings.TrimSpace(string(address)), attempt)
}

// syncEvery is the time after which records are on disk even if the power fails; without it the
// server takes two minutes.
const syncEvery = 5 * time.Second

// mostBytes is more than any disk has: the disk is the limit of a store in a folder.
const mostBytes = 1 << 60

// folderOptions returns the options of a server in a folder, without a port.
func folderOptions(dir string) *server.Options {
	return &server.Options{
		ServerName: "polka", DontListen: true, JetStream: true, StoreDir: filepath.Join(dir, storeName), SyncInterval: syncEvery,
		// By default the limit depends on what is free at the start, and remains if more becomes
		// free.
		JetStreamMaxStore: mostBytes,
		NoSigs:            true, NoLog: true,
	}
}

// start starts the server, and accepts connections of other programs of this user.
func (f *folder) start() (err error) {
	o := f.options
	if o == nil {
		o = folderOptions(f.dir)
	}
	if !o.DontListen && o.Port > 0 {
		// The server would not say why it cannot listen.
		l, err := net.Listen("tcp", net.JoinHostPort(o.Host, strconv.Itoa(o.Port)))
		if err != nil {
			return err
		}
		l.Close()
	}
	if f.server, err = server.NewServer(o); err != nil {
		return err
	}
	log := serverLog{make(chan error, 1)}
	f.server.SetLoggerV2(log, false, false, false)
	f.server.Start()
	if !f.server.ReadyForConnections(ready) || !f.server.JetStreamEnabled() {
		select {
		case err := <-log.troubles:
			return err
		default:
		}
		return errors.New("the server in this program does not start; is the folder damaged, or the disk full?")
	}
	f.stopped = make(chan struct{})
	go f.heal(f.server, log.troubles, f.stopped)
	if f.options == nil {
		go f.handOver(f.stopped)
	}
	return f.listen()
}

// address returns the address on which the server listens, nil for none.
func (f *folder) address() net.Addr {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.options == nil || f.server == nil {
		return nil
	}
	return f.server.Addr()
}

// listen accepts connections of other programs.
func (f *folder) listen() (err error) {
	socket := filepath.Join(f.dir, socketName)
	if len(socket) > longestSocket {
		if f.remove, err = os.MkdirTemp("", "polka"); err != nil {
			return err
		}
		socket = filepath.Join(f.remove, "s")
	}
	if err := os.Remove(socket); err != nil && !errors.Is(err, os.ErrNotExist) { // of a program that was killed
		return err
	}
	if f.listener, err = net.Listen("unix", socket); err != nil {
		return err
	}
	if err := os.Chmod(socket, 0o600); err != nil {
		return err
	}
	go accept(f.listener, f.server)
	return replace.Save(filepath.Join(f.dir, addressName), []byte(socket+"\n"), 0o600)
}

// accept passes what arrives at a socket to the server, until the socket is closed.
func accept(listener net.Listener, s *server.Server) {
	for {
		outer, err := listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // such as too many open files
			time.Sleep(50 * time.Millisecond)
			continue
		}
		inner, err := s.InProcessConn()
		if err != nil {
			outer.Close()
			continue
		}
		pass := func(to, from net.Conn) {
			_, _ = io.Copy(to, from) // either side may end the connection at any time
			to.Close()
			from.Close()
		}
		go pass(inner, outer)
		go pass(outer, inner)
	}
}

// close ends the server, if it runs in this program.
func (f *folder) close() {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.closed = true
	f.stop()
}

// stop ends the server, and gives the folder back; the caller holds the mutex.
func (f *folder) stop() {
	if f.stopped != nil {
		close(f.stopped)
	}
	if f.listener != nil {
		f.listener.Close()
	}
	if f.server != nil {
		f.server.Shutdown()
		f.server.WaitForShutdown()
	}
	if f.remove != "" {
		os.RemoveAll(f.remove)
	}
	if f.unlock != nil {
		f.unlock()
	}
	f.listener, f.server, f.remove, f.unlock, f.stopped = nil, nil, "", nil, nil
}
