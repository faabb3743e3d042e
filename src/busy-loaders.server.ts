import type { LoaderFunctionArgs, ServerBuild } from "react-router";
import { FAILED_READ } from "#core/failed-read.ts";
import { isDatabaseAway } from "#db/database-away.ts";

type Routes = ServerBuild["routes"];

/** Throws a fault of the database as an answer of 503, and hands it to `report`. Other errors pass as they are. */
function passOn(error: unknown, report: (error: unknown) => void): never {
  if (!isDatabaseAway(error)) throw error;
  report(error);
  throw new Response(FAILED_READ, { status: 503 });
}

function withBusyLoader(route: Routes[string], reportOf: (args: LoaderFunctionArgs) => (error: unknown) => void) {
  const loader = route?.module.loader;
  if (route === undefined || loader === undefined) return route;
  const busyLoader = async (args: LoaderFunctionArgs): Promise<unknown> => {
    try {
      return await loader(args);
    } catch (error) {
      return passOn(error, reportOf(args));
    }
  };
  return { ...route, module: { ...route.module, loader: busyLoader } };
}

/**
 * React Router shows the page nothing of an error but that there was one. A thrown answer keeps its status, so the page
 * can say that we are busy, and offer to be asked for again.
 */
export function withBusyLoaders(
  build: ServerBuild,
  reportOf: (args: LoaderFunctionArgs) => (error: unknown) => void,
): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [id, withBusyLoader(route, reportOf)]);
  return { ...build, routes: Object.fromEntries(routes) };
}
