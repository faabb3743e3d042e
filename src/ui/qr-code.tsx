import type { ReactNode } from "react";
import { encode } from "uqr";

/** Light modules around the code, without which readers do not find it (ISO/IEC 18004). */
const QUIET = 4;

/** A text as a QR code: dark on white in both themes, since readers expect it so. One path, no style. */
export function QrCode(props: { text: string; label: string }): ReactNode {
  const { data, size } = encode(props.text, { ecc: "M", border: QUIET });
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={props.label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={pathOf(data)} fill="#000" />
    </svg>
  );
}

/** The same code as a complete SVG file. */
export function qrSvg(text: string): string {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${pathOf(data)}" fill="#000"/></svg>`
  );
}

/** Runs of dark modules, row by row. */
export function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1] === true) return [];
        const end = row.indexOf(false, x);
        return [`M${x} ${y}h${(end === -1 ? row.length : end) - x}v1H${x}z`];
      }),
    )
    .join("");
}
