"""Design sheets: read, checked, printed."""
