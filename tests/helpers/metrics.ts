import type { TestApp } from "./app.ts";

/** The samples of a text in the form of Prometheus, by their name with labels. */
function parseMetrics(text: string): Map<string, number> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

export async function readMetrics(app: Pick<TestApp, "url">): Promise<Map<string, number>> {
  return parseMetrics(await (await fetch(`${app.url}/metrics`)).text());
}
