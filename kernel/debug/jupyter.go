// SPDX-License-Identifier: BSD-3-Clause

package debug

import (
	"context"
	"errors"
	"fmt"
	"go/token"

	"polka/kernel/debug/host"
)

// The requests that Jupyter adds to the protocol.

// An info is the state of the debugger, for a page that is loaded again.
type info struct {
	IsStarted      bool           `json:"isStarted"`
	HashMethod     string         `json:"hashMethod"`
	HashSeed       uint32         `json:"hashSeed"`
	TmpFilePrefix  string         `json:"tmpFilePrefix"`
	TmpFileSuffix  string         `json:"tmpFileSuffix"`
	Breakpoints    []infoOfSource `json:"breakpoints"`
	StoppedThreads []int          `json:"stoppedThreads"`
	RichRendering  bool           `json:"richRendering"`
	ExceptionPaths []string       `json:"exceptionPaths"`
	CopyToGlobals  bool           `json:"copyToGlobals"`
}

type infoOfSource struct {
	Source      string             `json:"source"`
	Breakpoints []sourceBreakpoint `json:"breakpoints"`
}

// dumpCell enters the text of a cell, which need not have run, and returns its path.
func (d *Debugger) dumpCell(a cellArguments) map[string]string {
	path := d.host.Path(a.Code)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.texts[path] = a.Code
	d.resolve(path)
	return map[string]string{"sourcePath": path}
}

// inspectVariables lists the variables of the cells, and none while one runs.
func (d *Debugger) inspectVariables() variablesBody {
	out := variablesBody{Variables: []variable{}}
	if release, ok := d.hold(); ok {
		defer release()
		out.Variables = d.variables(list{globals: true}, "", 0, 0)
	}
	return out
}

// modules lists the files of packages from source.
func (d *Debugger) modules(a modulesArguments) modulesBody {
	list := d.host.Files()
	out := modulesBody{Modules: []module{}, TotalModules: len(list)}
	for i, p := range list[min(max(a.StartModule, 0), len(list)):] {
		if a.ModuleCount > 0 && i >= a.ModuleCount {
			break
		}
		out.Modules = append(out.Modules, module{ID: i, Name: p.Name, Path: p.Path})
	}
	return out
}

func (d *Debugger) info() info {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := info{
		IsStarted: d.started, HashMethod: "Murmur2", HashSeed: host.HashSeed, TmpFilePrefix: d.host.Prefix(), TmpFileSuffix: ".go",
		Breakpoints: []infoOfSource{}, StoppedThreads: []int{}, RichRendering: true, ExceptionPaths: []string{}, CopyToGlobals: true,
	}
	for _, path := range d.paths {
		s := infoOfSource{Source: path, Breakpoints: []sourceBreakpoint{}}
		for _, b := range d.breakpoints[path] {
			x := b.sourceBreakpoint
			if b.at > 0 {
				x.Line = b.at
			}
			s.Breakpoints = append(s.Breakpoints, x)
		}
		out.Breakpoints = append(out.Breakpoints, s)
	}
	for _, g := range d.goroutines {
		if g.halted {
			out.StoppedThreads = append(out.StoppedThreads, g.id)
		}
	}
	return out
}

// richInspect returns a variable as a cell shows it, with its picture.
func (d *Debugger) richInspect(ctx context.Context, a struct {
	VariableName string
	FrameID      int `json:"frameId"`
}) (any, error) {
	vars, err := d.frame(a.FrameID)
	if err != nil {
		return nil, err
	}
	v, failed := d.host.Evaluate(ctx, vars, a.VariableName, host.Draw)
	if failed != nil {
		return nil, plainError{failed}
	}
	if v.Bundle == nil {
		return nil, fmt.Errorf("%s has no value", a.VariableName)
	}
	data, metadata := v.Bundle.Wire()
	return map[string]any{"data": data, "metadata": metadata}, nil
}

// copyToGlobals defines a variable of the top level with the value of one of a frame.
func (d *Debugger) copyToGlobals(ctx context.Context, a struct {
	SrcVariableName string
	DstVariableName string
	SrcFrameID      int `json:"srcFrameID"`
}) (any, error) {
	vars, err := d.frame(a.SrcFrameID)
	if err != nil {
		return nil, err
	}
	if !token.IsIdentifier(a.DstVariableName) {
		return nil, fmt.Errorf("%q is not a name", a.DstVariableName)
	}
	const source = "copyꓸsource"
	for _, v := range vars {
		if v.Name == a.SrcVariableName {
			v.Name = source
			if _, failed := d.host.Evaluate(ctx, append(vars[:0:0], v), a.DstVariableName+" := "+source, host.Keep); failed != nil {
				return nil, plainError{failed}
			}
			return nil, nil
		}
	}
	return nil, errors.New("there is no local variable " + a.SrcVariableName)
}
