"""Component files, and the rules that follow from them."""
