"""The words for what happens, per language.  Knows no camera and no screen."""
