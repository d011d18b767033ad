// SPDX-License-Identifier: BSD-3-Clause

// Package script runs Go code inside a Go program, without a Go toolchain.
//
// A Session is an interpreter that keeps what its code has defined. Code is Go as in the cells of a
// notebook (docs/dialect.md): a text may hold imports, declarations and statements in any order,
// and its value is that of its last expression. It can import Go's library, Polka's packages,
// directories of source code (Options.Sources), and what the program gives it by Use: functions,
// variables and types, which are the program's own and not copies.
//
//	s, err := script.New(script.Options{Stdout: os.Stdout})
//	if err != nil { ... }
//	defer s.Close()
//	s.Use("example.org/shop", map[string]any{"Price": price})
//	v, err := s.Eval(ctx, `2 * shop.Price("tea")`)
//
// Code that panics, calls os.Exit, recurses too deeply or waits for itself gives an error, and the
// session can be used afterwards. A context stops code within milliseconds; variables keep their
// values.
//
// A Session is not a sandbox. Code can read files and open connections, unless Options.Imports
// leaves those packages out, and package unsafe can do anything. Two goroutines of the code that
// write the same map at once, or an allocation of more memory than there is, end the process, as
// they end every Go program. Where that matters, run the code in a process of its own: package
// kernel/worker does so.
//
// Programs with this package are large, since they have all packages that code may import. Package
// core has the same sessions with the packages that a program chooses.
package script
