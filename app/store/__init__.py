"""The store: one database, the append-only log of every table in it, and how both become bytes.

`db` opens the database and writes, `log` knows what is stored, `tables` is the schema, `migrate` brings an
older one up to date, `codec` turns moves, events and states into JSON and back.
"""
