import type { Block, Paragraph } from "./blocks.ts";
import { parseXmlTree, type XmlNode } from "./xml-tree.ts";

/** The paragraphs and tables of an ODT, from its content.xml. */

const SKIPPED = new Set([
  "text:tracked-changes",
  "text:note",
  "office:annotation",
  "text:sequence-decls",
  "office:automatic-styles",
]);
/** The most spaces that one element may stand for. */
const MOST_SPACES = 200;

type Inside = { text: string; boxes: Block[]; span: string };

function gather(nodes: readonly XmlNode[], inside: Inside): void {
  for (const node of nodes) {
    const { name, attributes } = node;
    if (SKIPPED.has(name)) continue;
    if (name === "#text") inside.text += node.text.replace(/\s/gu, " ");
    else if (name === "text:tab") inside.text += "\t";
    else if (name === "text:line-break") inside.text += "\n";
    else if (name === "text:s")
      inside.text += " ".repeat(Math.min(Number(attributes["text:c"] ?? 1) || 1, MOST_SPACES));
    else if (name === "draw:text-box") inside.boxes.push(...blocksIn(node.children, false));
    else {
      if (name === "text:span" && inside.text.trim() === "") inside.span = attributes["text:style-name"] ?? "";
      gather(node.children, inside);
    }
  }
}

function paragraphOf(node: XmlNode, isBullet: boolean): Block[] {
  const inside: Inside = { text: "", boxes: [], span: "" };
  gather(node.children, inside);
  const paragraph: Paragraph = {
    kind: "paragraph",
    text: inside.text,
    style: `${node.attributes["text:style-name"] ?? "text"} ${inside.span}`.trim(),
    isBullet,
    isHeading: node.name === "text:h",
    isApart: false,
  };
  return [...inside.boxes, paragraph];
}

function blocksIn(nodes: readonly XmlNode[], isBullet: boolean): Block[] {
  return nodes.flatMap((node): Block[] => {
    if (SKIPPED.has(node.name)) return [];
    if (node.name === "text:p" || node.name === "text:h") return paragraphOf(node, isBullet);
    if (node.name === "table:table-row") {
      const cells = node.children.filter(({ name }) => name === "table:table-cell");
      return [{ kind: "row", cells: cells.map(({ children }) => blocksIn(children, false)) }];
    }
    return blocksIn(node.children, isBullet || node.name === "text:list-item");
  });
}

/** @throws XmlError */
export function odtBlocks(xml: string): Block[] {
  return blocksIn(parseXmlTree(xml), false);
}
