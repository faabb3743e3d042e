/**
 * npm run seed -- --people N [--seed S]: adds N demo people in place of earlier ones. Refuses a database with real
 * people.
 */
import { numberText } from "#core/number-text.ts";
import { calendarDay } from "#core/calendar.ts";
import { seedPeople } from "#db/seed/bulk.ts";
import { readCatalogue } from "#features/catalogue/read.server.ts";
import { readFaces } from "#features/picture/faces.server.ts";
import { refreshStats } from "#features/stats/refresh-write.server.ts";
import { readArguments, runCommand } from "#server/command.ts";
import { announceEverything } from "#server/purge-channel.ts";

const MAX_PEOPLE = 5_000_000;

const values = readArguments({ people: { type: "string" }, seed: { type: "string" } }, "npm run seed -- --people 600");

function wholeNumber(text: string | undefined, name: string, least: number, most: number): number {
  const value = Number(text);
  if (text === undefined || !Number.isInteger(value) || value < least || value > most) {
    throw new Error(`--${name} is a whole number from ${least} to ${most}: npm run seed -- --people 600`);
  }
  return value;
}

await runCommand(async ({ db, url }) => {
  const people = wholeNumber(values.people, "people", 1, MAX_PEOPLE);
  const started = performance.now();
  await seedPeople(db, url, {
    people,
    today: calendarDay(new Date()),
    industries: new Map((await readCatalogue()).map(({ name, industry }) => [name, industry])),
    faces: await readFaces(),
    refresh: refreshStats,
    say: (line) => console.log(`${((performance.now() - started) / 1_000).toFixed(1).padStart(6)} s  ${line}`),
    ...(values.seed === undefined ? {} : { seed: wholeNumber(values.seed, "seed", 0, 2 ** 31 - 1) }),
  });
  await announceEverything(db);
  const seconds = Math.round((performance.now() - started) / 1_000);
  console.log(`${numberText(people)} demo people in ${seconds} s. "npm run demo:remove" removes them.`);
});
