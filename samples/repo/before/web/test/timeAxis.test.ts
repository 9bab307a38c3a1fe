import { describe, expect, it } from "vitest";
import { TimeScale, tickLabel, ticksBetween, zoneOffset } from "../src/timeAxis";

const HOUR = 3_600_000;
const at = (text: string) => Date.parse(text);

describe("TimeScale", () => {
  const scale = new TimeScale(at("2026-03-01T00:00Z"), at("2026-03-02T00:00Z"), 960);

  it("maps both ways", () => {
    expect(scale.toPixel(at("2026-03-01T12:00Z"))).toBe(480);
    expect(scale.toInstant(480)).toBe(at("2026-03-01T12:00Z"));
  });

  it("picks the smallest step that leaves room for labels", () => {
    expect(scale.pickStep(64)).toBe(2 * HOUR);
    expect(scale.pickStep(200)).toBe(6 * HOUR);
  });

  it("refuses an empty range", () => {
    expect(() => new TimeScale(5, 5, 100)).toThrow(RangeError);
  });
});

describe("ticksBetween", () => {
  it("starts on a whole local step", () => {
    const scale = new TimeScale(at("2026-07-01T00:20Z"), at("2026-07-01T13:00Z"), 960);
    const labels = ticksBetween(scale, 3 * HOUR, "Europe/London").map((tick) => tick.label);
    expect(labels).toEqual(["03:00", "06:00", "09:00", "12:00"]);
  });

  it("marks midnight as major", () => {
    const scale = new TimeScale(at("2026-01-01T18:00Z"), at("2026-01-02T06:01Z"), 960);
    const major = ticksBetween(scale, 6 * HOUR, "UTC").filter((tick) => tick.major);
    expect(major.map((tick) => tick.at)).toEqual([at("2026-01-02T00:00Z")]);
  });
});

describe("zones", () => {
  it("knows summer time", () => {
    expect(zoneOffset(at("2026-07-01T12:00Z"), "Europe/London")).toBe(60);
    expect(zoneOffset(at("2026-01-01T12:00Z"), "Europe/London")).toBe(0);
  });

  it("labels days when the step is a day", () => {
    expect(tickLabel(at("2026-03-03T00:00Z"), 24 * HOUR, "UTC")).toContain("3");
  });
});
