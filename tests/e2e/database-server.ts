import { startTestServer } from "#tests/helpers/postgres.ts";

/** For `globalSetup` of Playwright, which takes the default export: the database server of the apps that tests start. */
export default async function startDatabaseServer(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  return () => server.stop();
}
