type Text = { text: string; toBytes: (text: string) => Buffer };

const encode = (text: string): Buffer => Buffer.from(text, "utf8");

/** The text is a field and no value in a WeakMap: V8 would copy each value once, however short it is needed. */
class TextResponse extends Response {
  readonly known: Text;

  constructor(known: Text, init: ResponseInit) {
    super(null, init);
    this.known = known;
  }
}

/**
 * A response whose body is one known text. It is sent at once and not streamed.
 * @param toBytes adds what the text only names, after its scripts have been hashed
 */
export function textResponse(text: string, init: ResponseInit, toBytes = encode): Response {
  return new TextResponse({ text, toBytes }, init);
}

export async function textOf(response: Response): Promise<Text> {
  return response instanceof TextResponse ? response.known : { text: await response.text(), toBytes: encode };
}
