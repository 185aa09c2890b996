"""What an operator should know of this installation: a function a check."""
