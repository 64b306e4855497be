"""What a study is and how it lies on disk: its file, its games, its folder; plays nothing."""
