import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src",
  buildDirectory: "build",
  ssr: true,
  // There are few routes, so the first page contains all of them, and no manifest is requested later.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
