// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

package extra

import (
	"context"
	"reflect"

	"github.com/traefik/yaegi/interp"

	"polka/kernel/session/part"
)

func init() { part.Yaegi = newYaegi }

// notebookPath is the import path of the names that cells have defined on the machine.
const notebookPath = "notebook"

type yaegi struct{ i *interp.Interpreter }

// newYaegi returns an interpreter with the packages of the session. Names that cells have defined
// on the machine are in a package that is imported with a dot.
func newYaegi(o part.Setup) (part.Evaluator, error) {
	i := interp.New(interp.Options{
		Stdin: o.Stdin, Stdout: o.Stdout, Stderr: o.Stderr,
		Args: o.Args, Env: o.Env, Unrestricted: o.Env == nil,
	})
	for _, table := range o.Tables {
		if err := i.Use(table); err != nil {
			return nil, err
		}
	}
	if len(o.Notebook) > 0 {
		if err := i.Use(interp.Exports{notebookPath + "/notebook": o.Notebook}); err != nil {
			return nil, err
		}
		if _, err := i.Eval(`import . "` + notebookPath + `"`); err != nil {
			return nil, err
		}
	}
	return yaegi{i}, nil
}

// Eval implements part.Evaluator.
func (y yaegi) Eval(ctx context.Context, code string) (reflect.Value, error) {
	v, err := y.i.EvalWithContext(ctx, code)
	if p, ok := err.(interp.Panic); ok {
		err = panicked{p}
	}
	return v, err
}

// A panicked is the panic of code.
type panicked struct{ interp.Panic }

// Panicked returns the value of the panic.
func (p panicked) Panicked() any { return p.Value }
