/** The design's ink, for marks that come without a colour. */
const INK = "#161d2b";

type Box = { left: number; top: number; width: number; height: number };

/**
 * A standalone SVG with the drawing centred in a square, so that a ring can
 * hold marks of any shape. `currentColor` becomes the brand's colour.
 * @throws Error where the drawing needs styles, which our content policy refuses
 */
export function squareSvg(body: string, box: Box, colour: string = INK): string {
  if (/<style|\sstyle=|<script|\shref="(?!#)/i.test(body)) throw new Error("A logo must be plain shapes.");
  const side = Math.max(box.width, box.height);
  const x = box.left - (side - box.width) / 2;
  const y = box.top - (side - box.height) / 2;
  const drawing = body.replaceAll("currentColor", colour);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${side} ${side}">${drawing}</svg>\n`;
}
