"""How things are shown: columns and tables of text, drawings, plots."""
