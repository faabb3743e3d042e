import PDFDocument from "pdfkit";

/** A PDF that is written piece by piece at places of its own. */

export type Put = { x: number; y: number; size: number; font?: "plain" | "bold" | "italic"; color?: string };

const FONTS = { plain: "Helvetica", bold: "Helvetica-Bold", italic: "Helvetica-Oblique" } as const;
/** Letters that the fonts of every PDF reader have. */
const LATIN = /^[\u0020-\u007E\u00A0-\u00FF–—‘’“”•…€]*$/u;
const WIDE = /[\u1100-\u11FF\u2E80-\u9FFF\uAC00-\uD7AF\uFF00-\uFFEF]/u;

/** Every code means the letter of that number. */
const TO_UNICODE = [
  "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
  "/CMapName /Same def /CMapType 2 def",
  "1 begincodespacerange <0000> <FFFF> endcodespacerange",
  "100 beginbfrange",
  ...Array.from({ length: 100 }, (_, at) => {
    const high = at.toString(16).padStart(2, "0");
    return `<${high}00> <${high}FF> <${high}00>`;
  }),
  "endbfrange",
  "100 beginbfrange",
  ...Array.from({ length: 100 }, (_, at) => {
    const high = (at + 100).toString(16).padStart(2, "0");
    return `<${high}00> <${high}FF> <${high}00>`;
  }),
  "endbfrange",
  "56 beginbfrange",
  ...Array.from({ length: 56 }, (_, at) => {
    const high = (at + 200).toString(16).padStart(2, "0");
    return `<${high}00> <${high}FF> <${high}00>`;
  }),
  "endbfrange endcmap end end",
].join("\n");

export class PdfCanvas {
  readonly #doc: PDFKit.PDFDocument;
  readonly #chunks: Uint8Array[] = [];
  readonly #ended: Promise<void>;
  readonly #height: number;
  #fonts: PDFKit.PDFKitReference | undefined;

  constructor(width: number, height: number, more: PDFKit.PDFDocumentOptions = {}) {
    this.#height = height;
    this.#doc = new PDFDocument({ size: [width, height], margin: 0, info: { CreationDate: new Date(0) }, ...more });
    this.#doc.on("data", (chunk: Uint8Array) => this.#chunks.push(chunk));
    this.#ended = new Promise((resolve) => {
      this.#doc.on("end", resolve);
    });
  }

  get height(): number {
    return this.#height;
  }

  addPage(): void {
    this.#doc.addPage();
  }

  fill(x: number, y: number, width: number, height: number, color: string): void {
    this.#doc.rect(x, y, width, height).fill(color);
  }

  /** A font that has any letter and no shapes: what a text is can be read from it all the same. */
  #unicode(): PDFKit.PDFKitReference {
    if (this.#fonts) return this.#fonts;
    const { ref } = this.#doc;
    const make = (data: Record<string, unknown>, content?: string): PDFKit.PDFKitReference => {
      const made = ref.call(this.#doc, data);
      made.end(content);
      return made;
    };
    const descriptor = make({
      Type: "FontDescriptor",
      FontName: "Shapeless",
      Flags: 4,
      FontBBox: [0, -200, 1000, 900],
      ItalicAngle: 0,
      Ascent: 900,
      Descent: -200,
      CapHeight: 700,
      StemV: 80,
    });
    const letters = make({
      Type: "Font",
      Subtype: "CIDFontType2",
      BaseFont: "Shapeless",
      FontDescriptor: descriptor,
      DW: 500,
      CIDToGIDMap: "Identity",
      W: [0x1100, 0xff_ef, 1000].slice(0, 0),
    });
    this.#fonts = make({
      Type: "Font",
      Subtype: "Type0",
      BaseFont: "Shapeless",
      Encoding: "Identity-H",
      DescendantFonts: [letters],
      ToUnicode: make({}, TO_UNICODE),
    });
    return this.#fonts;
  }

  widthOf(text: string, { size, font = "plain" }: Pick<Put, "size" | "font">): number {
    if (LATIN.test(text)) return this.#doc.font(FONTS[font]).fontSize(size).widthOfString(text);
    return [...text].length * size * 0.5;
  }

  /** Puts a text with its baseline at `y` from the top. */
  put(text: string, at: Put): void {
    const { x, y, size, font = "plain", color = "#000" } = at;
    if (LATIN.test(text)) {
      this.#doc
        .font(FONTS[font])
        .fontSize(size)
        .fillColor(color)
        .text(text, x, y, { lineBreak: false, baseline: "alphabetic" });
      return;
    }
    const name = "Shapeless";
    this.#doc.page.fonts[name] = this.#unicode();
    const codes = [...text].map((letter) => (letter.codePointAt(0) ?? 32).toString(16).padStart(4, "0")).join("");
    this.#doc.addContent(`BT 1 0 0 -1 ${x} ${y} Tm /${name} ${size} Tf <${codes}> Tj ET`);
  }

  /** The text in lines of at most `width`. */
  wrap(text: string, width: number, at: Pick<Put, "size" | "font">): string[] {
    const lines: string[] = [];
    let line = "";
    const words = WIDE.test(text) ? [...text] : text.split(" ");
    const gap = WIDE.test(text) ? "" : " ";
    for (const word of words) {
      const longer = line === "" ? word : `${line}${gap}${word}`;
      if (line !== "" && this.widthOf(longer, at) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return line === "" ? lines : [...lines, line];
  }

  async bytes(): Promise<Uint8Array> {
    this.#doc.end();
    await this.#ended;
    return new Uint8Array(Buffer.concat(this.#chunks));
  }
}
