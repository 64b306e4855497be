"""What a question beyond a single run came to: settings of rules, plausible boxes."""
