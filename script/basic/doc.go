// SPDX-License-Identifier: BSD-3-Clause

// Package basic is a library for sessions of package core: the packages of Go's library that most
// code needs and that neither read files, nor open connections, nor start programs.
//
//	s, err := core.New(core.Options{Libraries: []*core.Library{basic.Library}})
package basic

//go:generate go run polka/script/maketables -package basic bufio bytes container/heap container/list encoding/base64 encoding/hex encoding/json errors fmt io maps math math/big math/bits math/rand/v2 path regexp slices sort strconv strings sync sync/atomic text/tabwriter time unicode unicode/utf8
//go:generate go run polka/internal/licenses/mark z_*.go
