import { createHash } from "node:crypto";
import { mapTexts } from "#core/role-texts.ts";
import { newPublicId } from "#server/ids.ts";
import { startTestApp, stop, type SavedProfile, type TestApp } from "./app.ts";
import { Browser } from "./browser.ts";
import { newCanary } from "./canary.ts";
import { waitForPaths } from "./path-site.ts";
import { drawTalkative, multipart } from "./pictures.ts";
import { jsonOf, sendRaw } from "./raw.ts";

/** A browser whose profile is known as it was last saved. */
export class Person extends Browser {
  profile: SavedProfile | undefined;

  /** Saves a part of the person's own profile. Throws if the save is refused. */
  async save(patch: object, agent = "test"): Promise<SavedProfile> {
    const answer = await this.send("PATCH", `/api/profile/${this.profileId}`, patch, {
      headers: { "user-agent": agent },
    });
    if (answer.status !== 200) throw new Error(answer.text);
    this.profile = jsonOf(answer) as unknown as SavedProfile;
    this.profileId = this.profile._id;
    return this.profile;
  }

  /** @returns the picture's address */
  async sendPicture(bytes: Buffer): Promise<string> {
    const { body, type } = multipart([{ name: "pfp", filename: "me.jpg", type: "image/jpeg", bytes }]);
    const answer = await this.send("PATCH", `/api/pfp/${this.profileId}`, undefined, {
      body,
      headers: { "content-type": type },
    });
    if (answer.status !== 200) throw new Error(answer.text);
    return String(jsonOf(answer)["pfp"]);
  }
}

/** Makes a link. @returns the ids of all of the person's */
async function linksOf(person: Person, level: string): Promise<string[]> {
  const answer = await person.send("POST", "/api/user/links", { level, action: "make" });
  if (answer.status !== 200) throw new Error(answer.text);
  return [...answer.text.matchAll(/\/s\/([0-9a-f]{24})/g)].map(([, id = ""]) => id);
}

/** The id in a picture's address. */
export const pictureId = (pfp: unknown): string => String(pfp).slice(10, 34);

const fields = () => ({
  first: newCanary(),
  last: newCanary(),
  username: newCanary(),
  linkedin: newCanary(),
  location: newCanary(),
  /** The location of a role. */
  place: newCanary(),
  /** A word of a title that no catalogue has. */
  title: newCanary(),
});

/** Writes a text into each optional text of a stop with one role, such as its location. */
function inTexts(plain: Record<string, unknown>, written: string): Record<string, unknown> {
  const { title, startDate, endDate, isIndefinite, rating } = plain;
  return { ...plain, roles: [{ title, startDate, endDate, isIndefinite, rating, ...mapTexts(() => written) }] };
}

const pictureWords = () => ({ exif: newCanary(), xmp: newCanary(), comment: newCanary(), trailer: newCanary() });

export type HiddenPeople = Awaited<ReturnType<typeof startHiddenPeople>>;

/**
 * A site with an anonymous and a private person who have a secret in every field that others must not see, a picture
 * with metadata, and a past under their name; a public person who hides a company and the school; and eleven people
 * around them. Pages come from the build.
 */
export async function startHiddenPeople() {
  const secret = { ...fields(), local: newCanary(), password: newCanary(), agent: newCanary() };
  const email = `${secret.local}@example.test`;
  const password = `${secret.password}-9K!x`;
  const privateSecret = { ...fields(), local: newCanary() };
  const privateEmail = `${privateSecret.local}@example.test`;
  const words = pictureWords();
  const privateWords = pictureWords();
  /** Months that nobody else has: an anonymous person's dates show years only. */
  const dates = { month: "2013-07", monthWord: "July 2013", monthShort: "Jul 2013" };
  const schoolId = newPublicId();

  const app: TestApp = await startTestApp({ pages: true });
  await app.db
    .insertInto("school")
    .values({
      public_id: schoolId,
      name: "Test University",
      name_key: "test university",
      country: "Germany",
      country_code: "DE",
    })
    .execute();

  const owner = new Person(app);
  await owner.signUp(email, password);
  const named = await owner.save(
    {
      firstName: secret.first,
      lastName: secret.last,
      username: secret.username,
      linkedin: secret.linkedin,
      location: secret.location,
      school: schoolId,
      created: true,
      pipeline: [
        inTexts(stop("Shared Works", `Clerk ${secret.title}`, "2013-07-01", "2015-03-01", 20), secret.place),
        stop("Second Firm", "Lead", "2015-04-01", "current", 100),
      ],
    },
    secret.agent,
  );
  const photo = await drawTalkative(words);
  /** Ids that stop being when the switch is made. */
  const old: Record<string, string> = {
    oldId: named._id,
    oldPicture: pictureId(await owner.sendPicture(photo)),
    photo: createHash("sha256").update(photo).digest("hex"),
  };
  for (const [index, one] of named.pipeline.entries()) old[`oldEntry${index}`] = one._id;
  // Answers that a cache kept from before the switch must not survive it.
  for (const path of [
    `/api/profile/get/${named._id}`,
    `/api/pfp/${named._id}`,
    `/pictures/${old["oldPicture"]}.webp`,
    `/user/${named._id}`,
    `/user/${secret.username}`,
    "/",
    "/discover",
  ])
    await sendRaw(app, { path });
  const hidden = await owner.save({ anonymous: true }, secret.agent);

  const lonely = new Person(app);
  await lonely.signUp(privateEmail, password);
  const before = await lonely.save({
    firstName: privateSecret.first,
    lastName: privateSecret.last,
    location: privateSecret.location,
    username: privateSecret.username,
    linkedin: privateSecret.linkedin,
    school: schoolId,
    created: true,
    pipeline: [
      inTexts(stop("Only Private", `Clerk ${privateSecret.title}`, "2012-01-01", "current"), privateSecret.place),
      stop("Shared Works", "Clerk", "2011-01-01", "2011-06-01"),
    ],
  });
  old["oldPrivateId"] = before._id;
  old["oldPrivatePicture"] = pictureId(await lonely.sendPicture(await drawTalkative(privateWords)));
  const alone = await lonely.save({ visibility: "private" });

  const other = new Person(app);
  await other.signUp("other@example.test", password);
  await other.save({
    firstName: "Bo",
    lastName: "Testperson",
    username: "bo.t",
    location: "Iceland",
    created: true,
    pipeline: [stop("Shared Works", "Clerk", "2018-01-01", "current", 60)],
  });
  // A company that nobody else ever named, and a school as it was typed.
  const kept = { company: newCanary(), school: newCanary(), place: newCanary() };
  const keeper = new Person(app);
  await keeper.signUp("keeper@example.test", password);
  const keeping = await keeper.save({
    firstName: "Kim",
    lastName: "Testperson",
    created: true,
    school: kept.school,
    hideSchool: true,
    pipeline: [
      stop("Second Firm", "Clerk", "2016-01-01", "2018-01-01"),
      { ...inTexts(stop(kept.company, "Lead", "2018-02-01", "current", 80), kept.place), undisclosed: true },
    ],
  });
  for (let n = 0; n < 10; n += 1) {
    const person = new Person(app);
    await person.signUp(`p${n}@example.test`, password);
    await person.save({
      firstName: `Nr${n}`,
      lastName: "Testperson",
      created: true,
      anonymous: n % 2 === 0,
      school: schoolId,
      pipeline: [
        stop("Shared Works", "Clerk", "2019-01-01", "2020-01-01"),
        stop("Second Firm", "Clerk", "2020-02-01", "current"),
      ],
    });
  }

  // The shared links of each of them, at every level.
  const links: string[] = [];
  for (const person of [owner, lonely, keeper])
    for (const level of person === keeper ? ["everything", "no-name", "only-line"] : ["no-name", "only-line"])
      links.push(...(await linksOf(person, level)));

  await waitForPaths(app);
  return {
    app,
    /** Ids of shared links. */
    links: [...new Set(links)],
    owner,
    lonely,
    keeper,
    other,
    secret,
    email,
    password,
    privateSecret,
    privateEmail,
    words,
    privateWords,
    dates,
    schoolId,
    old,
    hidden,
    privateId: alone._id,
    kept,
    companies: [...hidden.pipeline, ...alone.pipeline].map((one) => one.companyId),
    /** Everything that nobody but its owner may read anywhere. */
    secrets: (): Record<string, string> => ({
      ...secret,
      email,
      ...Object.fromEntries(Object.entries(privateSecret).map(([name, text]) => [`private ${name}`, text])),
      privateEmail,
      ...words,
      ...Object.fromEntries(Object.entries(privateWords).map(([name, text]) => [`private ${name}`, text])),
      ...dates,
      ...old,
      "kept company": kept.company,
      "kept school": kept.school,
      "kept place": kept.place,
      "kept company's id": keeping.pipeline[1]?.companyId ?? "",
      picture: pictureId(owner.profile?.["pfp"]),
      privatePicture: pictureId(lonely.profile?.["pfp"]),
    }),
  };
}
