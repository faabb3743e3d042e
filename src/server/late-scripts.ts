const PRELOAD = '<link rel="modulepreload"';
const START = ' type="module" async="">';
const IMPORT = /^import "[^"]+";$/;
const IMPORT_ROUTE = /^import \* as (route\d+) from "[^"]+";$/;

/**
 * Runs in the browser. Waits for the first paint, but not in a background tab, which is not painted. A browser that does
 * not tell when it paints must get its scripts too.
 */
const PAINTED = `await new Promise((go) => {
  if (document.visibilityState === "hidden") return go();
  setTimeout(go, 1000);
  try {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName("first-contentful-paint").length > 0) go();
    }).observe({ type: "paint", buffered: true });
  } catch {
    go();
  }
});
`;

/**
 * Makes a page fetch its scripts after the first paint. Before it they would share the network with the styles and fonts
 * that the paint needs, and the processor with the layout.
 * @param html as React Router renders it; returned as it is if it has no start script of the known form
 */
export function fetchScriptsLate(html: string): string {
  const start = html.indexOf(START) + START.length;
  const lines = html.slice(start, html.indexOf("</script>", start)).split("\n");
  if (start < START.length || !lines[0]?.startsWith("import ")) return html;
  const isImport = (line: string): boolean => IMPORT.test(line) || IMPORT_ROUTE.test(line);
  const imports = lines.filter(isImport);
  const rest = lines.filter((line) => !isImport(line)).join("\n");
  const { text: before, files } = withoutPreloads(html.slice(0, start));
  // All at once, also what these import themselves.
  const fetching = `for (const href of ${JSON.stringify(files)})
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
const [${imports.map(nameOf).join(", ")}] = await Promise.all([${imports.map(importOf).join(", ")}]);
`;
  return before + PAINTED + fetching + rest + html.slice(start + lines.join("\n").length);
}

/** "route0"; empty for a file that is imported for what it does. */
function nameOf(line: string): string {
  return IMPORT_ROUTE.exec(line)?.[1] ?? "";
}

function importOf(line: string): string {
  return `import(${line.slice(line.indexOf('"'), -1)})`;
}

function withoutPreloads(html: string): { text: string; files: string[] } {
  const [first = "", ...rest] = html.split(PRELOAD);
  let text = first;
  const files: string[] = [];
  for (const part of rest) {
    const end = part.indexOf(">") + 1;
    const href = / href="([^"]+)"/.exec(part.slice(0, end))?.[1];
    if (href !== undefined) files.push(href);
    text += part.slice(end);
  }
  return { text, files };
}
