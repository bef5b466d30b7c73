"""Orders about research: projects and their teams."""
