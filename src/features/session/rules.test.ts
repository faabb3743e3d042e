import { expect, test } from "vitest";
import { scopeOfCall } from "./rules.ts";

test.each([
  ["GET", "/api/company/get/alpha", "read"],
  ["HEAD", "/api/company/get/alpha", "read"],
  ["GET", "/api/profile/", "read"],
  ["GET", "/api/user/me", "read"],
  ["POST", "/api/paths/similar", "read"],
  ["PATCH", "/api/profile/0123", "write"],
  ["PATCH", "/api/company/update", "write"],
  ["DELETE", "/api/pfp/0123", "write"],
  ["DELETE", "/api/profile/0123", undefined],
  ["GET", "/api/token", undefined],
  ["GET", "/api/user/me/more", undefined],
  ["GET", "/api/user/sessions", undefined],
  ["POST", "/api/user/access-tokens", undefined],
  ["POST", "/api/user/password", undefined],
  ["GET", "/api/admin/me", undefined],
  ["POST", "/api/company/create", undefined],
  ["DELETE", "/api/company/delete/x", undefined],
  ["GET", "/api/companyx", undefined],
  ["GET", "/settings", undefined],
])("%s %s needs %s", (method, path, scope) => expect(scopeOfCall(method, path)).toBe(scope));
