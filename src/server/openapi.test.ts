import { expect, test } from "vitest";
import { completeDocument, operationId } from "./openapi.ts";

test.each([
  ["get", "/api/token", "getToken"],
  ["patch", "/api/profile/{id}", "patchProfileById"],
  ["patch", "/api/profile/get/{profileId}", "patchProfileGetByProfileId"],
  ["get", "/api/profile/", "getProfileAll"],
  ["post", "/api/email/send", "postEmailSend"],
])("%s %s is called %s", (method, path, name) => {
  expect(operationId(method, path)).toBe(name);
});

test("a call that can answer 401 wants a token, the others say that they do not, and who has to wait is told how long", () => {
  const given: Parameters<typeof completeDocument>[0] = {
    paths: {
      "/api/a": { post: { responses: { "200": {}, "401": {}, "429": {} } } },
      "/api/b": { get: { operationId: "own", security: [], responses: { "200": {} } }, put: { responses: {} } },
    },
  };
  completeDocument(given);
  const { paths = {} } = given;
  expect(paths["/api/a"]?.post).toMatchObject({ operationId: "postA", security: [{ bearer: [] }] });
  expect(paths["/api/a"]?.post?.responses?.["429"]?.headers).toHaveProperty("retry-after");
  expect(paths["/api/a"]?.post?.responses?.["200"]).toEqual({});
  expect(paths["/api/b"]?.get).toMatchObject({ operationId: "own", security: [] });
  expect(paths["/api/b"]?.put).toMatchObject({ security: [{}, { bearer: [] }] });
});
