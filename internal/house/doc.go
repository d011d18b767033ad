// Package house holds the tests of the rules in docs/architecture.md: packages import only lower
// layers, the mathematics does not depend on the kernel, nor the kernel on the mathematics, and
// every third-party module has one owner. It has no code of its own.
package house
