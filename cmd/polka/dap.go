// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/internal/framing"
	"polka/internal/limit"
	"polka/kernel/debug"
	"polka/kernel/display"
	"polka/kernel/engine"
	"polka/kernel/nb"
)

func newDAP() *cobra.Command {
	return &cobra.Command{
		Use:   "dap",
		Short: "Debug a program or a notebook from an editor (Debug Adapter Protocol)",
		Long: "Dap speaks the Debug Adapter Protocol on standard input and output, as editors expect of the debug adapter that\n" +
			"they start. The launch request names what to debug: \"program\" is a Go file, as for polka run, or a notebook,\n" +
			"whose cells run in order; \"args\" are its arguments, \"cwd\" its directory, and \"stopOnEntry\" stops it at its\n" +
			"first statement. The path of cell 3 of a notebook is that of the notebook followed by #3.",
		Args: exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return serveDAP(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
}

// An adapter is one session of the protocol.
type adapter struct {
	ctx     context.Context // of the program
	stop    context.CancelFunc
	over    sync.WaitGroup
	initial []byte // the request initialize

	mu     sync.Mutex
	out    io.Writer
	seq    int
	asking context.CancelFunc // of the request that is being answered

	interp interface {
		engine.Interpreter
		engine.Debugger
	}
	cells   []engine.Cell // of the program
	running bool          // the program has been started
}

// A dapRequest is what the adapter reads of a request.
type dapRequest struct {
	Seq       int    `json:"seq"`
	Command   string `json:"command"`
	Arguments struct {
		Program     string   `json:"program"`
		Args        []string `json:"args"`
		Cwd         string   `json:"cwd"`
		StopOnEntry bool     `json:"stopOnEntry"`
		NoDebug     bool     `json:"noDebug"`
	} `json:"arguments"`
}

// serveDAP answers requests until the client disconnects or closes its end.
func serveDAP(ctx context.Context, in io.Reader, out io.Writer) error {
	a := &adapter{out: out}
	a.ctx, a.stop = context.WithCancel(ctx)
	defer func() {
		a.stop()
		if a.interp != nil {
			a.interp.Close()
		}
		a.over.Wait()
	}()
	requests := make(chan []byte, 64)
	end := make(chan error, 1)
	go func() {
		defer close(requests)
		r := bufio.NewReader(in)
		for {
			text, err := framing.Read(r)
			if err != nil {
				end <- err
				return
			}
			var q dapRequest
			_ = json.Unmarshal(text, &q)
			if q.Command == "disconnect" || q.Command == "terminate" || q.Command == "cancel" {
				a.interrupt()
			}
			requests <- text
		}
	}()
	for text := range requests {
		if a.answer(text) {
			return nil
		}
	}
	if err := <-end; err != io.EOF && !errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("dap: %w", err)
	}
	return nil
}

// interrupt ends the evaluation that is running.
func (a *adapter) interrupt() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.asking != nil {
		a.asking()
	}
}

// send writes a message, with a number of its own.
func (a *adapter) send(text []byte) {
	var m map[string]json.RawMessage
	if json.Unmarshal(text, &m) != nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.seq++
	m["seq"] = json.RawMessage(fmt.Sprint(a.seq))
	if text, err := json.Marshal(m); err == nil {
		_ = framing.Write(a.out, text)
	}
}

func (a *adapter) event(name string, body any) {
	if text, err := json.Marshal(map[string]any{"type": "event", "event": name, "body": body}); err == nil {
		a.send(text)
	}
}

func (a *adapter) reply(q dapRequest, err error) {
	r := map[string]any{"type": "response", "request_seq": q.Seq, "command": q.Command, "success": err == nil}
	if err != nil {
		r["message"] = err.Error()
	}
	if text, err := json.Marshal(r); err == nil {
		a.send(text)
	}
}

// answer answers a request. It reports true after the last one.
func (a *adapter) answer(text []byte) (over bool) {
	var q dapRequest
	if err := json.Unmarshal(text, &q); err != nil {
		a.reply(q, err)
		return false
	}
	switch q.Command {
	case "initialize":
		a.initial = text
		a.send(debug.New(nil, func([]byte) {}).Answer(a.ctx, text)) // what every debugger can do
	case "launch":
		a.reply(q, a.launch(q))
	case "configurationDone":
		if a.interp == nil || a.running {
			a.reply(q, errors.New("expected the request configurationDone once, after launch"))
			break
		}
		a.running = true
		a.reply(q, nil)
		a.over.Go(a.run)
	case "terminate":
		a.stop()
		a.reply(q, nil)
	case "cancel":
		a.reply(q, nil)
	case "disconnect":
		a.stop()
		a.reply(q, nil)
		return true
	default:
		if a.interp == nil {
			a.reply(q, errors.New("nothing has been launched"))
			break
		}
		a.send(a.ask(text))
	}
	return false
}

// ask passes a request to the debugger.
func (a *adapter) ask(text []byte) []byte {
	ctx, cancel := context.WithCancel(a.ctx)
	defer cancel()
	a.mu.Lock()
	a.asking = cancel
	a.mu.Unlock()
	return a.interp.Debug(ctx, text)
}

// launch reads the program and starts a worker for it.
func (a *adapter) launch(q dapRequest) error {
	switch {
	case a.initial == nil:
		return errors.New("expected the request initialize first")
	case a.interp != nil:
		return errors.New("the program has been launched already")
	case q.Arguments.Program == "":
		return errors.New("launch: expected the path of a Go file or a notebook as \"program\"")
	}
	if q.Arguments.Cwd != "" {
		if err := os.Chdir(q.Arguments.Cwd); err != nil {
			return err
		}
	}
	path, err := filepath.Abs(q.Arguments.Program)
	if err != nil {
		return err
	}
	if a.cells, err = programCells(path); err != nil {
		return err
	}
	interp, ok := newInterpreter(append([]string{path}, q.Arguments.Args...)).(interface {
		engine.Interpreter
		engine.Debugger
	})
	if !ok {
		return errors.New("there is no debugger on this system")
	}
	a.interp = interp
	a.interp.DebugEvents(a.send)
	a.ask(a.initial)
	if q.Arguments.NoDebug {
		return nil
	}
	attach, _ := json.Marshal(map[string]any{"type": "request", "seq": q.Seq, "command": "attach",
		"arguments": map[string]any{"stopOnEntry": q.Arguments.StopOnEntry}})
	a.ask(attach)
	return nil
}

// programCells returns the cells of a notebook, or a file as one cell.
func programCells(path string) (cells []engine.Cell, err error) {
	if filepath.Ext(path) != ".ipynb" {
		text, err := readText(path, nil, limit.Text)
		if err != nil {
			return nil, err
		}
		return []engine.Cell{{Number: 1, Code: text, Script: true, File: path}}, nil
	}
	n, err := nb.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for _, c := range n.Cells {
		if c.Type == nb.Code && strings.TrimSpace(c.Source) != "" {
			number := len(cells) + 1
			cells = append(cells, engine.Cell{Number: number, Code: c.Source, File: fmt.Sprintf("%s#%d", path, number)})
		}
	}
	return cells, nil
}

// run runs the program to its end.
func (a *adapter) run() {
	status := 0
	for _, c := range a.cells {
		r := a.interp.Execute(a.ctx, c, editor{a})
		if r.Value != nil {
			editor{a}.Display(display.Event{Bundle: *r.Value})
		}
		if r.Err == nil {
			continue
		}
		if status = int(command.Failed); r.Err.Name == engine.Exit {
			status = r.Err.Status
		} else {
			editor{a}.Write(engine.Stderr, []byte(engine.Plain(strings.Join(r.Err.Lines(), "\n"))+"\n"))
		}
		break
	}
	a.event("exited", map[string]any{"exitCode": status})
	a.event("terminated", map[string]any{})
}

// An editor shows the output of the program in the client's console.
type editor struct{ a *adapter }

func (e editor) Write(s engine.Stream, text []byte) {
	e.a.event("output", map[string]any{"category": s, "output": string(text)})
}

func (e editor) Display(ev display.Event) {
	e.Write(engine.Stdout, []byte(ev.Bundle.Plain()+"\n"))
}

func (e editor) Clear(bool) {}

func (e editor) Input(context.Context, string, bool) (string, error) { return "", engine.ErrNoInput }
