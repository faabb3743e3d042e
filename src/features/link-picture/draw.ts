import { MONOGRAM_BANDS, monogramOf, UNDISCLOSED } from "#core/monogram.ts";
import type { TrackKind } from "#features/drawing/pure/segments.ts";
import { drawable, PICTURE_SIZE, type LinkPicture, type Station } from "./rules.ts";

/** A box of the picture, as satori accepts it in place of a React element. */
export type Box = {
  type: string;
  key: null;
  props: { style?: Record<string, string | number>; children?: Box[] | string } & Record<string, unknown>;
};

/** The light theme's tokens (ui/tokens.css) as sRGB. The picture always has the same theme. */
export const COLOURS = {
  bg: "#f7f9fc",
  ink: "#11192a",
  "ink-2": "#3c4555",
  "ink-3": "#5a6473",
  accent: "#1b58d0",
} as const;
export const LINE_COLOURS = [
  "#1b58d0",
  "#d12c17",
  "#008f6c",
  "#b38911",
  "#a11a79",
  "#0c9bcf",
  "#513224",
  "#ea529e",
] as const;

const MARGIN = 72;
const LARGE = 124;
/** The size if there are many side by side. */
const SMALL = 88;
/** The small size is used from this many on. */
const MANY = 6;
const TRACK = 16;
/** Between the stations of a line that runs through. */
const THROUGH_STEP = 310;
/** Height of the line's middle. */
const AXIS = 474;

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#1b58d0" stroke-linecap="round">' +
  '<path d="M9 20.5V10.3A6.3 6.3 0 0 1 15.3 4H18.3a7 7 0 0 1 0 14h-3.1" stroke-width="4.6"/>' +
  '<circle cx="9" cy="24.7" r="4" stroke-width="3.2"/></svg>';

function box(style: Record<string, string | number>, ...children: (Box | string)[]): Box {
  const [only] = children;
  if (children.length === 1 && typeof only === "string")
    return { type: "div", key: null, props: { style, children: only } };
  return {
    type: "div",
    key: null,
    props: { style: { display: "flex", ...style }, children: children.filter((child) => typeof child !== "string") },
  };
}

function image(source: string, size: number): Box {
  return { type: "img", key: null, props: { src: source, width: size, height: size, style: { objectFit: "contain" } } };
}

/** The width of the ring, in hundredths of its size. */
function strokeOf({ ring = "full" }: Station): number {
  return ring === "full" ? 10 : 6;
}

/** satori cannot draw dotted borders. So a ring is a shape under its content. */
function ringOf(one: Station, size: number, line: string): Box {
  const { shape, ring } = one;
  const stroke = strokeOf(one);
  const [at, side] = [stroke / 2, 100 - stroke];
  const radius = shape === "school" ? 26 : side / 2;
  const dots = ring === "incoming" ? ' stroke-dasharray="9 7"' : "";
  return image(
    dataOf(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect x="${at}" y="${at}" width="${side}" ` +
        `height="${side}" rx="${radius}" fill="#ffffff" stroke="${line}" stroke-width="${stroke}"${dots}/></svg>`,
    ),
    size,
  );
}

/** The band of the name's monogram, without its letters: the font lacks them. It fills the inside of the ring. */
function bandOf(one: Station, size: number): Box {
  const { band, colour } = monogramOf(one.name);
  const radius = one.shape === "school" ? 8.5 : 20;
  return image(
    dataOf(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><clipPath id="m"><rect width="40" height="40" ` +
        `rx="${radius}"/></clipPath><path clip-path="url(#m)" d="${MONOGRAM_BANDS[band] ?? MONOGRAM_BANDS[0]}" ` +
        `fill="none" stroke="${LINE_COLOURS[colour] ?? COLOURS.ink}" stroke-width="9" opacity="0.62"/></svg>`,
    ),
    size * (1 - strokeOf(one) / 50),
  );
}

function lettersBox(one: Station, size: number): Box {
  const { letters, colour } = monogramOf(one.name);
  const drawn = drawable(letters);
  if (one.name !== "" && drawn === "") return bandOf(one, size);
  const fontSize = size * (letters.length > 2 ? 0.27 : 0.34);
  const color = LINE_COLOURS[colour] ?? COLOURS.ink;
  return box({ fontSize, fontWeight: 700, color }, one.name === "" ? "" : drawn);
}

function station(one: Station, input: { line: string; logo: string | undefined; size: number }): Box {
  const { line, logo, size } = input;
  const inside =
    one.name === UNDISCLOSED
      ? box({ width: size * 0.42, height: size * 0.16, borderRadius: 10, background: COLOURS["ink-3"] })
      : logo === undefined
        ? lettersBox(one, size)
        : image(logo, size * 0.52);
  const whole = { width: size, height: size, alignItems: "center", justifyContent: "center" };
  return box(
    { ...whole, position: "relative" },
    box({ position: "absolute", left: 0, top: 0 }, ringOf(one, size, line)),
    box({ ...whole, position: "absolute", left: 0, top: 0 }, inside),
  );
}

/** Solid for jobs, dashes for internships, a hairline between stops, dots before the first day. */
const TRACK_LOOK: Readonly<Record<TrackKind, string>> = {
  full: `stroke-width="${TRACK}"`,
  intern: `stroke-width="11" stroke-dasharray="14 8"`,
  gap: `stroke-width="4" opacity="0.55"`,
  incoming: `stroke-width="10" stroke-linecap="round" stroke-dasharray="0.1 16"`,
};

function track(left: number, width: number, line: string, kind: TrackKind = "full"): Box {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${TRACK}"><path d="M0 ${TRACK / 2}H${width}" ` +
    `fill="none" stroke="${line}" ${TRACK_LOOK[kind]}/></svg>`;
  return box(
    { position: "absolute", left, top: AXIS - TRACK / 2 },
    { type: "img", key: null, props: { src: dataOf(svg), width, height: TRACK } },
  );
}

/** The tracks between two stations' rings, each as long as its share of the months. */
function tracksBetween(one: Station, at: { left: number; width: number; line: string }): Box[] {
  const { tracks = [{ kind: "full" as const, months: 1 }] } = one;
  const months = tracks.reduce((sum, part) => sum + part.months, 0);
  let left = at.left;
  return tracks.map((part) => {
    const width = (at.width * part.months) / months;
    const piece = track(left, width, at.line, part.kind);
    left += width;
    return piece;
  });
}

function endOf(kind: "arrow" | "bar" | "none", left: number, line: string): Box[] {
  if (kind === "none") return [];
  if (kind === "bar") {
    return [
      track(left, 40, line),
      box({ position: "absolute", left: left + 40, top: AXIS - 22, width: 12, height: 44, background: line }),
    ];
  }
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 52"><path d="M0 0L40 26L0 52Z" fill="${line}"/></svg>`;
  return [
    track(left, 44, line),
    box(
      { position: "absolute", left: left + 40, top: AXIS - 26 },
      { type: "img", key: null, props: { src: dataOf(head), width: 40, height: 52 } },
    ),
  ];
}

function dataOf(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

function lineBoxes(picture: LinkPicture, line: string, logos: ReadonlyMap<string, string>): Box[] {
  const { stations, end, earlier } = picture;
  const size = stations.length >= MANY ? SMALL : LARGE;
  const places = stations.map((one) => station(one, { line, logo: logos.get(one.logo), size }));
  const top = AXIS - size / 2;
  if (end === "through") {
    return [
      track(0, PICTURE_SIZE.width, line),
      ...places.map((one, index) => box({ position: "absolute", left: MARGIN + THROUGH_STEP * index, top }, one)),
    ];
  }
  // Room for the arrow or the bar after the last station.
  const space = PICTURE_SIZE.width - 2 * MARGIN - 84 - size;
  const step = stations.length > 1 ? Math.min(230, space / (stations.length - 1)) : 0;
  const lastEdge = MARGIN + step * (stations.length - 1) + size;
  return [
    // A line of which earlier stops are not drawn comes in from the edge.
    ...(earlier > 0 ? [track(0, MARGIN + 4, line)] : []),
    ...stations
      .slice(0, -1)
      .flatMap((one, index) =>
        tracksBetween(one, { left: MARGIN + step * index + size - 4, width: step - size + 8, line }),
      ),
    ...(stations.length > 0 ? endOf(end, lastEdge - 4, line) : []),
    ...places.map((one, index) => box({ position: "absolute", left: MARGIN + step * index, top }, one)),
  ];
}

/**
 * The words that the font can draw. If it lacks letters of the title, the subtitle is drawn in the title's place.
 * Nothing is lost: a site that shows a link's picture also writes the title beside it.
 */
function wordsOf({ title, subtitle }: LinkPicture): { title: string; subtitle: string; size: number } {
  const name = drawable(title);
  const parts = subtitle.split(" · ").map(drawable);
  // The font moves a space after a middle dot onto the dot, so use non-breaking spaces.
  const facts = parts.filter((part) => part !== "").join("\u00a0 ·\u00a0 ");
  if (name !== "" || title === "") return { title: name, subtitle: facts, size: name.length > 30 ? 58 : 76 };
  return facts === "" ? { title: "A career line", subtitle: "", size: 76 } : { title: facts, subtitle: "", size: 52 };
}

/** The picture as boxes. @param logos data addresses of the logos that were found, by their path */
export function drawPicture(picture: LinkPicture, logos: ReadonlyMap<string, string>): Box {
  const line = LINE_COLOURS[picture.colour] ?? LINE_COLOURS[0];
  const { title, subtitle, size } = wordsOf(picture);
  const clamp = {
    overflow: "hidden",
    textOverflow: "ellipsis",
    display: "block",
    width: PICTURE_SIZE.width - 2 * MARGIN,
  };
  return box(
    { ...PICTURE_SIZE, position: "relative", background: COLOURS.bg, fontFamily: "Overpass" },
    box(
      { position: "absolute", left: MARGIN, top: 56, alignItems: "center" },
      image(dataOf(LOGO), 48),
      box({ marginLeft: 14, marginTop: 6, fontSize: 36, fontWeight: 700, color: COLOURS.ink }, "Pipelines"),
    ),
    box(
      { position: "absolute", left: MARGIN, top: 130, flexDirection: "column" },
      ...(title === ""
        ? []
        : [
            box(
              {
                ...clamp,
                fontSize: size,
                lineHeight: 1.1,
                fontWeight: 700,
                letterSpacing: "-0.02em",
                color: COLOURS.ink,
                lineClamp: size === 52 ? 3 : 2,
                paddingTop: 12,
              },
              title,
            ),
          ]),
      ...(subtitle === ""
        ? []
        : [
            box(
              { ...clamp, marginTop: 14, fontSize: 34, lineHeight: 1.3, color: COLOURS["ink-2"], lineClamp: 2 },
              subtitle,
            ),
          ]),
    ),
    ...lineBoxes(picture, line, logos),
  );
}
