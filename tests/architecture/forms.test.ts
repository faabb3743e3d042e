import { describe, expect, it } from "vitest";
import { FORMS } from "#app/forms.server.ts";
import { readFile, repositoryPaths } from "./source.ts";

// A form may be sent before our script runs. So the server must accept it, or it must wait for the script
// (features/site/parts/held-forms.tsx). Typed text must never get into the address by mistake.

/** Addresses that accept forms: the pages of `FORMS`, and two others. */
const FORM_ADDRESSES = new Set([...Object.keys(FORMS), "/logout", "/unsubscribe"]);

/** Forms that get their address from another file, with the addresses that are possible. */
const MADE: Readonly<Record<string, readonly string[]>> = {
  "src/features/account/parts/credentials-form.tsx": ["/login", "/signup"],
  "src/features/share/parts/link-section.tsx": ["/share"],
};

/** The opening tags of forms in a file, braces of attributes skipped. */
function formsIn(text: string): string[] {
  return [...text.matchAll(/<(?:form|Form)\b/g)].map(({ index }) => {
    let depth = 0;
    for (let at = index; at < text.length; at += 1) {
      if (text[at] === "{") depth += 1;
      else if (text[at] === "}") depth -= 1;
      else if (text[at] === ">" && depth === 0) return text.slice(index, at + 1);
    }
    return text.slice(index);
  });
}

function faultOf(path: string, form: string): string | undefined {
  const method = /\bmethod="(get|post)"/.exec(form)?.[1];
  if (method === undefined) return `${path}: a form says how it is sent: get would put what was typed in the address`;
  const action = /\baction=(?:"([^"]*)"|\{(`[^`]*`|[^}]*)\})/s.exec(form);
  if (action === null)
    return method === "post" ? undefined : `${path}: a form without an action waits for the script, and is a post`;
  const literal = action[1] ?? /^`([^`?$]*)/.exec(action[2] ?? "")?.[1];
  const addresses = literal === undefined ? MADE[path] : [literal];
  if (addresses === undefined) return `${path}: an address that is made elsewhere belongs on this test's list`;
  if (method === "get") return undefined;
  const closed = addresses.filter((address) => !FORM_ADDRESSES.has(address));
  return closed.length === 0 ? undefined : `${path}: ${closed.join(", ")} takes no form`;
}

/** Not the gallery, whose forms are sent nowhere. */
const files = repositoryPaths().filter((path) => /^src\/(?!features\/gallery\/).*\.tsx$/.test(path));

describe("forms", () => {
  it("work before the script runs, or wait for it", () => {
    const all = files.map(readFile).flatMap(({ path, text }) => formsIn(text).map((form) => ({ path, form })));
    expect(all.length).toBeGreaterThan(40);
    expect(all.map(({ path, form }) => faultOf(path, form)).filter((fault) => fault !== undefined)).toEqual([]);
  });

  it("draw their radio buttons as the design does, in both themes", () => {
    const radios = files.map(readFile).filter(({ text }) => text.includes('type="radio"'));
    expect(radios.length).toBeGreaterThan(5);
    // A ring or a face, as the button itself or beside it; "sr": the whole label is drawn as one.
    const drawn = /className="radio__dot"|<Face level|type="radio" className="sr"/;
    expect(radios.filter(({ text }) => !drawn.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it.each([
    ["<form onSubmit={(event) => save(event)}>", /says how it is sent/],
    ['<form method="get" onSubmit={save}>', /is a post/],
    ['<form method="post" action="/settings" onSubmit={save}>', /\/settings takes no form/],
    ['<form method="post" action={`/nowhere?next=${next}`}>', /\/nowhere takes no form/],
    ['<form method="post" action={action}>', /on this test's list/],
  ])("planted: %s", (form, fault) => {
    expect(formsIn(`return (${form}<p>x</p></form>);`).map((one) => faultOf("src/x.tsx", one))).toEqual([
      expect.stringMatching(fault),
    ]);
  });
});
