"""Endeavor: Age of Sail with Age of Expansion. rules.md holds the numbered rules, content/ the components."""
