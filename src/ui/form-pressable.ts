/**
 * React Aria adds a style element for everything that can be pressed. Our content policy refuses style elements.
 * form.css has the same rule, and an element with the same id stops the library from adding its own. Import this file
 * before anything of the library.
 */
const STYLE_ID = "react-aria-pressable-style";

if (typeof document !== "undefined" && !document.getElementById(STYLE_ID)) {
  const stand = document.createElement("meta");
  stand.id = STYLE_ID;
  document.head.append(stand);
}
