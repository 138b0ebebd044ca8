"""What can be wrong with what is kept: each holds a sentence that names file and remedy."""


class StoreError(Exception):
    """The store or an export cannot be used: names the file and the remedy."""


class NoSuchGameError(StoreError):
    """What was asked for or given is no game that this store can use; the store itself is fine."""
