// SPDX-License-Identifier: BSD-3-Clause

package session

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"reflect"
)

// flagOverrides returns the functions of package flag, for the flags of the session's own command
// line: *args after its first word. A flag may be defined again, as by a cell that is run again:
// the newer one counts. Where flags are wrong, the cell ends with exit status 2, as a program does.
func flagOverrides(args *[]string, stderr io.Writer) map[string]reflect.Value {
	flags := flag.NewFlagSet((*args)[0], flag.ContinueOnError)
	flags.SetOutput(stderr)
	m := map[string]reflect.Value{"CommandLine": reflect.ValueOf(&flags).Elem()}
	usage := func() {
		fmt.Fprintf(flags.Output(), "Usage of %s:\n", (*args)[0])
		flags.PrintDefaults()
	}
	m["Usage"] = reflect.ValueOf(&usage).Elem()
	flags.Usage = func() { usage() }
	v := reflect.ValueOf(flags)
	for i := range v.NumMethod() {
		name, method := v.Type().Method(i).Name, v.Method(i)
		switch name {
		case "Init", "Name", "Output", "SetOutput", "ErrorHandling": // package flag has no such function
		case "Parse":
			m["Parse"] = reflect.ValueOf(func() {
				switch err := flags.Parse((*args)[1:]); {
				case errors.Is(err, flag.ErrHelp):
					panic(exit{0, "os.Exit(0) in flag.Parse"})
				case err != nil:
					panic(exit{2, "os.Exit(2) in flag.Parse: " + err.Error()})
				}
			})
		case "PrintDefaults":
			m["PrintDefaults"] = reflect.ValueOf(func() { flags.PrintDefaults() })
		default:
			m[name] = defining(flags, method)
		}
	}
	return m
}

// defining returns a method of flags; if it defines a flag, the one of that name is removed before.
func defining(flags *flag.FlagSet, method reflect.Value) reflect.Value {
	t := method.Type()
	at := -1
	for i := range t.NumIn() {
		if t.In(i).Kind() == reflect.String && at < 0 {
			at = i
		}
	}
	if at < 0 || t.NumIn() < 3 {
		return method
	}
	return reflect.MakeFunc(t, func(in []reflect.Value) []reflect.Value {
		if name := in[at].String(); flags.Lookup(name) != nil {
			rest := flag.NewFlagSet(flags.Name(), flags.ErrorHandling())
			rest.SetOutput(flags.Output())
			rest.Usage = flags.Usage
			flags.VisitAll(func(f *flag.Flag) {
				if f.Name != name {
					rest.Var(f.Value, f.Name, f.Usage)
					rest.Lookup(f.Name).DefValue = f.DefValue
				}
			})
			*flags = *rest
		}
		return method.Call(in)
	})
}
