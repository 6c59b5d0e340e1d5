"""Searches that understand tricks: outcome sets, and partition search between two camps."""
