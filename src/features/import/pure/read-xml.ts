import { XMLParser, XMLValidator } from "fast-xml-parser";

/** XML of résumés: Europass in its older and its present form, HR-Open. Dates may be attributes (`<From year="2019"/>`). */

/** Attributes that describe the data and are no data themselves. */
const ABOUT = /^xmlns|:|code$|scheme|^lang|^version$/iu;

const PARSER = new XMLParser({
  ignoreAttributes: (name) => ABOUT.test(name),
  attributeNamePrefix: "",
  textNodeName: "text",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // Or the parser writes down the path of each element, which nothing here reads.
  jPath: false,
});

/** The tree below the root, or the line where the XML is invalid. */
export function parseXml(text: string): { value: unknown } | { line: number } {
  const checked = XMLValidator.validate(text);
  if (checked !== true) return { line: checked.err.line };
  try {
    return { value: PARSER.parse(text) };
  } catch {
    // Entities that multiply, or nesting without end.
    return { line: 1 };
  }
}
