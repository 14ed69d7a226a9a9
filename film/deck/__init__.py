"""A deck for a talk: a slide for each still, as PowerPoint reads it or as Markdown."""
