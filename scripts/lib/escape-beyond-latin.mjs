/**
 * A script that means the same, without characters beyond Latin-1.
 * @param {string} script must not read the raw text of a template
 */
export function escapeBeyondLatin(script) {
  return script.replaceAll(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
