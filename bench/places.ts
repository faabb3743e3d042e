import { setTimeout } from "node:timers/promises";
import { readJson } from "./load.ts";

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

type Person = { _id: string; username: string; school: string; anonymous: boolean; pfp?: string };

async function drawPeople(url: string): Promise<Person[]> {
  const drawn = new Map<string, Person>();
  for (let draws = 0; drawn.size < PEOPLE && draws < 20; draws += 1) {
    const some = await readJson<Person[]>(`${url}/api/profile/random`);
    for (const one of some) drawn.set(one._id, one);
  }
  return [...drawn.values()].slice(0, PEOPLE);
}

/**
 * @param shared the line that a member shares, if there is one
 * @throws Error where the site lacks companies or people to look at
 */
export async function collectPlaces(url: string, shared: string): Promise<Places> {
  const companies = await readJson<{ _id: string; name: string }[]>(`${url}/api/company/get/companies`);
  const people = await drawPeople(url);
  const { titles } = await readJson<{ titles: { slug: string }[] }>(`${url}/api/title`);
  if (companies.length < 3 || people.length === 0) throw new Error("The site lacks companies or people to look at.");
  return {
    companies: companies.map(({ _id, name }) => ({ id: _id, name })),
    schools: people.map(({ school }) => school).filter((school) => /^[0-9a-f]{24}$/.test(school)),
    people: people.map(({ _id }) => _id),
    usernames: people.flatMap(({ anonymous, username }) => (anonymous || username === "" ? [] : [username])),
    pictured: people.flatMap(({ _id, pfp }) => (pfp?.startsWith("/pictures/") ? [{ id: _id, address: pfp }] : [])),
    titles: titles.map(({ slug }) => slug),
    shared,
  };
}
