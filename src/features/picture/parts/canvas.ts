import { edgeOf, sentEdge, type Crop } from "./crop.ts";

/** Pictures and the canvas; in the browser only. */

/**
 * Reads a file as a bitmap, rotated as its camera says. Undefined if the browser cannot read it. An image element would
 * need an address for the file, which our content policy forbids.
 */
export async function openPicture(file: Blob): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file);
  } catch {
    return undefined;
  }
}

/** Draws the square onto a canvas of `edge` pixels. Transparent areas become white, as on the server. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop, edge: number): void {
  if (canvas.width !== edge) [canvas.width, canvas.height] = [edge, edge];
  const context = canvas.getContext("2d");
  if (!context) return;
  const from = edgeOf(picture, crop);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, edge, edge);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, crop.x - from / 2, crop.y - from / 2, from, from, 0, 0, edge, edge);
}

/**
 * The square as a JPEG. It has nothing else of the file: no place, no camera, no date. Undefined if the browser cannot
 * make one.
 */
export function cutPicture(picture: ImageBitmap, crop: Crop): Promise<Blob | undefined> {
  const canvas = document.createElement("canvas");
  drawCrop(canvas, picture, crop, sentEdge(picture, crop));
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), "image/jpeg", 0.92));
}
