// SPDX-License-Identifier: BSD-3-Clause

//go:build race

package script_test

func init() { race = true }
