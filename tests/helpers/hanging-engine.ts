import { existsSync, writeFileSync } from "node:fs";

/** Pretends to be the path engine's process. The first one hangs after a moment. */
const file = `${process.env["HANGING_MARKER"] ?? ""}-engine`;
if (!existsSync(file)) {
  writeFileSync(file, "");
  setTimeout(() => loop(), 500);
}
process.on("message", ({ type }: { type: string }) => {
  process.send?.(type === "start" ? { type: "listening" } : { type: "pong", bytes: 1 });
});

function loop(): never {
  for (;;);
}
