/**
 * Unit tests that mostly wait: for a database, a process or a limit of time, with the seconds that they take. Two of them
 * at once leave a processor idle, so one of them runs beside those that compute.
 * @type {Readonly<Record<string, number>>}
 */
export const WAITING = {
  "scripts/seed.test.ts": 5,
  "src/server/purge-channel.test.ts": 5,
  "src/db/embedded/embedded.test.ts": 4,
  "src/features/path/paths.server.test.ts": 3,
  "src/features/path/running/run-engine.test.ts": 3,
  "src/features/school/match.test.ts": 2,
  "src/db/embedded/crash.test.ts": 2,
  "src/server/limiter.test.ts": 2,
  "src/server/packed-body.test.ts": 2,
  "src/features/school/write.server.test.ts": 1.5,
  "src/server/admission.test.ts": 1,
  "src/features/catalogue/write.server.test.ts": 0.7,
  "src/server/secret.test.ts": 0.6,
  "src/server/page-turns.test.ts": 0.4,
};

/**
 * Unit tests that compute for more than a second.
 * @type {Readonly<Record<string, number>>}
 */
export const COMPUTING = {
  "src/features/import/pure/document/linkedin-pdf.test.ts": 3,
  "src/server/picture.test.ts": 3,
  "src/api.server.test.ts": 2,
  "src/features/path/engine-cases.test.ts": 2.5,
  "src/features/import/pure/fuzz.test.ts": 1.5,
  "src/features/import/parts/resume-files.test.ts": 1.2,
  "src/features/path/sentence/read-sentence.test.ts": 1,
  "src/features/title/kind.test.ts": 1,
  "src/features/path/recount.test.ts": 1,
  "src/server/password.test.ts": 1,
  "tests/architecture/regexes.test.ts": 1,
  "tests/architecture/glossary.test.ts": 1,
  "catalogue/known-companies.test.ts": 1,
};

/** What all others take on average. */
const OTHER_SECONDS = 0.1;

/**
 * The files of unit tests in the order in which two threads take them: those that wait one after another, spread over
 * those that compute, and the long ones first.
 * @param {readonly string[]} files from the root of the repository
 */
export function testOrder(files) {
  const secondsOf = (/** @type {string} */ file) => WAITING[file] ?? COMPUTING[file] ?? OTHER_SECONDS;
  const sorted = files.toSorted((a, b) => secondsOf(b) - secondsOf(a));
  const waiting = sorted.filter((file) => file in WAITING);
  const computing = sorted.filter((file) => !(file in WAITING));
  /** @type {string[]} */
  const order = [];
  // One thread waits until here, the other one computes until there.
  let [waits, computes] = [0, 0];
  while (waiting.length > 0 || computing.length > 0) {
    const isWaiting = waiting.length > 0 && (waits <= computes || computing.length === 0);
    const next = (isWaiting ? waiting : computing).shift() ?? "";
    if (isWaiting) waits += secondsOf(next);
    else computes += secondsOf(next);
    order.push(next);
  }
  return order;
}
