"""Searches that know what a trick is: outcome sets, and partition search of two camps."""
