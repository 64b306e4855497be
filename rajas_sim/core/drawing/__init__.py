"""Drawing positions: panels of SVG, and the shapes that both games draw with."""
