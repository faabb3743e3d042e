import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src",
  buildDirectory: "build",
  ssr: true,
  // Routes are few: all of them travel with the first page, and no manifest is asked for afterwards.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
