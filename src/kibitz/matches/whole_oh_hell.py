"""Older texts name utilities here, as `kibitz.matches.whole_oh_hell:exact`."""

from kibitz.whole.oh_hell import exact

__all__ = ["exact"]
