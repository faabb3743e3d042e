import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "#tests/helpers/any-character.ts";
import { deviceOf } from "./device.ts";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const ANDROID = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox on Linux"],
  [`${WINDOWS} Chrome/141.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [`${WINDOWS} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, "Edge on Windows"],
  [`${WINDOWS} Chrome/141.0.0.0 Safari/537.36 OPR/120.0.0.0`, "Opera on Windows"],
  [`${MAC}/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`, "Safari on macOS"],
  [`${MAC}/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36`, "Chrome on macOS"],
  [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, "Safari on iPhone"],
  [`${IPHONE} CriOS/141.0 Mobile/15E148 Safari/604.1`, "Chrome on iPhone"],
  [`${IPHONE} FxiOS/144.0 Mobile/15E148 Safari/605.1.15`, "Firefox on iPhone"],
  ["Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) Version/17.0 Mobile/15E148 Safari/604.1", "Safari on iPad"],
  [`${ANDROID} Chrome/141.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  [`${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, "Samsung Internet on Android"],
  ["Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36", "Chrome on ChromeOS"],
  ["okhttp/4.12.0 (Android 14)", "An app on Android"],
  ["curl/8.14.1", "An app"],
  ["node", "An app"],
  ["", "An app"],
  [undefined, "An app"],
])("%s is %s", (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});

test("nothing of the sentence itself comes out, whatever it is, and it fits its column", () => {
  const known = /^(?:(?:Edge|Opera|Samsung Internet|Firefox|Chrome|Safari|An app)(?: on [A-Za-z]+)?)$/;
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 500 }),
      fc.constantFrom("", "Firefox/1 Linux "),
      (text, head) => {
        const device = deviceOf(`${head}${text}`);
        expect(device).toMatch(known);
        expect(device.length).toBeLessThanOrEqual(60);
      },
    ),
  );
});
