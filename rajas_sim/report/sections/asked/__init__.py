"""What a question beyond a single run came to: luck, power, settings of rules, plausible boxes."""
