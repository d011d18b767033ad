// SPDX-License-Identifier: BSD-3-Clause

package repl

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"golang.org/x/term"

	"polka/kernel/engine"
)

// Options are the source of cells and the destination of their output.
type Options struct {
	In       io.Reader
	Out, Err io.Writer
	// Before are cells that run before the first one is read, as a file that defines functions.
	Before []engine.Cell
	// History is the file that keeps the cells for the next time. It is created when needed;
	// without one, cells are kept in memory.
	History string
	// Images says how pictures are shown on a terminal. The zero value shows them as text.
	Images Images
	// Greeting is printed before the first prompt, if there is a prompt.
	Greeting string
	// Plain removes colors.
	Plain bool
}

// ErrFailed is the error of Run if cells that were not typed by a user have failed. Their errors
// have been printed.
var ErrFailed = errors.New("a cell failed")

// Run reads and runs cells until the input ends or ctx is done. Without a terminal it stops at the
// first cell that fails and returns [ErrFailed], as for a cell of Options.Before in any case; an
// [*engine.Error] named [engine.Exit] is returned for a cell that called os.Exit or the like.
func Run(ctx context.Context, interp engine.Interpreter, o Options) error {
	s := newScreen(o)
	p := &prompt{interp: interp, screen: s}
	for _, cell := range o.Before {
		if err := p.run(ctx, cell); err != nil {
			return err
		}
	}
	in, inTerminal := terminal(o.In)
	out, outTerminal := terminal(o.Out)
	if !inTerminal || !outTerminal || in != os.Stdin || out != os.Stdout {
		return p.pipe(ctx, o.In)
	}
	return p.interact(ctx, o)
}

func terminal(stream any) (*os.File, bool) {
	f, ok := stream.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// A prompt runs cells one after the other.
type prompt struct {
	interp engine.Interpreter
	screen *screen
	cells  int // run so far
}

// run runs a cell, and prints its value or its error. The error that it returns is ErrFailed, or
// an *engine.Error named Exit.
func (p *prompt) run(ctx context.Context, cell engine.Cell) error {
	p.cells++
	cell.Number = p.cells
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	p.screen.begin(stop)
	reply := p.interp.Execute(ctx, cell, p.screen)
	p.screen.end()
	if e := reply.Err; e != nil {
		if e.Name == engine.Exit {
			return e
		}
		p.screen.failure(e)
		return ErrFailed
	}
	if reply.Value != nil {
		p.screen.value(*reply.Value)
	}
	for _, l := range reply.Payloads {
		if l.Page != nil {
			p.screen.value(*l.Page)
		}
	}
	_, e := engine.Follow(ctx, reply, func(c engine.Cell) engine.Reply {
		p.screen.begin(stop)
		end := p.interp.Execute(ctx, c, p.screen)
		p.screen.end()
		if end.Value != nil {
			p.screen.value(*end.Value)
		}
		return end
	})
	if e != nil {
		p.screen.failure(e)
		return ErrFailed
	}
	return nil
}

// pipe runs the cells of a text that is not typed, each as soon as it is complete.
func (p *prompt) pipe(ctx context.Context, in io.Reader) error {
	lines := bufio.NewReader(in)
	var cell strings.Builder
	for ctx.Err() == nil {
		line, err := lines.ReadString('\n')
		cell.WriteString(line)
		if err != nil && err != io.EOF {
			return fmt.Errorf("standard input: %w", err)
		}
		text := cell.String()
		if strings.TrimSpace(text) == "" {
			cell.Reset()
		} else if err == io.EOF || p.interp.IsComplete(strings.TrimSuffix(text, "\n")).Status != engine.Incomplete {
			if err := p.run(ctx, engine.Cell{Code: strings.TrimRight(text, "\n")}); err != nil {
				return err
			}
			cell.Reset()
		}
		if err == io.EOF {
			return nil
		}
	}
	return ctx.Err()
}

// interact asks a user for cells.
func (p *prompt) interact(ctx context.Context, o Options) error {
	// Between two cells, Ctrl-C is a key that the editor reads. A signal that comes before the
	// terminal gives its keys to the editor must not end the program.
	between := make(chan os.Signal, 1)
	signal.Notify(between, os.Interrupt)
	defer signal.Stop(between)
	if o.Greeting != "" {
		fmt.Fprintln(o.Out, o.Greeting)
	}
	e := newEditor(ctx, p, o)
	p.screen.asking, p.screen.above = e.ask, e.above
	for ctx.Err() == nil {
		text, err := e.read()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case strings.TrimSpace(text) == "":
			continue
		case leaves(text):
			return nil
		}
		cell := engine.Cell{Code: text, AllowInput: true, Bars: true}
		var exit *engine.Error
		if err := p.run(ctx, cell); errors.As(err, &exit) {
			return exit
		}
	}
	return ctx.Err()
}

// leaves reports whether text is a command with which users leave other prompts.
func leaves(text string) bool {
	switch strings.TrimSpace(text) {
	case "exit", "quit", "exit()", "quit()", ":q", ":quit", ":exit":
		return true
	}
	return false
}
