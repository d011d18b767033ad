// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

package stdlib

import (
	"encoding"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"log"
	"maps"
	"reflect"
	"sync"

	"github.com/traefik/yaegi/interp"
	yaegi "github.com/traefik/yaegi/stdlib/unsafe"

	"polka/stdlib/internal/tables"
)

// interpreters returns one of the interpreter's own tables.
func interpreters(key string) map[string]reflect.Value { return maps.Clone(yaegi.Symbols[key]) }

// addInterpreters adds what only the interpreter knows, and the functions that look for methods.
func addInterpreters(m map[string]func() map[string]reflect.Value) {
	const own = "github.com/traefik/yaegi/yaegi"
	m[own] = sync.OnceValue(func() map[string]reflect.Value { return interpreters(own) })
	m["."] = sync.OnceValue(func() map[string]reflect.Value {
		return map[string]reflect.Value{"MapTypes": reflect.ValueOf(mapTypes())}
	})
}

// mapTypes tells the interpreter which functions look for methods on the values that they take as
// any. A value of an interpreted type has no methods that compiled code could find; passed to one
// of these functions it is wrapped in the first of the listed interfaces that it implements.
func mapTypes() map[reflect.Value][]reflect.Type {
	m := make(map[reflect.Value][]reflect.Type)
	set := func(ifaces []reflect.Type, funcs ...any) {
		for _, f := range funcs {
			m[reflect.ValueOf(f)] = ifaces
		}
	}
	// In the order in which fmt looks for them.
	set([]reflect.Type{reflect.TypeFor[fmt.Formatter](), reflect.TypeFor[tables.Error](), reflect.TypeFor[fmt.Stringer]()},
		fmt.Append, fmt.Appendf, fmt.Appendln, fmt.Errorf,
		fmt.Fprint, fmt.Fprintf, fmt.Fprintln,
		fmt.Print, fmt.Printf, fmt.Println,
		fmt.Sprint, fmt.Sprintf, fmt.Sprintln,
		log.Fatal, log.Fatalf, log.Fatalln,
		log.Panic, log.Panicf, log.Panicln,
		log.Print, log.Printf, log.Println)
	set([]reflect.Type{reflect.TypeFor[fmt.Scanner]()},
		fmt.Scan, fmt.Scanf, fmt.Scanln,
		fmt.Sscan, fmt.Sscanf, fmt.Sscanln,
		fmt.Fscan, fmt.Fscanf, fmt.Fscanln)
	set([]reflect.Type{reflect.TypeFor[json.Marshaler](), reflect.TypeFor[encoding.TextMarshaler]()},
		json.Marshal, json.MarshalIndent)
	set([]reflect.Type{reflect.TypeFor[json.Unmarshaler](), reflect.TypeFor[encoding.TextUnmarshaler]()},
		json.Unmarshal)
	set([]reflect.Type{reflect.TypeFor[xml.Marshaler](), reflect.TypeFor[encoding.TextMarshaler]()},
		xml.Marshal, xml.MarshalIndent)
	set([]reflect.Type{reflect.TypeFor[xml.Unmarshaler](), reflect.TypeFor[encoding.TextUnmarshaler]()},
		xml.Unmarshal)
	// The same map says which wrapper a value gets that becomes an error: of those in the list the
	// first whose methods it has. The key is the wrapper that the interpreter would use, which it
	// keeps to itself.
	m[interp.New(interp.Options{}).Symbols("")[""]["_error"]] = tables.ErrorWrappers
	m[tables.Wrappers.Map()["_Error"]] = tables.ErrorWrappers
	return m
}
