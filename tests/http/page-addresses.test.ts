import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// A page has one address. Other addresses redirect browsers to it, so that both routers read the same address.

let app: TestApp;
let id = "";

beforeAll(async () => {
  app = await startTestApp({ pages: true });
  const user = await new ApiUser(app).signUp();
  const pipeline = [stop("A/B Testing", "Engineer", "2020-01-01", "current")];
  const saved = await user.save({ firstName: "Ada", lastName: "T", pipeline });
  id = saved.body.pipeline[0]?.companyId ?? "";
});
afterAll(() => app.stop());

test.each([
  ["/search/", "/search"],
  ["/search/?company=x", "/search?company=x"],
  ["/search\\", "/search"],
  ["/company//x", "/company/x"],
  ["/company/100%", "/company/100%25"],
  ["/nowhere/%zz?y=%zz", "/nowhere/%25zz?y=%zz"],
  ["/api/docs/", "/api/docs"],
])("%s leads to %s", async (path, location) => {
  for (const method of ["GET", "HEAD"]) {
    const answer = await sendRaw(app, { method, path });
    expect([answer.status, answer.headers.get("location")?.[0]]).toEqual([308, location]);
  }
});

test("a company's name with a slash is found, as it is typed and encoded", async () => {
  for (const path of [`/company/${id}`, "/company/A/B%20Testing", "/company/A%2FB%20Testing"]) {
    const answer = await sendRaw(app, { path });
    expect([answer.status, answer.text.includes("<title>A/B Testing")], path).toEqual([200, true]);
  }
});

test.each([
  "//search",
  "//evil.example//",
  "/\\evil.example/",
  "/%00",
  "/company/%00",
  "/user/a%00b.data",
  "/search?company=%00",
  "/discover?page=%00",
])("%s is the 404 page", async (path) => {
  const answer = await sendRaw(app, { path });
  expect(answer.status).toBe(404);
  if (!path.endsWith(".data")) expect(answer.text).toContain("find the page you are looking for.");
});

test("a file or a call with a NUL or a broken escape is refused, never an error of the server", async () => {
  for (const path of ["/assets/%00", "/icon-%00.png", "/icon-%.png", "/monogram/company/%00.svg", "/pictures/%00.webp"])
    expect((await sendRaw(app, { path })).status, path).toBeLessThan(500);
});

test("an address with a line break is not found, and the log names no fault", async () => {
  for (const path of ["/company/a%0Ab", "/%0A", "/school/a%0Db.data"])
    expect((await sendRaw(app, { path })).status, path).toBe(404);
  expect(app.logged()).not.toContain("page failed");
});

test("favicon.ico is there, in three sizes", async () => {
  const answer = await fetch(`${app.url}/favicon.ico`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/x-icon"]);
  const file = Buffer.from(await answer.arrayBuffer());
  const sizes = [0, 1, 2].map((n) => file.readUInt8(6 + 16 * n));
  expect([file.readUInt16LE(2), ...sizes]).toEqual([1, 16, 32, 48]);
});
