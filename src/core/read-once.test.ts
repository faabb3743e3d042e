import { expect, it } from "vitest";
import { readOnce } from "./read-once.ts";

it("what could not be read is read again at the next call, and then kept", async () => {
  const answers: (Error | object)[] = [new Error("EMFILE: too many open files"), { fonts: 7 }, { fonts: 8 }];
  const read = readOnce(async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const failed = [read(), read()];
  for (const one of failed) await expect(one).rejects.toThrow("too many open files");
  const [first, beside] = await Promise.all([read(), read()]);
  expect(first).toEqual({ fonts: 7 });
  expect(beside).toBe(first);
  expect(await read()).toBe(first);
});
