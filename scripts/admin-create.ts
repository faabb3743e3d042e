/**
 * npm run admin:create -- --email a@b.c [--remove-totp]
 * Asks for the password, or reads it from standard input. For an administrator
 * that is there it is a new password, and `--remove-totp` takes the second
 * factor away (a lost telephone).
 */
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

const values = readArguments(
  { email: { type: "string" }, "remove-totp": { type: "boolean" } },
  "npm run admin:create -- --email a@b.c [--remove-totp]",
);
if (values.email === undefined) {
  console.error("Say whose account it is: npm run admin:create -- --email a@b.c");
  process.exit(2);
}
const email = values.email;
const password = await askPassword();
await runCommand(async ({ db }) => {
  const done = await createAdmin(db, { email, password, removeTotp: values["remove-totp"] === true });
  console.log(
    done === "created"
      ? "The administrator is there."
      : "The administrator has a new password; all sessions have ended.",
  );
});
