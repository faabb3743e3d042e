import { useEffect, useRef, type ReactNode } from "react";

const NAME = "style";

/**
 * Renames the style attributes to a name that browsers ignore, because parsing
 * them would violate the page's content policy. The regular expression is safe:
 * the server wrote all tags, so quotes and angle brackets in values are entities.
 */
function withoutStyles(html: string): string {
  return html
    .split("<")
    .map((piece) => {
      const end = piece.indexOf(">");
      return end < 0 ? piece : piece.slice(0, end).replaceAll(` ${NAME}="`, ` data-${NAME}="`) + piece.slice(end);
    })
    .join("<");
}

const LINK = "a[title]{color:#0e49bc;text-decoration:underline;cursor:help}";

/** Renders a mail into an empty document. Sets styles by CSSOM, which the content policy allows to our scripts. */
function draw(frame: HTMLIFrameElement, html: string): void {
  const page = frame.contentDocument;
  const view = page?.defaultView;
  if (!page || !view) return;
  const [from, to] = [html.indexOf("<style>"), html.indexOf("</style>")];
  const hasSheet = from >= 0 && to > from;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(LINK + (hasSheet ? html.slice(from + "<style>".length, to) : ""));
  page.adoptedStyleSheets = [sheet];
  const bare = hasSheet ? html.slice(0, from) + html.slice(to) : html;
  const mail = new DOMParser().parseFromString(withoutStyles(bare), "text/html");
  // The server removes these already; this is a second line of defence.
  for (const element of mail.querySelectorAll("script,style,link,meta,base,iframe,object,embed,img,form")) {
    element.remove();
  }
  page.documentElement.lang = "en";
  page.title = mail.title;
  page.body.replaceWith(page.adoptNode(mail.body));
  for (const element of page.querySelectorAll<HTMLElement>("[data-style]")) {
    element.style.cssText = element.dataset["style"] ?? "";
    delete element.dataset["style"];
  }
  for (const link of page.querySelectorAll("a")) {
    // Links show their address and cannot be followed.
    link.title = link.getAttribute("href") ?? "";
    link.removeAttribute("href");
  }
  fit(frame);
}

/** Sets the frame's height to the mail's height. The style sheet limits it. */
function fit(frame: HTMLIFrameElement): void {
  const main = frame.contentDocument?.body;
  if (main) frame.height = String(Math.ceil(main.getBoundingClientRect().height));
}

/** Shows a mail as its reader sees it, in a frame without scripts, requests and working links. */
export function MailFrame(props: { html: string; title: string }): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const show = (): void => draw(element, props.html);
    show();
    // Some browsers replace the empty document at this event, so render again.
    element.addEventListener("load", show);
    const observer = new ResizeObserver(() => fit(element));
    observer.observe(element);
    return () => {
      element.removeEventListener("load", show);
      observer.disconnect();
    };
  }, [props.html]);
  return <iframe ref={frame} className="em__frame" sandbox="allow-same-origin" title={props.title} tabIndex={0} />;
}
