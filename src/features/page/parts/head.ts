import { fieldsOf } from "#core/fields.ts";

/** Paths of link pictures, without the host: for pages without their own, and for one company, school or person. */
const SITE_PICTURE_PATH = "/link-pictures/site.png";
export function picturePath(kind: "company" | "school" | "user", id: string): string {
  return `/link-pictures/${kind}/${id}.png`;
}
export function titlePicturePath(slug: string): string {
  return `/link-pictures/title/${slug}.png`;
}

/** @param query the route, as the address of /search has it */
export function routePicturePath(query: string): string {
  return `/link-pictures/route.png?${query}`;
}

/** The matched routes, as a page's `meta` gets them. The root's loader has the site's address. */
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

function baseUrlOf(matches: Matches): string {
  const { baseUrl } = fieldsOf(matches.find((match) => match?.id === "root")?.loaderData);
  return typeof baseUrl === "string" ? baseUrl : "";
}

/**
 * A page's title, description, canonical address and link preview.
 * @param page `path` is the page's canonical path and begins with a slash; `picture` is a path too, by default the
 * site's own picture; `feed` is the path of its Atom feed; `isHidden` keeps search engines away
 */
export function pageHead(
  matches: Matches,
  page: {
    title: string;
    description: string;
    path: string;
    picture?: string;
    isHidden?: boolean;
    feed?: string | undefined;
  },
) {
  const base = baseUrlOf(matches);
  const title = page.title.endsWith("Pipelines") ? page.title : `${page.title} – Pipelines`;
  const address = `${base}${page.path}`;
  return [
    { title },
    { name: "description", content: page.description },
    // Hidden pages get no canonical address and no preview.
    ...(page.isHidden === true
      ? [{ name: "robots", content: "noindex" }]
      : [
          { tagName: "link", rel: "canonical", href: address },
          { property: "og:url", content: address },
        ]),
    ...(page.feed === undefined
      ? []
      : [{ tagName: "link", rel: "alternate", type: "application/atom+xml", title, href: `${base}${page.feed}` }]),
    { property: "og:site_name", content: "Pipelines" },
    { property: "og:type", content: "website" },
    { property: "og:title", content: title },
    { property: "og:description", content: page.description },
    { property: "og:image", content: `${base}${page.picture ?? SITE_PICTURE_PATH}` },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
