import type { Alert } from "./AlertBanner";
import type { Reading } from "./api";
import { DEFAULT_PREFS, type UnitPrefs } from "./units";

export interface Board {
  station: string | null;
  readings: Reading[];
  alerts: Alert[];
  prefs: UnitPrefs;
}

type Listener = (board: Board) => void;

const PREFS_KEY = "tidewatch.prefs";
const KEEP = 2 * 24 * 60;

/** The one place where the board's state changes. Snapshots are immutable. */
export class BoardStore {
  private board: Board;
  private readonly listeners = new Set<Listener>();

  constructor(private readonly storage: Pick<Storage, "getItem" | "setItem">) {
    this.board = { station: null, readings: [], alerts: [], prefs: this.loadPrefs() };
  }

  snapshot(): Board {
    return this.board;
  }

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  openStation(station: string, readings: Reading[]): void {
    this.update({ station, readings: readings.slice(-KEEP), alerts: [] });
  }

  /** Adds a live reading. Late ones are put in their place, repeated ones are ignored. */
  addReading(reading: Reading): void {
    const readings = this.board.readings.slice();
    let index = readings.length;
    while (index > 0 && readings[index - 1].at > reading.at) {
      index -= 1;
    }
    if (index > 0 && readings[index - 1].at === reading.at) {
      return;
    }
    readings.splice(index, 0, reading);
    this.update({ readings: readings.slice(-KEEP) });
  }

  raise(alert: Alert): void {
    const alerts = this.board.alerts.filter((other) => other.id !== alert.id);
    this.update({ alerts: [...alerts, alert] });
  }

  acknowledge(id: string): void {
    this.update({ alerts: this.board.alerts.filter((alert) => alert.id !== id) });
  }

  setUnits(prefs: UnitPrefs): void {
    this.board.prefs = prefs;
    this.storage.setItem(PREFS_KEY, JSON.stringify(prefs));
  }

  private update(change: Partial<Board>): void {
    this.board = { ...this.board, ...change };
    for (const listener of this.listeners) {
      listener(this.board);
    }
  }

  private loadPrefs(): UnitPrefs {
    try {
      const saved = JSON.parse(this.storage.getItem(PREFS_KEY) ?? "{}") as Partial<UnitPrefs>;
      return { ...DEFAULT_PREFS, ...saved };
    } catch {
      return DEFAULT_PREFS;
    }
  }
}
