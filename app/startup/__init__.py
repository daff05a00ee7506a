"""What a server makes sure of before it lets anybody in, and what it tells its host.

Nothing here knows the game.
"""
