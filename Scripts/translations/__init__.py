"""Judges of the built-in translations: what a program can find wrong with words that it does not understand.

`make translations` runs all of them, writes the states of `Templates/languages.yml` and the table of
`Documentation/Translations.md`. Those that need nothing but PyYAML run in `make test` too (`Tests/EndToEnd/test_translations.py`).
"""
