"""The border to Discord: custom_ids, components, the router, replies, errors, emojis, commands."""
