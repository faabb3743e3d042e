import { describe, expect, it } from "vitest";
import { uploadAt } from "./uploads.ts";

describe("calls that take a file", () => {
  it.each([
    ["PATCH", "/api/pfp/5f2b9c0d1e3a4b5c6d7e8f90", "pfp"],
    ["POST", "/api/company/logo/quillon%20labs", "logo"],
  ])("%s %s has a minute and 5 MB", (method, path, field) => {
    expect(uploadAt(method, path)).toMatchObject({ field, maxBytes: 5_242_880 });
  });

  it.each([
    ["POST", "/api/pfp/5f2b9c0d1e3a4b5c6d7e8f90"],
    ["PATCH", "/api/company/logo/quillon"],
    ["PATCH", "/api/pfp/one/two"],
    ["POST", "/api/user/login"],
  ])("%s %s takes none", (method, path) => {
    expect(uploadAt(method, path)).toBeUndefined();
  });
});
