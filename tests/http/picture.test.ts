import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { CLIENT_FOLDER } from "#app/render.server.ts";
import { startApp } from "#app/start.server.ts";
import { newPublicId } from "#server/ids.ts";
import { ApiUser, startTestApp, stop, type Answer, type TestApp } from "#tests/helpers/app.ts";
import { findSecrets, newCanary, shapeOf } from "#tests/helpers/canary.ts";
import { checkAnswer } from "#tests/helpers/openapi.ts";
import {
  drawJpeg,
  drawPng,
  drawTalkative,
  drawWebp,
  movingPng,
  multipart,
  zeroPng,
  type Part,
} from "#tests/helpers/pictures.ts";
import { sendRaw, type RawAnswer } from "#tests/helpers/raw.ts";
import { setAhead } from "#tests/helpers/set-ahead.ts";

const MB5 = 5 * 1024 * 1024;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ pages: true });
});
afterAll(async () => {
  await app.stop();
  vi.restoreAllMocks();
});

type Person = ApiUser & { pfp: string };

let count = 0;
/** Somebody public with one stop and a username of their own. */
async function newPerson(more: Record<string, unknown> = {}): Promise<Person> {
  count += 1;
  const person = await new ApiUser(app).signUp();
  await person.save({
    firstName: `Pic${count}`,
    lastName: "Testperson",
    username: `pic.person${count}`,
    pipeline: [stop("Picture Works", "Clerk", "2019-01-01", "current")],
    ...more,
  });
  return Object.assign(person, { pfp: "" });
}

async function send(
  user: ApiUser,
  given: readonly Part[] | { body: Buffer; type: string },
  options: { id?: string; headers?: Record<string, string> } = {},
): Promise<Answer<{ pfp: string; code: string; error: string }>> {
  const { body, type } = "body" in given ? given : multipart(given);
  const path = `/api/pfp/${options.id ?? user.profileId}`;
  const response = await fetch(`${app.url}${path}`, {
    method: "PATCH",
    headers: {
      "content-type": type,
      ...(user.token === undefined ? {} : { authorization: `Bearer ${user.token}` }),
      ...options.headers,
    },
    body: new Uint8Array(body),
  });
  const text = await response.text();
  checkAnswer("PATCH", path, {
    status: response.status,
    contentType: response.headers.get("content-type") ?? "",
    text,
  });
  const answer = JSON.parse(text) as { pfp: string; code: string; error: string };
  // Clients with a token get the whole address, pages and visitors its path.
  if (response.status === 200) answer.pfp = new URL(answer.pfp, app.url).pathname;
  return { status: response.status, body: answer, headers: response.headers, text };
}

const file = (bytes: Buffer): Part[] => [{ name: "pfp", filename: "me.jpg", type: "image/jpeg", bytes }];

async function setPicture(person: Person, bytes?: Buffer): Promise<string> {
  const answer = await send(person, file(bytes ?? (await drawJpeg())));
  if (answer.status !== 200) throw new Error(answer.text);
  person.pfp = answer.body.pfp;
  return answer.body.pfp;
}

async function get(
  path: string,
  user?: ApiUser,
  at = app.url,
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await fetch(`${at}${path}`, {
    headers: user?.token === undefined ? {} : { authorization: `Bearer ${user.token}` },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const raw = (path: string): Promise<RawAnswer> => sendRaw(app, { path });

describe("a picture", () => {
  it.each([
    ["JPEG", drawJpeg],
    ["PNG", drawPng],
    ["WebP", drawWebp],
  ])("sent as %s is shown wherever its person is", async (_kind, draw) => {
    const person = await newPerson();
    const answer = await send(person, file(await draw()));
    expect(answer.status).toBe(200);
    const { pfp } = answer.body;
    expect(pfp).toMatch(/^\/pictures\/[0-9a-f]{24}\.webp$/);
    const shown = await get(pfp);
    expect(shown.status).toBe(200);
    expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: "webp", width: 512, height: 512 });
    const visitor = new ApiUser(app);
    for (const id of [person.profileId, `pic.person${count}`, `PIC.person${count}`]) {
      expect((await visitor.call("GET", `/api/profile/get/${id}`)).body).toMatchObject({ pfp });
      expect((await visitor.call("GET", `/api/pfp/${id}`)).body).toEqual({ pfp });
    }
    expect(
      (await visitor.call<{ _id: string; pfp: string }[]>("GET", "/api/company/employees/picture%20works")).body,
    ).toContainEqual(expect.objectContaining({ _id: person.profileId, pfp }));
    for (const page of [`/user/${person.profileId}`, "/search?company=picture%20works"])
      expect((await raw(page)).text, page).toContain(pfp);
  });

  it("S26: is served as a picture and nothing else, and kept by no cache that many share", async () => {
    const person = await newPerson();
    const { headers } = await get(await setPicture(person));
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "content-disposition": 'inline; filename="picture.webp"',
      "cache-control": "private, max-age=3600, immutable",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "cross-origin-resource-policy": "same-origin",
    });
    for (const name of ["etag", "last-modified", "set-cookie"]) expect(headers.has(name), name).toBe(false);
    const head = await fetch(`${app.url}${person.pfp}`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("S26: holds none of the four canaries and no place on earth", async () => {
    const words = { exif: newCanary(), xmp: newCanary(), comment: newCanary(), trailer: newCanary() };
    const sent = await drawTalkative(words);
    expect(findSecrets(sent.toString("latin1"), words)).toEqual(Object.keys(words));
    const person = await newPerson();
    const { bytes } = await get(await setPicture(person, sent));
    expect(findSecrets(bytes.toString("latin1"), words)).toEqual([]);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    const { rows } = await app.db
      .selectFrom("picture")
      .select("bytes")
      .execute()
      .then((found) => ({ rows: found.map((row) => row.bytes?.toString("latin1")) }));
    expect(findSecrets(rows.join(), words)).toEqual([]);
    expect(findSecrets(app.logged(), words)).toEqual([]);
  });

  it("is replaced: the new address is another one, the old one dead at once", async () => {
    const person = await newPerson();
    const first = await setPicture(person);
    expect((await get(first)).status).toBe(200);
    const second = await setPicture(person, await drawPng({ background: "#aa2222" }));
    expect(second).not.toBe(first);
    expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200]);
    expect(
      await app.db.selectFrom("picture").selectAll().where("public_id", "=", first.slice(10, 34)).execute(),
    ).toEqual([]);
  });

  it("is removed, and once more without complaint", async () => {
    const person = await newPerson();
    const pfp = await setPicture(person);
    for (const _time of [1, 2]) {
      const answer = await person.call("DELETE", `/api/pfp/${person.profileId}`);
      expect([answer.status, answer.body]).toEqual([200, { message: "success" }]);
    }
    expect((await get(pfp)).status).toBe(404);
    const visitor = new ApiUser(app);
    expect((await visitor.call("GET", `/api/pfp/${person.profileId}`)).status).toBe(404);
    expect((await visitor.call("GET", `/api/profile/get/${person.profileId}`)).body).toMatchObject({ pfp: "" });
  });

  it("goes with its profile", async () => {
    const person = await newPerson();
    const pfp = await setPicture(person);
    await app.db.deleteFrom("profile").where("public_id", "=", person.profileId).execute();
    expect((await get(pfp)).status).toBe(404);
  });

  it("U8: cannot be set by an address, ours or foreign", async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const theirs = await setPicture(other);
    for (const pfp of [theirs, "https://example.test/x.png", "javascript:alert(1)", "/pictures/../x", ""]) {
      const answer = await person.call("PATCH", `/api/profile/${person.profileId}`, { pfp });
      expect([answer.status, answer.body["pfp"]]).toEqual([200, ""]);
    }
  });
});

describe("S26: refused", () => {
  it("what is not a picture that we take", async () => {
    const person = await newPerson();
    const png = await drawPng();
    const jpeg = await drawJpeg();
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>`);
    const bombs = {
      bomb: zeroPng(16_000, 16_000),
      svg,
      gif: await sharp(png).gif().toBuffer(),
      movingPng: movingPng(png),
      html: Buffer.from("<!doctype html><script>alert(1)</script>"),
      polyglot: Buffer.concat([Buffer.from("GIF89a<script>"), jpeg]),
      pngThatIsSvg: Buffer.concat([png.subarray(0, 8), svg]),
      cutOff: jpeg.subarray(0, jpeg.length >> 1),
      empty: Buffer.alloc(0),
    };
    for (const [name, bytes] of Object.entries(bombs)) {
      const started = performance.now();
      const answer = await send(person, file(bytes));
      expect([name, answer.status, answer.body.code]).toEqual([name, 400, "bad-picture"]);
      expect(performance.now() - started).toBeLessThan(3_000);
    }
    expect((await person.call("GET", `/api/pfp/${person.profileId}`)).status).toBe(404);
  });

  it("S37: a byte more than 5 MB, told by its length or in chunks, and long before it is read", async () => {
    const person = await newPerson();
    const jpeg = await drawJpeg();
    const padded = (size: number) => file(Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)]));
    expect((await send(person, padded(MB5))).status).toBe(200);
    expect((await send(person, padded(MB5 + 1))).status).toBe(413);
    for (const chunked of [true, false]) {
      const { body, type } = multipart(padded(2 * MB5));
      const answer = await sendRaw(app, {
        method: "PATCH",
        path: `/api/pfp/${person.profileId}`,
        headers: { "content-type": type, authorization: `Bearer ${person.token}` },
        body,
        chunked,
      });
      expect([chunked, answer.status]).toEqual([chunked, 413]);
    }
    const announced = await sendRaw(app, {
      method: "PATCH",
      path: `/api/pfp/${person.profileId}`,
      headers: {
        "content-type": "multipart/form-data; boundary=x",
        authorization: `Bearer ${person.token}`,
        "content-length": "999999999",
      },
    });
    expect(announced.status).toBe(413);
  });

  it("other fields, other forms, no form", async () => {
    const person = await newPerson();
    const jpeg = await drawJpeg();
    for (const [parts, status, code] of [
      [[{ name: "picture", filename: "me.jpg", bytes: jpeg }], 400, "bad-request"],
      [[], 400, "bad-request"],
      [{ body: Buffer.from("not a form"), type: "multipart/form-data; boundary=xyz" }, 400, "bad-request"],
      [{ body: multipart(file(jpeg)).body, type: "multipart/form-data; boundary=another" }, 400, "bad-request"],
      [{ body: jpeg, type: "multipart/form-data" }, 415, "not-multipart"],
      [{ body: jpeg, type: "image/jpeg" }, 415, "not-multipart"],
      [{ body: Buffer.from('{"pfp":"x"}'), type: "application/json" }, 415, "not-multipart"],
    ] as const) {
      const answer = await send(person, parts);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
    // The picture's field may come after other fields.
    expect((await send(person, [{ name: "note", bytes: "hello" }, ...file(jpeg)])).status).toBe(200);
  });

  it("S15, U8: whoever it does not belong to, before the file is looked at", async () => {
    const [owner, other, hidden] = [await newPerson(), await newPerson(), await newPerson({ visibility: "private" })];
    const nobody = await new ApiUser(app).signUp();
    const junk = file(Buffer.from("no picture"));
    const bare = new ApiUser(app);
    const rightless = new ApiUser(app);
    await rightless.fetchToken();
    const cases: [ApiUser, string, number][] = [
      [other, owner.profileId, 403],
      [rightless, owner.profileId, 403],
      [bare, owner.profileId, 401],
      [other, hidden.profileId, 404],
      [other, nobody.profileId, 404],
      [other, newPublicId(), 404],
      [other, "nobody", 404],
      [other, `pic.person${count}`, 404],
    ];
    for (const [user, id, status] of cases) {
      expect([id, (await send(user, junk, { id })).status]).toEqual([id, status]);
      expect([id, (await user.call("DELETE", `/api/pfp/${id}`)).status]).toEqual([id, status]);
    }
  });

  it("S11: a form that another site makes a browser send", async () => {
    const person = await newPerson();
    const { body, type } = multipart(file(await drawJpeg()));
    for (const headers of [
      { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      { origin: "null" },
      { "sec-fetch-site": "same-site" },
      {},
    ]) {
      const answer = await sendRaw(app, {
        method: "PATCH",
        path: `/api/pfp/${person.profileId}`,
        headers: { "content-type": type, cookie: `token=${person.token}`, ...headers },
        body,
      });
      expect([401, 403]).toContain(answer.status);
    }
    const ours = await sendRaw(app, {
      method: "PATCH",
      path: `/api/pfp/${person.profileId}`,
      headers: { "content-type": type, cookie: `token=${person.token}`, "sec-fetch-site": "same-origin" },
      body,
    });
    expect(ours.status).toBe(200);
  });

  it("S9: the thirty-first in an hour", async () => {
    const strict = await startTestApp({ env: { RATE_LIMITS: "on" } });
    try {
      const person = await new ApiUser(strict).signUp();
      const tries: number[] = [];
      for (let n = 0; n < 31; n += 1) {
        const { body, type } = multipart(file(Buffer.from("x")));
        const answer = await sendRaw(strict, {
          method: "PATCH",
          path: `/api/pfp/${person.profileId}`,
          headers: { "content-type": type, authorization: `Bearer ${person.token}` },
          body,
        });
        tries.push(answer.status);
      }
      expect([new Set(tries.slice(0, 30)), tries[30]]).toEqual([new Set([400]), 429]);
    } finally {
      await strict.stop();
    }
  });

  it("R5: with a full disk it says so, and nothing is half done", async () => {
    const person = await newPerson();
    const pfp = await setPicture(person);
    const { sql } = await import("kysely");
    await sql`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(app.db);
    await sql`create trigger full_disk before update on picture for each row execute function full_disk()`.execute(
      app.db,
    );
    const answer = await send(person, file(await drawPng()));
    expect([answer.status, answer.body.code]).toEqual([503, "disk-full"]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await get(pfp)).status).toBe(200);
    await sql`drop function full_disk cascade`.execute(app.db);
    // A save is tried again after five seconds.
    setAhead(5_000);
    const sendAgain = async () => (await send(person, file(await drawPng()))).status;
    await expect.poll(sendAgain, { timeout: 20_000, interval: 1_000 }).toBe(200);
  });
});

describe("L7: of somebody who is not public", () => {
  it("there is none: as of nobody, within a second in every process, and only the owner sees it", async () => {
    const second = await startApp({
      config: app.services.config,
      databaseUrl: app.databaseUrl,
      log: app.services.log,
      renderPage: async () => new Response("", { status: 404 }),
      clientFolder: CLIENT_FOLDER,
      clock: app.services.clock,
    });
    const other = `http://127.0.0.1:${second.port}`;
    try {
      for (const visibility of ["anonymous", "private"] as const) {
        const person = await newPerson();
        const photo = await drawJpeg({ background: "#123456" });
        const old = await setPicture(person, photo);
        const byId = `/api/pfp/${person.profileId}`;
        // Both processes have shown the picture, and keep what they may keep.
        for (const at of [app.url, other]) {
          expect((await get(old, undefined, at)).status).toBe(200);
          expect((await get(byId, undefined, at)).status).toBe(200);
          expect((await get(byId, undefined, at)).status).toBe(200);
        }
        const named = person.profileId;
        await person.save({ visibility });
        const random = `/pictures/${newPublicId()}.webp`;
        for (const at of [app.url, other]) {
          for (const path of [old, byId])
            await expect.poll(async () => (await get(path, undefined, at)).status, { timeout: 1_000 }).toBe(404);
        }
        expect(shapeOf(await raw(old))).toBe(shapeOf(await raw(random)));
        for (const id of [person.profileId, named, `pic.person${count}`]) {
          const [here, there] = [await raw(`/api/pfp/${id}`), await raw(`/api/pfp/${newPublicId()}`)];
          expect(shapeOf(here)).toBe(shapeOf(there));
        }
        const own = await person.call<{ pfp: string }>("GET", `/api/pfp/${person.profileId}`);
        const now = new URL(own.body.pfp).pathname;
        expect(now).toMatch(/^\/pictures\//);
        expect(now).not.toBe(old);
        expect(own.headers.get("cache-control")).toBe("private, no-store");
        const toOwner = await get(now, person);
        expect([toOwner.status, toOwner.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
        expect(shapeOf(await raw(now))).toBe(shapeOf(await raw(random)));
        expect((await get(now, await newPerson())).status).toBe(404);

        // Nothing anywhere is made of the photo or the e-mail.
        const hash = (name: string, of: Buffer | string) => createHash(name).update(of).digest("hex");
        const marks = [
          hash("sha256", photo),
          hash("sha256", person.email),
          hash("md5", person.email),
          hash("sha256", toOwner.bytes),
          now.slice(10, 34),
          old.slice(10, 34),
        ];
        for (const path of [
          `/api/profile/get/${person.profileId}`,
          `/user/${person.profileId}`,
          `/user/${person.profileId}.data`,
          "/api/company/employees/picture%20works",
          "/api/profile/random?amount=24",
          "/search?company=picture%20works",
          "/discover",
        ]) {
          const answer = await raw(path);
          for (const mark of marks)
            expect(`${answer.head}${answer.text}`.includes(mark), `${path} ${mark}`).toBe(false);
        }

        await person.save({ visibility: "public" });
        const back = await person.call<{ pfp: string }>("GET", `/api/pfp/${person.profileId}`);
        const again = new URL(back.body.pfp).pathname;
        expect(new Set([old, now, again]).size).toBe(3);
        expect([(await get(again)).status, (await get(now)).status]).toEqual([200, 404]);
      }
    } finally {
      await second.stop();
    }
  });

  it("and while the person is suspended", async () => {
    const person = await newPerson();
    const pfp = await setPicture(person);
    expect((await get(pfp)).status).toBe(200);
    const suspend = app.db.updateTable("profile").set({ suspended: true });
    await suspend.where("public_id", "=", person.profileId).execute();
    expect((await get(pfp)).status).toBe(404);
    expect((await new ApiUser(app).call("GET", `/api/pfp/${person.profileId}`)).status).toBe(404);
  });

  it("one may still be sent; it waits until the person is public again", async () => {
    const person = await newPerson({ anonymous: true });
    const pfp = await setPicture(person);
    expect((await get(pfp)).status).toBe(404);
    expect((await new ApiUser(app).call("GET", `/api/profile/get/${person.profileId}`)).body).toMatchObject({
      pfp: "",
    });
  });
});

describe("races", () => {
  it("two pictures at once: one of them is there, the other's address is dead", async () => {
    const person = await newPerson();
    const [red, blue] = [await drawPng({ background: "#ff0000" }), await drawPng({ background: "#0000ff" })];
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([send(person, file(red)), send(person, file(blue)), send(person, file(red))]);
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
      const alive = [];
      for (const { body } of answers) if ((await get(body.pfp)).status === 200) alive.push(body.pfp);
      expect(alive).toHaveLength(1);
      expect((await person.call("GET", `/api/pfp/${person.profileId}`)).body["pfp"]).toMatch(
        new RegExp(`${alive[0]}$`),
      );
    }
  });

  it("a picture while its person becomes anonymous: whichever is first, others see the default", async () => {
    for (let round = 0; round < 6; round += 1) {
      const person = await newPerson();
      const early = await setPicture(person);
      const id = person.profileId;
      const jpeg = await drawJpeg();
      const [sent, saved] = await Promise.all([
        send(person, file(jpeg), { id }),
        new Promise((resolve) => setTimeout(resolve, round * 8)).then(() => person.save({ anonymous: true })),
      ]);
      expect(saved.status).toBe(200);
      expect([200, 404]).toContain(sent.status);
      const visitor = new ApiUser(app);
      expect((await visitor.call("GET", `/api/profile/get/${person.profileId}`)).body).toMatchObject({
        anonymous: true,
        pfp: "",
      });
      for (const address of [early, ...(sent.status === 200 ? [sent.body.pfp] : [])])
        expect((await get(address)).status).toBe(404);
      expect((await visitor.call("GET", `/api/pfp/${person.profileId}`)).status).toBe(404);
    }
  });
});
