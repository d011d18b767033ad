// SPDX-License-Identifier: BSD-3-Clause

// Package lsp is a language server for cells: the Language Server Protocol on a pair of streams.
//
// Its documents are notebooks, as clients with notebookDocument send them, scripts of Go, and files
// of Knuth's DLX format. What it says about Go is what the kernel says: package vet compiles the
// cells of a notebook in order, without running them, and package assist completes and describes
// names. There is no state but the texts of the client and what is computed from them.
//
//	s := lsp.New(lsp.Options{Cell: options, Doc: stdlib.Doc})
//	err := s.Serve(os.Stdin, os.Stdout)
//
// The files are named after what they answer. page.go says how a notebook is kept up to date, and
// names.go how names are found across cells.
package lsp

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"polka/kernel/cell"
)

// Options are what the server knows besides the texts.
type Options struct {
	// Cell returns the options of a compiler of cells that finds packages from a directory.
	Cell func(dir string) cell.Options
	// Doc gives declarations and documentation of packages, as assist.Options describes it.
	Doc func(path, name string) (decl, comment string, ok bool)
	// Has reports whether cells can use a name of a package, as in assist.Options.
	Has func(path, name string) bool
	// Covers checks a text in DLX format, and returns its first mistake, with line and column from
	// 1, columns in characters; the line is 0 if there is none. It may be nil.
	Covers func(text string) (line, column int, message string)
	// Magics are those of cells.
	Magics []Magic
	// Library returns the directory with the sources of Go's library, "" if there is none. It may
	// be nil.
	Library func() string
	// Version is that of the program.
	Version string
}

// A Magic is a command of cells, for completion.
type Magic struct {
	Name, Use, About string
	Whole            bool // it can be written with two percent signs
}

// A Server serves one client.
type Server struct {
	o             Options
	requests      map[string]func(*Server, json.RawMessage) (any, error)
	notifications map[string]func(*Server, json.RawMessage) error

	conn      *connection
	ready     bool // the client has sent initialize
	down      bool // and shutdown
	utf8      bool
	documents map[string]*document
	pages     []*page
	joined    map[string]*joined // by URI
	libraries libraries
}

// New returns a Server.
func New(o Options) *Server {
	return &Server{o: o, requests: requests(), notifications: notifications(), documents: make(map[string]*document), joined: make(map[string]*joined)}
}

// errExit ends the server.
var errExit = errors.New("exit")

// ErrNotShutDown is the error of Serve if the client has left without the request shutdown.
var ErrNotShutDown = errors.New("lsp: the client has ended the connection without shutdown")

// Serve answers the messages of the client until it sends exit, or closes its end.
func (s *Server) Serve(in io.Reader, out io.Writer) error {
	s.conn = connect(in, out)
	for m := range s.conn.incoming {
		err := s.handle(m)
		if err == nil {
			err = s.check()
		}
		if err == errExit {
			break
		}
		if err != nil {
			return err
		}
	}
	if !s.down {
		if err := s.conn.end; err != nil && err != io.EOF {
			return fmt.Errorf("lsp: %w", err)
		}
		return ErrNotShutDown
	}
	return nil
}

// requests returns the methods that have a result.
func requests() map[string]func(*Server, json.RawMessage) (any, error) {
	return map[string]func(*Server, json.RawMessage) (any, error){
		"initialize":                     (*Server).initialize,
		"shutdown":                       (*Server).shutdown,
		"textDocument/completion":        (*Server).completion,
		"textDocument/hover":             (*Server).hover,
		"textDocument/signatureHelp":     (*Server).signatureHelp,
		"textDocument/definition":        (*Server).definition,
		"textDocument/typeDefinition":    (*Server).typeDefinition,
		"textDocument/references":        (*Server).references,
		"textDocument/documentHighlight": (*Server).highlights,
		"textDocument/prepareRename":     (*Server).prepareRename,
		"textDocument/rename":            (*Server).rename,
		"textDocument/documentSymbol":    (*Server).symbols,
		"textDocument/formatting":        (*Server).formatting,
		"textDocument/inlayHint":         (*Server).inlayHints,
		"textDocument/codeAction":        (*Server).codeActions,
	}
}

// notifications returns the methods that have none.
func notifications() map[string]func(*Server, json.RawMessage) error {
	return map[string]func(*Server, json.RawMessage) error{
		"textDocument/didOpen":       (*Server).didOpen,
		"textDocument/didChange":     (*Server).didChange,
		"textDocument/didClose":      (*Server).didClose,
		"notebookDocument/didOpen":   (*Server).didOpenNotebook,
		"notebookDocument/didChange": (*Server).didChangeNotebook,
		"notebookDocument/didClose":  (*Server).didCloseNotebook,
		"textDocument/didSave":       (*Server).didSave,
		"notebookDocument/didSave":   (*Server).didSave,
	}
}

// check publishes what is wrong with the documents that have changed.
func (s *Server) check() (err error) {
	defer func() {
		if e := recover(); e != nil {
			err = s.fault("diagnostics", e)
		}
	}()
	return s.publish()
}

// fault tells the client of a panic, which ends only what the server did then.
func (s *Server) fault(doing string, e any) error {
	text := fmt.Sprintf("%s: internal error: %v\n%s", doing, e, debug.Stack())
	return s.conn.notify("window/logMessage", map[string]any{"type": severityError, "message": text})
}

// handle handles one message. The error is one of the connection.
func (s *Server) handle(m message) (err error) {
	request := m.ID != nil && m.Method != ""
	if m.Method == "" && m.ID == nil {
		return s.conn.reply(json.RawMessage("null"), nil, &responseError{parseError, "expected a message of JSON-RPC"})
	}
	if !request && m.ID != nil {
		return nil // a response
	}
	defer func() {
		if e := recover(); e != nil {
			err = s.fault(m.Method, e)
			if request && err == nil {
				err = s.conn.reply(m.ID, nil, &responseError{internalError, fmt.Sprintf("internal error: %v", e)})
			}
		}
	}()
	if !request {
		switch {
		case m.Method == "exit":
			return errExit
		case s.notifications[m.Method] != nil && s.ready:
			if err := s.notifications[m.Method](s, m.Params); err != nil {
				return s.conn.notify("window/logMessage", map[string]any{"type": severityError, "message": m.Method + ": " + err.Error()})
			}
		}
		return nil
	}
	do := s.requests[m.Method]
	switch {
	case s.conn.wasCanceled(m.ID):
		return s.conn.reply(m.ID, nil, &responseError{requestCancelled, "canceled"})
	case !s.ready && m.Method != "initialize":
		return s.conn.reply(m.ID, nil, &responseError{notInitialized, "expected the request initialize first"})
	case s.down, s.ready && m.Method == "initialize":
		return s.conn.reply(m.ID, nil, &responseError{invalidRequest, "unexpected request " + m.Method})
	case do == nil:
		return s.conn.reply(m.ID, nil, &responseError{methodNotFound, "unknown method " + m.Method})
	}
	result, failed := s.do(do, m.Params)
	if failed != nil {
		e, ok := errors.AsType[*responseError](failed)
		if !ok {
			e = &responseError{invalidParams, failed.Error()}
		}
		return s.conn.reply(m.ID, nil, e)
	}
	return s.conn.reply(m.ID, result, nil)
}

// do carries out a request.
func (s *Server) do(do func(*Server, json.RawMessage) (any, error), params json.RawMessage) (any, error) {
	if len(s.joined) > 0 {
		var about struct {
			TextDocument documentID `json:"textDocument"`
		}
		var all map[string]any
		if json.Unmarshal(params, &about) == nil && s.joined[about.TextDocument.URI] != nil && json.Unmarshal(params, &all) == nil {
			return s.doJoined(s.joined[about.TextDocument.URI], do, all)
		}
	}
	return do(s, params)
}

// failure is the error of a request that makes sense but cannot be carried out.
func failure(format string, args ...any) error {
	return &responseError{requestFailed, fmt.Sprintf(format, args...)}
}

func (s *Server) initialize(params json.RawMessage) (any, error) {
	var p initializeParams
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, err
	}
	s.ready = true
	encoding := "utf-16"
	if s.utf8 = slices.Contains(p.Capabilities.General.PositionEncodings, "utf-8"); s.utf8 {
		encoding = "utf-8"
	}
	return initializeResult{
		ServerInfo: serverInfo{"polka", s.o.Version},
		Capabilities: map[string]any{
			"positionEncoding": encoding,
			"textDocumentSync": map[string]any{"openClose": true, "change": 2, "save": true},
			"notebookDocumentSync": map[string]any{
				"notebookSelector": []any{map[string]any{
					"notebook": map[string]any{"notebookType": "jupyter-notebook"},
					"cells":    []any{map[string]any{"language": "go"}},
				}},
				"save": true,
			},
			"completionProvider":         map[string]any{"triggerCharacters": []string{".", "\"", "/", "%"}},
			"hoverProvider":              true,
			"signatureHelpProvider":      map[string]any{"triggerCharacters": []string{"(", ","}},
			"definitionProvider":         true,
			"typeDefinitionProvider":     true,
			"referencesProvider":         true,
			"documentHighlightProvider":  true,
			"renameProvider":             map[string]any{"prepareProvider": true},
			"documentSymbolProvider":     true,
			"documentFormattingProvider": true,
			"inlayHintProvider":          true,
			"codeActionProvider":         map[string]any{"codeActionKinds": []string{"quickfix", "refactor.extract", "refactor.rewrite"}},
		},
	}, nil
}

func (s *Server) shutdown(json.RawMessage) (any, error) {
	s.down = true
	return nil, nil
}

// dirOf returns the directory in which packages of a document are looked for.
func (s *Server) dirOf(uri string) string {
	if p := filePath(uri); p != "" {
		return filepath.Dir(p)
	}
	return "."
}

// A kind is what a document that is not a cell contains.
type kind int

const (
	unknown kind = iota
	script
	covers
)

func kindOf(d *document) kind {
	switch ext := path.Ext(strings.TrimSuffix(d.uri, "/")); {
	case d.language == "dlx" || ext == ".dlx":
		return covers
	case d.language == "go" || ext == ".go":
		return script
	}
	return unknown
}

func (s *Server) didOpen(params json.RawMessage) error {
	var p struct {
		TextDocument textDocumentItem `json:"textDocument"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return err
	}
	d := s.open(p.TextDocument)
	if isJoined(d) {
		s.openJoined(d)
		return nil
	}
	if kindOf(d) == script && d.page == nil {
		d.page = s.newPage(d.uri)
		d.page.cells = []*cellState{{doc: d}}
		d.page.number()
		s.pages = append(s.pages, d.page)
	}
	return nil
}

// open notes a text that the client has opened.
func (s *Server) open(item textDocumentItem) *document {
	d := &document{uri: item.URI, language: item.LanguageID, version: item.Version, text: item.Text, utf8: s.utf8}
	if before := s.documents[item.URI]; before != nil {
		d.page = before.page
		if d.page != nil {
			if c, _ := d.page.cellOf(before); c != nil {
				c.doc = d
				d.page.changed(d)
			}
		}
	}
	s.documents[item.URI] = d
	return d
}

func (s *Server) didChange(params json.RawMessage) error {
	var p struct {
		TextDocument   documentVersion `json:"textDocument"`
		ContentChanges []textChange    `json:"contentChanges"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return err
	}
	return s.change(p.TextDocument, p.ContentChanges)
}

// change applies changes to a text.
func (s *Server) change(id documentVersion, changes []textChange) error {
	d := s.documents[id.URI]
	if d == nil {
		return fmt.Errorf("%s is not open", id.URI)
	}
	d.change(id.Version, changes)
	if j := s.joined[d.uri]; j != nil {
		s.cutAgain(j)
	}
	if d.page != nil {
		d.page.changed(d)
	}
	return nil
}

func (s *Server) didClose(params json.RawMessage) error {
	var p struct {
		TextDocument documentID `json:"textDocument"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return err
	}
	d := s.documents[p.TextDocument.URI]
	if d == nil {
		return nil
	}
	delete(s.documents, d.uri)
	if j := s.joined[d.uri]; j != nil {
		s.closeJoined(j)
	}
	if d.page != nil && !d.page.notebook {
		s.remove(d.page)
	}
	return s.conn.notify("textDocument/publishDiagnostics", publishParams{d.uri, d.version, []diagnostic{}})
}

// remove forgets a page.
func (s *Server) remove(p *page) {
	s.pages = slices.DeleteFunc(s.pages, func(other *page) bool { return other == p })
}

// didSave has scripts and notebooks checked again, since they may import what was saved.
func (s *Server) didSave(json.RawMessage) error {
	for _, p := range s.pages {
		if p.importsSources() {
			p.restart()
		}
	}
	return nil
}

// find returns a document that is open, and its cell, if it is Go.
func (s *Server) find(uri string) (d *document, c *cellState, index int, err error) {
	d = s.documents[uri]
	if d == nil {
		return nil, nil, 0, fmt.Errorf("%s is not open", uri)
	}
	if d.page != nil {
		c, index = d.page.cellOf(d)
	}
	return d, c, index, nil
}

// cellAt returns the cell of the document of a request, and the byte offset of its position. The
// cell is nil if the document has none.
func (s *Server) cellAt(params json.RawMessage) (d *document, c *cellState, index, offset int, err error) {
	var p at
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, nil, 0, 0, err
	}
	d, c, index, err = s.find(p.TextDocument.URI)
	if err != nil {
		return nil, nil, 0, 0, err
	}
	return d, c, index, d.offset(p.Position), nil
}
