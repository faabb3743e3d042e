/**
 * npm run admin:create -- --email a@b.c [--remove-totp]
 * Asks for a password, or reads it from standard input. An existing administrator gets it as the new password.
 * `--remove-totp` removes the second factor, for example after a phone was lost.
 */
import { createAdmin } from "#features/admin/write.server.ts";
import { readArguments, runCommand } from "#server/command.ts";
import { askHidden } from "./lib/ask-hidden.ts";

const values = readArguments(
  { email: { type: "string" }, "remove-totp": { type: "boolean" } },
  "npm run admin:create -- --email a@b.c [--remove-totp]",
);
if (values.email === undefined) {
  console.error("Say whose account it is: npm run admin:create -- --email a@b.c");
  process.exit(2);
}
const email = values.email;
const password = await askHidden("Password: ");
await runCommand(async ({ db }) => {
  const done = await createAdmin(db, { email, password, removeTotp: values["remove-totp"] === true });
  console.log(
    done === "created"
      ? "The administrator is there."
      : "The administrator has a new password; all sessions have ended.",
  );
});
