"""Readings and predictions as CSV, for harbour masters who live in spreadsheets."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Iterable, TextIO
from zoneinfo import ZoneInfo

UTC = ZoneInfo("UTC")


@dataclass(frozen=True)
class Row:
    at: datetime
    observed: float | None
    predicted: float | None

    @property
    def residual(self) -> float | None:
        if self.observed is None or self.predicted is None:
            return None
        return self.observed - self.predicted


def format_stamp(moment: datetime, zone: ZoneInfo) -> str:
    """A time stamp that spreadsheets recognise without help."""
    return moment.astimezone(zone).strftime("%Y-%m-%d %H:%M")


def format_height(height: float | None) -> str:
    """Millimetres are noise, so two places; a gap is an empty cell."""
    return "" if height is None else f"{height:.2f}"


class CsvExporter:
    """Writes one station's rows. `delimiter` is `;` where the decimal sign is a comma."""

    HEADER = ("time (UTC)", "observed (m)", "predicted (m)", "residual (m)")

    def __init__(self, station: str, zone: str = "UTC", delimiter: str = ",") -> None:
        self.station = station
        self.zone = ZoneInfo(zone)
        self.delimiter = delimiter

    def file_name(self, rows: list[Row]) -> str:
        first, last = (row.at.astimezone(self.zone) for row in (rows[0], rows[-1]))
        return f"{self.station}_{first:%Y%m%d}-{last:%Y%m%d}.csv"

    def write(self, rows: Iterable[Row], target: TextIO) -> int:
        """Writes the header and all rows in order of time; answers the number of rows."""
        writer = csv.writer(target, delimiter=self.delimiter, lineterminator="\r\n")
        writer.writerow(self.HEADER)
        count = 0
        for row in sorted(rows, key=lambda row: row.at):
            writer.writerow(
                (
                    format_stamp(row.at, UTC),
                    format_height(row.observed),
                    format_height(row.predicted),
                    format_height(row.residual),
                )
            )
            count += 1
        return count

    def save(self, rows: list[Row], folder: Path) -> Path:
        if not rows:
            raise ValueError(f"{self.station}: nothing to export")
        path = folder / self.file_name(rows)
        with path.open("w", newline="", encoding="utf-8-sig") as target:
            self.write(rows, target)
        return path


def read_rows(source: TextIO, delimiter: str = ",") -> list[Row]:
    """Reads back what :class:`CsvExporter` wrote. Times are taken as UTC."""
    rows = []
    for record in csv.DictReader(source, delimiter=delimiter):
        stamp = datetime.strptime(record["time (UTC)"], "%Y-%m-%d %H:%M")
        rows.append(
            Row(
                stamp.replace(tzinfo=timezone.utc),
                _number(record["observed (m)"]),
                _number(record["predicted (m)"]),
            )
        )
    return rows


def _number(cell: str) -> float | None:
    return float(cell) if cell.strip() else None
