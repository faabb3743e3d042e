import { z } from "zod";

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
  /** Ours: people who worked there, to show beside a suggestion. */
  people: z.number().int(),
});
export type CompanyView = z.infer<typeof companySchema>;

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
