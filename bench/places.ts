import { setTimeout } from "node:timers/promises";
import type { Database } from "#db/connect.ts";
import { MOST_OF_EVERYBODY } from "#features/path/pure/limits.ts";
import { pictureAddress } from "#features/picture/rules.ts";
import { readJson } from "./load.ts";
import type { Site } from "./site.ts";

/** What pages and calls of a site are asked about: the same choice at every size, so that they can be compared. */
export type Places = {
  /** The most common companies. */
  companies: { id: string; name: string }[];
  /** Schools of random people, so large schools are frequent. */
  schools: string[];
  /** Random people. */
  people: string[];
  usernames: string[];
  /** People with a picture, and where it is. */
  pictured: { id: string; address: string }[];
  /** Slugs. */
  titles: string[];
  /** Slugs of titles that few enough people have for the engine to tell the ways to them. */
  reachedTitles: string[];
  /** The id of a line that a member shares. */
  shared: string;
};

/** People drawn, each with a page of their own; the profile's reads are compared with more of them. */
const PEOPLE = 200;
/** Of what there are many, so many are read. */
export const ADDRESSES = 24;
/** Tries, half a second apart: at a million people the engine reads for a while after the start. */
const ENGINE_TRIES = 1_200;

/** The path engine reads every pipeline after the start. */
export async function waitForPaths(url: string): Promise<void> {
  for (let tries = 0; tries < ENGINE_TRIES; tries += 1) {
    const answer = await fetch(`${url}/api/title`);
    await answer.arrayBuffer();
    if (answer.status === 200) return;
    await setTimeout(500);
  }
  throw new Error("The path engine was not ready within ten minutes.");
}

type Person = { _id: string; username: string; school: string; anonymous: boolean };

async function drawPeople(url: string): Promise<Person[]> {
  const drawn = new Map<string, Person>();
  for (let draws = 0; drawn.size < PEOPLE && draws < 20; draws += 1) {
    const some = await readJson<Person[]>(`${url}/api/profile/random`);
    for (const one of some) drawn.set(one._id, one);
  }
  return [...drawn.values()].slice(0, PEOPLE);
}

/** From the database: of a million demo people so few have a picture that hardly one is among those drawn. */
async function readPictured(db: Database): Promise<Places["pictured"]> {
  const rows = await db
    .selectFrom("picture")
    .innerJoin("profile", "profile.id", "picture.profile_id")
    .select(["profile.public_id as id", "picture.public_id as picture"])
    .where("profile.listed", "=", true)
    .where("profile.visibility", "=", "public")
    .orderBy("picture.id")
    .limit(ADDRESSES)
    .execute();
  return rows.map(({ id, picture }) => ({ id, address: pictureAddress(picture) }));
}

/**
 * @param shared the line that a member shares, if there is one
 * @throws Error where the site lacks companies or people to look at
 */
export async function collectPlaces(site: Site, shared: string): Promise<Places> {
  const { url } = site;
  const companies = await readJson<{ _id: string; name: string }[]>(`${url}/api/company/get/companies`);
  const people = await drawPeople(url);
  const { titles } = await readJson<{ titles: { slug: string; people: number | null }[] }>(`${url}/api/title`);
  if (companies.length < 3 || people.length === 0) throw new Error("The site lacks companies or people to look at.");
  return {
    companies: companies.map(({ _id, name }) => ({ id: _id, name })),
    schools: people.map(({ school }) => school).filter((school) => /^[0-9a-f]{24}$/.test(school)),
    people: people.map(({ _id }) => _id),
    usernames: people.flatMap(({ anonymous, username }) => (anonymous || username === "" ? [] : [username])),
    pictured: await site.withDatabase(readPictured),
    titles: titles.map(({ slug }) => slug),
    reachedTitles: titles
      // An internship is where ways begin.
      .filter(({ slug, people: having }) => !slug.startsWith("intern-") && (having ?? 0) <= MOST_OF_EVERYBODY)
      .map(({ slug }) => slug),
    shared,
  };
}
