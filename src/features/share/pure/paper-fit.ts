/** How the texts of a sheet are broken into lines, so that they are whole and all rows stay on the sheet. */

/** A density of the sheet: its letters and rows, as in paper.css. */
type Density = {
  name: "roomy" | 1 | 2 | 3 | 4;
  columns: number;
  /** Width of a row's text, in letters' heights. */
  width: number;
  /** Millimetres: a row with one line of text, and each further line. */
  row: number;
  line: number;
  /** Width of the sheet in heights of the letters below the name, and the height of a line there in millimetres. */
  head: { width: number; line: number };
};

const HEAD = { width: 182 / 4.4, line: 5.5 };

/** From large letters to small ones. The last has no dates. */
const DENSITIES: readonly Density[] = [
  { name: "roomy", columns: 1, width: 168.5 / 5.94, row: 22.95, line: 7.43, head: { width: 182 / 5.94, line: 7.43 } },
  { name: 1, columns: 1, width: 172 / 4.4, row: 12.6, line: 5.5, head: HEAD },
  { name: 2, columns: 2, width: 77.5 / 4.4, row: 12.6, line: 5.5, head: HEAD },
  { name: 3, columns: 3, width: 46 / 3.2, row: 9.2, line: 4, head: HEAD },
  { name: 4, columns: 4, width: 34.5 / 2.3, row: 4.7, line: 2.88, head: HEAD },
];

/** Rows that a sheet holds at each density if each has one line. */
const MOST_ROWS = { roomy: 8, 1: 16, 2: 32, 3: 66, 4: 172 } as const;
/** More earlier rows than these are left out. */
export const MOST_PAPER_ROWS = MOST_ROWS[4];

/** paper.css has a rule for each number of lines. */
const MOST_LINES = 9;
/** A browser may need more lines than are computed here. With texts so much wider there is room for them. */
const SAFETY = 1.07;
/** Millimetres of the sheet, and of these for what is above the rows. */
const LIST = 205;
const ABOVE = 40;
const BELOW_HEAD = 7;
const NAME = { width: 182 / 9.5, line: 11 };
const LONG_NAME = { width: 182 / 5.5, line: 6.4 };
/** Millimetres by which the list ends earlier, step by step, if there is more above it. */
const STEP = 5.5;
const MOST_STEPS = 6;

/** Widths of bold letters of Instrument Sans in their height, rounded up to a twentieth. */
const WIDTHS = new Map(
  [
    [0.2, " "],
    [0.25, "I|"],
    [0.3, "',.:;ijl·"],
    [0.4, "!`1fr"],
    [0.5, '*/Jt\\"()-[]_s{}’–'],
    [0.55, "+<=>^vyz~"],
    [0.6, "2357?FLaceko"],
    [0.65, "4689$BESZbdghnpqux"],
    [0.7, "0PRTU"],
    [0.75, "#ACHKNVXY"],
    [0.85, "%&DGOQw"],
    [0.95, "@Mm"],
  ].flatMap(([width, characters]) => [...String(characters)].map((one): [string, number] => [one, Number(width)])),
);
/** Factors for `WIDTHS`, which is rounded up and of bold letters. Regular letters are narrower than bold ones. */
const WEIGHTS = { bold: 0.97, regular: 0.92 };

function widthOf(character: string): number {
  const known = WIDTHS.get(character);
  if (known !== undefined) return known;
  // Wide scripts, and what has two code units, such as emoji.
  if (character.length > 1 || /[\u1100-\u11ff\u2e80-\uffff]/.test(character)) return 1.1;
  return /\p{Lu}/u.test(character) ? 0.85 : 0.65;
}

type Text = readonly { text: string; weight: keyof typeof WEIGHTS }[];

/** The lines that a text needs in this width. */
export function linesOf(parts: Text, width: number): number {
  const space = widthOf(" ") * WEIGHTS.regular;
  const words = parts.flatMap(({ text, weight }) =>
    text
      .split(/\s+/)
      .filter((word) => word !== "")
      .map((word) => [...word].reduce((sum, character) => sum + widthOf(character), 0) * WEIGHTS[weight]),
  );
  let lines = 1;
  let used = 0;
  for (const own of words) {
    if (used > 0 && used + space + own > width) {
      lines += 1;
      used = 0;
    }
    // A word that is longer than a line is broken.
    const more = Math.max(0, Math.ceil(own / width - 1e-9) - 1);
    lines += more;
    used = more > 0 ? own - more * width : used === 0 ? own : used + space + own;
  }
  return lines;
}

function fits(lines: readonly number[], { columns, row, line }: Density, height: number): boolean {
  let column = 1;
  let used = 0;
  for (const count of lines) {
    const own = row + (count - 1) * line;
    if (used + own > height) {
      column += 1;
      used = 0;
    }
    used += own;
  }
  return column <= columns;
}

type PaperFit = {
  density: Density["name"];
  /** Of each row; undefined if all have room for as many lines as the browser needs. */
  lines: number[] | undefined;
  isNameLong: boolean;
  /** By how many steps the list is shorter. */
  steps: number;
};

function textOf({ first, rest }: { first: string; rest: string }): Text {
  return [
    { text: rest === "" ? first : `${first},`, weight: "bold" },
    { text: rest, weight: "regular" },
  ];
}

/**
 * Chooses the largest letters with which every text fits whole. If not even the smallest do, each text is cut after the
 * number of lines that fit. A sheet that has dates keeps them.
 * @param head the sentences below the name
 */
export function fitPaper(
  name: string,
  head: readonly string[],
  rows: readonly { first: string; rest: string }[],
): PaperFit {
  const title: Text = [{ text: name, weight: "bold" }];
  const first = DENSITIES.findIndex((density) => rows.length <= MOST_ROWS[density.name]);
  const dense = first === -1 || first === DENSITIES.length - 1;
  const candidates = dense ? DENSITIES.slice(-1) : DENSITIES.slice(first, -1);
  const isNameLong = linesOf(title, NAME.width) > 2;
  const nameSize = isNameLong ? LONG_NAME : NAME;
  let fit: PaperFit = { density: 4, lines: undefined, isNameLong, steps: 0 };
  for (const density of candidates) {
    const headLines = head.reduce((sum, text) => sum + linesOf([{ text, weight: "regular" }], density.head.width), 0);
    const above = linesOf(title, nameSize.width) * nameSize.line + headLines * density.head.line + BELOW_HEAD;
    const steps = Math.min(MOST_STEPS, Math.max(0, Math.ceil((above - ABOVE) / STEP)));
    const whole = rows.map((row) => linesOf(textOf(row), density.width / SAFETY));
    const height = LIST - steps * STEP;
    if (fits(whole, density, height)) return { density: density.name, lines: undefined, isNameLong, steps };
    for (let most = MOST_LINES; most > 0; most -= 1) {
      const lines = whole.map((count) => Math.min(count, most));
      fit = { density: density.name, lines, isNameLong, steps };
      if (fits(lines, density, height)) break;
    }
  }
  return fit;
}
