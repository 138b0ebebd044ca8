"""What people type and hand in, checked before anything is made of it."""
