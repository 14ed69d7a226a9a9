"""What rendering costs: measured on a film that is rendered for it, cold, in a folder of its own."""
