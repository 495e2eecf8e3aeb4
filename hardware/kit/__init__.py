"""What is bought, wired and budgeted: everything of the hardware that is not a shape."""
