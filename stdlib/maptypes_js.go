// SPDX-License-Identifier: BSD-3-Clause

package stdlib

import "reflect"

// Yaegi does not exist in a browser, and its tables neither.

func interpreters(string) map[string]reflect.Value { return make(map[string]reflect.Value) }

func addInterpreters(map[string]func() map[string]reflect.Value) {}
