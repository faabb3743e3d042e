/**
 * The fixed parts of the product's text: its words, numbers and states, with the browser test that checks each.
 * tests/architecture/strings.test.ts compares the table with those tests, so that a string without a test fails.
 */

export type FixedString = {
  /** The fixed text; unique. */
  id: string;
  /** The route, or what is on every one. */
  where: string;
  /** The words to the letter; for a number or a state the line by which the test sees it. */
  text: string;
  /** The file of the test, " › " and the title of the test. */
  seenBy: string;
};

/** A text that is its own name, or a name with the text in the test. */
type Entry = string | readonly [id: string, text: string];

function seen(seenBy: string, places: Readonly<Record<string, readonly Entry[]>>): FixedString[] {
  return Object.entries(places).flatMap(([where, entries]) =>
    entries.map((entry) => {
      const [name, text] = typeof entry === "string" ? [entry, entry] : entry;
      return { id: `${where}: ${name}`, where, text, seenBy };
    }),
  );
}

export const STRINGS: readonly FixedString[] = [
  ...seen("strings.test.ts › the landing page: its words, five people, thirty logos, three testimonials", {
    "/": [
      "Discover The Pipelines of Engineers Around the World",
      "Get Started",
      ["Get Started leads to /search", '"href", "/search"'],
      "Add Your Pipeline",
      ["Discover leads to /discover", '"href", "/discover"'],
      ["feature: search a community database", "Search a community database"],
      ["feature: import from the network sign-in", "Bring your picture and details along"],
      ["feature: anonymous sharing", "Share without your name"],
      ["feature: global pipelines", "Pipelines from around the world"],
      ["explainer", "How to read a line"],
      ["5 random people", '"article")).toHaveCount(5)'],
      ["30 random logos", '"listitem")).toHaveCount(30)'],
      ["3 testimonials", '"blockquote")).toHaveCount(3)'],
      ["testimonials are marked samples", '"Sample"'],
    ],
    footer: ["© 2024 Pipelines", "Have a suggestion?", ["its link leads to /suggestions", '"href", "/suggestions"']],
  }),
  ...seen("strings.test.ts › the header: its entries for visitors and for people, and where each leads", {
    header: [
      ["logo and title", "Pipelines, home /"],
      ["fixed at the top", '"position", /^(?:fixed|sticky)$/'],
      ["About (/)", "About /"],
      ["Search", "Search /search"],
      ["Discover", "Discover /discover"],
      ["Login for visitors", "Login /login"],
      ["Create Profile without a profile", "Create Profile /edit"],
      ["Edit Profile with one", "Edit Profile /edit"],
      ["picture leads to the own page", "Your profile ${own}"],
      ["default avatar", 'locator("img")).toHaveCount(0)'],
      ["without a picture none is looked up", "expect(lookups).toEqual([])"],
      "Logout",
    ],
    session: [
      ["logging out leads to /", "toHaveURL(/\\/$/)"],
      ["signing up leads into the start (record 0042)", "toHaveURL(/\\/edit$/)"],
      ["cookie token", "token true"],
      ["local storage key user", 'getItem("user")'],
      ["fields of user", '"email", "profileCreated", "profileId", "username"'],
    ],
    "/edit": [["call to action of people who are logged in", '"href", "/edit"']],
  }),
  ...seen("discover.test.ts › the menu opens, closes at Escape and at a tap, and leads on", {
    header: [
      ["menu button of small screens", '"Menu"'],
      ["the panel has the same entries", '["About", "Search", "Discover", "Paths", "Login", "Join"]'],
      ["a tap closes the panel", "toBeHidden()"],
    ],
  }),
  ...seen("strings.test.ts › login and sign-up: their buttons, and every source of a sentence", {
    "/login": ["Login In", ["e-mail and password", 'getByLabel("E-mail")']],
    "/signup": ["Join Pipelines"],
    errors: [
      ["a space spares the call", "expect(sent).toEqual([])"],
      ["a space in the e-mail", '"no thing@example.test"'],
      ["a space in the password", '"nine grey otters"'],
      ["Error occurred with response {status}", "Error occurred with response 500 Internal Server Error"],
      ["field error", "{ error: "],
      ["field message", "{ message: "],
      ["field msg", "{ msg: "],
      "An error occurred during the fetch operation.",
    ],
  }),
  ...seen("account.test.ts › somebody logs out, is sent to log in before editing, and comes back to the page meant", {
    "/login": ["Invalid username or password."],
    "/edit": ["Create Your Profile", ["only when logged in", "/login\\?next="]],
    session: [
      ["logging out drops the user", 'getItem("user"))).toBeNull()'],
      ["logging in leads to /", "toHaveURL(/\\/$/)"],
    ],
  }),
  ...seen("strings.test.ts › an unauthorised call asks for a token once and is sent once more", {
    errors: [
      [
        "one refresh, one retry",
        '"GET /api/token", "POST /api/suggestions", "GET /api/token", "POST /api/suggestions"',
      ],
    ],
    "/suggestions": [
      ["type company", '"Company"'],
      ["type website-issues", '"Website issues"'],
      ["type other", '"Other"'],
    ],
  }),
  ...seen("suggestions.test.ts › a visitor comes by the footer, chooses by keyboard and sends", {
    "/suggestions": [["type and text are sent", '{ type: "website-issues", text: ']],
  }),
  ...seen("suggestions.test.ts › an empty text and one too long are told beside the field, and nothing is sent", {
    "/suggestions": [["text required", "Must fill out all input fields."]],
  }),
  ...seen("strings.test.ts › a search without a hit, and what nobody foresaw", {
    "/search": ["No company on this site with that name :/"],
    errors: [
      "Unexpected Application Error!",
      ["the error's safe text", "Something went wrong on our side. Try again in a moment."],
    ],
  }),
  ...seen("strings.test.ts › a rating: the face's name and its figure, one to five", {
    "/company/{id}": [["rating by 20, 1 to 5", '"Neutral, 3of 5"']],
  }),
  ...seen("strings-closed.test.ts › pages of places without people", {
    "/discover": [["hero banner", '"Discover"']],
    "/search": ["No users on this site for this company :/"],
    "/company/{id}": ["Not enough ratings yet", ["logo", '".co-head .st--xl img"'], ["description", '".co-head__p"']],
    "/school/{id}": [
      ["rank", "N/A"],
      ["location of the alpha code", '"Canada"'],
      ["logo", '".co-head .st--xl"'],
      ["no rows", "No data available."],
    ],
  }),
  ...seen("strings-closed.test.ts › the tables: the top three from five people on, none below", {
    "/company/{id}": [
      ["Prior Companies, top 3", '"Prior Companies")).toHaveText([/Arden.*8/, /Birch.*7/, /Cobalt.*6/])'],
      ["Next Companies, from 5 people on", '"Next Companies")).toHaveText([/Fennel.*5/])'],
      ["fewer than 5 people: No data available.", "No data available."],
      ["rating values 20 to 100", "(n + 1) * 20"],
    ],
    "person card": [
      ["leads to /user/{profileId}", "/^\\/user\\/[0-9a-f]{24}$/"],
      ["name", '"Nova Testperson"'],
      ["Anonymous", '{ name: "Anonymous" }'],
      ["default avatar of the anonymous", '".avatar img")).toHaveCount(0)'],
      ["the latest experience alone", '"Engineer", "Garnet", '],
      ["logo leads to /company/{companyId}", '`/company/${await find("garnet")}`'],
      ["education logo leads to /school/{id}", "`/school/${school?._id}`"],
    ],
    "/school/{id}": [["Most Common Companies, top 3", '"Most Common Companies")).toHaveCount(3)']],
    "/user/{id}": [
      ["experience with its logo and company", `'a[href^="/company/"]'`],
      ["education with logo and name", "/Heidelberg.*Education/"],
    ],
    "/search": [
      ["toggle of grid and pipeline", "[/Grid/, /Pipeline/]"],
      ["the toggle from md up", "layouts.first()).toBeHidden()"],
    ],
  }),
  ...seen(
    "main-job.test.ts › the main job: look somebody up, sign up, record a pipeline, find it under its companies, after a restart too",
    {
      "/search": [
        ["company as a query parameter", "/search?company=shopify"],
        ["autocomplete", '"option"'],
      ],
      "/edit": [
        "you can remain 100% anonymous",
        ["a current stop needs no end", "March 2022 – Present"],
        ["a save leads home", "toHaveURL(`${app.url}/`)"],
      ],
    },
  ),
  ...seen("discover.test.ts › paging to the end shows each person once, and back shows the same page again", {
    "/discover": [
      ["12 a page", "toHaveLength(12)"],
      "Previous",
      "Next",
      ["page number", "Page ${number} of ${pages}"],
      ["page 1 first", "Page 1 of ${pages}"],
      ["next ends below total / 12", '"Next" })).toBeDisabled()'],
    ],
  }),
  ...seen("strings.test.ts › the role now, the role to come, the last role, each with its dates", {
    "/user/{id}": [
      ["Currently {title} at {company}", "Currently Engineer at Quarry Lane"],
      ["Incoming {title} at {company}", "Incoming Director at Old Mill"],
      ["Previously {title} at {company}", "Previously Analyst at Harbour & Tarn"],
      ["long month, numeric year", "May 2016 – February 2017"],
      ["Present", "March 2018 – Present"],
      ["Indefinite", "January 2030 – Indefinite"],
      ["placeholder 2200-12-02 travels", '"2200-12-02"'],
      ["and is never shown", 'getByText("2200")).toHaveCount(0)'],
      "Invalid Date",
    ],
    header: [["a picture that fails is the default avatar", 'locator("img")).toHaveCount(0)']],
  }),
  ...seen("strings.test.ts › an anonymous page says so four times and shows nobody", {
    "/user/{id}": [
      ["Anonymous for the name", '"Anonymous"'],
      ["Anonymous for the username", '"Username:" })).toHaveText(/Anonymous$/)'],
      ["Anonymous for linkedin", '"LinkedIn:" })).toHaveText(/Anonymous$/)'],
      ["Somewhere", "toHaveText(/Somewhere$/)"],
      ["default avatar", '".pr-av img")).toHaveCount(0)'],
      ["not edited in place", '{ name: "Username" })).toHaveCount(0)'],
    ],
  }),
  ...seen("account.test.ts › the head of one's own page is saved only when changed and valid", {
    "/user/{id}": [
      "All fields must be filled.",
      ["id may be a username, in any case", "/user/HEAD.testperson"],
      "Invalid username.",
      "Invalid Linkedin username.",
      ["Save only once changed", "expect(save).toBeDisabled()"],
    ],
  }),
  ...seen("own-page.test.ts › a name is checked while it is typed: taken, reserved, one's own, free", {
    "/user/{id}": ["Username already taken.", ["whatever its case", '"First.Namesake"']],
  }),
  ...seen("strings.test.ts › usernames have 3 to 32 characters of their kind, handles theirs", {
    "/user/{id}": [
      ["username from 3", '"ab", '],
      ["username to 32", '"a".repeat(33)'],
      ["no slash in a username", '"a/b"'],
      ["no two dots in a row", '"a..b"'],
      ["no two underscores in a row", '"a__b"'],
      ["handle of letters, digits, hyphens", '"a_b"'],
      ["location in place", 'getByRole("combobox", { name: "Location" })'],
      ["empty fields travel as empty texts", 'linkedin: "", location: ""'],
    ],
  }),
  ...seen("strings.test.ts › the fields of the editor: what they are called, offer and count", {
    "/edit": [
      "Edit Your Profile",
      "First name",
      "Last name",
      ["School search", '"School"'],
      "I want to remain anonymous",
      ["Company search", '"Company"'],
      ["Title search", '"Title"'],
      "Start date",
      "End date",
      ["Current", '"Current"'],
      ["5 levels", '"radio")).toHaveCount(5)'],
      ["titles by prefix, in any case", '"SOFTWARE"'],
      ["an added stop is empty", '{ name: field })).toHaveValue("")'],
      ["an added stop is not current", ".not.toBeChecked()"],
      ["an added stop is not rated", '"Not rated"'],
      ["companies scroll from a height on", "toBeLessThanOrEqual(264)"],
    ],
  }),
  ...seen("strings.test.ts › schools are asked for 100 ms after the last letter, and named once", {
    "/edit": [
      ["100 ms", "runFor(99)"],
      ["once by name", "toHaveCount(1)"],
    ],
  }),
  ...seen("editing.test.ts › a draft says what is wrong, survives a reload, and is saved once it is in order", {
    "/edit": [
      "Must fill out all input fields.",
      "Duplicate Companies (See Guidelines)",
      ["end before start: Invalid Date", "Invalid Date"],
    ],
  }),
  ...seen("editor.test.ts › a stop is added between two, rated, removed, brought back and saved", {
    "/edit": [
      ["add between", "Add a stop between Harbour & Tarn and Quarry Lane"],
      ["a title may be free text", '"Barge Pilot"'],
      ["the chosen level again clears it", "Not rated"],
    ],
  }),
  ...seen("editor.test.ts › a stop before all others goes where its date says, with the reason beside it", {
    "/edit": [
      ["add before", "Add a stop before Harbour & Tarn"],
      ["add after", "Add a stop after Quarry Lane"],
      ["sorted by start date", "Stops stand in order of their start date."],
    ],
  }),
  ...seen("editor.test.ts › two roles at one company: added, removed and brought back, current, rated and not rated", {
    "/edit": [
      ["Current resets Invalid Date", 'getByText("Invalid Date")).toHaveCount(0)'],
      ["Current hides the end date", '"End date" })).toHaveCount(0)'],
      ["unticked it is empty", 'toHaveValue("")'],
    ],
  }),
  ...seen("editor.test.ts › dates are of 1 January 1950 to 1 January 2030, picked or typed, and days are found again", {
    "/edit": [
      ["from 1950-01-01", '"January 1950"'],
      ["to 2030-01-01", '"January 2030"'],
    ],
  }),
  ...seen("editor.test.ts › the triangle turns while the editor is on its way", {
    "/edit": [["triangle loader", ".tri svg"]],
  }),
  ...seen("editor-draft.test.ts › ${status}: home, with the reason and the way back to the draft", {
    "/edit": ["An error occurred while updating your profile.", ["a failed save leads home", "toHaveURL(/\\/$/)"]],
  }),
  ...seen("pages.test.ts › says so in the product's sentences, with status 404 and a way home", {
    "any other path": [
      "We couldn't find the page you are looking for.",
      "Take me home!",
      ["home is /", "toHaveURL(/\\/$/)"],
    ],
    "/user/{id}": ["We were unable to find that profile!"],
    "/company/{id}": [["missing", '[`/company/${missing}`, "We were unable to find the company you requested!"]']],
    "/school/{id}": [["missing", '[`/school/${missing}`, "We were unable to find the company you requested!"]']],
  }),
  ...seen(
    "strings-closed.test.ts › the newsletter: idle, on its way, done, shut for 3000 ms, and what it says when it fails",
    {
      "early access": [
        "Pipelines Coming Soon",
        ["no header", '"banner")).toHaveCount(0)'],
        ["no footer", '"contentinfo")).toHaveCount(0)'],
        ["idle", "Notify Me!"],
        ["loading: spinner", '".spin")).toBeVisible()'],
        ["success: check", '{ name: "Sent" })).toBeVisible()'],
        ["3000 ms", "runFor(2_999)"],
        ["must be an e-mail", '"no address"'],
        "Email failed to subscribe. Please try again.",
      ],
    },
  ),
  ...seen(
    "early-access.test.ts › a closed site says 'Pipelines Coming Soon' everywhere and takes an address for the newsletter",
    {
      "early access": [["on every route but /code", '["/", "/search", "/discover", "/no/such/page"]']],
    },
  ),
  ...seen("early-access.test.ts › a code from an administrator opens the site, by keyboard; a wrong one says so", {
    "/code": ["Secret code", ["code required", "No code provided."], ["wrong code", "Incorrect code."]],
  }),
  ...seen(
    "strings-closed.test.ts › the code opens the site and stays in a cookie; the call to action leads to the network",
    {
      "/code": [
        ["cookie earlyAccess", "earlyAccess true"],
        ["then to /", "toHaveURL(`${app.url}/`)"],
      ],
      "/": [
        ["call to action leads to the network", "request.url().startsWith(network.issuer)"],
        ["response type", '"response_type")).toBe("code")'],
        ["client id", '"client_id")).toBe("pipelines")'],
        ["redirect", '"redirect_uri")).toMatch('],
        ["scopes", '"openid email profile r_basicprofile"'],
      ],
    },
  ),
  ...seen(
    "admin-login.test.ts › the dashboard is not there for visitors, and a wrong password says the server's sentence",
    {
      "/admin": [
        ["server's message", "Invalid username or password."],
        ["no navigation", '"navigation")).toHaveCount(0)'],
        ["no header, no footer", '["banner", "contentinfo"]'],
      ],
      "/admin/dashboard": ["You do not have permission to view this page.", ["status 404", "toBe(404)"]],
    },
  ),
  ...seen("strings-closed.test.ts › administrators: refused without a right, else tabs, and a mail that fails", {
    "/admin/dashboard": [
      ["tab Companies", '"Companies"'],
      ["tab Emails", '"Emails"'],
      ["no header", '"banner")'],
      ["no footer", '"contentinfo")).toHaveCount(0)'],
      ["early-access audience", "/early access/i"],
      ["no adminToken within reach of scripts", '"adminToken"'],
      "Email failed to send. Please try again.",
    ],
  }),
  ...seen("admin-companies.test.ts › a company is added, with what is wrong beside the fields and nothing lost", {
    "/admin/dashboard": [
      ["name and display name required", 'getByText("Must fill out all input fields.")).toHaveCount(2)'],
      ["logo must be a URL", "Logo must be a URL."],
      ["added", '"Add company"'],
    ],
  }),
  ...seen("admin-companies.test.ts › a company is changed, but for its name, and is found by a further one", {
    "/admin/dashboard": [
      ["name locked", '"readonly"'],
      ["searched", 'search(page, "glowmak")'],
      ["edited", "Lantern Works Ltd saved."],
    ],
  }),
  ...seen("admin-companies.test.ts › deleting asks with the company's name, says what goes, and does it only then", {
    "/admin/dashboard": [["question before deleting", 'Are you sure you want to delete the company: "moss gate"?']],
  }),
  ...seen(
    "admin-mails.test.ts › an administrator writes a mail, sees it, tests it, and sends it to as many people as the question says",
    {
      "/admin/dashboard": [
        ["broadcast", '"Broadcast"'],
        ["test e-mail", "Send a test first"],
      ],
    },
  ),
  ...seen(
    "picture.test.ts › somebody adds a picture to their page, changes it, sees it in the header, and removes it",
    {
      "/user/{id}": [["picture in place", "Add picture"]],
      header: [["picture of one's own", "header(page)"]],
    },
  ),
  ...seen("account.test.ts › one's name goes from the page at once and comes back when wanted", {
    "/edit": [["the toggle hides", '"I want to remain anonymous"']],
  }),
  ...seen(
    "main-job.test.ts › the main job: look somebody up, sign up, record a pipeline, find it under its companies, after a restart too",
    {
      session: [
        ["the session is verified on load", "Edit Your Profile"],
        ["a save makes the profile", '"Edit Profile"'],
      ],
      "/company/{id}": ["Prior Companies"],
    },
  ),
];
