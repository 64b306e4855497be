"""The areas of the sheet."""
