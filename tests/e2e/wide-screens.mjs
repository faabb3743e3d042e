// Wide browser tests of how a state looks: in other themes and widths, and where its parts stand. See tests/wide.mjs.

const SCREENS = "Other themes and widths of states that the case of this test that stays looks at.";

/** @type {readonly import("#tests/wide.mjs").Wide[]} */
export const WIDE_SCREENS = [
  {
    file: "tests/e2e/access-tokens.test.ts",
    why: SCREENS,
    tests: [
      { title: "its states pass axe, ${colorScheme}, ${width} px", but: ["its states pass axe, light, 1280 px"] },
    ],
  },
  {
    file: "tests/e2e/accessibility.test.ts",
    why: SCREENS,
    tests: [
      {
        title: "axe finds nothing in what opens, waits or fails, in both themes, ${width} px",
        but: ["axe finds nothing in what opens, waits or fails, in both themes, 1280 px"],
      },
    ],
  },
  {
    file: "tests/e2e/accessible-states.test.ts",
    why: "A page that fits at 400 % fits at 200 %.",
    tests: [{ title: "at ${zoom} %", but: ["at 400 %"] }],
  },
  {
    file: "tests/e2e/admin-companies.test.ts",
    why: SCREENS,
    tests: [
      {
        title: "axe finds nothing in any state of the companies, ${theme}, ${width} px",
        but: ["axe finds nothing in any state of the companies, light, 1280 px"],
      },
    ],
  },
  {
    file: "tests/e2e/admin-login.test.ts",
    why: SCREENS,
    tests: [
      {
        title: "axe finds nothing at the login and in the security tab, ${theme}, ${width} px",
        but: ["axe finds nothing at the login and in the security tab, light, 1280 px"],
      },
    ],
  },
  {
    file: "tests/e2e/company-flow.test.ts",
    why: SCREENS,
    tests: [
      {
        title: "both keep names inside and apart, and in full for a pointer, at ${width} px",
        but: ["both keep names inside and apart, and in full for a pointer, at 360 px"],
      },
    ],
  },
  {
    file: "tests/e2e/editor.test.ts",
    why: SCREENS,
    tests: [
      {
        title: "what is wrong stands beside its field while it is typed, and in a list that leads there, ${width} px",
        but: ["what is wrong stands beside its field while it is typed, and in a list that leads there, 360 px"],
      },
    ],
  },
  { file: "tests/e2e/first-minutes.test.ts", why: SCREENS, tests: [{ title: "at ${width} px", but: ["at 360 px"] }] },
  {
    file: "tests/e2e/insights.test.ts",
    why: SCREENS,
    tests: [
      {
        title: "axe finds nothing on any of the pages at ${width} px, ${colorScheme}",
        but: ["axe finds nothing on any of the pages at 1280 px, light"],
      },
      "a chart is laid out for its width: letters and rings keep their size",
    ],
  },
  {
    file: "tests/e2e/levels.test.ts",
    why: SCREENS,
    tests: [
      {
        title: "levels, meter and their question pass axe, ${colorScheme}, ${width} px",
        but: ["levels, meter and their question pass axe, light, 1280 px"],
      },
    ],
  },
  {
    file: "tests/e2e/long-lines.test.ts",
    why: SCREENS,
    tests: [
      {
        title: "the longest line stays inside its card, ${width} px",
        but: ["the longest line stays inside its card, 360 px"],
      },
    ],
  },
  {
    file: "tests/e2e/path-search.test.ts",
    why: SCREENS,
    tests: [
      {
        title: "${name} has nothing beside the screen and passes axe",
        but: ["/paths has nothing beside the screen and passes axe"],
      },
    ],
  },
  {
    file: "tests/e2e/settings-accessible.test.ts",
    why: SCREENS,
    tests: [
      {
        title: "account settings and their mistakes pass axe, ${colorScheme}, ${width} px",
        but: ["account settings and their mistakes pass axe, light, 1280 px"],
      },
    ],
  },
  {
    file: "tests/e2e/share.test.ts",
    why: SCREENS,
    tests: ["the page of sharing and a shared line are readable at every width, and print on one sheet"],
  },
  {
    file: "tests/e2e/editor.test.ts",
    why: SCREENS,
    tests: [
      {
        title: "nothing moves when the editor's code is there, ${width} px",
        but: ["nothing moves when the editor's code is there, 360 px"],
      },
    ],
  },
  {
    file: "tests/e2e/first-minutes.test.ts",
    why: "Where the parts of a form and a line stand. The other tests of this file fill the same form.",
    tests: [
      "names are whole: 48 px under the picture, and inside the page at its right edge",
      "guidelines open over the whole width, hints have their own line, and the rest is under More",
      "the preview draws from the first field, and Save waits for something to save",
    ],
  },
  {
    file: "tests/e2e/insights.test.ts",
    why: "Where columns stand. That each page fits its screen is looked at with axe.",
    tests: [
      "the first column of a table keeps its words in one piece beside many columns",
      "a title's companies stand in columns, of which a phone has three, and the rest is in the table",
    ],
  },
  {
    file: "tests/e2e/long-lines.test.ts",
    why: SCREENS,
    tests: [
      {
        title: "many stops between two columns of a route keep their row low, ${width} px",
        but: ["many stops between two columns of a route keep their row low, 1280 px"],
      },
    ],
  },
  {
    file: "tests/e2e/long-lines.test.ts",
    why: "Where the ends of such a row stand. That the row is low and its words have room stays.",
    tests: ["the first and the last of many stops in a route's row keep room for their words"],
  },
  {
    file: "tests/e2e/long-names.test.ts",
    why: "Where words of a table's heads are broken. That long names are broken and no page is too wide stays.",
    tests: ["names of compared companies are whole words where a word has room"],
  },
  {
    file: "tests/e2e/long-lines.test.ts",
    why: "How far two roles stand apart on a phone. That a line stays inside its card is shown by the test that stays.",
    tests: ["on a phone, a long first title keeps its distance from the next role of its stop"],
  },
  {
    file: "tests/e2e/editor.test.ts",
    why: "Where the dates of a stop stand on a phone. The same form is filled on a phone in tests that stay.",
    tests: ["beside two buttons on a phone, the dates of a stop take one line, and how long it was another"],
  },
  {
    file: "tests/e2e/long-names.test.ts",
    why: SCREENS,
    tests: [
      {
        title: "names without a space are broken, and no page is wider than the screen, ${width} px",
        but: ["names without a space are broken, and no page is wider than the screen, 360 px"],
      },
    ],
  },
  {
    file: "tests/e2e/small-screens.test.ts",
    why: "Where single parts of a page stand on a phone. Names of curves and lone signs stay, and so does a page at 400 %.",
    tests: [
      "a stop of the edit page has its dates in one line, and its icons end at the page's edge",
      "a figure stays beside its word",
      "what a finger presses is 44 px high, also where it looks smaller",
      "the ways to begin a line are aligned on the left",
      "the question mark of /paths stands beside the name before it",
      "in the question of /paths no ring touches the rule below the line before",
      "the steps of a route have whole names, apart from their counts and from the words beside them",
      "the sentence about all tables of the open data stands apart from their list",
      "the stop that somebody has just come to has its name before the band, and the band is whole",
      "shares around a centre line are not crossed by it, and its ends do not touch",
      "names beside similar lines lie over nothing, and inside the drawing",
      "each late ring of a similar line has its name, beside it or below the line",
      "with letters twice as large no page is wider than the phone",
      "with forced colours a line in a list on a phone, and the signs of a route, are drawn",
    ],
  },
];
