"""Advising: one choice by any player within its time, and questions in lines of JSON.

advise        a move for a view or a position, why, and how sure
batch         questions and answers as plain data
conversation  lines of JSON as they come: cancelled, timed, in order or not
"""
