import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { waitForPaths } from "#tests/helpers/path-site.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// S23: whatever people type, the markup around it is the markup of harmless words.

const PAYLOADS = [
  "<script>alert(1)</script>",
  "</script><script>alert(1)</script>",
  "</ScRiPt ><sCrIpT>alert(1)</sCrIpT>",
  '"><img src=x onerror=alert(1)>',
  "'><img src=x onerror=alert(1)>",
  '" onmouseover="alert(1)',
  "' onfocus='alert(1)' autofocus='",
  "` onload=`alert(1)",
  "</title><svg/onload=alert(1)>",
  "</style><svg onload=alert(1)>",
  "</textarea><script>alert(1)</script>",
  "<svg><animate onbegin=alert(1)>",
  "<math><mi xlink:href=javascript:alert(1)>",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  "<a href=javascript:alert(1)>x</a>",
  "<base href=https://evil.example/>",
  "<meta http-equiv=refresh content=0;url=//evil.example>",
  "<link rel=stylesheet href=//evil.example>",
  "<form action=//evil.example><input>",
  "<!--><script>alert(1)</script>",
  "--><script>alert(1)</script>",
  "<![CDATA[<script>alert(1)</script>]]>",
  "<?xml version='1.0'?>",
  "\u2028alert(1)\u2029",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "&#x3c;script&#x3e;",
  "\\u003cscript\\u003e",
  "javascript:alert(1)",
  "${alert(1)}{{alert(1)}}<%= 1 %>",
  "<<script>script>alert(1)<</script>/script>",
] as const;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ pages: true });
  // A company's page says so while pipelines are still being read.
  await waitForPaths(app);
});
afterAll(() => app.stop());

/** Pages about a person with this text in every field that takes any text, alone on a page of a company of that name. */
async function readPagesWith(text: string): Promise<{ path: string; html: string }[]> {
  const user = await new ApiUser(app).signUp();
  const saved = await user.save({
    firstName: text,
    lastName: text,
    location: text,
    school: text,
    pipeline: [stop(text, text, "2020-01-01", "2021-01-01")],
  });
  expect(saved.status, saved.text).toBe(200);
  const companyId = saved.body.pipeline[0]?.companyId ?? "";
  const pages: { path: string; html: string }[] = [];
  for (const path of [`/user/${user.profileId}`, `/company/${companyId}`, `/search?company=${companyId}`]) {
    const answer = await sendRaw(app, { path });
    expect(answer.status, path).toBe(200);
    pages.push({ path, html: answer.text });
  }
  // Not among the similar pipelines of the next person.
  expect((await user.save({ visibility: "private" })).status).toBe(200);
  return pages;
}

/** Every tag with the names of its attributes, and the number of script ends; without any text that people wrote. */
function skeletonOf(html: string): string[] {
  return [
    ...html.replace(/(<script\b[^>]*>)[\s\S]*?<\/script>/g, "$1</script>").matchAll(/<[!/?a-z](?:"[^"]*"|[^">])*>/gi),
  ].map(([tag]) => tag.replace(/="[^"]*"/g, "=").replace(/<!--[\s\S]*?-->/g, "<!---->"));
}

test("S23: thirty texts that look like markup, in every field, leave the markup of three pages as it is", async () => {
  const harmless = await readPagesWith("Harmless");
  expect(PAYLOADS).toHaveLength(30);
  let seen = 0;
  for (const text of PAYLOADS) {
    for (const [n, { path, html }] of (await readPagesWith(text)).entries()) {
      if (html.includes("alert(1)")) seen += 1;
      expect(skeletonOf(html), `${text} in ${path}`).toEqual(skeletonOf(harmless[n]?.html ?? ""));
      // A script reads what follows, so a text must not end the script element.
      for (const [, script = ""] of html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g))
        expect(script, text).not.toMatch(/<script|<!--|\u2028|\u2029/i);
      expect(html, text).not.toMatch(/(?:href|src|action)="(?:javascript:|data:text|\/\/)/i);
    }
  }
  expect(seen).toBeGreaterThan(40);
});

test("S23: planted: a skeleton tells a text that became markup", () => {
  const page = (text: string) => `<p title="${text}">${text}</p>`;
  expect(skeletonOf(page("&lt;b&gt;"))).toEqual(skeletonOf(page("a")));
  expect(skeletonOf(page("<b>"))).not.toEqual(skeletonOf(page("a")));
  expect(skeletonOf(page('" onclick="x'))).not.toEqual(skeletonOf(page("a")));
});
