"""Commands that say what there is: strategies, rules, printed values, the keys of files, and how fast this machine plays."""
