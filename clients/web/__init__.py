"""The web client: lobby, tables, replays and scoreboards in the browser.

Server-rendered pages with small modules of script, on Starlette, Jinja2 and server-sent events: nothing to build, and
nothing from elsewhere. It is a client of the services like any other, and acts with its viewer's token.
"""
