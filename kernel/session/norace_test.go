// SPDX-License-Identifier: BSD-3-Clause

//go:build !race

package session_test

const raced = false
