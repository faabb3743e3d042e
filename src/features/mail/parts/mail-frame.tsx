import { useEffect, useRef, type ReactNode } from "react";

const NAME = "style";

/**
 * Its style attributes under a name that nothing reads, so that parsing them
 * is no breach of the page's content policy. Quotes and angle brackets in
 * values are entities, since the server wrote every tag of it.
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

/** Draws a mail into an empty document, its styles by the object model, which the policy allows to our own scripts. */
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

/** As high as the mail is; the style sheet sets the most. */
function fit(frame: HTMLIFrameElement): void {
  const main = frame.contentDocument?.body;
  if (main) frame.height = String(Math.ceil(main.getBoundingClientRect().height));
}

/** A mail as its reader sees it, in a frame that runs nothing, loads nothing and leads nowhere. */
export function MailFrame(props: { html: string; title: string }): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const show = (): void => draw(element, props.html);
    show();
    // Some browsers put the empty document in place only now.
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
