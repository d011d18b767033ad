package plane

import "errors"

var errTooManyEdges = errors.New("plane: the boundary has too many edges")
