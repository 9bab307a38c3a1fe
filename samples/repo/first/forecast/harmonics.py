"""Astronomical tide: fits harmonic constituents to a year of readings and predicts heights."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone

import numpy as np

EPOCH = datetime(2000, 1, 1, tzinfo=timezone.utc)

#: Speeds in degrees per hour of the constituents that matter in most ports.
SPEEDS = {
    "M2": 28.9841042,
    "S2": 30.0,
    "N2": 28.4397295,
    "K2": 30.0821373,
    "K1": 15.0410686,
    "O1": 13.9430356,
    "P1": 14.9589314,
}


@dataclass(frozen=True)
class Constituent:
    """One cosine of the tide: metres and degrees, phase against :data:`EPOCH`."""

    name: str
    amplitude: float
    phase: float

    @property
    def speed(self) -> float:
        return SPEEDS[self.name]

    def height_at(self, hours: np.ndarray) -> np.ndarray:
        return self.amplitude * np.cos(np.radians(self.speed * hours - self.phase))


def hours_since_epoch(moments: list[datetime]) -> np.ndarray:
    """Hours since :data:`EPOCH` as floats. Moments without a zone are refused."""
    for moment in moments:
        if moment.tzinfo is None:
            raise ValueError(f"{moment.isoformat()} has no time zone")
    return np.array([(moment - EPOCH) / timedelta(hours=1) for moment in moments])


@dataclass
class HarmonicModel:
    """Mean level and constituents of one station."""

    station: str
    mean: float = 0.0
    constituents: list[Constituent] = field(default_factory=list)

    @classmethod
    def fit(
        cls,
        station: str,
        moments: list[datetime],
        heights: list[float],
        names: list[str] | None = None,
    ) -> HarmonicModel:
        """Least squares over cosines and sines of the named constituents."""
        names = names or list(SPEEDS)
        hours = hours_since_epoch(moments)
        columns = [np.ones_like(hours)]
        for name in names:
            angle = np.radians(SPEEDS[name] * hours)
            columns += [np.cos(angle), np.sin(angle)]
        design = np.column_stack(columns)
        solution, *_ = np.linalg.lstsq(design, np.asarray(heights), rcond=None)
        model = cls(station, mean=float(solution[0]))
        for index, name in enumerate(names):
            cosine, sine = solution[1 + 2 * index : 3 + 2 * index]
            model.constituents.append(
                Constituent(
                    name,
                    amplitude=float(np.hypot(cosine, sine)),
                    phase=float(np.degrees(np.arctan2(sine, cosine)) % 360),
                )
            )
        return model

    def predict(self, moments: list[datetime]) -> np.ndarray:
        """Heights in metres above the datum the readings were given in."""
        hours = hours_since_epoch(moments)
        total = np.full_like(hours, self.mean)
        for constituent in self.constituents:
            total += constituent.height_at(hours)
        return total


def predict_week(model: HarmonicModel, start: datetime, step_minutes: int = 30) -> list[tuple[datetime, float]]:
    """One week of predictions as pairs, ready for the server's `accept` route."""
    count = 7 * 24 * 60 // step_minutes
    moments = [start + timedelta(minutes=step_minutes * index) for index in range(count)]
    return list(zip(moments, model.predict(moments).tolist()))
