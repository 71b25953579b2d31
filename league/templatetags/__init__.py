"""What templates of clubs ask for by themselves, so that no view has to think of it."""
