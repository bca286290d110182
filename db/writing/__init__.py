"""The one writer: every save goes through it, many saves in one transaction.

It also keeps standings up to date, and finds out how a transaction ended when the answer was lost.
"""
