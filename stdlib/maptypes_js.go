// SPDX-License-Identifier: BSD-3-Clause

package stdlib

import "reflect"

// Yaegi does not exist in a browser, and its tables neither.

func addUnsafe(m map[string]map[string]reflect.Value) {
	m["unsafe/unsafe"] = make(map[string]reflect.Value)
}

func addMapTypes(map[string]map[string]reflect.Value) {}
