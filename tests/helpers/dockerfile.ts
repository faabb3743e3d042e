type Step = { what: string; text: string };

/** The steps of a Dockerfile, stage by stage; lines that end with a backslash go on. */
export function stagesOf(dockerfile: string): Step[][] {
  const lines = dockerfile
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const stages: Step[][] = [];
  for (const line of lines) {
    const [what = "", ...rest] = line.split(" ");
    if (what === "FROM") stages.push([]);
    stages.at(-1)?.push({ what, text: rest.join(" ") });
  }
  return stages;
}

/** Reads `CMD ["a", "b"]`, also after options. */
export function commandIn(text: string): string[] {
  const value: unknown = JSON.parse(text.slice(text.indexOf("[")));
  if (!Array.isArray(value)) throw new Error(`No list: ${text}`);
  return value.map(String);
}
