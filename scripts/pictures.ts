/**
 * npm run pictures [-- --to store | --to database | --sweep]
 * Reports where pictures are. `--to store` moves pictures from the database into the store of the settings; the app may
 * run. `--to database` moves them back; stop the app first. `--sweep` deletes files in the store that belong to no
 * picture of this database. Use it only if no other installation uses the store.
 */
import { numberText } from "#core/number-text.ts";
import { openPictureStore } from "#external/picture-store.ts";
import { deleteFiles, listUnknownFiles } from "#features/picture/file-write.server.ts";
import { type Moved, moveToDatabase, moveToStore } from "#features/picture/move-write.server.ts";
import { countPictures } from "#features/picture/places.server.ts";
import { type CommandDatabase, openExisting, readArguments, refuseBesideApp, runCommand } from "#server/command.ts";

const USAGE = "npm run pictures [-- --to store | --to database | --sweep]";
const PRINT_EVERY_MS = 5_000;

const values = readArguments({ to: { type: "string" }, sweep: { type: "boolean", default: false } }, USAGE);
if (![undefined, "store", "database"].includes(values.to) || (values.to !== undefined && values.sweep)) {
  console.error(`Call it like this: ${USAGE}`);
  process.exit(2);
}

let lastSaid = performance.now();
function printProgress({ moved }: Moved): void {
  if (performance.now() - lastSaid < PRINT_EVERY_MS) return;
  lastSaid = performance.now();
  console.log(`${numberText(moved)} moved`);
}

async function work({ config, db }: CommandDatabase): Promise<void> {
  const pictures = openPictureStore(config.pictures);
  if ((values.to !== undefined || values.sweep) && !pictures) {
    throw new Error("The settings name no store of pictures. Set PICTURES_DIR or PICTURES_S3_URL.");
  }
  if (pictures) {
    const fault = await pictures.check();
    if (fault !== undefined) throw new Error(fault);
    if (values.to === "store") report(await moveToStore({ db, pictures }, { onProgress: printProgress }));
    if (values.to === "database") {
      await refuseBesideApp(db);
      report(await moveToDatabase({ db, pictures }, { onProgress: printProgress }));
    }
    if (values.sweep) console.log(`${await listUnknownFiles({ db, pictures })} files that no picture is in.`);
    if (values.to !== undefined || values.sweep)
      console.log(`${await deleteFiles({ db, pictures })} files deleted from the store.`);
  }
  const { inDatabase, inStore, toDelete } = await countPictures(db);
  console.log(`${inDatabase} pictures are in the database.`);
  console.log(`${inStore} are in ${pictures?.place ?? "a store that the settings do not name"}.`);
  console.log(`${toDelete} files of the store wait to be deleted.`);
}

function report({ moved, failed }: Moved): void {
  console.log(`${moved} moved.`);
  if (failed === 0) return;
  console.log(`${failed} stayed where they are: the store has no such file, or they changed meanwhile.`);
  process.exitCode = 1;
}

await runCommand(work, {}, openExisting);
