// SPDX-License-Identifier: BSD-3-Clause

// Package core is package script without the tables of packages: a program links those packages of
// Go's library that its code may use, and no others.
//
//	s, err := core.New(core.Options{Libraries: []*core.Library{basic.Library}})
//	if err != nil { ... }
//	defer s.Close()
//	v, err := s.Eval(ctx, `strings.Repeat("ab", 3)`)
//
// Package basic has some thirty packages that neither read files nor open connections. Such a
// program is 15 MB, where one with package script is 39 MB. The program maketables writes a library
// of packages of your choice, those of other modules included:
//
//	go run polka/script/maketables -package tables -output tables os path/filepath example.org/shop
//
// What a session does is described in package script. These parts are missing here, unless a
// program imports polka/kernel/session/extra for them: servers of net/http that end with their
// code, generic functions of database/sql, hash/maphash, crypto/hkdf, crypto/pbkdf2 and runtime,
// PNG files, widgets, the debugger, documentation, exercises, the backend yaegi, %load of
// addresses, and some warnings. Calls of compiled functions with rare signatures, and maps of rare
// types, take longer.
package core
