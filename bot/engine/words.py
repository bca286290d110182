"""Marks English words for translation without translating them. Rules are data; screens translate them."""


def N_(text: str) -> str:  # noqa: N802 - the name gettext tools look for
    """Return ``text`` unchanged; the extractor of translations finds it by this call."""
    return text
