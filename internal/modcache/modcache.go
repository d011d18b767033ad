// SPDX-License-Identifier: BSD-3-Clause

// Package modcache knows where the go command keeps modules.
package modcache

import "golang.org/x/mod/module"

// Dir returns the folder of a module in the module cache, relative to that, with slashes. Path and
// version are those of go.mod; an error says that they cannot be.
func Dir(path, version string) (string, error) {
	p, err := module.EscapePath(path)
	if err != nil {
		return "", err
	}
	v, err := module.EscapeVersion(version)
	if err != nil {
		return "", err
	}
	return p + "@" + v, nil
}
