"""Commands that say what there is: strategies, rules, printed values, and how fast this machine plays."""
