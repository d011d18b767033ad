// Package nb reads, runs, writes and exports notebook files without Jupyter.
package nb
