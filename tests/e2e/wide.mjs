import { WIDE_SCREENS } from "./wide-screens.mjs";

// Wide browser tests, see tests/wide.mjs.

const TEXTS = "Fixed texts. A changed one is seen by whoever changes it; at least one text of each page stays.";
const BESIDE = "A second way through a screen whose main way stays.";
const UNITS = "Its rules are unit tests or HTTP tests, which stay; this shows them once more in a browser.";

/** @type {readonly import("#tests/wide.mjs").Wide[]} */
export const WIDE_IN_BROWSER = [
  ...WIDE_SCREENS,
  {
    file: "tests/e2e/accessibility.test.ts",
    why: "Pages made of the same parts as those that stay; the reference of the API alone takes ten seconds.",
    tests: [
      {
        title: "axe finds nothing on the page, in both themes, narrow and wide: ${name}",
        but: ["landing", "search results as lines", "company", "profile", "anonymous profile", "login", "sign-up"].map(
          (name) => `axe finds nothing on the page, in both themes, narrow and wide: ${name}`,
        ),
      },
    ],
  },
  {
    file: "tests/e2e/account-links.test.ts",
    why: BESIDE,
    tests: ["a page that is opened without its link says so and offers nothing to press"],
  },
  {
    file: "tests/e2e/account.test.ts",
    why: "own-page.test.ts does the same by keyboard.",
    tests: ["the head of one's own page is saved only when changed and valid"],
  },
  {
    file: "tests/e2e/account.test.ts",
    why: "levels.test.ts goes the same way by keyboard, and looks as a visitor does; who sees what is tested over HTTP.",
    tests: ["one's name goes from the page at once and comes back when wanted"],
  },
  {
    file: "tests/e2e/admin-companies.test.ts",
    why: BESIDE,
    tests: [
      "a company is changed, but for its name, and is found by a further one",
      "deleting asks with the company's name, says what goes, and does it only then",
      "the target of a merge is searched for by keyboard, and the toast takes it back",
      "is told so, and led to the login",
      "when all reviews on the screen are done, the next ones come by themselves",
      "a review that is done while the list is loaded again stays done",
      "beside an open panel names stay whole words, and in forced colours a dialog has an edge",
    ],
  },
  {
    file: "tests/e2e/admin-login.test.ts",
    why: BESIDE,
    tests: [
      "sessions elsewhere are seen and ended, and logging out ends this one",
      "the tabs are a tablist by keyboard, each with an address that the back button knows",
    ],
  },
  {
    file: "tests/e2e/admin-mails.test.ts",
    why: UNITS,
    tests: ["a broadcast under way shows how far it is and can be stopped"],
  },
  {
    file: "tests/e2e/admin-tabs.test.ts",
    why: BESIDE,
    tests: [
      "an administrator of an empty site is told what to do first, and what is done",
      "an administrator reads suggestions, marks one as done, takes it back, and deletes one",
      "a list says so and is there when asked again; the log is filtered",
      "an administrator makes a code by keyboard, copies it this once, and revokes it",
      "without a mail server what is sent waits in the mail queue and can be read there",
    ],
  },
  {
    file: "tests/e2e/documents.test.ts",
    why: UNITS,
    tests: ["a text is pasted, and what is not certain is not ticked", "a DOCX is read as a draft"],
  },
  { file: "tests/e2e/drawn-parts.test.ts", why: UNITS, tests: ["cards say the same where nothing runs"] },
  {
    file: "tests/e2e/early-access.test.ts",
    why: BESIDE,
    tests: ["pages behind the links of mails say what they do, and what is wrong with a link"],
  },
  {
    file: "tests/e2e/editor.test.ts",
    why: UNITS,
    tests: [
      "a stop before all others goes where its date says, with the reason beside it",
      "dates are of 1 January 1950 to 1 January 2030, picked or typed, and days are found again",
      "a message that moves the page takes no click away",
      "the triangle turns while the editor is on its way",
    ],
  },
  {
    file: "tests/e2e/editor-draft.test.ts",
    why: "Another status on the same way.",
    tests: [
      {
        title: "${status}: home, with the reason and the way back to the draft",
        but: ["503: home, with the reason and the way back to the draft"],
      },
    ],
  },
  {
    file: "tests/e2e/editor-draft.test.ts",
    why: BESIDE,
    tests: [
      "after a session that ended: log in again, and the draft is there",
      "changed elsewhere meanwhile: both versions are there to choose from",
    ],
  },
  { file: "tests/e2e/empty-stop.test.ts", why: BESIDE, tests: ["an untouched stop beside saved ones is missed too"] },
  {
    file: "tests/e2e/follow.test.ts",
    why: UNITS,
    tests: [
      "without script a title is followed and left",
      "each page leads to an Atom feed that a browser's parser takes",
    ],
  },
  {
    file: "tests/e2e/gallery.test.ts",
    why: "Parts of pages by themselves, in the gallery of developers. The pages that show them stay.",
    tests: ["the gallery"],
  },
  {
    file: "tests/e2e/import-formats.test.ts",
    why: UNITS,
    tests: [
      "a file of Reactive Resume comes in: what is sure is ticked, what lacks a company is asked about, nothing is lost",
      "a table that is not a list of jobs is put aside",
    ],
  },
  {
    file: "tests/e2e/import-trouble.test.ts",
    why: BESIDE,
    tests: [
      "a file that comes while another is checked takes nothing away unasked, and no file takes the focus from who is typing",
      "while a review is open its bar is the only one: Enter saves nothing, Save comes back with Cancel or what is taken",
    ],
  },
  {
    file: "tests/e2e/import.test.ts",
    why: BESIDE,
    tests: [
      "a résumé comes in by keyboard alone, and discarding takes all of it back",
      "reading shows itself, is stopped, fails in words, and takes nothing away",
    ],
  },
  {
    file: "tests/e2e/levels.test.ts",
    why: UNITS,
    tests: [
      "titles are the catalogue's for others, until one's own are chosen, which the meter names and takes back",
      "months, the school and single companies stay as they were chosen, also in a draft",
      "where everything hidden would still be red, the meter says so at its first answer, and what hides",
      "says so, goes on when there is a connection, and asks no more when the day's calls are used",
    ],
  },
  {
    file: "tests/e2e/moving.test.ts",
    why: BESIDE,
    tests: [
      "a search that is typed says its result, also twice the same",
      "what takes longer than a moment is seen to be on its way, as cards and as a track",
    ],
  },
  {
    file: "tests/e2e/odd-paths.test.ts",
    why: "Other addresses that the same rule reads. contract-paths and page-addresses ask for them without a browser.",
    tests: [
      {
        title: "${path} is a 404 page with its header, also once the script runs",
        but: ["/company/x/y is a 404 page with its header, also once the script runs"],
      },
    ],
  },
  {
    file: "tests/e2e/own-file.test.ts",
    why: "export-round-trip.test.ts brings the same file back without a browser.",
    tests: ["own file: what was downloaded comes back to the letter, lookalikes and settings too, and can be undone"],
  },
  {
    file: "tests/e2e/own-page.test.ts",
    why: BESIDE,
    tests: [
      "whoever goes on typing during a save keeps the words and the focus",
      "leaving with unsaved fields asks, inside the site and out of it; a save of a new name does not",
      "one question for a name typed in one go",
      "nothing is lost, whatever the answer, and the fields come back after a reload",
      "a change made elsewhere is kept beside one's own",
      "after a session that ended one logs in and finds the fields as they were; nobody else does",
    ],
  },
  {
    file: "tests/e2e/path-search.test.ts",
    why: BESIDE,
    tests: [
      "moves a stop by dragging it, and changes what stands between by a menu with counts",
      "says that nobody took a route, and leads to a looser one",
      "begins with one field, three examples and four lists",
      "/like-me: any line, lined up with the nearest",
    ],
  },
  {
    file: "tests/e2e/path-states.test.ts",
    why: "The other half of the states. Of the half that stays, each day has others.",
    tests: [
      {
        title: "axe finds nothing in any state of the paths, half ${half + 1}",
        but: ["axe finds nothing in any state of the paths, half 1"],
      },
    ],
  },
  {
    file: "tests/e2e/picture.test.ts",
    why: BESIDE,
    tests: [
      "a picture is dragged under its frame, enlarged by the wheel and by two fingers",
      "what is kept of a picture is chosen by keys: moved to the right edge, enlarged, and begun again",
      "costs nobody the choice: the dialog stays, and the same picture goes when it can",
    ],
  },
  {
    file: "tests/e2e/plain-forms.test.ts",
    why: "Forty kilobytes a second: mostly waiting. The same forms are sent without JavaScript, and before the script has come.",
    tests: ["at 40 KB a second, sent before the script has come", "are sent at 40 KB a second too"],
  },
  {
    file: "tests/e2e/quick-search.test.ts",
    why: BESIDE,
    tests: [
      "what is not there is said, and the field keeps what was typed",
      "G then E leads who is signed in to the edit page, but for letters that are typed",
    ],
  },
  {
    file: "tests/e2e/search-keyboard.test.ts",
    why: BESIDE,
    tests: [
      "what the list holds is said once it is known, also that it holds nothing",
      "an option is chosen by arrow and Enter, and searched at once",
      "the pipeline layout draws each line from top to bottom, the searched stop marked",
      "Enter takes what the list offers first, though the list is not there yet; a name of nothing stays as typed",
    ],
  },
  {
    file: "tests/e2e/settings-proof.test.ts",
    why: BESIDE,
    tests: [
      "a browser without passkeys says so and offers nothing to press",
      "whoever came by the network sets a first password, and disconnects and connects the network",
    ],
  },
  {
    file: "tests/e2e/settings.test.ts",
    why: BESIDE,
    tests: [
      "the header leads there: by the gear, and in the panel of a small screen",
      "the lists can be read without JavaScript",
      "an address that is none, or the same one, is not sent",
      "news are turned off and on again by keyboard, and stay so",
      "sessions: one is ended, then all others, and the focus is not lost",
      "a change that fails says so, keeps what was typed and works again later",
    ],
  },
  {
    file: "tests/e2e/strings.test.ts",
    why: TEXTS,
    tests: [
      "an unauthorised call asks for a token once and is sent once more",
      "a search without a hit, and what nobody foresaw",
      "a rating: the face's name and its figure, one to five",
      "the role now, the role to come, the last role, each with its dates",
      "usernames have 3 to 32 characters of their kind, handles theirs",
      "the fields of the editor: what they are called, offer and count",
      "schools are asked for 100 ms after the last letter, and named once",
    ],
  },
  {
    file: "tests/e2e/strings-closed.test.ts",
    why: TEXTS,
    tests: [
      "the newsletter: idle, on its way, done, shut for 3000 ms, and what it says when it fails",
      "the code opens the site and stays in a cookie; the call to action leads to the network",
      "pages of places without people",
      "administrators: refused without a right, else tabs, and a mail that fails",
    ],
  },
  {
    file: "tests/e2e/suggestions.test.ts",
    why: BESIDE,
    tests: [
      "what was chosen and typed stays, and goes through later",
      "impatient clicks send once",
      "the trap is out of reach of people",
    ],
  },
  {
    file: "tests/e2e/moving.test.ts",
    why: "discover.test.ts pages by keyboard through the same list, and back.",
    tests: [{ title: "the people of a ${kind} are paged both ways, each time from the list's start on", but: [] }],
  },
  {
    file: "tests/e2e/odd-paths.test.ts",
    why: UNITS,
    tests: ["a slash too many leads to the page without it"],
  },
  {
    file: "tests/e2e/plain-forms.test.ts",
    why: "tests/http/plain-forms.test.ts sends these forms as a browser does.",
    tests: [
      "a forgotten password: the link is asked for, and a new one set by it",
      "login, and log-out",
      "a suggestion",
      "the secret code of a closed site: a wrong one says so and is still there",
      "the newsletter of a closed site, and out of it by one click",
      "know what was typed before: one's own profile can be saved",
    ],
  },
  {
    file: "tests/e2e/settings.test.ts",
    why: "account.test.ts is sent to log in from the editor, and comes back.",
    tests: ["a visitor is sent to log in first, and comes back"],
  },
  {
    file: "tests/e2e/share.test.ts",
    why: BESIDE,
    tests: ["without script a link is made, seen and switched off"],
  },
  {
    file: "tests/e2e/editor-draft.test.ts",
    why: "A draft under a former id once more. It is switched once in the test that stays.",
    tests: [
      "a second tab under the former id writes the same draft, which is found later",
      "switched on another device between two logins: the draft is there, and so is what was imported",
    ],
  },
  {
    file: "tests/e2e/import-trouble.test.ts",
    why: "late-parts.test.ts loads what reads a file with another try.",
    tests: ["a file that cannot be read for want of a connection is read once there is one"],
  },
  {
    file: "tests/e2e/import-trouble.test.ts",
    why: "import.test.ts takes rows by keys; empty-stop.test.ts removes an empty form.",
    tests: [
      "rows are taken by touch and by keys; what was said goes with what it said; forms left empty are named, and removed",
    ],
  },
  {
    file: "tests/e2e/editing.test.ts",
    why: UNITS,
    tests: ["a full line offers no place for a stop that could not be saved"],
  },
  {
    file: "tests/e2e/late-parts.test.ts",
    why: "Another part of a page that comes late. The editor stays, and so does a part that a deployment has removed.",
    tests: [
      "the quick search comes with another try, also if a file that it needs failed",
      "a field of companies has its list once that comes",
      "a piece whose files are there and whose import failed comes with a reload",
    ],
  },
  {
    file: "tests/e2e/moving.test.ts",
    why: "The same sentence of the server, with another status.",
    tests: [{ title: "a page that is refused with ${status}", but: ["a page that is refused with 429"] }],
  },
  {
    file: "tests/e2e/notice-place.test.ts",
    why: "late-parts.test.ts looks at the same notice on pages of every kind.",
    tests: ["the notice floats right above the editor's bar, however high that is"],
  },
  {
    file: "tests/e2e/pages.test.ts",
    why: "Another page without JavaScript. HTTP tests read what the server draws of each.",
    tests: ["companies, schools and what is missing are read"],
  },
  {
    file: "tests/e2e/path-search.test.ts",
    why: "Another list that a click outside closes.",
    tests: ["a click outside closes what stands between two stops, and the picker of /paths"],
  },
  {
    file: "tests/e2e/path-search.test.ts",
    why: "HTTP tests ask for the same addresses, and axe looks at them in path-states.test.ts.",
    tests: ["filters, orders and lays out by addresses"],
  },
  {
    file: "tests/e2e/share.test.ts",
    why: "goals.test.ts looks at what a browser prints.",
    tests: ["the sheet prints whole texts, on one sheet"],
  },
];
