import { z } from "zod";
import { PUBLIC_ID } from "#core/ids.ts";
import { ACTS, MAX_WORDS, REASONS, SUBJECTS } from "#features/report/rules.ts";
import { upTo } from "#features/report/schema.ts";

/** A place in a list of people. Opaque to clients. */
const cursor = z.string().regex(/^[0-9a-z]{1,10}$/);

export const peopleQuerySchema = z.object({
  text: z.string().max(80).optional(),
  cursor: cursor.optional(),
  suspended: z.enum(["true", "false"]).optional(),
});

export const personIdSchema = z.object({ id: z.string().regex(PUBLIC_ID) });
export const suspendSchema = z.object({ reason: z.enum(REASONS) });

/** What an administrator sees of a person: the public data, and whether the person is suspended. Never an e-mail. */
export const personSchema = z
  .object({
    _id: z.string(),
    /** "Anonymous" unless the person is public. */
    name: z.string(),
    /** "" unless the person is public. */
    username: z.string(),
    visibility: z.enum(["public", "anonymous", "private"]),
    suspended: z.boolean(),
    /** Has saved a profile. */
    created: z.boolean(),
  })
  .meta({
    id: "Person",
    description: "A person as administrators see them: what everybody sees, and whether they are suspended",
  });
export type Person = z.infer<typeof personSchema>;

/** `next` is the cursor of the following page, "" on the last. */
export const peoplePageSchema = z.object({ people: z.array(personSchema), next: z.string() });
export type PeoplePage = z.infer<typeof peoplePageSchema>;

export const reportIdSchema = z.object({ id: z.string().regex(PUBLIC_ID) });
export const reportsQuerySchema = z.object({
  state: z.enum(["open", "waiting", "done"]).optional(),
  cursor: z.string().regex(PUBLIC_ID).optional(),
});
export const actSchema = z.object({ act: z.enum(ACTS), words: upTo(MAX_WORDS).optional() });

const storedReportSchema = z
  .object({
    _id: z.string(),
    subject: z.enum([...SUBJECTS, "site"]),
    reason: z.enum(REASONS),
    words: z.string(),
    quote: z.string(),
    rule: z.enum(["", "many-roles", "address-in-text", "same-text", "many-sign-ups"]),
    /** `2026-11-15`. */
    day: z.string(),
    state: z.enum(["open", "waiting", "done"]),
    /** The person that the report is about. Null for a company. */
    person: personSchema.nullable(),
    /** The public view of the pipeline, one line for each role. Empty for a private person. */
    pipeline: z.array(z.string()),
    company: z.object({ _id: z.string(), name: z.string(), displayName: z.string() }).nullable(),
    history: z.array(z.object({ act: z.enum([...ACTS, "answer"]), words: z.string(), day: z.string() })),
    /** All other reports on the same subject, settled ones too. */
    others: z.int(),
    acts: z.array(z.enum(ACTS)),
  })
  .meta({ id: "Report", description: "What somebody reported, or a rule found, and what was done about it" });
export type StoredReport = z.infer<typeof storedReportSchema>;

/** `next` is the cursor of the following page, "" on the last. */
export const reportsSchema = z.object({ reports: z.array(storedReportSchema), next: z.string() });
export type Reports = z.infer<typeof reportsSchema>;
