import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Features } from "./features.tsx";
import { CallToAction } from "./people.tsx";

test.each([
  [true, "Sign in with your professional network", "Choose the file that your professional network gives you"],
  [false, "Choose the file that your professional network gives you", "Sign in with your professional network"],
])("with a network sign-in %s the card about one's details says what is there, and nothing else", (has, says, not) => {
  const html = renderToStaticMarkup(<Features popular={[]} hasNetwork={has} />);
  expect(html).toContain(says);
  expect(html).not.toContain(not);
  expect(html.includes("Network sign-in")).toBe(has);
});

test.each([
  [true, true, "/edit"],
  [true, false, "/edit"],
  [false, true, "/login"],
  // Without a network sign-in there is nothing at login for somebody without an account.
  [false, false, "/signup"],
])("Add Your Pipeline, logged in %s, with a network sign-in %s, leads to %s", (isLoggedIn, hasNetwork, href) => {
  const html = renderToStaticMarkup(<CallToAction isLoggedIn={isLoggedIn} hasNetwork={hasNetwork} />);
  expect(html).toContain(`href="${href}"`);
});
