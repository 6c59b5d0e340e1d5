"""Older texts name utilities here, as `kibitz.matches.whole_spades:contract`."""

from kibitz.whole.spades import contract, nil_or_contract

__all__ = ["contract", "nil_or_contract"]
