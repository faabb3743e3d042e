import { newDraw } from "#features/discover/rules.ts";
import type { Lists } from "#server/paging.ts";

/** Every list of the API, by its path in the OpenAPI document. The lists of paths page themselves. */
export const LISTS: Lists = {
  "/api/company/names": { size: 5_000 },
  "/api/company/get/companies": { size: 100, hasOwnCursor: true },
  "/api/company/get/companies/{text}": { size: 20 },
  "/api/company/employees/{id}": { size: 24, hasOwnCursor: true },
  "/api/school/get/schools/{text}": { size: 20 },
  "/api/school/employees/{id}": { size: 24 },
  "/api/profile": { size: 100, after: "username", hasOwnCursor: true },
  "/api/profile/random": { size: 240, draw: (random) => ({ draw: newDraw(random) }) },
  "/api/title": { size: 5_000, items: "titles" },
  "/api/user/sessions": { size: 100 },
  "/api/user/access-tokens": { size: 100 },
  "/api/user/passkeys": { size: 100 },
  "/api/user/routes": { size: 50 },
  "/api/user/follows": { size: 100 },
  "/api/user/links": { size: 20 },
  "/api/email/broadcasts": { size: 50, items: "broadcasts", after: "jobId", hasOwnCursor: true },
  "/api/admin/audit": { size: 50, items: "entries", after: "_id", hasOwnCursor: true },
  "/api/admin/codes": { size: 50, items: "codes", after: "_id", hasOwnCursor: true },
  "/api/admin/codes/{id}/addresses": { size: 100, items: "addresses", after: "_id", hasOwnCursor: true },
  "/api/admin/companies": { size: 50, items: "companies", hasOwnCursor: true },
  "/api/admin/companies/merges": { size: 50, items: "merges", after: "_id", hasOwnCursor: true },
  "/api/admin/companies/{id}/aliases": { size: 100, items: "aliases" },
  "/api/admin/newsletter": { size: 100, items: "subscribers", after: "_id", hasOwnCursor: true },
  "/api/admin/outbox": { size: 50, items: "mails", after: "id", hasOwnCursor: true },
  "/api/admin/people": { size: 24, items: "people", hasOwnCursor: true },
  "/api/admin/reports": { size: 20, items: "reports", after: "_id", hasOwnCursor: true },
  "/api/admin/sessions": { size: 100, items: "sessions" },
  "/api/admin/suggestions": { size: 50, items: "suggestions", after: "_id", hasOwnCursor: true },
};
