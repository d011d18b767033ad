// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"syscall/js"

	"polka/kernel"
	"polka/kernel/cell/source"
	"polka/kernel/display"
	"polka/kernel/session"
	"polka/kernel/wire"
	"polka/notebooks/exercises"
	"polka/notebooks/translations"
	"polka/stdlib"
	"polka/stdlib/picture"
)

// delimiter is the frame before the signature of a message.
var delimiter = []byte(wire.Delimiter)

func main() {
	host := js.Global().Get("polka")
	debug.SetGCPercent(200) // one thread collects garbage while the cell waits
	stdlib.Add(nil, bytesOf(host.Get("facts")))
	s, err := session.New(session.Options{
		Tables:    stdlib.Tables(),
		Facts:     stdlib.Importer(),
		Packages:  stdlib.Packages(),
		Prelude:   stdlib.Prelude(),
		Immutable: stdlib.Immutable(),
		Doc:       stdlib.Doc,
		Exercises: exercises.Files,
		CheckTime: session.CheckTime(),
		Languages: translations.Files,
		Renderer:  display.Renderer{Picture: picture.Drawer("html,svg")},
		Sources:   newSources(),
		Redirect:  true,
	})
	if err != nil {
		fail(err)
	}
	config := kernel.Config{Interpreter: s, Editor: startEditor, Version: host.Get("version").String()}
	local, err := kernel.NewLocal(config, os.Getenv, func(channel string, frames [][]byte) { send(host, channel, frames) })
	if err != nil {
		fail(err)
	}
	host.Set("take", js.FuncOf(func(_ js.Value, args []js.Value) any {
		local.Take(args[0].String(), frames(args[1:]))
		return nil
	}))
	if err := local.Run(context.Background()); err != nil {
		fail(err)
	}
}

// newSources finds packages in the files of the page.
func newSources() *source.Finder {
	return source.New(source.Options{Files: os.DirFS("/"), Root: "/", Dir: "."})
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "polka:", err)
	os.Exit(1)
}

// frames makes the frames of a message of the page: header, parent header, metadata, content, and
// an array of buffers. Messages are not signed.
func frames(parts []js.Value) [][]byte {
	list := [][]byte{delimiter, nil}
	for _, p := range parts[:4] {
		list = append(list, []byte(p.String()))
	}
	for i := range parts[4].Length() {
		list = append(list, bytesOf(parts[4].Index(i)))
	}
	return list
}

// send passes a message to the page.
func send(host js.Value, channel string, frames [][]byte) {
	for string(frames[0]) != wire.Delimiter {
		frames = frames[1:] // identities
	}
	args := []any{channel}
	for _, f := range frames[2:6] {
		args = append(args, string(f))
	}
	var buffers []any
	for _, f := range frames[6:] {
		a := js.Global().Get("Uint8Array").New(len(f))
		js.CopyBytesToJS(a, f)
		buffers = append(buffers, a)
	}
	host.Call("send", append(args, buffers)...)
}

// bytesOf copies a Uint8Array.
func bytesOf(v js.Value) []byte {
	if !v.Truthy() {
		return nil
	}
	b := make([]byte, v.Length())
	js.CopyBytesToGo(b, v)
	return b
}
