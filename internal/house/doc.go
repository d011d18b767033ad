// SPDX-License-Identifier: BSD-3-Clause

// Package house holds the tests of the rules in docs/architecture.md and CONTRIBUTING.md: packages
// import only lower layers, the mathematics does not depend on the kernel, nor the kernel on the
// mathematics, every third-party module has one owner, the public API follows its rules and is in
// testdata/api, where its changes are seen, comments and documents name only what exists, and files
// are not too long. It has no code of its own.
package house
