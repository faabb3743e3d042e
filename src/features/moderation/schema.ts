import { z } from "zod";
import { PUBLIC_ID } from "#core/ids.ts";
import { REASONS } from "./rules.ts";

/** Places in a list of people, as other lists name them; opaque. */
const cursor = z.string().regex(/^[0-9a-z]{1,10}$/);

export const peopleQuerySchema = z.object({
  text: z.string().max(80).optional(),
  cursor: cursor.optional(),
  suspended: z.enum(["true", "false"]).optional(),
});

export const personIdSchema = z.object({ id: z.string().regex(PUBLIC_ID) });
export const suspendSchema = z.object({ reason: z.enum(REASONS) });

/** What an administrator sees of a person: no more than everybody does, and whether they are suspended. Never an e-mail. */
export const personSchema = z
  .object({
    _id: z.string(),
    /** "Anonymous" for whoever is not public. */
    name: z.string(),
    /** "" for whoever is not public. */
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
