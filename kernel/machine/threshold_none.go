// SPDX-License-Identifier: BSD-3-Clause

//go:build !(amd64 || arm64) || !(linux || darwin || windows)

// Systems without machine code.

package machine

import "errors"

func translator() bool { return false }

func translatable() error { return errors.New("code cannot be translated on this system") }
