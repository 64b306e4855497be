"""What is printed: terms, components, rules."""
