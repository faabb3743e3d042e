import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin, type Rolldown } from "vite";

const ROOTS = /\/src\/(?:root|entry\.client)\.tsx/;

/** Whether a module is on every page: what the root imports is, directly or through others. */
function isOnEveryPage(id: string, graph: Rolldown.ChunkingContext): boolean {
  const seen = new Set([id]);
  for (const module of seen) {
    for (const importer of graph.getModuleInfo(module)?.importers ?? []) {
      if (ROOTS.test(importer)) return true;
      seen.add(importer);
    }
  }
  return false;
}

/** What every page needs comes in two files instead of two dozen; libraries change less often than the rest. */
function sharedFile(id: string, graph: Rolldown.ChunkingContext): string | null {
  if (ROOTS.test(id) || !isOnEveryPage(id, graph)) return null;
  return id.includes("/node_modules/") ? "libraries" : "shell";
}

const CONNECTION = JSON.stringify(`${import.meta.dirname}/src/features/site/parts/connection.ts`);

/** What libraries do otherwise than this site wants, and have no option for. */
const MENDED: readonly { file: RegExp; from: RegExp; to: string; imports?: string }[] = [
  {
    // Loads the whole page anew when a page's script does not come. Waits for the connection instead.
    file: /\/react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.m?js/,
    from: /await import\(\s*(?:\/\*[^*]*\*\/\s*)*route\.module\s*\)/,
    to: "await importPage(() => import(/* @vite-ignore */ route.module), route.module)",
    imports: `import { importPage } from ${CONNECTION};\n`,
  },
  {
    // Says "0 options available." before anything was looked up. An empty list says its own sentence.
    file: /\/react-aria\/dist\/private\/combobox\/useComboBox\.m?js/,
    from: /if \(state\.isOpen && \(didOpenWithoutFocusedItem/,
    to: "if (state.isOpen && optionCount > 0 && (didOpenWithoutFocusedItem",
  },
];

const mended: Plugin = {
  name: "mended-libraries",
  apply: "build",
  transform(code, id) {
    const one = MENDED.find(({ file }) => file.test(id));
    if (!one) return undefined;
    if (!one.from.test(code)) throw new Error(`${id} has changed: see MENDED in vite.config.ts.`);
    return { code: `${one.imports ?? ""}${code.replace(one.from, one.to)}`, map: null };
  },
};

/**
 * Small modules that the same pages need, in one file each: together they are packed better than one by one, and the
 * list of files that travels with each page is shorter. Nothing stands here that few pages of a group need.
 */
const TOGETHER: readonly (readonly [file: string, modules: RegExp])[] = [
  [
    "lines",
    /\/src\/(?:features\/(?:drawing\/(?:pure\/(?:segments|stop-text)|parts\/track-piece)|person-card\/parts\/(?:card|person-card)|pipeline\/rules)|core\/calendar|ui\/(?:pagination|face))\.tsx?/,
  ],
  ["charts", /\/src\/ui\/chart\/(?:flow|capsule|bar-list|plot)\.tsx?/],
  [
    "figures",
    /\/src\/(?:ui\/chart\/(?:whisker|figure-section|key|band)|features\/(?:insight\/(?:words|rules|parts\/(?:notes|is-drawn|curve-chart|named-lists))|company\/parts\/neighbours))\.tsx?/,
  ],
];

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [reactRouter(), mended],
  build: {
    target: "es2023",
    // Addresses of assets carry a hash; small ones stay files, since the policy wants no inline fonts.
    assetsInlineLimit: 0,
    sourcemap: false,
    rollupOptions: {
      output: isSsrBuild
        ? { entryFileNames: "index.js" }
        : {
            codeSplitting: {
              groups: [
                { debugName: "every page", name: sharedFile, priority: TOGETHER.length + 1 },
                // What an earlier file needs stands in it, and not in a later one.
                ...TOGETHER.map(([name, test], at) => ({ name, test, priority: TOGETHER.length - at })),
              ],
            },
          },
    },
  },
  // Bundled before the first page asks for them: found late, they make the page begin anew while it is being used.
  optimizeDeps: {
    include: [
      "react-aria-components",
      "lucide-react",
      "zod",
      "uqr",
      "i18n-iso-countries",
      "@simplewebauthn/browser",
      "fflate",
      "yaml",
      "fast-xml-parser",
    ],
  },
  ...(command === "build"
    ? {
        // One bundle for the server: quicker to start, and React in its production form whatever NODE_ENV says later.
        // It reads its other languages from files beside itself when it starts, which a bundle does not have.
        ssr: { noExternal: true as const, external: ["i18n-iso-countries"] },
        define: { "process.env.NODE_ENV": JSON.stringify("production") },
      }
    : {}),
}));
