import { describe, expect, it } from "vitest";
import { askPasskey, hasPasskeys, NO_PASSKEYS, passkeySentence } from "./passkey-browser.ts";

describe("passkeys in the browser", () => {
  it("says the same of a refusal and of a wait that was too long, as browsers do", () => {
    expect(passkeySentence("NotAllowedError")).toBe(passkeySentence("AbortError"));
  });

  it("knows a device that is known, an address that has none, and says something of everything else", () => {
    expect(passkeySentence("InvalidStateError")).toContain("already");
    expect(passkeySentence("SecurityError")).toContain("address");
    expect(passkeySentence("TypeError")).toBe("The passkey did not work. Try again, or use your password.");
    expect(passkeySentence("")).toBe("The passkey did not work. Try again, or use your password.");
  });

  it("where there are none nothing is asked and the person is told", async () => {
    expect(hasPasskeys()).toBe(false);
    const options = { challenge: "", rpId: "", timeout: 1, userVerification: "required" } as const;
    await expect(askPasskey(options)).rejects.toThrow(NO_PASSKEYS);
  });
});
