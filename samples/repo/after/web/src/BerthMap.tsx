import { useMemo, useRef, useState, type PointerEvent, type WheelEvent } from "react";

export interface Berth {
  id: string;
  name: string;
  /** Position in metres east and south of the harbour's origin. */
  east: number;
  south: number;
  vessel?: string;
}

export interface Point {
  x: number;
  y: number;
}

const MIN_ZOOM = 0.5;
const MAX_ZOOM = 8;

/** Where the map is looking: `offset` in map metres, `zoom` in pixels per metre. */
export interface Viewport {
  offset: Point;
  zoom: number;
}

export function clampZoom(zoom: number): number {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));
}

/** Zooms so that the map point under `anchor` (in pixels) stays where it is. */
export function zoomAround(view: Viewport, anchor: Point, factor: number): Viewport {
  const zoom = clampZoom(view.zoom * factor);
  return {
    zoom,
    offset: {
      x: view.offset.x + anchor.x / view.zoom - anchor.x / zoom,
      y: view.offset.y + anchor.y / view.zoom - anchor.y / zoom,
    },
  };
}

/** Follows one pointer from press to release and answers the viewport it asks for. */
export class DragTracker {
  private pointer: number | null = null;
  private start: Point = { x: 0, y: 0 };
  private origin: Point = { x: 0, y: 0 };

  get active(): boolean {
    return this.pointer !== null;
  }

  begin(pointer: number, at: Point, view: Viewport): void {
    this.pointer = pointer;
    this.start = at;
    this.origin = view.offset;
  }

  move(pointer: number, at: Point, view: Viewport): Viewport {
    if (this.pointer !== pointer) {
      return view;
    }
    const offset = {
      x: this.origin.x - (at.x - this.start.x) / view.zoom,
      y: this.origin.y - (at.y - this.start.y) / view.zoom,
    };
    return { ...view, offset };
  }

  end(pointer: number): void {
    if (this.pointer === pointer) {
      this.pointer = null;
    }
  }
}

const BerthMarker = ({ berth, view }: { berth: Berth; view: Viewport }) => {
  const x = (berth.east - view.offset.x) * view.zoom;
  const y = (berth.south - view.offset.y) * view.zoom;
  return (
    <g transform={`translate(${x} ${y})`} className={berth.vessel ? "berth taken" : "berth free"}>
      <circle r={9} />
      <text x={14} y={4}>
        {berth.name}
        {berth.vessel ? ` · ${berth.vessel}` : ""}
      </text>
    </g>
  );
};

export function BerthMap({ berths, size }: { berths: Berth[]; size: Point }) {
  const [view, setView] = useState<Viewport>({ offset: { x: 0, y: 0 }, zoom: 1 });
  const drag = useRef(new DragTracker());

  const visible = useMemo(
    () =>
      berths.filter((berth) => {
        const x = (berth.east - view.offset.x) * view.zoom;
        const y = (berth.south - view.offset.y) * view.zoom;
        return x > -80 && y > -20 && x < size.x + 80 && y < size.y + 20;
      }),
    [berths, size, view],
  );

  const place = (event: PointerEvent | WheelEvent): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  return (
    <svg
      className={drag.current.active ? "berth-map dragging" : "berth-map"}
      width={size.x}
      height={size.y}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current.begin(event.pointerId, place(event), view);
      }}
      onPointerMove={(event) => setView(drag.current.move(event.pointerId, place(event), view))}
      onPointerUp={(event) => drag.current.end(event.pointerId)}
      onPointerCancel={(event) => drag.current.end(event.pointerId)}
      onWheel={(event) => setView(zoomAround(view, place(event), event.deltaY < 0 ? 1.25 : 0.8))}
    >
      {visible.map((berth) => (
        <BerthMarker key={berth.id} berth={berth} view={view} />
      ))}
    </svg>
  );
}
