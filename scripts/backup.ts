/**
 * npm run backup [-- --without-secret] [--check]
 * Makes a backup in BACKUP_DIR, beside a running app or without one. The backup contains the secret, encrypted with
 * BACKUP_PASSPHRASE; a terminal asks for it. `--check` restores the backup into a temporary directory.
 */
import { openPictureStore } from "#external/picture-store.ts";
import { makeBackup } from "#features/backup/write.server.ts";
import { openExisting, readArguments, runCommand } from "#server/command.ts";
import { readSecret } from "#server/secret.ts";
import { askHidden } from "./lib/ask-hidden.ts";
import { tryRestore } from "./lib/check-backup.ts";

const values = readArguments(
  { "without-secret": { type: "boolean", default: false }, check: { type: "boolean", default: false } },
  "npm run backup [-- --without-secret] [--check]",
);

await runCommand(
  async ({ config, db, url }) => {
    const isWithout = values["without-secret"] === true;
    let passphrase = isWithout ? undefined : config.backup.passphrase;
    if (!isWithout && passphrase === undefined && process.stdin.isTTY) {
      passphrase = await askHidden("Passphrase for the secret (12 characters or more): ");
      if (passphrase.length < 12) throw new Error("The passphrase must have 12 characters or more.");
    }
    if (!isWithout && passphrase === undefined) {
      throw new Error(
        "Set BACKUP_PASSPHRASE, which protects the secret in the backup, or leave the secret out: npm run backup -- --without-secret",
      );
    }
    const secret = readSecret(config.secretFile);
    const pictures = openPictureStore(config.pictures);
    const made = await makeBackup({ db, url, secret, now: new Date(), config, pictures }, { passphrase });
    const tables = made.head.tables.length;
    console.log(`${made.file}: ${tables} tables, ${made.rows} rows, ${Math.ceil(made.bytes / 1024)} KB.`);
    if (made.lost > 0) console.log(`${made.lost} pictures are not in it: the store does not have them.`);
    if (isWithout) console.log(`The secret is not in it. Keep a copy of ${config.secretFile} in another place.`);
    if (!values.check) return;
    const { pipelines } = await tryRestore(made.file, secret, (line) => console.log(line));
    console.log(`It was restored on trial: ${pipelines} pipelines, and everything derived equals its recount.`);
  },
  {},
  openExisting,
);
