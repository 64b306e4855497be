"""The tests; the modules that several of them share are imported from here."""
