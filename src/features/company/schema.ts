import { z } from "zod";
import { PUBLIC_ID } from "#core/ids.ts";

/** A company as lists and suggestions show it. */
export const companySchema = z.object({
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
  /** Ours: people everybody may see who worked there; the same number wherever it stands. */
  people: z.number().int(),
});
export type CompanyView = z.infer<typeof companySchema>;

/** What a written name is compared with, without a number: a reader's own device finds what it means. */
export const companyNameSchema = z.object({
  _id: z.string(),
  name: z.string(),
  displayName: z.string(),
  aliases: z.array(z.string()),
  logo: z.string(),
});
export type CompanyName = z.infer<typeof companyNameSchema>;

const counts = z.record(z.string(), z.number().int());

export const companyDetailSchema = companySchema.extend({
  /** Placeholders whose number a client counts; no ids. */
  Employees: z.array(z.string()),
  interns: z.array(z.string()),
  prevCompanies: counts,
  postCompanies: counts,
  country: z.string(),
  employeesCount: z.number().int(),
  internsCount: z.number().int(),
  /** 1..5, 0 = not enough ratings. */
  ratingLevel: z.number().int().min(0).max(5),
});
export type CompanyDetail = z.infer<typeof companyDetailSchema>;

/** A row of 'Prior Companies', 'Next Companies' and 'Most Common Companies'. */
export type NeighbourView = {
  companyId: string;
  displayName: string;
  logo: string;
  people: number;
};

/**
 * A flow of a diagram: a company; an end, which is where lines begin or people
 * still are; or the other companies together. `companyId` is '' for the latter two.
 */
export type FlowRow = NeighbourView & { kind: "company" | "end" | "others" };

/** A flow with its place: its middle and its width in percent of the picture's height, and its ribbon. */
export type FlowStop = FlowRow & { colour: number | undefined; at: number; width: number; path: string };

/** Two sides of flows, laid out; as high as so many rows. */
export type FlowPicture = { rows: number; prior: FlowStop[]; next: FlowStop[] };

const stops = z.array(z.looseObject({}));
const schoolText = z.string().max(400).nullish();

/** What clients report after a save: new stops, those before, and the school with the one before. All ignored. */
export const reportedStopsSchema = z.tuple([stops, stops, z.tuple([schoolText, schoolText])]);
/** What they send after a removal: the removed stop, those before, and the school. */
export const removedStopSchema = z.tuple([z.looseObject({}), stops, schoolText]);

const WIRE_TEXT = z.string().max(2_000);

/**
 * What an administrator sends of a company; all else in the body is dropped.
 * Rules about the texts are checkCompanyName and checkDescription.
 */
export const companyFormSchema = z.object({
  name: WIRE_TEXT.optional().describe("Needed for a new company; of one that is there it never changes"),
  displayName: WIRE_TEXT.optional().describe("Needed for a new company"),
  logo: WIRE_TEXT.optional().describe(
    "'' for a monogram, a logo of ours, or an https address, which is fetched once and kept as ours",
  ),
  description: WIRE_TEXT.optional(),
});
export type CompanyForm = z.infer<typeof companyFormSchema>;

const named = z.object({ _id: z.string(), name: z.string(), displayName: z.string() });

export const adminCompanySchema = companySchema.extend({
  /** 'new': typed by a person and not reviewed yet. */
  status: z.enum(["listed", "new"]),
  aliases: z.array(z.string()),
  /** For new ones: listed companies that it may be. */
  similar: z.array(named),
  /** False where only people who cannot be seen named it: its page is there for nobody else. */
  hasPage: z.boolean(),
});
export type AdminCompany = z.infer<typeof adminCompanySchema>;

/** `next` is the cursor of the following page, "" on the last. */
export const adminCompanyPageSchema = z.object({ companies: z.array(adminCompanySchema), next: z.string() });
export type AdminCompanyPage = z.infer<typeof adminCompanyPageSchema>;

export const adminCompanyQuerySchema = z.object({
  status: z.enum(["new", "listed"]).optional(),
  text: z.string().max(200).optional(),
  cursor: z.string().regex(PUBLIC_ID).optional(),
});

export const aliasSchema = z.object({ alias: WIRE_TEXT });
export const aliasesSchema = z.object({ aliases: z.array(z.string()) });

/** Ids or names. */
export const mergeFormSchema = z.object({ from: WIRE_TEXT, into: WIRE_TEXT });

export const mergedSchema = z.object({ _id: z.string(), company: companyDetailSchema });
export const mergeQuerySchema = z.object({ cursor: z.string().regex(PUBLIC_ID).optional() });

export const mergeSchema = z.object({
  _id: z.string(),
  from: z.object({ _id: z.string(), name: z.string() }),
  into: named.extend({ hasPage: z.boolean() }),
  /** UTC, `2026-11-15T12:00:00.000Z`. */
  mergedAt: z.string(),
  /** As mergedAt; '' while the merge stands. */
  undoneAt: z.string(),
});
export const mergePageSchema = z.object({ merges: z.array(mergeSchema), next: z.string() });
export type MergePage = z.infer<typeof mergePageSchema>;
