// SPDX-License-Identifier: BSD-3-Clause

//go:build !race

package worker

const raced = false
