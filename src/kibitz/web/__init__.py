"""The page of `kibitz serve`: a viewer of what the objects of the library say as JSON.

security     who may ask: loopback names, no other site, a token and then a cookie
connections  how long one may take to ask, and how many there may be
visitors     how much each may ask for at once, and a thread for each question
reading      what a visitor pasted: a position, PBN, LIN, a log, a view
answers      each question with the one call of the library that answers it
tables       a game on its way, one choice after the other
watching     a search, step by step
stores       what a store of results holds
exporting    the screen as text, PBN, SVG, Python and shell, or as a page of its own
site         the routes and the server
static/      the page itself, without a build step

There is no rule, value or search in the browser, and no state here but searches that run: a
question says all that it is about.
"""
