import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AppEnv } from "./context.ts";

type Text = { text: string; toBytes: (text: string) => Buffer };

const encode = (text: string): Buffer => Buffer.from(text, "utf8");

/** The text is a field and no value in a WeakMap: V8 copies each such value once, even one that is soon dropped. */
class TextResponse extends Response {
  readonly known: Text;

  constructor(known: Text, init: ResponseInit) {
    super(null, init);
    this.known = known;
  }
}

/** An answer whose value is not text yet, so that whoever changes the value need not read the text again. */
class JsonResponse extends Response {
  readonly value: unknown;

  constructor(value: unknown, init: ResponseInit) {
    super(null, init);
    this.value = value;
  }
}

/**
 * A response that keeps its body as a text, so that the server need not read it from a stream before it sends it.
 * @param toBytes makes the bytes after the scripts have been hashed, with kept markup in place of its marks
 */
export function textResponse(text: string, init: ResponseInit, toBytes: Text["toBytes"]): Response {
  return new TextResponse({ text, toBytes }, init);
}

/** A response of JSON that becomes text when it is sent. */
export function jsonResponse(value: unknown, init: ResponseInit): Response {
  return new JsonResponse(value, init);
}

/**
 * A replacement for Hono's `c.json`: the response keeps the value, and becomes text when it is sent. It has the status and
 * the headers that the call has set before.
 */
export function answerByValue(c: Context<AppEnv>): Context<AppEnv>["json"] {
  const json = (value: unknown, given?: ContentfulStatusCode, headers?: Record<string, string>): Response =>
    jsonResponse(value, c.newResponse(null, given, { "content-type": "application/json", ...headers }));
  return json as unknown as Context<AppEnv>["json"];
}

export async function textOf(response: Response): Promise<Text> {
  if (response instanceof TextResponse) return response.known;
  const text = response instanceof JsonResponse ? JSON.stringify(response.value) : await response.text();
  return { text, toBytes: encode };
}

export async function valueOf(response: Response): Promise<unknown> {
  return response instanceof JsonResponse ? response.value : await response.json();
}
