import { WIDE_IN_BROWSER } from "#tests/e2e/wide.mjs";

// Wide tests: `npm test` leaves them out, `npm test -- all` runs them. CONTRIBUTING.md says which tests may stand here.

/**
 * Tests of one file and why the usual run can do without them. A test is its title, or the title of a group, as the file
 * writes it. `but` are titles that stay in the usual run, with the values that a loop fills in.
 * @typedef {{ file: string, why: string, tests: readonly (string | { title: string, but: readonly string[] })[] }} Wide
 */

const INSTALLED = "Installs or starts whole programs again and again. What they do is tested by itself.";
const WAITS = "Waits many seconds for a limit of time. The tests of this file that stay meet the same code sooner.";

/** @type {readonly Wide[]} */
export const WIDE = [
  {
    file: "scripts/demo-people.test.ts",
    why: "What 40,000 people of a very large world are like. Worlds of 600 and of 20,000 stay.",
    tests: ["a world of a million people"],
  },
  {
    file: "scripts/seed.test.ts",
    why: "Thousands of demo people, again and again. The other tests of this file compare smaller worlds with a recount.",
    tests: [
      "are the same people and numbers, however many threads make them",
      "are counted as a recount counts them, and leave no table behind",
      // tests/http/seed-kill.test.ts ends it at any time.
      "come with their numbers or not at all",
    ],
  },
  {
    file: "src/db/embedded/crash.test.ts",
    why: "Starts servers and waits for their end, for rare cases of what the tests that stay do.",
    tests: [
      "a busy backend that outlives its postmaster is ended before the next server starts",
      "a server that dies again and again is given up, aloud",
      "a server that is still shutting down is waited for",
      "a command waits for another command to end",
    ],
  },
  {
    file: "src/db/embedded/embedded.test.ts",
    why: "Starts servers again and again.",
    tests: [
      "gets past a postmaster.pid whose number is nobody's, or another program's",
      "sets a new password when access.json is lost",
    ],
  },
  {
    file: "tests/http/backup.test.ts",
    why: INSTALLED,
    tests: ["move an installation to another machine: one file, its passphrase, nothing else"],
  },
  {
    file: "tests/http/backup.test.ts",
    why: "Other spoilt files. All are found by the same checksum.",
    tests: [
      {
        title: "that is %s is refused before anything is touched",
        but: [
          "that is changed in one letter is refused before anything is touched",
          "that is no backup at all is refused before anything is touched",
        ],
      },
    ],
  },
  {
    file: "tests/http/company-moves.test.ts",
    why: "Thousands of rows, to show that a statement reads few. That the numbers are right stays.",
    tests: [
      "a page of a company with many moves reads few of them, and adds none up",
      "a save that adds to moves and to a school's companies touches no index of theirs",
    ],
  },
  {
    file: "tests/http/disclosure.test.ts",
    why: INSTALLED,
    tests: ["as a command ends well, and badly with a sentence for what is wrong"],
  },
  {
    file: "tests/http/dump-moderation.test.ts",
    why: "Each act stays with a mail that is sent, and each kind of mail server with one act.",
    tests: [
      {
        title: "is beside no account while the mail of $what waits: mail server: $mail",
        but: [
          "is beside no account while the mail of ask waits: mail server: a server that takes nothing",
          "is beside no account while the mail of hide waits: mail server: none",
        ],
      },
    ],
  },
  {
    file: "tests/http/first-start.test.ts",
    why: "Fifteen seconds of waiting for a slow database.",
    tests: ["a first start loads the catalogue also where a statement takes longer than a request may"],
  },
  {
    file: "tests/http/hanging-process.test.ts",
    why: "Starts whole programs again and again. src/child-processes.test.ts has the pauses, and the tests that stay have a process that is replaced.",
    tests: [
      "is started again after longer and longer pauses if it dies soon after it was ready, and the log says how",
      "whose successor does not start keeps its path engine, and no other one stays",
    ],
  },
  { file: "tests/http/image.test.ts", why: INSTALLED, tests: ["the container's image"] },
  {
    file: "tests/http/one-path-engine.test.ts",
    why: "Starts whole programs for rare ends of the engine. The tests that stay kill it, stop it, replace it, and let it die at each start.",
    tests: [
      "ends also in an endless loop, when all others are killed, and leaves no socket",
      {
        title: "dies at each start with PROCESSES=%s: the log says how, and the pauses grow",
        but: ["dies at each start with PROCESSES=1: the log says how, and the pauses grow"],
      },
      "without a folder for its socket, each process has an engine of its own",
    ],
  },
  {
    file: "tests/http/overload-bars.test.ts",
    why: "Measures how much the site does at ten times its capacity. That it stays up is in overload.test.ts.",
    tests: [
      "R10: at ten times its capacity it does most of its work, says no quickly, answers probes and comes back at once",
    ],
  },
  {
    file: "tests/http/paths.test.ts",
    why: "Each number of the site, counted again. The engine's unit tests count them in smaller worlds.",
    tests: ["is what anybody can recount who pages through the site"],
  },
  {
    file: "tests/http/pictures-in-a-store.test.ts",
    why: INSTALLED,
    tests: ["npm run pictures says where they are, moves them back and forth, and deletes strays"],
  },
  {
    file: "tests/http/picture-stores.test.ts",
    why: "A thousand files. The test that stays names all of fewer.",
    tests: ["is listed beyond its first page"],
  },
  {
    file: "tests/http/pictures-in-a-store.test.ts",
    why: "The same by another store.",
    tests: [
      {
        title: "are in a backup, and come back by it; the files of the replaced database go",
        but: ["pictures in a bucket are in a backup, and come back by it; the files of the replaced database go"],
      },
    ],
  },
  {
    file: "tests/http/processes.test.ts",
    why: INSTALLED,
    tests: [
      "are replaced one after the other on SIGHUP, and no request fails or finds the site not ready",
      "over the database that comes along they share it, and leave none behind",
      "go on when one is killed, and are as many again soon after",
      "several processes that cannot start say why once, and end",
    ],
  },
  { file: "tests/http/recipes.test.ts", why: INSTALLED, tests: ["on a fresh tree"] },
  {
    file: "tests/http/database-trouble.test.ts",
    why: WAITS,
    tests: ["the path engine goes on where the network swallows its own connections and no others"],
  },
  {
    file: "tests/http/disk-errors.test.ts",
    why: "Starts a server of its own and ends it. tests/http/kill.test.ts looks for lost saves, too.",
    tests: ["costs no save that was acknowledged, and no answer is a 500: %s"],
  },
  {
    file: "tests/http/disk-full.test.ts",
    why: "Fills a disk until the database dies. The other test of this file stops before that.",
    tests: [
      "that kills the database in the middle of its journal ends nothing: it starts in the reserve, reads go on, and so do saves when there is space",
    ],
  },
  {
    file: "tests/http/jobs.test.ts",
    why: WAITS,
    tests: ["comes again after a failure, and is not done a second time once it went well"],
  },
  {
    file: "tests/http/mail-broadcast.test.ts",
    why: WAITS,
    tests: ["can be watched, and counts what failed and what is in doubt"],
  },
  {
    file: "tests/http/lookups.test.ts",
    why: "Thousands of rows, to show that a statement reads few. That a look-up by name reads few stays.",
    tests: ["a look-up reads no more where schools and companies have many people"],
  },
  {
    file: "tests/http/quick-search.test.ts",
    why: "Thousands of people, to show that a statement reads few. lookups.test.ts shows it too, and who is found stays.",
    tests: ["on a site where thousands share a name"],
  },
  {
    file: "tests/http/seed-kill.test.ts",
    why: "How fast demo people are made. The kills stay, and so does what is left of the demo people after them.",
    tests: ["seeding writes no journal about what it fills, and all of it is on the disk"],
  },
  {
    file: "tests/http/migrations.test.ts",
    why: "The first version stays, and from these two on people's data are kept in tests that stay.",
    tests: [
      {
        title: "from %s on ends with the schema of a new one",
        but: ["from 0001 on ends with the schema of a new one"],
      },
    ],
  },
  {
    file: "tests/http/mix-rows.test.ts",
    why: WAITS,
    tests: ["a rewrite takes as long as it needs, longer than a request may wait"],
  },
  {
    file: "tests/http/pooler.test.ts",
    why: WAITS,
    tests: [
      "is seen while the site runs, and so is one that hangs",
      "ends a statement that takes too long, by the pooler's limit",
    ],
  },
  {
    file: "tests/http/replicas.test.ts",
    why: WAITS,
    tests: ["a replica that is more than ten seconds late is left out, named, and comes back by itself"],
  },
  {
    file: "tests/http/rolling-restart.test.ts",
    why: "Restarts processes under load for ten seconds. kill.test.ts ends one under steady saves.",
    tests: ["R19: at the defaults a restart of each in turn, under load on kept connections, fails no request"],
  },
  {
    file: "tests/http/several-hosts.test.ts",
    why: "A cluster of three servers. What is chosen between them is in database-hosts.test.ts.",
    tests: ["several hosts in DATABASE_URL"],
  },
  {
    file: "tests/http/suggestion-forward.test.ts",
    why: WAITS,
    tests: ["brings each to a service that refused, hung up and recovers, once"],
  },
  {
    file: "tests/http/upgrades.test.ts",
    why: "The data of each earlier version. migrations.test.ts upgrades from each of them.",
    tests: ["the data of an earlier version"],
  },
  ...WIDE_IN_BROWSER,
];
