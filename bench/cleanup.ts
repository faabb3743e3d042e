import { constants } from "node:os";

type Undo = () => Promise<void> | void;

const undos = new Set<Undo>();
let ending: Promise<void> | undefined;

/** Registers a clean-up for Ctrl-C; the latest runs first. The returned function unregisters it. */
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

/** True after Ctrl-C; later errors come from the stop. */
export const isEnding = (): boolean => ending !== undefined;
