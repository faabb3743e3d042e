/** npm run admin:create -- --email a@b.c   Asks for the password, or reads it from standard input. */
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { createAdmin } from "#features/admin/write.server.ts";
import { readArguments, runCommand } from "#server/command.ts";

/** Reads one line without showing it. */
async function askPassword(): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stdout.write("Password: ");
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: isTerminal });
  for await (const line of lines) {
    lines.close();
    if (isTerminal) process.stdout.write("\n");
    return line;
  }
  return "";
}

const values = readArguments({ email: { type: "string" } }, "npm run admin:create -- --email a@b.c");
if (values.email === undefined) {
  console.error("Say whose account it is: npm run admin:create -- --email a@b.c");
  process.exit(2);
}
const email = values.email;
const password = await askPassword();
await runCommand(async ({ db }) => {
  const done = await createAdmin(db, { email, password });
  console.log(done === "created" ? "The administrator is there." : "The administrator has a new password.");
});
