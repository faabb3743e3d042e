import { expect, test } from "vitest";
import { fillBody, markBody, NONCE_MARK, newNonce } from "./marked-body.ts";

test("every place gets the nonce, whatever stands around it, and the kept bytes stay", () => {
  const text = `é<script nonce="${NONCE_MARK}">ü</script>${NONCE_MARK}`;
  const body = markBody(text, true);
  const [one, two] = [newNonce(), newNonce()];
  expect(one).not.toBe(two);
  expect(fillBody(body, one).toString()).toBe(text.replaceAll(NONCE_MARK, one));
  expect(fillBody(body, two).toString()).toBe(text.replaceAll(NONCE_MARK, two));
  expect(body.bytes.toString()).toBe(text);
});

test("a body without marks is sent as it is", () => {
  const body = markBody(`${NONCE_MARK} in JSON`, false);
  expect(fillBody(body, newNonce())).toBe(body.bytes);
});

test("a nonce has 128 bits and the mark's length", () => {
  expect(newNonce()).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(NONCE_MARK).toHaveLength(22);
});
