import { z } from "zod";
import { FOLLOW_KINDS } from "#core/follow-kind.ts";
import { MAX_FOLLOWS, MAX_THING } from "./rules.ts";

export const followInputSchema = z.object({
  kind: z.enum(FOLLOW_KINDS).describe("What is followed"),
  id: z
    .string()
    .min(1)
    .max(MAX_THING)
    .describe("Id of a company or school, slug of a title, or a route as the address of /search has it"),
  following: z.enum(["yes", "no"]).optional().describe("`no` ends it; `yes` without it"),
});

export const followsSchema = z
  .array(
    z.object({
      kind: z.enum(FOLLOW_KINDS).describe("What is followed"),
      id: z.string().describe("To end it: send it back as it is"),
      name: z.string().describe("Name, or the route in words; empty for what is no longer on this site"),
      path: z.string().describe("Its page; empty for what is no longer on this site"),
      feed: z.string().describe("Its Atom feed; empty likewise"),
    }),
  )
  .max(MAX_FOLLOWS);
export type Follow = z.infer<typeof followsSchema>[number];

export const weeklyEmailSchema = z
  .object({
    wanted: z.boolean().describe("The account asked for the weekly e-mail"),
    confirmed: z.boolean().describe("The e-mail is confirmed; it goes to confirmed addresses alone"),
  })
  .meta({ id: "WeeklyLetter", description: "How the caller stands to the weekly e-mail" });
export type WeeklyEmail = z.infer<typeof weeklyEmailSchema>;

export const weeklyEmailChangeSchema = z.object({
  wanted: z.boolean().describe("True asks for it, false leaves it"),
});
