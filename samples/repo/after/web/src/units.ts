/** Heights travel as metres and speeds as metres per second; only the screen knows other units. */

export type LengthUnit = "m" | "ft";
export type SpeedUnit = "kn" | "m/s" | "bft";

export interface UnitPrefs {
  length: LengthUnit;
  speed: SpeedUnit;
  locale: string;
}

export const DEFAULT_PREFS: UnitPrefs = { length: "m", speed: "kn", locale: "en-GB" };

const FEET_PER_METRE = 3.28084;
const KNOTS_PER_MPS = 1.943844;

/** Upper bounds of the Beaufort forces 0 to 11, in metres per second. */
const BEAUFORT = [0.5, 1.5, 3.3, 5.5, 7.9, 10.7, 13.8, 17.1, 20.7, 24.4, 28.4, 32.6];

export function toLength(metres: number, unit: LengthUnit): number {
  return unit === "ft" ? metres * FEET_PER_METRE : metres;
}

export function toSpeed(mps: number, unit: SpeedUnit): number {
  switch (unit) {
    case "kn":
      return mps * KNOTS_PER_MPS;
    case "bft": {
      const force = BEAUFORT.findIndex((limit) => mps < limit);
      return force < 0 ? 12 : force;
    }
    default:
      return mps;
  }
}

/** A height for people: one decimal place in feet, two in metres. */
export function formatHeight(metres: number, prefs: UnitPrefs): string {
  const unit = prefs.length;
  const digits = unit === "ft" ? 1 : 2;
  const value = toLength(metres, unit);
  const text = new Intl.NumberFormat(prefs.locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: "negative",
  }).format(value);
  return `${text} ${unit}`;
}

export function formatSpeed(mps: number, prefs: UnitPrefs): string {
  const value = toSpeed(mps, prefs.speed);
  if (prefs.speed === "bft") {
    return `force ${value}`;
  }
  return `${Math.round(value)} ${prefs.speed}`;
}

/** Reads what a harbour master types: `3.2`, `3,2 m`, `10 ft`, `10'6`. Answers metres. */
export function parseHeight(input: string): number | null {
  const text = input.trim().toLowerCase().replace(",", ".");
  const feet = /^(-?\d+(?:\.\d+)?)\s*(?:ft|')\s*(\d+)?"?$/.exec(text);
  if (feet) {
    const whole = Number(feet[1]);
    const inches = Number(feet[2] ?? 0);
    return (whole + Math.sign(whole || 1) * (inches / 12)) / FEET_PER_METRE;
  }
  const metres = /^(-?\d+(?:\.\d+)?)\s*m?$/.exec(text);
  return metres ? Number(metres[1]) : null;
}
