// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

package extra

import (
	"net"
	"net/http"
	"reflect"
	"slices"
	"sync"
	"weak"

	"polka/kernel/session/part"
)

func init() { part.Interruptible = interruptible }

// interruptible are the functions of Go's library that serve HTTP. When the cell is stopped, they
// close their listener and its connections, and return.
var interruptible = map[string]func(stop <-chan struct{}, args []reflect.Value) []reflect.Value{
	"net/http.ListenAndServe": func(stop <-chan struct{}, args []reflect.Value) []reflect.Value {
		s := &http.Server{Addr: args[0].String(), Handler: handler(args[1])}
		return listenAndServe(stop, s, ":http", s.Serve)
	},
	"net/http.ListenAndServeTLS": func(stop <-chan struct{}, args []reflect.Value) []reflect.Value {
		s := &http.Server{Addr: args[0].String(), Handler: handler(args[3])}
		return listenAndServe(stop, s, ":https", serveTLS(s, args[1:]))
	},
	"net/http.Serve": func(stop <-chan struct{}, args []reflect.Value) []reflect.Value {
		s := &http.Server{Handler: handler(args[1])}
		l := args[0].Interface().(net.Listener)
		return serve(stop, s, l, s.Serve)
	},
	"net/http.ServeTLS": func(stop <-chan struct{}, args []reflect.Value) []reflect.Value {
		s := &http.Server{Handler: handler(args[1])}
		l := args[0].Interface().(net.Listener)
		return serve(stop, s, l, serveTLS(s, args[2:]))
	},
	"(*net/http.Server).ListenAndServe": func(stop <-chan struct{}, args []reflect.Value) []reflect.Value {
		s := args[0].Interface().(*http.Server)
		return listenAndServe(stop, s, ":http", s.Serve)
	},
	"(*net/http.Server).ListenAndServeTLS": func(stop <-chan struct{}, args []reflect.Value) []reflect.Value {
		s := args[0].Interface().(*http.Server)
		return listenAndServe(stop, s, ":https", serveTLS(s, args[1:]))
	},
	"(*net/http.Server).Serve": func(stop <-chan struct{}, args []reflect.Value) []reflect.Value {
		s, l := args[0].Interface().(*http.Server), args[1].Interface().(net.Listener)
		return serve(stop, s, l, s.Serve)
	},
	"(*net/http.Server).ServeTLS": func(stop <-chan struct{}, args []reflect.Value) []reflect.Value {
		s, l := args[0].Interface().(*http.Server), args[1].Interface().(net.Listener)
		return serve(stop, s, l, serveTLS(s, args[2:]))
	},
}

// result returns err as the result of a call.
func result(err error) []reflect.Value { return []reflect.Value{reflect.ValueOf(&err).Elem()} }

func handler(v reflect.Value) http.Handler {
	h, _ := v.Interface().(http.Handler)
	return h
}

// listenAndServe listens and serves like the methods of s. The server of a cell that was stopped
// can be used again.
func listenAndServe(stop <-chan struct{}, s *http.Server, otherwise string, do func(net.Listener) error) []reflect.Value {
	addr := s.Addr
	if addr == "" {
		addr = otherwise
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return result(err)
	}
	defer l.Close()
	return serve(stop, s, l, do)
}

// serveTLS is the method ServeTLS with the names of the files that args start with.
func serveTLS(s *http.Server, args []reflect.Value) func(net.Listener) error {
	return func(l net.Listener) error { return s.ServeTLS(l, args[0].String(), args[1].String()) }
}

// serve calls do, which serves what l accepts, until it returns or stop is closed.
func serve(stop <-chan struct{}, s *http.Server, l net.Listener, do func(net.Listener) error) []reflect.Value {
	t := &tracked{Listener: l}
	return result(unless(stop, func() error { return do(t) }, func() {
		t.end()
		// Connections of other types that wait for another request are closed too.
		s.SetKeepAlivesEnabled(false)
		s.SetKeepAlivesEnabled(true)
	}))
}

// A tracked is a listener that can close all connections that it has accepted. The method Close of
// a server does that too, but afterwards the server cannot be used again.
type tracked struct {
	net.Listener
	mu    sync.Mutex
	conns []func() net.Conn // nil for those that the garbage collector has freed
	prune int               // how many there can be before these are removed
	ended bool
}

func (t *tracked) Accept() (net.Conn, error) {
	conn, err := t.Listener.Accept()
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		conn.Close()
		return nil, net.ErrClosed
	}
	if len(t.conns) >= t.prune {
		t.conns = slices.DeleteFunc(t.conns, func(conn func() net.Conn) bool { return conn() == nil })
		t.prune = 2*len(t.conns) + 100
	}
	switch conn := conn.(type) {
	case *net.TCPConn:
		t.conns = append(t.conns, weakly(conn))
	case *net.UnixConn:
		t.conns = append(t.conns, weakly(conn))
	}
	return conn, nil
}

// weakly returns a function that returns conn, or nil when it has been freed.
func weakly[T any, P interface {
	*T
	net.Conn
}](conn P) func() net.Conn {
	w := weak.Make((*T)(conn))
	return func() net.Conn {
		if p := w.Value(); p != nil {
			return P(p)
		}
		return nil
	}
}

// end closes the listener and the connections.
func (t *tracked) end() {
	t.Close()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
	for _, conn := range t.conns {
		if c := conn(); c != nil {
			c.Close()
		}
	}
}

// unless calls do, and calls end if stop is closed while do runs. It returns when both have
// returned.
func unless(stop <-chan struct{}, do func() error, end func()) error {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		select {
		case <-stop:
			end()
		case <-done:
		}
	}()
	err := do()
	close(done)
	<-ended
	return err
}
