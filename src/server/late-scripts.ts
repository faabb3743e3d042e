const PRELOAD = '<link rel="modulepreload"';
const START = ' type="module" async="">';
const IMPORT = /^import "[^"]+";$/;
const IMPORT_ROUTE = /^import \* as route\d+ from "[^"]+";$/;

/** Runs in the browser. A page in the background is not painted, and an old browser may not tell when it paints. */
const PAINTED = `await new Promise((go) => {
  if (document.visibilityState === "hidden") return go();
  setTimeout(go, 1000);
  new PerformanceObserver((list) => {
    if (list.getEntriesByName("first-contentful-paint").length > 0) go();
  }).observe({ type: "paint", buffered: true });
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
  const late = lines.map((line) => {
    if (IMPORT.test(line)) return `await ${line.replace("import ", "import(").replace(";", ");")}`;
    if (!IMPORT_ROUTE.test(line)) return line;
    const [name, file] = line.slice("import * as ".length, -1).split(" from ");
    return `const ${name} = await import(${file});`;
  });
  const { text: before, files } = withoutPreloads(html.slice(0, start));
  // All at once: each import alone would wait for the one before.
  const fetching = `for (const href of ${JSON.stringify(files)})
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
`;
  return before + PAINTED + fetching + late.join("\n") + html.slice(start + lines.join("\n").length);
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
