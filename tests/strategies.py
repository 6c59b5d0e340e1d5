"""Hypothesis strategies: games, positions and algorithms as texts and as objects."""

from __future__ import annotations

from generators import (
    random_deal,
    random_hearts,
    random_tree,
    random_trump_deal,
    sound_compositions,
    two_sided_compositions,
)
from hypothesis import strategies as st

from kibitz import Algorithm, Position

seeds = st.integers(min_value=0, max_value=2**32)

trees: st.SearchStrategy[Position] = seeds.map(random_tree)
deals: st.SearchStrategy[Position] = (
    seeds.map(random_deal) | seeds.map(random_trump_deal) | seeds.map(random_hearts)
)
positions: st.SearchStrategy[Position] = trees | deals

algorithms: st.SearchStrategy[Algorithm] = st.sampled_from(sound_compositions())
two_sided: st.SearchStrategy[Algorithm] = st.sampled_from(two_sided_compositions("paranoid"))

# Texts that look like games, positions and algorithms and mostly are not.
noise = st.text("spadetrlwmoxn(),=/0123456789.- AKQJT@[]{}<>:'\"\\\n\u00b2\u0663", max_size=40)
