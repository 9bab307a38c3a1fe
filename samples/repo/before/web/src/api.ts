export interface Reading {
  /** Milliseconds since 1970, UTC. */
  at: number;
  /** Metres above the station's datum. */
  height: number;
  quality: "good" | "suspect" | "predicted";
}

export interface Station {
  id: string;
  name: string;
  zone: string;
}

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = "ApiError";
  }
}

interface WireReading {
  t: string;
  h: number;
  q: number;
}

const QUALITY: Reading["quality"][] = ["good", "suspect", "predicted"];

export function decodeReading(wire: WireReading): Reading {
  const at = Date.parse(wire.t);
  if (Number.isNaN(at)) {
    throw new ApiError(200, "bad_reading", `not a time: ${wire.t}`);
  }
  return { at, height: wire.h, quality: QUALITY[wire.q] ?? "suspect" };
}

/** Talks to the board's server. Every call rejects with an `ApiError`. */
export class TideClient {
  constructor(
    private readonly base: string,
    private readonly fetcher: typeof fetch = fetch,
  ) {}

  stations(): Promise<Station[]> {
    return this.get<Station[]>("/v1/stations", {});
  }

  async readings(station: string, from: number, to: number): Promise<Reading[]> {
    const wire = await this.get<WireReading[]>(`/v1/stations/${encodeURIComponent(station)}/readings`, {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
    });
    return wire.map(decodeReading);
  }

  /** Follows the live feed until the caller stops it; the browser reconnects by itself. */
  follow(station: string, onReading: (reading: Reading) => void): () => void {
    const url = new URL(`/v1/stations/${encodeURIComponent(station)}/stream`, this.base);
    const source = new EventSource(url);
    source.addEventListener("reading", (event) => {
      onReading(decodeReading(JSON.parse((event as MessageEvent<string>).data) as WireReading));
    });
    return () => source.close();
  }

  private async get<T>(path: string, query: Record<string, string>): Promise<T> {
    const url = new URL(path, this.base);
    for (const [key, value] of Object.entries(query)) {
      url.searchParams.set(key, value);
    }
    const answer = await this.fetcher(url, { headers: { accept: "application/json" } });
    if (!answer.ok) {
      const body = (await answer.json().catch(() => ({}))) as { code?: string; message?: string };
      throw new ApiError(answer.status, body.code ?? "unknown", body.message ?? answer.statusText);
    }
    return (await answer.json()) as T;
  }
}
