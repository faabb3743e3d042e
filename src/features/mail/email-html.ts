import { createElement as h, Fragment, type CSSProperties, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Email } from "./rules.ts";

export type Rendered = { html: string; text: string };

type Leave = { reason: string; href: string };

const FONT = "'Instrument Sans','Helvetica Neue',Arial,sans-serif";
const BUTTON: CSSProperties = {
  display: "inline-block",
  padding: "12px 20px",
  borderRadius: 8,
  background: "#1b58d0",
  color: "#ffffff",
  fontWeight: 600,
  textDecoration: "none",
};

/** For mail programs with a dark mode; `!important` overrides the styles of the elements. */
const SHEET = [
  ":root{color-scheme:light dark;supported-color-schemes:light dark}",
  "pre,code{white-space:pre-wrap}",
  "@media (prefers-color-scheme:dark){",
  ".m-page{background:#0b1019!important;color:#edf0f4!important}",
  ".m-card{background:#131823!important;border-color:#252b38!important;color:#edf0f4!important}",
  ".m-soft{color:#9da5b1!important}",
  ".m-card a,.m-soft a{color:#89b9ff!important}",
  ".m-card a.m-button{background:#2d69de!important;color:#ffffff!important}",
  "}",
].join("");

const P: CSSProperties = { margin: "0 0 16px" };
const SOFT: CSSProperties = { margin: "0 0 8px", fontSize: 13, lineHeight: "18px", color: "#5a6473" };

/** The frame of every mail. It loads no picture or other file, because that would tell the host who reads the mail. */
function Page(props: { title: string; baseUrl: string; children: ReactNode; leave: Leave | undefined }): ReactNode {
  return h(
    "html",
    { lang: "en" },
    h(
      "head",
      null,
      h("meta", { charSet: "utf-8" }),
      h("meta", { name: "viewport", content: "width=device-width,initial-scale=1" }),
      h("meta", { name: "color-scheme", content: "light dark" }),
      h("title", null, props.title),
      h("style", null, SHEET),
    ),
    h(
      "body",
      { className: "m-page", style: { margin: 0, padding: 16, background: "#f7f9fc", color: "#11192a" } },
      h(
        "main",
        { style: { maxWidth: 560, margin: "0 auto", fontFamily: FONT, fontSize: 16, lineHeight: 1.5625 } },
        h("p", { style: { margin: "8px 0 16px", fontWeight: 700, fontSize: 20 } }, "Pipelines"),
        h(
          "div",
          {
            className: "m-card",
            style: {
              padding: "24px 20px 8px",
              background: "#ffffff",
              border: "1px solid #dadfe5",
              borderRadius: 12,
              overflowWrap: "anywhere",
            },
          },
          props.children,
        ),
        h(
          "div",
          { style: { padding: "16px 0" } },
          h(
            "p",
            { className: "m-soft", style: SOFT },
            "Sent by Pipelines, ",
            h("a", { href: props.baseUrl, style: { color: "#0e49bc" } }, props.baseUrl),
          ),
          props.leave === undefined
            ? null
            : h(
                "p",
                { className: "m-soft", style: SOFT },
                props.leave.reason,
                " ",
                h("a", { href: props.leave.href, style: { color: "#0e49bc" } }, "Unsubscribe"),
              ),
        ),
      ),
    ),
  );
}

function EmailBody({ email }: { email: Email }): ReactNode {
  return h(
    Fragment,
    null,
    email.paragraphs.map((text, n) => h("p", { key: n, style: P }, text)),
    email.items &&
      h(
        "ul",
        { style: { margin: "0 0 16px", padding: "0 0 0 20px" } },
        email.items.map(({ text, href }) =>
          h("li", { key: href, style: { margin: "0 0 8px" } }, h("a", { href, style: { color: "#0e49bc" } }, text)),
        ),
      ),
    email.action &&
      h(
        "p",
        { style: { margin: "8px 0 20px" } },
        h("a", { href: email.action.href, className: "m-button", style: BUTTON }, email.action.label),
      ),
    email.notes?.map((text, n) => h("p", { key: n, className: "m-soft", style: SOFT }, text)),
    email.action &&
      h(
        "p",
        { className: "m-soft", style: SOFT },
        "If the button does not work, open this address: ",
        email.action.href,
      ),
  );
}

function page(given: Parameters<typeof Page>[0]): string {
  return `<!DOCTYPE html>${renderToStaticMarkup(h(Page, given))}`;
}

function textFoot(baseUrl: string, leave?: Leave): string {
  const lines = [`Sent by Pipelines, ${baseUrl}`];
  if (leave) lines.push(`${leave.reason} Unsubscribe: ${leave.href}`);
  // Mail programs recognise a signature by "-- ".
  return `-- \n${lines.join("\n")}\n`;
}

/** @param leave the unsubscribe text; mails about one's own account have none */
export function renderEmail(email: Email, baseUrl: string, leave?: Leave): Rendered {
  const items = email.items?.map(({ text, href }) => `- ${text}\n  ${href}`).join("\n") ?? "";
  const action = email.action === undefined ? [] : [`${email.action.label}:\n${email.action.href}`];
  return {
    html: page({ title: email.subject, baseUrl, leave, children: h(EmailBody, { email }) }),
    text: `${[...email.paragraphs, ...(items === "" ? [] : [items]), ...action, ...(email.notes ?? [])].join("\n\n")}\n\n${textFoot(baseUrl, leave)}`,
  };
}

/** A placeholder for the broadcast's own HTML: a private-use character that `cleanBroadcast` removes. */
const PLACE = "\uE000";

/** A broadcast inside our frame. @param body HTML that `cleanBroadcast` made, and its text */
export function renderBroadcast(
  body: { subject: string; html: string; text: string },
  baseUrl: string,
  leave: Leave,
): Rendered {
  const frame = page({ title: body.subject.replaceAll(PLACE, ""), baseUrl, leave, children: PLACE });
  return { html: frame.replace(PLACE, () => body.html), text: `${body.text}\n\n${textFoot(baseUrl, leave)}` };
}
