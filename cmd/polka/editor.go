// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"io"
	"os/exec"
	"time"
)

// A languageServer is a child process that runs polka lsp.
type languageServer struct {
	io.Reader
	io.WriteCloser
	process *exec.Cmd
}

// startEditor starts this program as a language server, for a page. It is a process of its own, so
// that the kernel stays small and nothing that a user writes can end it.
func startEditor() (io.ReadWriteCloser, error) {
	c := exec.Command(ownProgram(), lspVerb)
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	return &languageServer{out, in, c}, nil
}

// editorGrace is how long a server that has no input any more may take to end.
const editorGrace = time.Second

// Close ends the process and waits for it.
func (s *languageServer) Close() error {
	s.WriteCloser.Close()
	kill := time.AfterFunc(editorGrace, func() { s.process.Process.Kill() })
	defer kill.Stop()
	s.process.Wait() // the status says that the client has not said goodbye
	return nil
}
