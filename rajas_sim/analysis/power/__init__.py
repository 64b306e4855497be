"""What single things and numbers of a rule set are worth: restricted play, and one more or one less of each number."""
