import type { FullConfig } from "@playwright/test";
import { startTestServer } from "#tests/helpers/postgres.ts";
import { OwnApp } from "./own-app.ts";

/** For an app that does not begin to listen. */
const LONGEST_START_MS = 180_000;

/**
 * For `globalSetup` of Playwright, which takes the default export: the run's database server, and the app with demo
 * people that most tests open, at the address of the configuration.
 */
export default async function startMainApp({ projects }: FullConfig): Promise<() => Promise<void>> {
  const server = await startTestServer();
  const { port } = new URL(projects[0]?.use.baseURL ?? "");
  const app = new OwnApp({ PORT: port });
  app.onComplaint = (text) => process.stderr.write(text);
  const late = setTimeout(() => void app.stop("SIGKILL"), LONGEST_START_MS);
  try {
    await app.start();
  } finally {
    clearTimeout(late);
  }
  // An interrupted run does not call what is returned here.
  process.on("exit", () => void app.stop("SIGKILL"));
  return async () => {
    await app.remove();
    await server.stop();
  };
}
