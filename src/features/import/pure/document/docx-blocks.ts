import type { Block, Paragraph } from "./blocks.ts";
import { parseXmlTree, type XmlNode } from "./xml-tree.ts";

/** The paragraphs and tables of a DOCX, from its word/document.xml. */

/** From this space above (in twentieths of a point), a paragraph is separate from the one before. */
const APART_FROM = 160;
const HEADING =
  /^(?:heading|berschrift|titre|t[ií]tulo|titolo|kop\d|rubrik|overskrift|otsikko|nag[lł]|nadpis|balk|cmsor|başlık|заголовок|section)/iu;

function find(nodes: readonly XmlNode[], name: string): XmlNode | undefined {
  return nodes.find((node) => node.name === name);
}

function isOn(node: XmlNode | undefined): boolean {
  return node !== undefined && !["0", "false", "none"].includes(node.attributes["w:val"] ?? "");
}

/** The text of a paragraph, and the paragraphs of the boxes in it. */
type Inside = { text: string; boxes: Block[]; run: XmlNode | undefined };

const SKIPPED = new Set(["w:pPr", "w:rPr", "w:del", "w:moveFrom", "mc:Fallback", "w:instrText", "w:footnoteReference"]);

function gather(nodes: readonly XmlNode[], inside: Inside): void {
  for (const node of nodes) {
    if (SKIPPED.has(node.name)) continue;
    if (node.name === "w:t") inside.text += node.children.map(({ text }) => text).join("");
    else if (node.name === "w:tab" || node.name === "w:ptab") inside.text += "\t";
    else if (node.name === "w:br" || node.name === "w:cr") inside.text += "\n";
    else if (node.name === "w:noBreakHyphen") inside.text += "-";
    else if (node.name === "w:txbxContent") inside.boxes.push(...blocksIn(node.children));
    else {
      const format = node.name === "w:r" ? find(node.children, "w:rPr") : undefined;
      if (format && inside.text.trim() === "") inside.run = format;
      gather(node.children, inside);
    }
  }
}

function paragraphOf(node: XmlNode): Block[] {
  const format = find(node.children, "w:pPr")?.children ?? [];
  const inside: Inside = { text: "", boxes: [], run: undefined };
  gather(node.children, inside);
  const name = find(format, "w:pStyle")?.attributes["w:val"] ?? "";
  const run = inside.run?.children ?? [];
  const look = [
    isOn(find(run, "w:b")) ? "bold" : "",
    isOn(find(run, "w:i")) ? "italic" : "",
    find(run, "w:sz")?.attributes["w:val"] ?? "",
  ];
  const paragraph: Paragraph = {
    kind: "paragraph",
    text: inside.text,
    style: `${name || "text"} ${look.join(" ")}`.trim(),
    isBullet: find(format, "w:numPr") !== undefined || /^list/i.test(name),
    isHeading: HEADING.test(name) || find(format, "w:outlineLvl") !== undefined,
    isApart: Number(find(format, "w:spacing")?.attributes["w:before"] ?? 0) >= APART_FROM,
  };
  return [...inside.boxes, paragraph];
}

function blocksIn(nodes: readonly XmlNode[]): Block[] {
  return nodes.flatMap((node): Block[] => {
    if (node.name === "w:p") return paragraphOf(node);
    if (node.name === "w:tr") {
      const cells = node.children.filter(({ name }) => name === "w:tc").map(({ children }) => blocksIn(children));
      return [{ kind: "row", cells }];
    }
    return SKIPPED.has(node.name) ? [] : blocksIn(node.children);
  });
}

/** @throws XmlError */
export function docxBlocks(xml: string): Block[] {
  return blocksIn(parseXmlTree(xml));
}
