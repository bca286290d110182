"""What screens say of computer players: their levels, and the panel where a host adds them."""
