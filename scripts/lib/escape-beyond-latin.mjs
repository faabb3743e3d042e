/**
 * A script that means the same, without characters beyond basic Latin (ASCII).
 * @param {string} script must not read the raw text of a template
 */
export function escapeBeyondLatin(script) {
  return script.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
