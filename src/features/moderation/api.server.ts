import { adminContext, body, CHANGE_PROBLEMS, createApi, jsonCall, messageSchema } from "#server/api-app.ts";
import { needsToken } from "#server/request-guard.ts";
import { readPeople } from "./read.server.ts";
import { peoplePageSchema, peopleQuerySchema, personIdSchema, personSchema, suspendSchema } from "./schema.ts";
import { deletePerson, suspendPerson, unsuspendPerson } from "./write.server.ts";

const common = { tags: ["Administration"], middleware: [needsToken] };

const listRoute = jsonCall("get", "/api/admin/people", {
  ...common,
  summary: "People, for the administrators",
  description:
    "`text` is searched in names and usernames of public people, ignoring accents; one or two letters only at the beginning of words. Everybody else is found by the whole id only. E-mail addresses are neither shown nor searched. Without `text`: everybody with a saved profile that is not private. 24 a page, in random order.",
  request: { query: peopleQuerySchema },
  answer: [peoplePageSchema, "A page of people"],
  errors: ["no-session", "not-admin"],
});

const CHANGE = ["not-admin", "profile-not-found", ...CHANGE_PROBLEMS] as const;

const suspendRoute = jsonCall("post", "/api/admin/people/{id}/suspend", {
  ...common,
  summary: "Take somebody off the site until further notice",
  description:
    "The profile answers as if it had never existed, its numbers leave every count, sessions are refused (401) and no login works. A second call changes nothing.",
  request: { params: personIdSchema, ...body(suspendSchema) },
  answer: [personSchema, "The person"],
  errors: CHANGE,
});

const unsuspendRoute = jsonCall("post", "/api/admin/people/{id}/unsuspend", {
  ...common,
  summary: "Bring somebody back as they were",
  request: { params: personIdSchema },
  answer: [personSchema, "The person"],
  errors: CHANGE,
});

const deleteRoute = jsonCall("delete", "/api/admin/people/{id}", {
  ...common,
  summary: "Remove somebody for good",
  description: "Deletes account, sessions, profile, picture and e-mails. The e-mail address can be used again.",
  request: { params: personIdSchema },
  answer: [messageSchema, "Done"],
  errors: CHANGE,
});

export const peopleApi = createApi()
  .openapi(listRoute, async (c) => {
    const { db } = adminContext(c);
    const { text, cursor, suspended } = c.req.valid("query");
    const isSuspended = suspended === undefined ? undefined : suspended === "true";
    return c.json(await readPeople(db, { text, cursor, suspended: isSuspended }), 200);
  })
  .openapi(suspendRoute, async (c) => {
    const { reason } = c.req.valid("json");
    return c.json(await suspendPerson(adminContext(c), c.req.valid("param").id, reason), 200);
  })
  .openapi(unsuspendRoute, async (c) => c.json(await unsuspendPerson(adminContext(c), c.req.valid("param").id), 200))
  .openapi(deleteRoute, async (c) => {
    await deletePerson(adminContext(c), c.req.valid("param").id);
    return c.json({ message: "success" }, 200);
  });
