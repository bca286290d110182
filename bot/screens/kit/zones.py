"""The question about a time zone: the zones of a menu, named by where people live who speak our languages."""

from bot.engine import N_
from bot.screens.kit.questions import Answer, Question

_ZONES = (
    ("America/Toronto", N_("Québec, Ontario, New York")),
    ("America/Halifax", N_("New Brunswick, Nova Scotia")),
    ("America/St_Johns", N_("Newfoundland")),
    ("America/Winnipeg", N_("Manitoba, Chicago, Texas")),
    ("America/Regina", N_("Saskatchewan")),
    ("America/Edmonton", N_("Alberta, Denver")),
    ("America/Vancouver", N_("British Columbia, California")),
    ("America/Port-au-Prince", N_("Haiti")),
    ("America/Martinique", N_("Martinique, Guadeloupe")),
    ("America/Cayenne", N_("French Guiana")),
    ("Europe/London", N_("United Kingdom, Ireland, Portugal")),
    ("Europe/Paris", N_("France, Belgium, Switzerland, Germany")),
    ("Europe/Athens", N_("Greece, Finland, Romania")),
    ("Africa/Abidjan", N_("Senegal, Mali, Ivory Coast")),
    ("Africa/Casablanca", N_("Morocco")),
    ("Africa/Algiers", N_("Algeria, Tunisia")),
    ("Africa/Kinshasa", N_("Cameroon, Kinshasa, Gabon")),
    ("Asia/Beirut", N_("Lebanon")),
    ("Indian/Reunion", N_("Réunion, Mauritius")),
    ("Asia/Tokyo", N_("Japan, Korea")),
    ("Australia/Sydney", N_("Sydney, Melbourne")),
    ("Pacific/Noumea", N_("New Caledonia")),
    ("Pacific/Tahiti", N_("Tahiti")),
    ("Etc/UTC", N_("UTC")),
)
ZONE = Question("zone", N_("Time zone"), tuple(Answer(zone, zone, label) for zone, label in _ZONES))
"""A person's or a server's time zone, by its IANA name."""
