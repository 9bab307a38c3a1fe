const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Steps that read well on a clock, smallest first. */
const HOURS = [10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];
const DAYS = [DAY, 2 * DAY, 7 * DAY, 14 * DAY, 28 * DAY];

export interface Tick {
  at: number;
  label: string;
  major: boolean;
}

/** Maps instants to pixels and back. The domain is half open: `from` is shown, `to` is not. */
export class TimeScale {
  constructor(
    readonly from: number,
    readonly to: number,
    readonly width: number,
  ) {
    if (to <= from) {
      throw new RangeError(`empty time range ${from}..${to}`);
    }
  }

  toPixel(at: number): number {
    return ((at - this.from) / (this.to - this.from)) * this.width;
  }

  toInstant(pixel: number): number {
    return this.from + (pixel / this.width) * (this.to - this.from);
  }

  /** The smallest step whose labels are at least `minGap` pixels apart. */
  pickStep(minGap: number): number {
    const msPerPixel = (this.to - this.from) / this.width;
    return [...HOURS, ...DAYS].find((step) => step / msPerPixel >= minGap) ?? 56 * DAY;
  }
}

/** Minutes by which local time in `zone` is ahead of UTC at that instant. */
export function zoneOffset(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(at);
  const pick = (type: string) => Number(parts.find((p) => p.type === type)?.value ?? 0);
  const local = Date.UTC(pick("year"), pick("month") - 1, pick("day"), pick("hour"), pick("minute"));
  return Math.round((local - at) / MINUTE);
}

export function tickLabel(at: number, step: number, zone: string): string {
  const options: Intl.DateTimeFormatOptions =
    step >= DAY
      ? { weekday: "short", day: "numeric", timeZone: zone }
      : { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone };
  return new Intl.DateTimeFormat("en-GB", options).format(at);
}

/** Ticks on whole local steps, so that a six-hour grid says 00, 06, 12, 18 in every zone. */
export function ticksBetween(scale: TimeScale, step: number, zone: string): Tick[] {
  const ticks: Tick[] = [];
  const offset = zoneOffset(scale.from, zone) * MINUTE;
  let at = Math.ceil((scale.from + offset) / step) * step - offset;
  while (at < scale.to) {
    const local = at + zoneOffset(at, zone) * MINUTE;
    ticks.push({ at, label: tickLabel(at, step, zone), major: local % DAY === 0 });
    at += step;
  }
  return ticks;
}
