/**
 * The programs that the build makes of the server's sources, each a file of build/server: the pages, the app, one of
 * several processes of it, the path engine, and a thread. Modules that several of them need are in one file, so a
 * process loads them once.
 */
export const PROGRAMS = {
  index: "virtual:react-router/server-build",
  main: "src/main.server.ts",
  worker: "src/worker.server.ts",
  "path-process": "src/path-process.server.ts",
  "weekly-thread": "src/weekly-thread.server.ts",
};

/** What `npm start` runs. */
export const MAIN = "build/server/main.js";

/**
 * Where files are, seen from a built file. A source that starts another program finds the built one beside it. What
 * sources read, as the catalogues, stays beside the sources.
 * @param {string} code
 * @param {string} file the source's path from the repository's root
 * @returns {string}
 * @throws Error for a program that is not built
 */
export function withBuiltPlaces(code, file) {
  return code.replaceAll(
    /new URL\("\.\/([\w-]+)\.server\.ts", import\.meta\.url\)|import\.meta\.url/g,
    (_, program) => {
      if (program === undefined) return `new URL("../../${file}", import.meta.url).href`;
      if (!Object.hasOwn(PROGRAMS, program)) throw new Error(`${file} starts ${program}, which is not in PROGRAMS.`);
      return `new URL("./${program}.js", import.meta.url)`;
    },
  );
}
