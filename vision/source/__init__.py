"""Where pictures come from: cameras, addresses, videos, folders."""
