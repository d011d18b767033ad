// SPDX-License-Identifier: BSD-3-Clause

// Slides.
//
// Which cells are slides is written in the metadata of the notebooks, where JupyterLab edits them:
// docs/teaching.md says how. The cells for answers and checks of exercises are skipped.

package notebooks

import "polka/kernel/nb"

// Slides returns the notebook of l for a slide show, with its outputs: its cells have the metadata
// of JupyterLab, nbconvert and RISE.
func (l *Lesson) Slides() *nb.Notebook {
	n := l.Notebook.Clone()
	relink(n, "../", false)
	return n
}
