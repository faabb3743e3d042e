import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { runMain } from "./lib/run.mjs";

await runMain(async () => {
  await ensureInstalled(console.log);
  await ensureBuilt(console.log);
  console.log("The pages are built.");
  return 0;
});
