//go:build race

package script_test

func init() { race = true }
