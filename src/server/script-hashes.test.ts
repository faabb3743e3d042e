import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { hashScripts, SCRIPT_MARK } from "./script-hashes.ts";

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("each script that the renderer wrote has its hash, and the mark is gone", () => {
  const page = `<script nonce="${SCRIPT_MARK}" type="module">a("é")</script><p>x</p><script async="" nonce="${SCRIPT_MARK}">b</script>`;
  expect(hashScripts(page)).toEqual({
    html: '<script type="module">a("é")</script><p>x</p><script async="">b</script>',
    hashes: [hashOf('a("é")'), hashOf("b")],
  });
});

test("a script from elsewhere gets no hash, whatever nonce it carries", () => {
  const page = '<script>alert(1)</script><script nonce="">alert(2)</script><script nonce="guess">alert(3)</script>';
  expect(hashScripts(page)).toEqual({ html: page, hashes: [] });
});

test("the mark is in no part of what is sent", () => {
  expect(hashScripts(`{"nonce":"${SCRIPT_MARK}"}`).html).not.toContain(SCRIPT_MARK);
});

test("the same script twice is named once", () => {
  const script = `<script nonce="${SCRIPT_MARK}">a</script>`;
  expect(hashScripts(script + script).hashes).toEqual([hashOf("a")]);
});
