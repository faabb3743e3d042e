import { existsSync, writeFileSync } from "node:fs";

/**
 * A process of the supervisor. The first one that asks for a place hangs, the next one is ready at once. With
 * HANGS_LATER, the first one for place 1 is ready, and hangs after that. With DIES_SOON, each one for place 1 is ready
 * and then killed.
 */
const marker = process.env["HANGING_MARKER"] ?? "";

process.on("message", (message: { type: string; hasJobs: boolean }) => {
  if (message.type === "ping") {
    process.send?.({ type: "pong" });
    return;
  }
  if (message.type === "replaced") process.exit(0);
  const file = `${marker}-${message.hasJobs ? "first" : "other"}`;
  const isFirst = message.hasJobs && process.env["HANGS_AT_START"] !== "1";
  const isLater = process.env["HANGS_LATER"] === "1";
  const hangs = !isFirst && !existsSync(file);
  if (hangs) writeFileSync(file, String(process.pid));
  if (!hangs || isLater)
    process.send?.({ type: "ready", port: 4_321 }, () => writeFileSync(`${file}-ready`, String(process.pid)));
  if (!isFirst && process.env["DIES_SOON"] === "1") setTimeout(() => process.kill(process.pid, "SIGKILL"), 50);
  if (hangs && isLater) setTimeout(() => loop(), 200);
});

function loop(): never {
  for (;;);
}
