/**
 * Computes the square that is kept of a picture. It is pure, so that dragging, pinching and keys can be tested without
 * a page. Lengths are in the picture's pixels.
 */
export type Size = { width: number; height: number };

/** The square's centre, and how much it is enlarged: 1 takes the whole shorter edge. */
export type Crop = { x: number; y: number; zoom: number };

/** A place in the square: 0 and 1 are its edges. */
export type Place = { x: number; y: number };

export const CENTRE: Place = { x: 0.5, y: 0.5 };

const MAX_ZOOM = 5;
/** No edge of the square is shorter than this, unless the picture's own is. */
const LEAST_EDGE = 96;
/** Twice the edge the server keeps: it makes the picture smaller better than a canvas does. */
export const MAX_EDGE = 1024;

const STEP = 0.05;
const FINE_STEP = 0.01;
const ZOOM_STEP = 1.1;

/** How far a picture may be enlarged; 1 for a small picture. */
export function maxZoom(size: Size): number {
  return Math.min(MAX_ZOOM, Math.max(1, Math.min(size.width, size.height) / LEAST_EDGE));
}

/** The edge of the square. */
export function edgeOf(size: Size, crop: Crop): number {
  return Math.min(size.width, size.height) / crop.zoom;
}

/** The square held inside the picture. */
function inside(size: Size, crop: Crop): Crop {
  const zoom = Math.min(maxZoom(size), Math.max(1, crop.zoom));
  const half = Math.min(size.width, size.height) / zoom / 2;
  return {
    zoom,
    x: Math.min(size.width - half, Math.max(half, crop.x)),
    y: Math.min(size.height - half, Math.max(half, crop.y)),
  };
}

/** The largest square, in the middle. */
export function firstCrop(size: Size): Crop {
  return { x: size.width / 2, y: size.height / 2, zoom: 1 };
}

/** After the picture was dragged by parts of the square's edge, to the right and down. */
export function dragCrop(size: Size, crop: Crop, right: number, down: number): Crop {
  const edge = edgeOf(size, crop);
  return inside(size, { ...crop, x: crop.x - right * edge, y: crop.y - down * edge });
}

/** Zooms to `zoom`. The point at `at` stays there if the picture's edges allow it. */
export function zoomCrop(size: Size, crop: Crop, zoom: number, at: Place = CENTRE): Crop {
  const before = edgeOf(size, crop);
  const held = inside(size, { ...crop, zoom });
  const after = edgeOf(size, held);
  return inside(size, {
    zoom: held.zoom,
    x: crop.x + (at.x - 0.5) * (before - after),
    y: crop.y + (at.y - 0.5) * (before - after),
  });
}

/** The crop after a key: arrows move the picture, + and - zoom, 0 resets. Undefined for other keys. */
export function cropAfterKey(size: Size, crop: Crop, key: string, isFine = false): Crop | undefined {
  const step = isFine ? FINE_STEP : STEP;
  switch (key) {
    case "ArrowLeft":
      return dragCrop(size, crop, -step, 0);
    case "ArrowRight":
      return dragCrop(size, crop, step, 0);
    case "ArrowUp":
      return dragCrop(size, crop, 0, -step);
    case "ArrowDown":
      return dragCrop(size, crop, 0, step);
    case "+":
    case "=":
      return zoomCrop(size, crop, crop.zoom * ZOOM_STEP);
    case "-":
    case "_":
      return zoomCrop(size, crop, crop.zoom / ZOOM_STEP);
    case "0":
      return firstCrop(size);
    default:
      return undefined;
  }
}

/** The width of the picture to send: not larger than the crop, and not larger than useful. */
export function sentEdge(size: Size, crop: Crop): number {
  return Math.max(1, Math.min(MAX_EDGE, Math.round(edgeOf(size, crop))));
}

/** Describes the square for screen readers: its zoom and its middle. */
export function cropInWords(size: Size, crop: Crop): string {
  const part = (at: number, whole: number): number => Math.round((at / whole) * 100);
  return `Zoom ${Math.round(crop.zoom * 100)} %, middle at ${part(crop.x, size.width)} % across and ${part(crop.y, size.height)} % down.`;
}
