type Text = { text: string; toBytes: (text: string) => Buffer };

const texts = new WeakMap<Response, Text>();

const encode = (text: string): Buffer => Buffer.from(text, "utf8");

/**
 * A response whose body is one known text. It is sent at once and not streamed.
 * @param toBytes adds what the text only names, after its scripts have been hashed
 */
export function textResponse(text: string, init: ResponseInit, toBytes = encode): Response {
  const response = new Response(null, init);
  texts.set(response, { text, toBytes });
  return response;
}

export async function textOf(response: Response): Promise<Text> {
  return texts.get(response) ?? { text: await response.text(), toBytes: encode };
}
