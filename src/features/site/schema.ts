import { z } from "zod";
import { FAMILIES, LEVELS } from "#features/title/schema.ts";

const allowance = z.object({
  requests: z.int().describe("Calls in a window"),
  seconds: z.int().describe("Length of a window"),
});

export const siteSchema = z
  .object({
    network: z.object({
      isOn: z.boolean().describe("People may sign in through a professional network"),
      name: z.string().describe('What people call it; "" where it is off'),
    }),
    earlyAccess: z.boolean().describe("The site is closed to everybody without a code"),
    minRaters: z.int().describe("Ratings of a company from which its level is shown"),
    minPeople: z.int().describe("People from which a figure that combines facts is shown"),
    titles: z
      .array(z.object({ name: z.string(), family: z.enum(FAMILIES), level: z.enum(LEVELS) }))
      .describe("The catalogue of job titles"),
    limits: z.object({
      visitor: allowance.describe("Calls of an address without a session"),
      signedIn: allowance.describe("Calls of somebody signed in"),
      lookup: allowance.describe("Searches for schools and companies, and quick search"),
      paths: allowance.describe("Questions to the paths"),
      bodyBytes: z.int(),
      pictureBytes: z.int(),
      stops: z.int().describe("Of a pipeline"),
      roles: z.int().describe("Of a stop"),
      titleCharacters: z.int(),
    }),
  })
  .meta({ id: "Site", description: "How this site is set up" });
