"""The query service: answers questions about tables, running and finished."""
