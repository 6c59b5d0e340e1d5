"""Bridges to other libraries, which are asked for only here; nothing else imports this room.

openspiel        games of OpenSpiel with nothing hidden, as games of Kibitz
openspiel_cards  card games of OpenSpiel: what a seat has seen as a view, and worlds as states
openspiel_tables each of them; openspiel_kitty those with cards that are laid away
openspiel_bots   players of Kibitz as bots of OpenSpiel, and worlds for its ISMCTS
needed           how a library is asked for
pettingzoo       games of Kibitz as environments of PettingZoo, and players as agents
"""
