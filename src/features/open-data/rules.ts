import { MIN_PEOPLE } from "#features/stats/rules.ts";

/** Weeks that are kept: the latest and the previous four. */
export const KEPT_DUMPS = 5;
/** Companies that a route in the data has at most; longer ones are found piece by piece. */
export const MAX_ROUTE = 4;

export const LICENCES = {
  "CC-BY-4.0": {
    title: "Creative Commons Attribution 4.0",
    path: "https://creativecommons.org/licenses/by/4.0/",
  },
  "CC0-1.0": { title: "CC0 1.0 Universal", path: "https://creativecommons.org/publicdomain/zero/1.0/" },
  "ODbL-1.0": {
    title: "Open Data Commons Open Database License 1.0",
    path: "https://opendatacommons.org/licenses/odbl/",
  },
} as const;
export type Licence = keyof typeof LICENCES;

/**
 * A number of people for the open data: rounded down to fives, and null below five. One person who comes, leaves or
 * changes level moves a number by at most one step. So two weeks side by side do not show who it was.
 */
export function inFives(people: number): number | null {
  return people < MIN_PEOPLE ? null : people - (people % MIN_PEOPLE);
}

type Field = { name: string; type: "string" | "integer"; description: string };
const PEOPLE: Field = {
  name: "people",
  type: "integer",
  description: "Visible people in fives, rounded down; empty below five",
};

const FORMULA = "in CSV after an apostrophe where a spreadsheet would run it as a formula";

/** Every table of the data with its columns, as its files have them. */
export const TABLES = {
  companies: {
    description: "Companies of the catalogue, and others where five visible people worked",
    fields: [
      { name: "id", type: "string", description: "Id of the company's page, /company/{id}" },
      { name: "name", type: "string", description: `The company's name; ${FORMULA}` },
      PEOPLE,
    ],
  },
  schools: {
    description: "Schools of the catalogue",
    fields: [
      { name: "id", type: "string", description: "Id of the school's page, /school/{id}" },
      { name: "name", type: "string", description: "The school's name" },
      { name: "country", type: "string", description: "ISO 3166 alpha-2 code" },
      PEOPLE,
    ],
  },
  "school-companies": {
    description: "Companies where five or more visible people of a school worked",
    fields: [
      { name: "school", type: "string", description: "Id of the school" },
      { name: "company", type: "string", description: "Id of the company" },
      PEOPLE,
    ],
  },
  routes: {
    description: "Two to four companies one after the other, taken by five or more visible people",
    fields: [
      { name: "companies", type: "string", description: "Ids of the companies in order, with > between them" },
      { name: "names", type: "string", description: `Their names, with > between them; ${FORMULA}` },
      PEOPLE,
    ],
  },
} as const satisfies Record<string, { description: string; fields: readonly Field[] }>;
export type TableName = keyof typeof TABLES;
export const TABLE_NAMES = [
  "companies",
  "schools",
  "school-companies",
  "routes",
] as const satisfies readonly TableName[];
export const PACKAGE_FILE = "datapackage.json";
