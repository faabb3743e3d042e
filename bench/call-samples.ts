import { TEXTS } from "#tests/helpers/lookups.ts";
import { encode, some, type Sample } from "./page-samples.ts";
import type { Places } from "./places.ts";

/** What people type: long and common words, typos, beginnings, and names of the site. */
const typed = ({ companies }: Places): string[] => [
  ...TEXTS,
  ...companies.slice(0, 5).flatMap(({ name }) => [name, name.slice(0, 3)]),
];
const lookup = (what: string, prefix: string): Sample => ({
  what,
  paths: (places) => typed(places).map((text) => `${prefix}${encode(text)}`),
});

/** Searches by a typed text. */
export const LOOKUPS: Readonly<Record<string, readonly Sample[]>> = {
  "/api/company/get/companies/{text}": [lookup("look-up of companies", "/api/company/get/companies/")],
  "/api/school/get/schools/{text}": [lookup("look-up of schools", "/api/school/get/schools/")],
  "/api/jump/{text}": [lookup("quick search", "/api/jump/")],
};

const call = (path: string): Sample[] => [{ what: path, paths: () => [path] }];
const ofCompanies = (what: string, to: (id: string) => string): Sample[] => [
  { what, paths: ({ companies }) => companies.map(({ id }) => to(id)) },
];
const ofSchools = (what: string, to: (id: string) => string): Sample[] => [
  { what, paths: ({ schools }) => some(schools).map(to) },
];
const ofPeople = (what: string, to: (id: string) => string): Sample[] => [
  { what, paths: ({ people }) => some(people).map(to) },
];

/** What everybody may ask, by its path in the API's document; page-samples.test.ts finds the one that is missing. */
export const CALLS: Readonly<Record<string, readonly Sample[]>> = {
  "/api/token": call("/api/token"),
  "/api/site": call("/api/site"),
  "/api/mongodbId/{id}": call("/api/mongodbId/x"),
  "/api/reports/counts": call("/api/reports/counts"),
  "/api/profile/random": [
    ...call("/api/profile/random"),
    { what: "/api/profile/random?amount=12", paths: () => ["/api/profile/random?amount=12"] },
  ],
  "/api/profile/get/{id}": ofPeople("/api/profile/get/{id}", (id) => `/api/profile/get/${id}`),
  "/api/profile/similar/{id}": ofPeople("/api/profile/similar/{id}", (id) => `/api/profile/similar/${id}`),
  "/api/shared/{id}": [
    { what: "/api/shared/{id}", paths: ({ shared }) => (shared === "" ? [] : [`/api/shared/${shared}`]) },
  ],
  "/api/pfp/{id}": [
    {
      what: "/api/pfp/{id}",
      paths: ({ pictured }) => some(pictured.map(({ id }) => id)).map((id) => `/api/pfp/${id}`),
    },
  ],
  "/pictures/{file}": [
    { what: "/pictures/{file}", paths: ({ pictured }) => some(pictured.map(({ address }) => address)) },
  ],
  "/api/company/get/companies": call("/api/company/get/companies"),
  "/api/company/names": call("/api/company/names"),
  "/api/company/get/{id}": ofCompanies("/api/company/get/{id}", (id) => `/api/company/get/${id}`),
  "/api/company/getid/{id}": ofCompanies("/api/company/getid/{id}", (id) => `/api/company/getid/${id}`),
  "/api/company/getBy": [
    {
      what: "/api/company/getBy",
      paths: ({ companies }) => companies.map(({ name }) => `/api/company/getBy?name=${encode(name)}`),
    },
  ],
  "/api/company/employees/{id}": ofCompanies("/api/company/employees/{id}", (id) => `/api/company/employees/${id}`),
  "/api/company/insights/{id}": ofCompanies("/api/company/insights/{id}", (id) => `/api/company/insights/${id}`),
  "/api/school/get/{id}": ofSchools("/api/school/get/{id}", (id) => `/api/school/get/${id}`),
  "/api/school/employees/{id}": ofSchools("/api/school/employees/{id}", (id) => `/api/school/employees/${id}`),
  "/api/school/insights/{id}": ofSchools("/api/school/insights/{id}", (id) => `/api/school/insights/${id}`),
  "/api/title": call("/api/title"),
  "/api/title/{slug}": [
    { what: "/api/title/{slug}", paths: ({ titles }) => some(titles).map((slug) => `/api/title/${slug}`) },
  ],
  "/api/paths/search": ofCompanies("/api/paths/search", (id) => `/api/paths/search?stop=company:${id}&limit=12`),
  "/api/paths/next": ofCompanies("/api/paths/next", (id) => `/api/paths/next?stop=company:${id}`),
  "/api/paths/routes": ofCompanies("/api/paths/routes", (id) => `/api/paths/routes?to=company:${id}`),
  "/api/paths/flow": ofCompanies("/api/paths/flow", (id) => `/api/paths/flow?stop=company:${id}`),
  "/api/paths/read": [
    {
      what: "/api/paths/read",
      paths: ({ companies }) => companies.map(({ name }) => `/api/paths/read?q=${encode(`interns at ${name}`)}`),
    },
  ],
};

/** Public calls that are not measured, each with its reason. */
export const CALLS_LEFT_OUT: Readonly<Record<string, string>> = {
  "/company-logos/{file}": "demo companies have no logo that an administrator sent",
};
