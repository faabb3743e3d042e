const TAGS = [
  ..."h1 h2 h3 h4 p br hr div span strong b em i u s small sub sup".split(" "),
  ..."ul ol li dl dt dd blockquote pre code a table thead tbody tr th td".split(" "),
];
const SCHEMES = ["https", "http", "mailto"];
/** Elements that would make a mail program load something. */
const LOADING = new Set("img picture source image svg video audio track embed object iframe".split(" "));
const MAX_HTML = 150_000;

export type CleanBroadcast = {
  html: string;
  text: string;
  /** Why it cannot be sent. Undefined if it can. */
  fault: string | undefined;
};

/**
 * Sanitizes the HTML of a broadcast: keeps a fixed list of elements, and links with http, https and mailto only.
 * Refuses pictures, because loading one tells its host who reads the mail.
 * @param baseUrl the base of relative links
 */
export async function cleanBroadcast(raw: string, baseUrl: string): Promise<CleanBroadcast> {
  // Only administrators need these libraries: six megabytes.
  const [{ default: sanitizeHtml }, { convert }] = await Promise.all([import("sanitize-html"), import("html-to-text")]);
  let loads = false;
  const html = sanitizeHtml(raw, {
    allowedTags: TAGS,
    allowedAttributes: {
      a: ["href", "title"],
      th: ["colspan", "rowspan", "scope"],
      td: ["colspan", "rowspan"],
      ol: ["start"],
    },
    allowedSchemes: SCHEMES,
    allowProtocolRelative: false,
    allowedClasses: {},
    nestingLimit: 40,
    nonTextTags: [
      "style",
      "script",
      "textarea",
      "option",
      "noscript",
      "template",
      "title",
      "head",
      "iframe",
      "svg",
      "math",
    ],
    onOpenTag: (name) => {
      loads ||= LOADING.has(name);
    },
    transformTags: {
      a: (tagName, { href, ...attributes }) => {
        const target = href === undefined ? undefined : absolute(href, baseUrl);
        return { tagName, attribs: { ...attributes, ...(target === undefined ? {} : { href: target }) } };
      },
    },
  })
    .replaceAll("\uE000", "")
    .trim();
  const text = convert(html, {
    wordwrap: 78,
    selectors: [
      { selector: "a", options: { hideLinkHrefIfSameAsText: true } },
      ...["h1", "h2", "h3", "h4"].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: "table", format: "dataTable" },
    ],
  }).trim();
  return { html, text, fault: faultOf(loads, html, text) };
}

function faultOf(loads: boolean, html: string, text: string): string | undefined {
  if (loads)
    return "Pictures and other things that load are not allowed in e-mails: they tell their host who reads them.";
  if (text === "") return "An e-mail needs some text.";
  return html.length > MAX_HTML ? "This e-mail is too long." : undefined;
}

function absolute(href: string, baseUrl: string): string | undefined {
  try {
    return new URL(href, baseUrl).href;
  } catch {
    return undefined;
  }
}
