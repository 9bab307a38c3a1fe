"""Checks of the fit against tides that were made up from known constituents."""

from datetime import datetime, timedelta, timezone

import pytest

from forecast.harmonics import (
    EPOCH,
    Constituent,
    HarmonicModel,
    high_waters,
    hours_since_epoch,
    predict_week,
)

START = datetime(2026, 1, 1, tzinfo=timezone.utc)


def made_up(mean: float, *constituents: Constituent) -> HarmonicModel:
    return HarmonicModel("pier", mean=mean, constituents=list(constituents))


def test_fit_finds_what_was_put_in():
    truth = made_up(2.5, Constituent("M2", 1.6, 40.0), Constituent("O1", 0.2, 310.0))
    moments = [START + timedelta(hours=hour) for hour in range(24 * 60)]
    fitted = HarmonicModel.fit("pier", moments, truth.predict(moments).tolist(), ["M2", "O1"])
    assert fitted.mean == pytest.approx(2.5, abs=1e-6)
    assert fitted.constituents[0].amplitude == pytest.approx(1.6, abs=1e-6)
    assert fitted.constituents[1].phase == pytest.approx(310.0, abs=1e-4)


def test_a_moment_without_zone_is_refused():
    with pytest.raises(ValueError, match="no time zone"):
        hours_since_epoch([datetime(2026, 1, 1)])


def test_epoch_is_hour_zero():
    assert hours_since_epoch([EPOCH]).tolist() == [0.0]


def test_two_high_waters_a_day():
    week = predict_week(made_up(2.0, Constituent("M2", 1.5, 0.0)), START)
    assert 13 <= len(high_waters(week)) <= 14
