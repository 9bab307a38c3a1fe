import { useEffect, useState } from "react";
import type { BoardStore } from "./store";
import { formatSpeed, type UnitPrefs } from "./units";

export type AlertKind = "high-water" | "low-water" | "gale" | "gauge-lost";

export interface Alert {
  id: string;
  kind: AlertKind;
  station: string;
  /** Metres for water, metres per second for wind, minutes for a lost gauge. */
  value: number;
  limit: number;
  since: number;
}

const URGENCY: Record<AlertKind, number> = {
  "high-water": 3,
  gale: 2,
  "low-water": 1,
  "gauge-lost": 0,
};

export function mostUrgent(alerts: Alert[]): Alert | undefined {
  return [...alerts].sort((a, b) => URGENCY[b.kind] - URGENCY[a.kind] || a.since - b.since)[0];
}

export function describeAlert(alert: Alert, prefs: UnitPrefs): string {
  switch (alert.kind) {
    case "high-water":
      return `High water at ${alert.station}: ${alert.value.toFixed(2)} m, limit ${alert.limit.toFixed(2)} m`;
    case "low-water":
      return `Low water at ${alert.station}: ${alert.value.toFixed(2)} m, limit ${alert.limit.toFixed(2)} m`;
    case "gale":
      return `Wind at ${alert.station}: ${formatSpeed(alert.value, prefs)}`;
    case "gauge-lost":
      return `No reading from ${alert.station} for ${Math.round(alert.value)} min`;
  }
}

function sinceText(since: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - since) / 60_000));
  if (minutes < 1) {
    return "just now";
  }
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function AlertBanner({ store, clock = Date.now }: { store: BoardStore; clock?: () => number }) {
  const [board, setBoard] = useState(store.snapshot());
  const [now, setNow] = useState(clock());

  useEffect(() => store.subscribe(setBoard), [store]);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), 15_000);
    return () => clearInterval(timer);
  }, [clock]);

  const alert = mostUrgent(board.alerts);
  if (!alert) {
    return null;
  }
  const others = board.alerts.length - 1;
  return (
    <div className={`alert alert-${alert.kind}`} role="alert">
      <strong>{describeAlert(alert, board.prefs)}</strong>
      <span className="alert-since">{sinceText(alert.since, now)}</span>
      {others > 0 && <span className="alert-more">and {others} more</span>}
      <button type="button" onClick={() => store.acknowledge(alert.id)}>
        Acknowledge
      </button>
    </div>
  );
}
