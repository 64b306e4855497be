"""What is scored and where it comes from: final scores, income, spaces, extra workers and boxes."""
