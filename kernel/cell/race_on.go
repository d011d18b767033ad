//go:build race

package cell

// raceBuild makes the marks of trace.go atomic, by way of Runtime's At: functions of a cell that run on
// several goroutines write one variable, which does no harm and which the race detector reports.
const raceBuild = true
