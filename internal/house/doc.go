// Package house holds the test that keeps the architecture as docs/architecture.md draws it:
// packages import lower layers only, the mathematics knows nothing of the kernel, the kernel
// nothing of the mathematics, and every third-party module has one owner. It has no code of its
// own.
package house
