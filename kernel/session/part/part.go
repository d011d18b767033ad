// SPDX-License-Identifier: BSD-3-Clause

// Package part holds the parts of sessions that bring large packages of Go's library and of other
// modules with them: web servers and TLS, databases, the go command, the interpreter yaegi.
//
// Package extra sets the variables when a program starts, if it is linked; package stdlib links it.
// A program that embeds sessions without it is half the size, and its sessions have an error
// message in place of these parts. The variables must not change later.
package part

import (
	"context"
	"errors"
	"io"
	"reflect"
)

// Interruptible are the functions of Go's library that return when the cell is stopped, by their
// names, as in the options of package machine.
var Interruptible map[string]func(stop <-chan struct{}, args []reflect.Value) []reflect.Value

// Overrides are functions that cells call in place of those of Go's library, by import path and
// name.
var Overrides map[string]map[string]any

// Foreign are the functions of package library/foreign, which the generic functions of packages
// such as database/sql call.
var Foreign map[string]reflect.Value

// Fetch opens what an address names.
var Fetch = func(ctx context.Context, address string) (io.ReadCloser, error) {
	return nil, errors.New("addresses cannot be loaded in this program")
}

// A Sender sends to the server of a class.
type Sender interface {
	// Address returns the address of the page for students in its usual form, with a slash at its
	// end.
	Address(text string) (string, error)
	// Post sends a form to an address, and returns the answer, as text. It follows no redirections.
	// An answer with another status than 200 is an error that says what the server says.
	Post(ctx context.Context, address string, form map[string]string) (string, error)
	// Voter returns a name that nobody can guess.
	Voter() string
}

// Class sends to the servers of classes. It is nil in programs that cannot send.
var Class Sender

// A Setup is what an interpreter of another kind gets.
type Setup struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Args           []string
	Env            []string // nil for the environment of the process
	// Tables are the packages that cells can import, in yaegi's format. They are the interpreter's
	// own.
	Tables []map[string]map[string]reflect.Value
	// Notebook are the exported functions and variables that cells have defined before.
	Notebook map[string]reflect.Value
}

// An Evaluator is an interpreter of another kind.
type Evaluator interface {
	// Eval runs code, and returns the value of its last expression. An error that has a method
	// Panicked is a panic of the code, with the value that it returns.
	Eval(ctx context.Context, code string) (reflect.Value, error)
}

// Yaegi returns an interpreter of the backend yaegi.
var Yaegi = func(Setup) (Evaluator, error) {
	return nil, errors.New("the backend yaegi is not a part of this program")
}
