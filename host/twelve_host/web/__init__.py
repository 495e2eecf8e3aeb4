"""The service over HTTP: interface, live line, page, and who is let in."""
