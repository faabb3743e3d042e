import { constants } from "node:os";

type Undo = () => Promise<void> | void;

const undos = new Set<Undo>();
let ending: Promise<void> | undefined;

/** Runs this when the program is told to stop (Ctrl-C), the last first. The returned function cancels it. */
export function beforeEnd(undo: Undo): () => void {
  undos.add(undo);
  return () => void undos.delete(undo);
}

async function undoAll(): Promise<void> {
  for (const undo of [...undos].toReversed()) {
    undos.delete(undo);
    try {
      await undo();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  }
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (ending !== undefined) return;
    console.log("\nStopping, and removing what was made…");
    ending = undoAll().finally(() => process.exit(128 + constants.signals[signal]));
  });
}

/** Whether the program was told to stop: what fails now fails for that. */
export const isEnding = (): boolean => ending !== undefined;
