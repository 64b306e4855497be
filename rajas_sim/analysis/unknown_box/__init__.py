"""What is not known of the box: boxes that were sampled, what a finding is over all of them, and which unknown matters."""
