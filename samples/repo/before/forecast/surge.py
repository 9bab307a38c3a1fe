"""Weather on top of the tide: low pressure lifts the water, wind pushes it into the harbour."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime

STANDARD_HPA = 1013.25
METRES_PER_HPA = 0.0099


@dataclass(frozen=True)
class Weather:
    at: datetime
    pressure: float
    """Sea level pressure in hPa."""
    wind: float
    """Wind speed in metres per second."""
    bearing: float
    """Degrees the wind blows from, clockwise from north."""


@dataclass(frozen=True)
class Fetch:
    """How wind from the worst direction piles up water in one harbour."""

    worst_bearing: float
    length_km: float
    depth: float

    def exposure(self, bearing: float) -> float:
        """1 for wind from the worst bearing, 0 from the sides, -1 from behind."""
        return math.cos(math.radians(bearing - self.worst_bearing))


def pressure_surge(pressure: float) -> float:
    """Inverse barometer: about one centimetre per hectopascal, in metres."""
    return (STANDARD_HPA - pressure) * METRES_PER_HPA


def wind_setup(weather: Weather, fetch: Fetch) -> float:
    """Steady-state set-up in metres for a basin of even depth."""
    drag = 0.0012 if weather.wind < 11 else 0.00049 + 0.000065 * weather.wind
    stress = 1.25 * drag * weather.wind**2
    slope = stress / (1027 * 9.81 * fetch.depth)
    return slope * fetch.length_km * 1000 * fetch.exposure(weather.bearing)


class SurgeModel:
    """Turns a weather forecast into a height to add to the astronomical tide."""

    def __init__(self, fetch: Fetch, lag_hours: float = 2.0) -> None:
        self.fetch = fetch
        self.lag_hours = lag_hours

    def surge(self, weather: Weather) -> float:
        return pressure_surge(weather.pressure) + wind_setup(weather, self.fetch)

    def series(self, forecast: list[Weather]) -> list[tuple[datetime, float]]:
        """Smooths with a first-order lag, because water needs time to follow the wind."""
        out: list[tuple[datetime, float]] = []
        level = 0.0
        previous: datetime | None = None
        for weather in sorted(forecast, key=lambda w: w.at):
            target = self.surge(weather)
            if previous is None:
                level = target
            else:
                hours = (weather.at - previous).total_seconds() / 3600
                level += (target - level) * (1 - math.exp(-hours / self.lag_hours))
            out.append((weather.at, level))
            previous = weather.at
        return out

    def worst(self, forecast: list[Weather]) -> tuple[datetime, float]:
        """The moment with the highest water; an empty forecast is an error."""
        series = self.series(forecast)
        if not series:
            raise ValueError("the forecast is empty")
        return max(series, key=lambda pair: pair[1])
