import { XMLParser } from "fast-xml-parser";
import { fieldsOf } from "#core/fields.ts";

/** XML as a tree in the order of the file. */

export type XmlNode = { name: string; attributes: Readonly<Record<string, string>>; children: XmlNode[]; text: string };

/** Depth of a tree; office programs stay under 60. */
const DEEPEST = 400;

/** The message is a sentence for the file's owner. */
export class XmlError extends Error {}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: false,
  maxNestedTags: DEEPEST,
  // Otherwise the parser builds the path of each element, which nobody reads.
  jPath: false,
});

function attributesOf(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(fieldsOf(value)).map(([name, one]) => [name, String(one)]));
}

function nodesOf(list: unknown): XmlNode[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown): XmlNode[] => {
    const fields = fieldsOf(item);
    const attributes = attributesOf(fields[":@"]);
    return Object.entries(fields).flatMap(([name, value]): XmlNode[] => {
      if (name === ":@" || name.startsWith("?")) return [];
      if (name === "#text") return [{ name, attributes: {}, children: [], text: String(value) }];
      return [{ name, attributes, children: nodesOf(value), text: "" }];
    });
  });
}

/** The top nodes of a document. Definitions of entities are refused: no office program writes them. @throws XmlError */
export function parseXmlTree(text: string): XmlNode[] {
  if (/<!(?:DOCTYPE|ENTITY)/iu.test(text)) throw new XmlError("The document is written in a way that we do not open.");
  try {
    const tree: unknown = parser.parse(text);
    return nodesOf(tree);
  } catch (error) {
    throw new XmlError("The document is damaged. Save it again, and choose the new file.", { cause: error });
  }
}
