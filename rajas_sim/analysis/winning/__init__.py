"""Who wins: seats and the verdict about them, strategies, boards."""
