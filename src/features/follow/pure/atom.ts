import { escapeXml } from "#core/text.ts";

type FeedEntry = { day: string; title: string };
type Feed = {
  title: string;
  /** Addresses with the host. */
  self: string;
  page: string;
  subtitle: string;
  /** Day of the last weekly count. */
  day: string;
  entries: readonly FeedEntry[];
};

const at = (day: string): string => `${day}T00:00:00Z`;

/** XML 1.0 allows no control characters and no lone surrogates, not even escaped. */
function text(value: string): string {
  return escapeXml(
    value.toWellFormed().replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, ""),
  );
}

/** An Atom 1.0 feed (RFC 4287). The same input gives the same bytes. */
export function atomFeed({ title, self, page, subtitle, day, entries }: Feed): string {
  const link = `<link rel="alternate" type="text/html" href="${text(page)}"/>`;
  const items = entries.map(
    (entry) =>
      `<entry><id>${text(`${self}#${entry.day}`)}</id><title>${text(entry.title)}</title>` +
      `<updated>${at(entry.day)}</updated>${link}<content type="text">${text(entry.title)}.</content></entry>\n`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${text(self)}</id>
<title>${text(title)}</title>
<subtitle>${text(subtitle)}</subtitle>
<updated>${at(entries[0]?.day ?? day)}</updated>
<author><name>Pipelines</name></author>
<link rel="self" type="application/atom+xml" href="${text(self)}"/>
${link}
${items.join("")}</feed>
`;
}
