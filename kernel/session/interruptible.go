package session

import (
	"net"
	"net/http"
	"reflect"
)

// interruptible are the functions of Go's library that serve HTTP. When the cell is stopped, they
// close their listener and return.
var interruptible = map[string]func(stop <-chan struct{}, args []reflect.Value) []reflect.Value{
	"net/http.ListenAndServe": func(stop <-chan struct{}, args []reflect.Value) []reflect.Value {
		s := &http.Server{Addr: args[0].String(), Handler: handler(args[1])}
		return listenAndServe(stop, s, ":http", func(l net.Listener) error { return s.Serve(l) })
	},
	"net/http.ListenAndServeTLS": func(stop <-chan struct{}, args []reflect.Value) []reflect.Value {
		s := &http.Server{Addr: args[0].String(), Handler: handler(args[3])}
		return listenAndServe(stop, s, ":https", func(l net.Listener) error { return s.ServeTLS(l, args[1].String(), args[2].String()) })
	},
	"net/http.Serve": func(stop <-chan struct{}, args []reflect.Value) []reflect.Value {
		s := &http.Server{Handler: handler(args[1])}
		l := args[0].Interface().(net.Listener)
		return serve(stop, s, l, func() error { return s.Serve(l) })
	},
	"(*net/http.Server).ListenAndServe": func(stop <-chan struct{}, args []reflect.Value) []reflect.Value {
		s := args[0].Interface().(*http.Server)
		return listenAndServe(stop, s, ":http", func(l net.Listener) error { return s.Serve(l) })
	},
	"(*net/http.Server).ListenAndServeTLS": func(stop <-chan struct{}, args []reflect.Value) []reflect.Value {
		s := args[0].Interface().(*http.Server)
		return listenAndServe(stop, s, ":https", func(l net.Listener) error { return s.ServeTLS(l, args[1].String(), args[2].String()) })
	},
	"(*net/http.Server).Serve": func(stop <-chan struct{}, args []reflect.Value) []reflect.Value {
		s, l := args[0].Interface().(*http.Server), args[1].Interface().(net.Listener)
		return serve(stop, s, l, func() error { return s.Serve(l) })
	},
}

// result is err as the result of a call.
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
	return serve(stop, s, l, func() error { return do(l) })
}

// serve calls do, which serves what l accepts, until it returns or stop is closed.
func serve(stop <-chan struct{}, s *http.Server, l net.Listener, do func() error) []reflect.Value {
	return result(unless(stop, do, func() {
		l.Close()
		// Connections that wait for another request are closed too.
		s.SetKeepAlivesEnabled(false)
		s.SetKeepAlivesEnabled(true)
	}))
}

// unless calls do, and end while it runs if stop is closed. It returns when do and end have
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
