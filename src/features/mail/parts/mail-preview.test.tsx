import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { MailView } from "./mail-preview.tsx";

it.each([
  [false, "Write something to see the e-mail as it will arrive."],
  [true, "No preview: this body cannot be sent. Its field says why."],
])("without a preview, it says why there is none (refused: %s)", (isRefused, words) => {
  expect(
    renderToStaticMarkup(<MailView mail={undefined} isRefused={isRefused} subject="" title="Preview" />),
  ).toContain(words);
});
