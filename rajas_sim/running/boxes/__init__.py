"""Plausible boxes: targets for good play, and sampling boxes that meet them."""
