import { spawn, type ChildProcess } from "node:child_process";
import { Socket } from "node:net";

/** Seconds that a process has to end by itself when its parent is gone. */
const PATIENCE = 5;
const LINE = "ended\n";

/**
 * Starts a shell that kills a child of this process when this process is gone and the child does not end by itself: in
 * an endless loop it would never hear that. A thread of the child for it would take 7 MB. The shell waits at a pipe that
 * breaks only when this process is killed. It is this process's child too: the first process of a container gets the
 * orphans of others, and nobody would clear them away. Does nothing where there is no shell.
 * @param folder is removed too
 */
export function guardFromEndlessLoops({ child, folder }: { child: ChildProcess; folder: string | undefined }): void {
  const removes = folder === undefined ? "" : ' && rm -rf -- "$1"';
  const script = `read -r line && exit; sleep ${PATIENCE}; kill -9 "$0"${removes}`;
  const shell = startShell(script, [String(child.pid), folder ?? ""]);
  if (!(shell?.stdin instanceof Socket)) return;
  const pipe = shell.stdin;
  pipe.unref();
  pipe.on("error", () => {});
  // A child that has ended needs no guard any more.
  child.once("exit", () => pipe.end(LINE));
}

/** If the system has too little memory for a process, starting one may fail at once. */
function startShell(script: string, args: string[]): ChildProcess | undefined {
  try {
    const shell = spawn("/bin/sh", ["-c", script, ...args], {
      stdio: ["pipe", "ignore", "ignore"],
      // Ctrl-C reaches all processes of a terminal, and the guard must outlive the parent.
      detached: true,
    });
    shell.on("error", () => {});
    shell.unref();
    return shell;
  } catch {
    return undefined;
  }
}
