"""The companion: everything that people see and hear.  May import all rooms; nobody imports it."""
