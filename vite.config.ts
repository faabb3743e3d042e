import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, minifySync, normalizePath, type Plugin, type Rolldown } from "vite";
import { escapeBeyondLatin } from "#scripts/lib/escape-beyond-latin.mjs";
import { PROGRAMS, withBuiltPlaces } from "#scripts/lib/programs.mjs";

const ROOTS = /\/src\/(?:root|entry\.client)\.tsx/;

/** Is a module on every page? It is if the root imports it, directly or through other modules. */
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

/**
 * Puts the modules of every page into two files instead of two dozen. Libraries have their own file, because they
 * change less often.
 */
function sharedFile(id: string, graph: Rolldown.ChunkingContext): string | null {
  if (ROOTS.test(id) || !isOnEveryPage(id, graph)) return null;
  // The package has one module that imports all its icons. If a part of every page imported it, every page would get
  // the icons of all pages.
  if (id.includes("/lucide-react/")) throw new Error("Parts of every page take their icons from src/ui/icon.tsx.");
  return id.includes("/node_modules/") ? "libraries" : "shell";
}

const CONNECTION = JSON.stringify(`${import.meta.dirname}/src/ui/connection.ts`);

/** Corrections of library behaviour that has no option. */
const MENDED: readonly { file: RegExp; from: RegExp; to: string; imports?: string }[] = [
  {
    // The router reloads the whole page if a page's script cannot be loaded. Wait for the connection instead.
    file: /\/react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.m?js/,
    from: /await import\(\s*(?:\/\*[^*]*\*\/\s*)*route\.module\s*\)/,
    to: "await importPage(() => import(/* @vite-ignore */ route.module), [route.module, ...(route.imports ?? [])])",
    imports: `import { importPage } from ${CONNECTION};\n`,
  },
  {
    // If an import() has failed once, the browser fails it again without a request. So fetch its files first.
    file: /vite\/preload-helper\.js$/,
    from: /export const __vitePreload = /,
    to: `export const __vitePreload = (load, files = [], importer) =>
      importPart(() => preload(load, files, importer), files.map((file) => assetsURL(file, importer)));
    const preload = `,
    imports: `import { importPart } from ${CONNECTION};\n`,
  },
  {
    // The library announces "0 options available." before anything was looked up. Our empty list has its own sentence.
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

/** With forward slashes, as ids of modules have them on every system. */
const SOURCES = `${normalizePath(import.meta.dirname)}/src/`;

/** The server is built as the pages are, with its libraries: it starts sooner, and what both need is loaded once. */
const programs: Plugin = {
  name: "programs",
  apply: "build",
  enforce: "post",
  applyToEnvironment: ({ name }) => name === "ssr",
  configEnvironment: (name) =>
    name === "ssr"
      ? {
          build: {
            rollupOptions: {
              input: PROGRAMS,
              // All in one folder: sources say where files are, seen from there.
              output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
            },
          },
        }
      : undefined,
  transform: {
    order: "pre",
    handler(code, id) {
      if (!id.startsWith(SOURCES) || !code.includes("import.meta.url")) return undefined;
      return { code: withBuiltPlaces(code, `src/${id.slice(SOURCES.length)}`), map: null };
    },
  },
};

/**
 * V8 keeps the text of each loaded file. So the server's files have no comments and spaces, but all their names, which
 * errors show. Node hands a text over with two bytes a character if one of them is beyond ASCII: escapes mean the same.
 */
const smallTexts: Plugin = {
  name: "small-texts",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "ssr",
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== "chunk") continue;
      const { code, errors } = minifySync(file.fileName, file.code, {
        module: true,
        compress: false,
        mangle: false,
        codegen: { removeWhitespace: true },
      });
      if (errors.length > 0) throw new Error(`${file.fileName}: ${errors[0]?.message}`);
      file.code = escapeBeyondLatin(code);
    }
  },
};

/**
 * Small modules that the same pages need, each group in one file. They compress better together, and each page lists
 * fewer files. A group contains nothing that only few of its pages need.
 */
const TOGETHER: readonly (readonly [file: string, modules: RegExp])[] = [
  [
    "lines",
    /\/src\/(?:features\/(?:drawing\/(?:pure\/(?:segments|stop-text)|parts\/track-piece)|person-card\/parts\/(?:card|person-card)|pipeline\/rules)|core\/calendar|ui\/(?:pagination|face))\.tsx?/,
  ],
  ["routes", /\/src\/features\/route\/parts\/(?:small-route|example-routes|step-ring)\.tsx/],
  ["search", /\/src\/features\/search\/parts\/(?:find-form|search-form)\.tsx/],
  ["charts", /\/src\/ui\/chart\/(?:flow|capsule|bar-list|plot)\.tsx?/],
  [
    "figures",
    /\/src\/(?:ui\/chart\/(?:whisker|figure-section|key|band)|features\/(?:insight\/(?:words|rules|parts\/(?:notes|is-drawn|curve-chart|named-lists))|company\/parts\/neighbours))\.tsx?/,
  ],
];

/** Large packages that only some requests need. They are imported at the first use; late-modules.test.ts sees to it. */
const LATE_PACKAGES = [
  "@resvg/resvg-js",
  "@simplewebauthn/server",
  "@simplewebauthn/server/helpers",
  "html-to-text",
  "sanitize-html",
  "satori",
  "sharp",
];

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), mended, programs, smallTexts],
  build: {
    target: "es2023",
    // Asset names contain a hash. Small assets stay files, because the policy forbids inline fonts.
    assetsInlineLimit: 0,
    sourcemap: false,
    // Processes of the build before may still load late parts of the server; scripts/lib/build.mjs removes them later.
    emptyOutDir: false,
    // A part that needs no other file is listed too, so that it is fetched before its import.
    modulePreload: { resolveDependencies: (file, others) => (others.length === 0 ? [file] : others) },
  },
  environments: {
    client: {
      build: {
        emptyOutDir: true,
        rollupOptions: {
          output: {
            codeSplitting: {
              groups: [
                { debugName: "every page", name: sharedFile, priority: TOGETHER.length + 1 },
                // A module that an earlier file needs is in that file, and not in a later one.
                ...TOGETHER.map(([name, test], at) => ({ name, test, priority: TOGETHER.length - at })),
              ],
            },
          },
        },
      },
    },
  },
  // Bundle these before the first page. If Vite finds them late, it reloads the page while it is being used.
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
        // The built server contains its libraries, with React's production build, whatever NODE_ENV is at the start.
        // LATE_PACKAGES are loaded from node_modules: some read files of their own, and one fails in a build, which
        // changes the order in which its modules run.
        ssr: { noExternal: true as const, external: [...LATE_PACKAGES, "pg-native"] },
        define: { "process.env.NODE_ENV": JSON.stringify("production") },
      }
    : {}),
}));
