// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

package kernel

import (
	"context"
	"os"
	"sync"

	"polka/kernel/zmq"
)

// limits bounds what peers can send.
var limits = zmq.Limits{
	// The number of bytes that all frontends together may not have read yet before cells wait for
	// them. This keeps the process below 100 MB when several of them do not read at all and a cell
	// shows large pictures.
	UnreadTotal: 12 << 20,
	Linger:      flushGrace,
}

// Run runs a kernel until a frontend shuts it down, the frontend's process ends, SIGTERM or SIGHUP
// arrives, or ctx is done. SIGINT stops the running cell. Run closes the interpreter before it
// returns, even after an error. A requested shutdown is not an error; errors come from environment
// variables, ports, and sockets that fail. Run writes nothing to standard output and, unless the
// environment asks for a log there, to standard error.
//
// Several kernels can run in one process, but each of them handles the signals.
func Run(ctx context.Context, c Config) error {
	closeInterpreter := true
	defer func() {
		if closeInterpreter && c.Interpreter != nil {
			c.Interpreter.Close()
		}
	}()
	logFile, err := c.applyEnvironment(os.Getenv)
	if err != nil {
		return err
	}
	defer logFile.Close()
	k, err := newKernel(c)
	if err != nil {
		return err
	}
	sockets, err := zmq.Listen(context.WithoutCancel(ctx), zmq.Config{
		Transport: c.Connection.Transport,
		IP:        c.Connection.IP,
		Shell:     c.Connection.ShellPort,
		IOPub:     c.Connection.IOPubPort,
		Stdin:     c.Connection.StdinPort,
		Control:   c.Connection.ControlPort,
		HB:        c.Connection.HBPort,
		Listen:    c.Listen,
		Limits:    limits,
		Log:       k.log,
	}, k.welcome)
	if err != nil {
		return err
	}
	if k.interp == nil {
		c.Interpreter = c.Start()
		k.interp = c.Interpreter
	}
	defer watchSignals(k.interruptShells, k.stop)()

	var watch sync.WaitGroup
	defer watch.Wait()
	watching, unwatch := context.WithCancel(ctx)
	defer unwatch()
	if alive, release := parentAlive(os.Getenv(parentEnv)); alive != nil {
		watch.Go(func() {
			defer release()
			watchParent(watching, alive, k.stop)
		})
	}
	closeInterpreter = false // serve does
	return k.serve(ctx, transport{
		shell:   sockets.Shell,
		control: sockets.Control,
		stdin:   sockets.Stdin,
		publish: sockets.Publish,
		close:   sockets.Close,
	})
}
