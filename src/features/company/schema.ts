import { z } from "zod";
import { PUBLIC_ID } from "#core/ids.ts";

export const companySchema = z
  .object({
    _id: z.string(),
    id: z.string(),
    name: z.string(),
    displayName: z.string(),
    logo: z.string(),
    description: z.string(),
    /** Sum as a client divides it: level × 100 over five placeholders, 0 below the threshold. */
    rating: z.number().int(),
    ratedEmployees: z.array(z.string()),
    /** Average completed stay in days, 0 when none is known. */
    tenure: z.number().int(),
    /** Not part of the original API: the number of people who worked there. Visible people are counted exactly. */
    people: z.number().int(),
  })
  .meta({ id: "Company", description: "A company with its numbers" });
export type CompanyView = z.infer<typeof companySchema>;

/** For matching names in the browser, so that imported files need not be sent to the server. Carries no counts. */
export const companyNameSchema = z
  .object({
    _id: z.string(),
    name: z.string(),
    displayName: z.string(),
    aliases: z.array(z.string()),
    country: z.string().describe("ISO 3166 alpha-2 code of its seat; empty if not known"),
    logo: z.string(),
  })
  .meta({
    id: "CompanyName",
    description: "A listed company with its further names, for matching names without sending them",
  });
export type CompanyName = z.infer<typeof companyNameSchema>;

const neighbour = {
  companyId: z.string(),
  displayName: z.string(),
  logo: z.string().describe("Address; empty where no company is named"),
  people: z.number().int().describe("Never 1: that would tell of a single person"),
};
/** A row of 'Prior Companies', 'Next Companies' and 'Most Common Companies'. */
export const neighbourSchema = z.object(neighbour);
export type NeighbourView = z.infer<typeof neighbourSchema>;

/**
 * A flow of a diagram: a company, all other companies together, or people whose pipeline begins or still is here
 * (`end`). Only companies have a `companyId`.
 */
export const flowRowSchema = z.object({
  ...neighbour,
  kind: z.enum(["company", "end", "others"]).describe("`end`: their pipeline begins here, or they are still here"),
});
export type FlowRow = z.infer<typeof flowRowSchema>;
const flowRowsSchema = z.object({ prior: z.array(flowRowSchema), next: z.array(flowRowSchema) });
export type FlowRows = z.infer<typeof flowRowsSchema>;

const counts = z.record(z.string(), z.number().int());

export const companyDetailSchema = companySchema
  .extend({
    /**
     * Placeholders that a client counts, without ids. Both are exact, because they are parts of one company's people.
     */
    Employees: z.array(z.string()),
    interns: z.array(z.string()),
    /** Company id → people, from MIN_PEOPLE on. */
    prevCompanies: counts,
    postCompanies: counts,
    country: z.string(),
    employeesCount: z.number().int(),
    internsCount: z.number().int(),
    /** 1..5, 0 = not enough ratings. */
    ratingLevel: z.number().int().min(0).max(5),
    prior: z.array(neighbourSchema).describe("Prior Companies: the three that most people came from"),
    next: z.array(neighbourSchema).describe("Next Companies: the three that most people went to"),
    flow: flowRowsSchema.describe(
      "Where people came from and went to, with first stops and those still here; empty below 5 people",
    ),
  })
  .meta({ id: "CompanyDetail", description: "A company with its numbers and where its people came from and went" });
export type CompanyDetail = z.infer<typeof companyDetailSchema>;

/** `at` is the middle of a flow, `width` its height; both in percent of the picture's height. */
export type FlowStop = FlowRow & { colour: number | undefined; at: number; width: number; path: string };

/** `rows` sets the picture's height. */
export type FlowPicture = { rows: number; prior: FlowStop[]; next: FlowStop[] };

const stops = z.array(z.looseObject({}));
const schoolText = z.string().max(400).nullish();

/** What older clients report after a save: new stops, old stops, and the new and old school. It is ignored. */
export const reportedStopsSchema = z.tuple([stops, stops, z.tuple([schoolText, schoolText])]);
/** What older clients report after a removal: the removed stop, the old stops, and the school. */
export const removedStopSchema = z.tuple([z.looseObject({}), stops, schoolText]);

const WIRE_TEXT = z.string().max(2_000);

/** An administrator's form; other fields are dropped. Texts are checked by checkCompanyName and checkDescription. */
export const companyFormSchema = z
  .object({
    name: WIRE_TEXT.optional().describe("Needed for a new company; of one that is there it never changes"),
    displayName: WIRE_TEXT.optional().describe("Needed for a new company"),
    logo: WIRE_TEXT.optional().describe(
      "'' for a monogram, a logo of ours, or an https address, which is fetched once and kept as ours",
    ),
    description: WIRE_TEXT.optional(),
  })
  .meta({ id: "CompanyForm", description: "What an administrator sends of a company; other fields are dropped" });
export type CompanyForm = z.infer<typeof companyFormSchema>;

const named = z.object({ _id: z.string(), name: z.string(), displayName: z.string() });

export const adminCompanySchema = companySchema
  .extend({
    /** 'new': typed by a person and not reviewed yet. */
    status: z.enum(["listed", "new"]),
    aliases: z.array(z.string()),
    /** Listed companies with a similar name, or a weakly alike one and the same colleagues; only for status 'new'. */
    similar: z.array(named.extend({ sameColleagues: z.boolean().optional() })),
    /** False while only hidden people have a stop there: the page would answer 404. */
    hasPage: z.boolean(),
  })
  .meta({ id: "AdminCompany", description: "A company as administrators see it" });
export type AdminCompany = z.infer<typeof adminCompanySchema>;

/** `next` is the cursor of the following page, "" on the last. */
export const adminCompanyPageSchema = z
  .object({ companies: z.array(adminCompanySchema), next: z.string() })
  .meta({ id: "AdminCompanyPage", description: "A page of companies" });
export type AdminCompanyPage = z.infer<typeof adminCompanyPageSchema>;

export const adminCompanyQuerySchema = z.object({
  status: z.enum(["new", "listed"]).optional(),
  text: z.string().max(200).optional(),
  /** An id, or the place of a text's hit: how well it fits, and its name. */
  cursor: z
    .string()
    .max(600)
    .regex(/^(?:[0-9a-f]{24}|\[[01],[\d.e+-]{1,24},"[^]{1,500}"\])$/)
    .optional(),
});

export const aliasSchema = z.object({ alias: WIRE_TEXT });
export const aliasesSchema = z.object({ aliases: z.array(z.string()) });

export const mergeFormSchema = z.object({ from: WIRE_TEXT, into: WIRE_TEXT });

export const mergedSchema = z
  .object({ _id: z.string(), company: companyDetailSchema })
  .meta({ id: "MergedCompany", description: "A merge, and the company that stays" });
export const mergeQuerySchema = z.object({ cursor: z.string().regex(PUBLIC_ID).optional() });

const mergeSchema = z
  .object({
    _id: z.string(),
    from: z.object({ _id: z.string(), name: z.string() }),
    into: named.extend({ hasPage: z.boolean() }),
    /** UTC, `2026-11-15T12:00:00.000Z`. */
    mergedAt: z.string(),
    /** Like mergedAt; '' if the merge was not undone. */
    undoneAt: z.string(),
  })
  .meta({ id: "CompanyMerge", description: "One company taken into another" });
export const mergePageSchema = z
  .object({ merges: z.array(mergeSchema), next: z.string() })
  .meta({ id: "CompanyMergePage", description: "A page of merges" });
export type MergePage = z.infer<typeof mergePageSchema>;
