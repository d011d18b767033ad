//go:build !race

package cell

const raceBuild = false
