"""The printed parts as parametric solids; x to the viewer's right, y up, z towards the viewer."""
