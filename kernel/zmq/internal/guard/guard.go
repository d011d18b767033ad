// SPDX-License-Identifier: BSD-3-Clause

// Package guard stands between the network and zmq4 v0.17.0, which trusts its peers.
//
// zmq4 takes any transport, and its accept loop takes its connections from the net.Listener that
// the transport returns. The listener here, a Guard, passes on only connections that have finished
// the handshake of ZMTP 3.0, each as a net.Conn that protects zmq4: it reads only whole, bounded,
// well-formed messages, its writes never block, and closing flushes.
//
//	g, err := guard.Listen("tcp", "127.0.0.1:0", guard.Options{Kind: guard.Router})
//	...
//	s := zmq4.NewRouter(ctx)
//	err = s.Listen(g.Endpoint())
//	...
//	g.Stop()     // flush, and end the connections; continue receiving meanwhile
//	g.Released() // closed when zmq4 has released all of them
//	s.Close()
//	g.Wait()     // every goroutine has ended, every descriptor is closed
//
// It does not implement ZeroMQ: routing, topics and queues of messages are zmq4's. It supports only
// the two kinds of sockets that a kernel has, and does not dial.
//
// The files: guard.go accepts connections, handshake.go has the handshake, conn.go the states of a
// connection, read.go what zmq4 reads from it, write.go what zmq4 writes to it, publish.go the
// sender that waits for slow subscribers, probe.go a peer that observes zmq4, zmtp.go and
// splitter.go the format.
package guard

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/transport"
)

// Options configures a Guard. Zero values stand for the defaults in parentheses.
type Options struct {
	Kind Kind
	Log  *slog.Logger // of connections that are ended for cause (nowhere)

	Handshake time.Duration // for the whole handshake (5 s)
	Linger    time.Duration // to flush after Stop (1 s)
	Stall     time.Duration // a full subscriber that has taken nothing for this long is cut (2 s)

	MaxMessage int64 // bytes of one incoming message (64 MB)
	MaxFrames  int   // frames of one incoming message (65536)
	MaxTopics  int   // live subscriptions of one connection (1024)
	MaxConns   int   // connections, also those in the handshake (512)
	MaxPending int   // connections in the handshake; one more ends the oldest (128)

	Incoming   int64 // bytes of messages on their way in, all connections together (256 MB)
	QueueBytes int64 // the publisher waits while a subscriber has more than this unsent (8 MB)
	TotalBytes int64 // the same for all subscribers together, in equal shares (32 MB)
	CutBytes   int64 // a router cuts a peer that has more than this unsent (64 MB)

	// Welcome returns the message that answers a new subscription to topic, or nil. The subscriber
	// receives it before all messages of the subscription, and only when the subscription is in
	// force. It is called by many goroutines, and must return soon.
	Welcome func(topic []byte) [][]byte

	Listen func(network, address string) (net.Listener, error) // opens the socket (net.Listen)
}

func (o *Options) setDefaults() {
	set(&o.Log, slog.New(slog.DiscardHandler))
	set(&o.Handshake, 5*time.Second)
	set(&o.Linger, time.Second)
	set(&o.Stall, 2*time.Second)
	set(&o.MaxMessage, 64<<20)
	set(&o.MaxFrames, 65536)
	set(&o.MaxTopics, 1024)
	set(&o.MaxConns, 512)
	set(&o.MaxPending, 128)
	set(&o.Incoming, 256<<20)
	set(&o.QueueBytes, 8<<20)
	set(&o.TotalBytes, 32<<20)
	set(&o.CutBytes, 64<<20)
	if o.Listen == nil {
		o.Listen = net.Listen
	}
}

func set[T comparable](v *T, to T) {
	var zero T
	if *v == zero {
		*v = to
	}
}

// A Guard is a listening address, and all connections to it.
type Guard struct {
	opt Options
	ln  net.Listener
	key string // names it to the transport

	life     context.Context // of the zmq4 socket
	probe    *probe
	first    net.Conn      // the probe, until zmq4 has accepted it
	accepted chan *Conn    // from the handshake to Accept
	done     chan struct{} // closed by Stop
	space    chan struct{} // poked when the publisher should look again
	incoming atomic.Int64  // bytes of messages on their way in

	running sync.WaitGroup // goroutines
	handed  sync.WaitGroup // connections that zmq4 has and has not released

	mu      sync.Mutex
	stopped bool
	conns   map[*Conn]bool   // all
	pending []*Conn          // those in the handshake, oldest first
	byID    map[string]*Conn // those past it
	joined  chan struct{}    // closed and replaced when zmq4 has processed one; nil while nobody waits
}

// Listen binds the address, which is host:port, or a path for the network "unix". Connections wait
// until a zmq4 socket listens on the Guard's Endpoint.
func Listen(network, address string, o Options) (*Guard, error) {
	if peers[o.Kind] == nil {
		panic("guard: unknown kind of socket")
	}
	o.setDefaults()
	ln, err := o.Listen(network, address)
	if err != nil {
		return nil, err
	}
	if network == "unix" {
		if err := os.Chmod(address, 0o600); err != nil {
			ln.Close()
			return nil, err
		}
	}
	g := &Guard{
		opt: o, ln: ln,
		accepted: make(chan *Conn),
		done:     make(chan struct{}),
		space:    make(chan struct{}, 1),
		conns:    map[*Conn]bool{},
		byID:     map[string]*Conn{},
	}
	g.probe = newProbe(g)
	g.first = g.probe
	g.key = endpoints.add(g)
	return g, nil
}

// scheme is the name of the transport that this package registers with zmq4.
const scheme = "guard"

// endpoints are the Guards that no zmq4 socket listens on yet.
var endpoints registry

type registry struct {
	mu   sync.Mutex
	last int
	m    map[string]*Guard
}

func (r *registry) add(g *Guard) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.m == nil {
		r.m = map[string]*Guard{}
	}
	r.last++
	key := strconv.Itoa(r.last)
	r.m[key] = g
	return key
}

func (r *registry) take(key string) *Guard {
	r.mu.Lock()
	defer r.mu.Unlock()
	g := r.m[key]
	delete(r.m, key)
	return g
}

func init() {
	if err := zmq4.RegisterTransport(scheme, guarded{}); err != nil {
		panic(err) // another package has taken the name
	}
}

// guarded is the transport. Its addresses are keys of endpoints.
type guarded struct{}

func (guarded) Listen(ctx context.Context, key string) (net.Listener, error) {
	g := endpoints.take(key)
	if g == nil {
		return nil, fmt.Errorf("guard: nothing listens on endpoint %q", key)
	}
	g.life = ctx
	g.handed.Add(1) // the probe
	g.running.Go(g.acceptRaw)
	return g, nil
}

func (guarded) Dial(context.Context, transport.Dialer, string) (net.Conn, error) {
	return nil, errors.New("guard: this transport does not dial")
}

func (guarded) Addr(ep string) (string, error) { return ep, nil }

// Endpoint returns the address for the zmq4 socket's Listen, good for once.
func (g *Guard) Endpoint() string { return scheme + "://" + g.key }

// Addr returns the address that the Guard is bound to.
func (g *Guard) Addr() net.Addr { return g.ln.Addr() }

// acceptRaw accepts connections from the network and starts a goroutine for the handshake of each.
// Silent peers cannot keep others out: when there are too many of them, the oldest is ended, and
// when the process has no descriptors left, all that have had enough time are ended. Only Stop ends
// the loop.
func (g *Guard) acceptRaw() {
	for number := 0; ; number++ {
		nc, err := g.ln.Accept()
		if err != nil {
			select {
			case <-g.done:
				return
			case <-time.After(5 * time.Millisecond): // no descriptors are left, most likely
				g.dropPending(func(c *Conn, _ int) bool { return time.Since(c.came) > hurry })
				continue
			}
		}
		c := newConn(g, nc, number)
		g.mu.Lock()
		if g.stopped || len(g.conns) >= g.opt.MaxConns {
			g.mu.Unlock()
			nc.Close()
			continue
		}
		g.conns[c] = true
		g.pending = append(g.pending, c)
		g.running.Go(func() { g.greet(c) })
		g.mu.Unlock()
		g.dropPending(func(_ *Conn, n int) bool { return n > g.opt.MaxPending })
	}
}

// hurry is how long a connection may be in the handshake while others wait for its descriptor.
const hurry = 100 * time.Millisecond

// dropPending ends the oldest of the n connections in the handshake as long as drop says so.
func (g *Guard) dropPending(drop func(oldest *Conn, n int) bool) {
	for {
		g.mu.Lock()
		n := len(g.pending)
		if n == 0 || !drop(g.pending[0], n) {
			g.mu.Unlock()
			return
		}
		oldest := g.pending[0]
		g.mu.Unlock()
		oldest.kill()
	}
}

// greet performs the handshake and passes the connection to zmq4. Of connections with the same
// identity the newest is kept, as after a client's reconnect; zmq4 would send replies to all. The
// newest is the one that was accepted last, which need not be the one that was the last to shake
// hands.
func (g *Guard) greet(c *Conn) {
	c.nc.SetDeadline(time.Now().Add(g.opt.Handshake))
	id, err := c.handshake()
	if err != nil {
		if c.isOpen() {
			c.log(slog.LevelDebug, "no handshake", err)
		}
		c.kill()
		return
	}
	c.nc.SetDeadline(time.Time{})
	g.mu.Lock()
	if g.stopped || !c.isOpen() {
		g.mu.Unlock()
		c.kill()
		return
	}
	old := g.byID[id]
	if old != nil && old.number > c.number {
		g.mu.Unlock()
		c.replaced()
		return
	}
	g.notPending(c)
	g.byID[id], c.id = c, id
	g.running.Go(c.write)
	g.handed.Add(1)
	g.mu.Unlock()
	if old != nil {
		old.replaced()
	}
	select {
	case g.accepted <- c:
	case <-g.done:
		c.kill()
		c.release()
	}
}

// Accept is called by zmq4. It returns the probe first. zmq4 calls again at once after any error,
// so after Stop this waits for the end of the socket.
func (g *Guard) Accept() (net.Conn, error) {
	if p := g.first; p != nil { // only zmq4's accept loop comes here
		g.first = nil
		return p, nil
	}
	select {
	case c := <-g.accepted:
		return c, nil
	case <-g.done:
		<-g.life.Done()
		return nil, net.ErrClosed
	}
}

// Stop closes the address and every connection: those in the handshake at once, the others when
// they are flushed. It does not wait.
func (g *Guard) Stop() error {
	g.mu.Lock()
	if g.stopped {
		g.mu.Unlock()
		return nil
	}
	g.stopped = true
	pending := slices.Clone(g.pending)
	var rest []*Conn
	for c := range g.conns {
		rest = append(rest, c)
	}
	g.mu.Unlock()
	endpoints.take(g.key)
	close(g.done)
	err := g.ln.Close()
	g.probe.stop()
	for _, c := range pending {
		c.kill()
	}
	for _, c := range rest {
		c.finish()
	}
	return err
}

// Close is called by zmq4 when its socket is closed.
func (g *Guard) Close() error { return g.Stop() }

// Released returns a channel that is closed when zmq4 has released every connection; call it after
// Stop. Until then the messages of the socket must be received: zmq4's readers end only when they
// have delivered their last message. (If the socket is closed earlier, those that are waiting to
// deliver never end.)
func (g *Guard) Released() <-chan struct{} {
	released := make(chan struct{})
	go func() {
		g.handed.Wait()
		close(released)
	}()
	return released
}

// Wait returns when everything that the Guard started has ended. Call it after Stop.
func (g *Guard) Wait() { g.running.Wait() }

// forget removes a dead connection.
func (g *Guard) forget(c *Conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.conns, c)
	g.notPending(c)
	if g.byID[c.id] == c {
		delete(g.byID, c.id)
	}
}

// AwaitPeer waits until zmq4 knows a connection with that identity, so that a message to it will
// not be dropped. It fails with ctx's error, or with net.ErrClosed after Stop.
func (g *Guard) AwaitPeer(ctx context.Context, id string) error {
	for {
		g.mu.Lock()
		if c := g.byID[id]; c != nil && c.known {
			g.mu.Unlock()
			return nil
		}
		if g.joined == nil {
			g.joined = make(chan struct{})
		}
		joined := g.joined
		g.mu.Unlock()
		select {
		case <-joined:
		case <-g.done:
			return net.ErrClosed
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// join records that zmq4 knows c.
func (g *Guard) join(c *Conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	c.known = true
	if g.joined != nil {
		close(g.joined)
		g.joined = nil
	}
}

func (g *Guard) notPending(c *Conn) { // with g.mu held
	if i := slices.Index(g.pending, c); i >= 0 {
		g.pending = slices.Delete(g.pending, i, i+1)
	}
}

// poke makes the publisher check its condition again.
func (g *Guard) poke() {
	select {
	case g.space <- struct{}{}:
	default:
	}
}
