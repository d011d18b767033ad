// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"io"

	"polka/kernel/cell"
	"polka/kernel/lsp"
	"polka/kernel/session"
	"polka/stdlib"
)

// A languageServer is a goroutine of this program that serves a page.
type languageServer struct {
	io.Reader
	io.WriteCloser
}

// startEditor starts a language server. Its types are not those of the session, since an importer
// is for one goroutine at a time.
func startEditor() (io.ReadWriteCloser, error) {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	o := lsp.Options{Cell: editorOptions, Doc: stdlib.Doc}
	for _, m := range session.Magics() {
		o.Magics = append(o.Magics, lsp.Magic(m))
	}
	go func() { out.CloseWithError(lsp.New(o).Serve(in, out)) }()
	return languageServer{fromServer, toServer}, nil
}

// editorOptions are those of its compilers.
func editorOptions(string) cell.Options {
	o := cell.Options{Facts: stdlib.Importer(), Packages: stdlib.Packages(), Prelude: stdlib.Prelude(), Immutable: stdlib.Immutable(), Sources: newSources()}
	o.Generics, _ = o.Facts.(cell.Generics)
	return o
}
