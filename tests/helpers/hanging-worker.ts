import { existsSync, writeFileSync } from "node:fs";

/** A process of the supervisor. The first one that asks for a place hangs, the next one is ready at once. */
const marker = process.env["HANGING_MARKER"] ?? "";

process.on("message", (message: { type: string; hasJobs: boolean }) => {
  if (message.type === "replaced") process.exit(0);
  const file = `${marker}-${message.hasJobs ? "first" : "other"}`;
  const isFirst = message.hasJobs && process.env["HANGS_AT_START"] !== "1";
  if (isFirst || existsSync(file)) process.send?.({ type: "ready", port: 4_321 });
  else writeFileSync(file, "");
});
