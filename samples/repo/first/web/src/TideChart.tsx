import { useEffect, useRef } from "react";
import { TimeScale, ticksBetween } from "./timeAxis";
import { formatHeight, type UnitPrefs } from "./units";
import type { Reading } from "./api";

const MARGIN = { top: 16, right: 12, bottom: 28, left: 56 };
const LABEL_GAP = 64;

export interface ChartOptions {
  zone: string;
  prefs: UnitPrefs;
  now: number;
}

interface Palette {
  line: string;
  fill: string;
  grid: string;
  text: string;
}

const DAYLIGHT: Palette = {
  line: "#0b6e8f",
  fill: "rgba(11, 110, 143, 0.14)",
  grid: "#d9e2e7",
  text: "#41525c",
};

/** Paints observed and predicted heights on a canvas. It keeps no state between two calls of `paint`. */
export class TideChart {
  private readonly plot: { width: number; height: number };
  private readonly scale: TimeScale;
  private low = 0;
  private high = 1;

  constructor(
    private readonly ctx: CanvasRenderingContext2D,
    private readonly readings: Reading[],
    private readonly options: ChartOptions,
    private readonly palette: Palette = DAYLIGHT,
  ) {
    const { width, height } = ctx.canvas;
    this.plot = {
      width: width - MARGIN.left - MARGIN.right,
      height: height - MARGIN.top - MARGIN.bottom,
    };
    const first = readings[0]?.at ?? options.now;
    const last = readings[readings.length - 1]?.at ?? options.now + 1;
    this.scale = new TimeScale(first, Math.max(last, first + 1), this.plot.width);
    this.fitHeights();
  }

  paint(): void {
    this.ctx.clearRect(0, 0, this.ctx.canvas.width, this.ctx.canvas.height);
    this.drawGrid();
    this.drawCurve();
    this.drawAxis();
  }

  private fitHeights(): void {
    const heights = this.readings.map((reading) => reading.height);
    this.low = Math.floor(Math.min(0, ...heights));
    this.high = Math.ceil(Math.max(1, ...heights));
  }

  private x(at: number): number {
    return MARGIN.left + this.scale.toPixel(at);
  }

  private y(height: number): number {
    const share = (height - this.low) / (this.high - this.low);
    return MARGIN.top + (1 - share) * this.plot.height;
  }

  private drawGrid(): void {
    const { ctx, palette } = this;
    ctx.strokeStyle = palette.grid;
    ctx.fillStyle = palette.text;
    ctx.textAlign = "right";
    for (let height = this.low; height <= this.high; height += 1) {
      const y = Math.round(this.y(height)) + 0.5;
      ctx.beginPath();
      ctx.moveTo(MARGIN.left, y);
      ctx.lineTo(MARGIN.left + this.plot.width, y);
      ctx.stroke();
      ctx.fillText(formatHeight(height, this.options.prefs), MARGIN.left - 8, y + 4);
    }
  }

  private drawCurve(): void {
    const { ctx, palette } = this;
    const base = this.y(this.low);
    ctx.beginPath();
    this.readings.forEach((reading, index) => {
      const move = index === 0 ? "moveTo" : "lineTo";
      ctx[move](this.x(reading.at), this.y(reading.height));
    });
    ctx.strokeStyle = palette.line;
    ctx.lineWidth = 2;
    ctx.stroke();
    ctx.lineTo(MARGIN.left + this.plot.width, base);
    ctx.lineTo(MARGIN.left, base);
    ctx.closePath();
    ctx.fillStyle = palette.fill;
    ctx.fill();
  }

  private drawAxis(): void {
    const { ctx, palette } = this;
    const step = this.scale.pickStep(LABEL_GAP);
    const slot = this.scale.toPixel(this.scale.from + step);
    const floor = MARGIN.top + this.plot.height;
    ctx.fillStyle = palette.text;
    ctx.textAlign = "left";
    for (const tick of ticksBetween(this.scale, step, this.options.zone)) {
      const x = this.x(tick.at);
      ctx.fillRect(Math.round(x), floor, 1, tick.major ? 8 : 4);
      ctx.fillText(tick.label, x + slot / 2, floor + 20);
    }
  }
}

export interface TideChartViewProps extends ChartOptions {
  readings: Reading[];
}

export const TideChartView = ({ readings, ...options }: TideChartViewProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const ctx = canvas.current?.getContext("2d");
    if (!ctx) {
      return;
    }
    new TideChart(ctx, readings, options).paint();
  }, [readings, options]);

  return <canvas ref={canvas} className="tide-chart" width={960} height={360} />;
};
