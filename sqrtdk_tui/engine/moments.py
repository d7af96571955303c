"""Mean, variance and kurtosis of numbers that come in blocks, and what an estimate is worth.

Central moments, merged block by block: nothing is squared before its mean is taken off, so a large mean costs no
digits. Pébay 2008 (Sandia report SAND2008-6212), equations 2.1, 3.1; Chan, Golub & LeVeque 1983 for the variance.
"""

import math
from dataclasses import dataclass

import numpy as np

from sqrtdk_tui.engine.shares import Floats


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measured number and where the true one lies with one standard error: `low` to `high`."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """One standard error; of a quantile, half the way from `low` to `high`."""
        return 0.5 * (self.high - self.low)

    @classmethod
    def give_or_take(cls, value: float, error: float) -> "Estimate":
        """A value with the same error on both sides."""
        return cls(value, value - error, value + error)

    def divided(self, divisor: float) -> "Estimate":
        """The estimate of the same number divided."""
        return Estimate(self.value / divisor, self.low / divisor, self.high / divisor)


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """Count, mean and sums of powers of x − mean, for one or several quantities at once (shape of `mean`)."""

    count: int
    mean: Floats
    m2: Floats
    m3: Floats
    m4: Floats

    @classmethod
    def of(cls, values: Floats) -> "Moments":
        """Moments along the last axis: (..., m) -> (...)."""
        mean = values.mean(axis=-1)
        apart = values - mean[..., None]
        squares = apart * apart
        cubes = np.multiply(apart, squares, out=apart)
        m3 = cubes.sum(axis=-1)
        m2 = squares.sum(axis=-1)
        m4 = np.multiply(squares, squares, out=squares).sum(axis=-1)
        return cls(values.shape[-1], mean, m2, m3, m4)

    def merged(self, other: "Moments") -> "Moments":
        """The moments of both samples together."""
        n_a, n_b = float(self.count), float(other.count)
        n = n_a + n_b
        a, b = n_a / n, n_b / n
        with np.errstate(all="ignore"):
            d = other.mean - self.mean
            m2 = self.m2 + other.m2 + d * d * (n_a * b)
            m3 = self.m3 + other.m3 + d**3 * (n_a * b * (a - b)) + 3.0 * d * (a * other.m2 - b * self.m2)
            m4 = (
                self.m4 + other.m4
                + d**4 * (n_a * b * (a * a - a * b + b * b))
                + 6.0 * d * d * (a * a * other.m2 + b * b * self.m2)
                + 4.0 * d * (a * other.m3 - b * self.m3)
            )  # fmt: skip
            return Moments(self.count + other.count, self.mean + d * b, m2, m3, m4)

    @property
    def variance(self) -> Floats:
        """The unbiased variance, Σ(x − mean)²/(count − 1); NaN for a single number."""
        with np.errstate(all="ignore"):
            return np.asarray(self.m2 / (self.count - 1.0) if self.count > 1 else np.full_like(self.m2, math.nan))

    @property
    def kurtosis(self) -> Floats:
        """m4·count/m2²: 3 for normal numbers; NaN when all are equal."""
        with np.errstate(all="ignore"):
            return np.asarray(self.count * self.m4 / (self.m2 * self.m2))

    @property
    def mean_error(self) -> Floats:
        """The standard error of the mean, √(variance/count)."""
        with np.errstate(all="ignore"):
            return np.asarray(np.sqrt(self.variance / self.count))

    def estimate(self, index: int) -> Estimate:
        """The mean of one of several quantities, with its standard error; a single number may be off by any amount."""
        return Estimate.give_or_take(
            float(self.mean[index]), float(self.mean_error[index]) if self.count > 1 else math.inf
        )
