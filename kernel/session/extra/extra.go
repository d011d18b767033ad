// SPDX-License-Identifier: BSD-3-Clause

// Package extra links what sessions can do without; see package part. It has nothing to call.
//
//	import _ "polka/kernel/session/extra"
package extra

import (
	"reflect"

	"polka/kernel/cell/library/foreign"
	_ "polka/kernel/cell/source/godoc"
	_ "polka/kernel/debug"
	_ "polka/kernel/display/picture"
	"polka/kernel/machine"
	"polka/kernel/machine/disasm"
	"polka/kernel/session"
	"polka/kernel/session/part"
	_ "polka/kernel/widget"
)

func init() {
	part.Foreign = foreignSymbols
	machine.Disassemble = disasm.Text
	machine.Specialize()
	session.LinkExercises()
}

var foreignSymbols = map[string]reflect.Value{
	"Cleanup":     reflect.ValueOf(foreign.Cleanup),
	"DriverValue": reflect.ValueOf(foreign.DriverValue),
	"Expand":      reflect.ValueOf(foreign.Expand),
	"Extract":     reflect.ValueOf(foreign.Extract),
	"Hash":        reflect.ValueOf(foreign.Hash),
	"Key":         reflect.ValueOf(foreign.Key),
	"PasswordKey": reflect.ValueOf(foreign.PasswordKey),
	"Scan":        reflect.ValueOf(foreign.Scan),
	"WriteHash":   reflect.ValueOf(foreign.WriteHash),
}
