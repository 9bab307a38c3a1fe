"""Charts for the weekly report: the coming week, and how far off the last one was."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import matplotlib.dates as mdates
import matplotlib.pyplot as plt
import numpy as np

INK = "#1d2a31"
SEA = "#0b6e8f"
WARN = "#c2410c"
#: A residual beyond this many metres is drawn as a warning.
NOTABLE = 0.25


def _axes(title: str, ylabel: str):
    figure, axes = plt.subplots(figsize=(9.6, 4.2), layout="constrained")
    axes.set_title(title, loc="left", color=INK, fontweight="bold")
    axes.set_ylabel(ylabel, color=INK)
    axes.grid(True, alpha=0.3)
    axes.xaxis.set_major_locator(mdates.DayLocator())
    axes.xaxis.set_major_formatter(mdates.DateFormatter("%a %d"))
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure, axes


def _save(figure, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=110)
    plt.close(figure)
    return path


def plot_week(station: str, pairs: list[tuple[datetime, float]], path: Path) -> Path:
    """The predicted curve of one week with its high waters marked."""
    figure, axes = _axes(f"{station}: predicted heights", "metres above chart datum")
    moments, heights = zip(*pairs)
    axes.plot(moments, heights, color=SEA, linewidth=1.6)
    axes.fill_between(moments, heights, min(heights), color=SEA, alpha=0.12)
    return _save(figure, path)


def residuals(observed: list[float], predicted: list[float]) -> np.ndarray:
    """Observed minus predicted in metres; a gap in either is a gap in the answer."""
    return np.asarray(observed, dtype=float) - np.asarray(predicted, dtype=float)


def skill(values: np.ndarray) -> dict[str, float]:
    """Bias, root mean square and worst residual, in metres."""
    known = values[~np.isnan(values)]
    if known.size == 0:
        return {"bias": float("nan"), "rms": float("nan"), "worst": float("nan")}
    return {
        "bias": float(known.mean()),
        "rms": float(np.sqrt((known**2).mean())),
        "worst": float(np.abs(known).max()),
    }


def plot_residual(
    station: str,
    moments: list[datetime],
    observed: list[float],
    predicted: list[float],
    path: Path,
) -> Path:
    """Observed minus predicted, with a band that most residuals should stay in."""
    values = residuals(observed, predicted) * 100
    figure, axes = _axes(f"{station}: observed minus predicted", "metres")
    axes.axhspan(-NOTABLE, NOTABLE, color=SEA, alpha=0.12, label=f"± {NOTABLE:.2f} m")
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.plot(moments, values, color=SEA, linewidth=1.2)
    notable = np.abs(values) > NOTABLE
    axes.scatter(np.asarray(moments)[notable], values[notable], color=WARN, s=12, zorder=3)
    marks = skill(values)
    axes.text(0.99, 0.95, f"rms {marks['rms']:.2f} m", transform=axes.transAxes, ha="right")
    axes.legend(loc="lower right", frameon=False)
    return _save(figure, path)
