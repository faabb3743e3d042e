import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** Reads one line from a terminal without showing it, or the first line of standard input. "" if there is none. */
export async function askHidden(question: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stdout.write(question);
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: isTerminal });
  for await (const line of lines) {
    lines.close();
    if (isTerminal) process.stdout.write("\n");
    return line;
  }
  return "";
}
