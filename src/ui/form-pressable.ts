/**
 * React Aria adds one style element to the page for everything that can be
 * pressed, which our content policy refuses. The same rule stands in
 * form.css; an element with the style's id keeps the library from trying.
 * Import it before anything of that library.
 */
const STYLE_ID = "react-aria-pressable-style";

if (typeof document !== "undefined" && !document.getElementById(STYLE_ID)) {
  const stand = document.createElement("meta");
  stand.id = STYLE_ID;
  document.head.append(stand);
}
