"""The commands of the command line that need pictures, and so OpenCV."""
